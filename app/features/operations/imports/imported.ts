import { m } from "~/paraglide/messages";
import type { ImportRow } from "~/platform/lists/import-outcome";

/** Limit of rows per file. */
export const MAX_ROWS = 10_000;
/** Limit of valid rows shown; wrong rows are all shown. */
const MAX_VALID_ROWS = 200;

/** States of imported bookings. Emergencies and work in progress cannot be imported. */
export const importedStates = ["requested", "confirmed", "scheduled", "completed", "cancelled"] as const;
export type ImportedState = (typeof importedStates)[number];

/**
 * Job states of other programs, in lower case. Work in progress has none, because it is not imported.
 * Jobber: help.getjobber.com, "Jobs Page" (articles/360036772713). Housecall Pro: `work_status` of its API.
 */
const formerStates: Readonly<Record<string, ImportedState>> = {
  // Jobber
  unscheduled: "confirmed",
  "on hold": "confirmed",
  upcoming: "scheduled",
  today: "scheduled",
  active: "scheduled",
  late: "scheduled",
  "requires invoicing": "completed",
  archived: "completed",
  closed: "completed",
  // Housecall Pro
  "needs scheduling": "confirmed",
  complete: "completed",
  "complete rated": "completed",
  "complete unrated": "completed",
  "completed unrated": "completed",
  "invoice sent": "completed",
  "invoice paid": "completed",
  canceled: "cancelled",
  "user canceled": "cancelled",
  "pro canceled": "cancelled",
};

/** The state of a booking by its name here or in another program. */
export function readState(word: string): string {
  const plain = word.toLowerCase().replace(/[\s_-]+/g, " ");
  return formerStates[plain] ?? plain;
}

/** True if a visit is still to come. */
export function isOpen(state: ImportedState): boolean {
  return state !== "completed" && state !== "cancelled";
}

/** Maximum length of a reference or program name. */
export const MAX_NAME_LENGTH = 50;

/** Result of a dry run or import. */
export interface Imported {
  counts: Record<ImportRow["change"], number>;
  rows: ImportRow[];
  imported: boolean;
  /** Rows were removed because they named an erased person. */
  forgotten?: true;
}

/** Counts rows by outcome and lists them, wrong ones first. */
export function outcomeOf(
  wrong: readonly ImportRow[],
  right: readonly { shown: Omit<ImportRow, "change">; change: Exclude<ImportRow["change"], "wrong"> }[],
): Pick<Imported, "counts" | "rows"> {
  const counts = { new: 0, changed: 0, same: 0, wrong: wrong.length };
  for (const { change } of right) counts[change]++;
  const rows = right.slice(0, MAX_VALID_ROWS).map(({ shown, change }) => ({ ...shown, change }));
  return { counts, rows: [...wrong.toSorted((a, b) => a.line - b.line), ...rows] };
}

export function wrongRow({ line, problems }: { line: number; problems: string[] }): ImportRow {
  return { line, change: "wrong", title: m.csv_line({ line }), detail: "", problems };
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The dry run is unfinished or found errors. */
    "import-not-ready": unknown;
  }
}
