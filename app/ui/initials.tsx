import { classNames } from "./class-names";

const tints = {
  // The ring keeps it visible on an open row of the same colour.
  brass: "bg-brass-soft text-brass-text inset-ring inset-ring-brass-text/20",
  calm: "bg-calm-soft text-calm-text",
  ink: "bg-ink text-paper",
};
export type Tint = keyof typeof tints;

export function Initials({ name, tint }: { name: string; tint: Tint }) {
  return (
    <span
      aria-hidden
      className={classNames(
        "grid size-13 shrink-0 place-items-center rounded-full font-semibold",
        tints[tint],
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** "Aisha Al Marri" is AM. Ignores words such as a number in brackets. */
function initialsOf(name: string): string {
  const names = name.match(/(?<!\S)\p{L}/gu) ?? [];
  return [names[0], names.length > 1 ? names.at(-1) : ""].join("");
}
