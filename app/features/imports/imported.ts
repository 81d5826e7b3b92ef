import { m } from "~/paraglide/messages";
import type { ImportRow } from "~/platform/lists/import-outcome";

/** More rows are several files. */
export const MAX_ROWS = 10_000;
/** Rows that are in order are shown up to so many; those that are wrong, all. */
const MAX_SHOWN = 200;

/** How far a booking had come in the program that it was in. An emergency, or work under way, is never on a list. */
export const importedStates = ["requested", "confirmed", "scheduled", "completed", "cancelled"] as const;
export type ImportedState = (typeof importedStates)[number];

/** Whether somebody is still to come. */
export function isOpen(state: ImportedState): boolean {
  return state !== "completed" && state !== "cancelled";
}

/** What a booking, and the program that it was in, may be called. */
export const MAX_NAME_LENGTH = 50;

/** What came of a list that was tried, or imported, or would come of it. */
export interface Imported {
  counts: Record<ImportRow["what"], number>;
  rows: ImportRow[];
  imported: boolean;
  /** Its rows were removed, as they named somebody who asked to be forgotten. */
  forgotten?: true;
}

/** Counts and shows the rows of a list, each as it stands: those that are wrong first. */
export function outcomeOf(
  wrong: readonly ImportRow[],
  right: readonly { shown: Omit<ImportRow, "what">; what: Exclude<ImportRow["what"], "wrong"> }[],
): Pick<Imported, "counts" | "rows"> {
  const counts = { new: 0, changed: 0, same: 0, wrong: wrong.length };
  for (const { what } of right) counts[what]++;
  const rows = right.slice(0, MAX_SHOWN).map(({ shown, what }) => ({ ...shown, what }));
  return { counts, rows: [...wrong.toSorted((a, b) => a.line - b.line), ...rows] };
}

/** A row that could not be read. */
export function wrongRow({ line, problems }: { line: number; problems: string[] }): ImportRow {
  return { line, what: "wrong", title: m.csv_line({ line }), detail: "", problems };
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** Only what was tried, and had nothing wrong, is imported. */
    "import-not-ready": unknown;
  }
}
