import { m } from "~/paraglide/messages";
import type { ImportRow } from "~/platform/lists/import-outcome";

/** Limit of rows per file. */
export const MAX_ROWS = 10_000;
/** Limit of valid rows shown; wrong rows are all shown. */
const MAX_SHOWN = 200;

/** States of imported bookings. Emergencies and work in progress cannot be imported. */
export const importedStates = ["requested", "confirmed", "scheduled", "completed", "cancelled"] as const;
export type ImportedState = (typeof importedStates)[number];

/** True if a visit is still to come. */
export function isOpen(state: ImportedState): boolean {
  return state !== "completed" && state !== "cancelled";
}

/** Maximum length of a reference or program name. */
export const MAX_NAME_LENGTH = 50;

/** Result of a dry run or import. */
export interface Imported {
  counts: Record<ImportRow["what"], number>;
  rows: ImportRow[];
  imported: boolean;
  /** Rows were removed because they named an erased person. */
  forgotten?: true;
}

/** Counts rows by outcome and lists them, wrong ones first. */
export function outcomeOf(
  wrong: readonly ImportRow[],
  right: readonly { shown: Omit<ImportRow, "what">; what: Exclude<ImportRow["what"], "wrong"> }[],
): Pick<Imported, "counts" | "rows"> {
  const counts = { new: 0, changed: 0, same: 0, wrong: wrong.length };
  for (const { what } of right) counts[what]++;
  const rows = right.slice(0, MAX_SHOWN).map(({ shown, what }) => ({ ...shown, what }));
  return { counts, rows: [...wrong.toSorted((a, b) => a.line - b.line), ...rows] };
}

export function wrongRow({ line, problems }: { line: number; problems: string[] }): ImportRow {
  return { line, what: "wrong", title: m.csv_line({ line }), detail: "", problems };
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The dry run is unfinished or found errors. */
    "import-not-ready": unknown;
  }
}
