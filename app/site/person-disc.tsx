const tints = ["bg-brass-soft text-brass-text", "bg-calm-soft text-calm-text", "bg-ink text-paper"];

/** The initials of somebody whose photo there is not, on a disc whose tint is theirs. */
export function PersonDisc({ name }: { name: string }) {
  const words = name.split(/\s+/);
  const initials = [words[0], words.length > 1 ? words.at(-1) : ""].map((word) => word?.[0] ?? "").join("");
  const tint = tints[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % tints.length];
  return (
    <span
      aria-hidden
      className={`grid size-12 shrink-0 place-items-center rounded-full font-semibold ${tint}`}
    >
      {initials.toUpperCase()}
    </span>
  );
}
