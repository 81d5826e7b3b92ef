import { classNames } from "./class-names";

const tints = {
  // The edge is for a row that is of the same colour while it is open.
  brass: "bg-brass-soft text-brass-text inset-ring inset-ring-brass-text/20",
  calm: "bg-calm-soft text-calm-text",
  ink: "bg-ink text-paper",
};
export type Tint = keyof typeof tints;

/** Somebody of whom there is no picture: their initials on a tinted disc. */
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

/** Of the first and the last name: "Aisha Al Marri" is AM. What is no name, such as a number in brackets, counts for nothing. */
function initialsOf(name: string): string {
  const names = name.match(/(?<!\S)\p{L}/gu) ?? [];
  return [names[0], names.length > 1 ? names.at(-1) : ""].join("");
}
