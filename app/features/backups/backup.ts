import type { Silent } from "~/platform/events/events";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";

/** The rules of backups (docs/domain.md, "Backups"). */

/** Of a backup older than this the office is warned, in hours, except while the next one is made. */
export const LATE_HOURS = 24;
/** A backup that has said nothing for so long has died with its process. */
export const SILENT_MIN = 2;
/** One whose process died begins again, until it was begun so often. */
export const MAX_ATTEMPTS = 3;
/** A backup that failed is tried again by itself after an hour. */
export const RETRY_MIN = 60;
/** The database's log is copied so often: what a disaster takes at most. */
export const LOG_EVERY_MIN = 5;

/** When the last backup by the schedule was due: at an hour of Dubai's clock, today or yesterday. */
export function lastDue(now: Date, hour: number): Date {
  const clock = `${String(hour).padStart(2, "0")}:00`;
  const today = dubaiInstant(dubaiDate(now), clock);
  return today <= now ? today : dubaiInstant(addDays(dubaiDate(now), -1), clock);
}

/** The four series of numbers, as they stand in references. */
export const series = ["BK", "QT", "INV", "CN"] as const;
export type Series = (typeof series)[number];

/** The last number that was given, by series and year. */
export interface LastNumber {
  kind: Series;
  year: number;
  value: number;
}

/**
 * Between the last copy of the log and the disaster more numbers may have been given than anybody knows: so many are left out of each
 * series that may have gaps. Of invoices and credit notes a person is asked (`releaseAfterRestore`).
 */
export const MAY_BE_GIVEN = 1000;

/** The number after which a series goes on, where this is the last one that is known. */
export function goesOnAfter(last: LastNumber): LastNumber {
  const withoutGaps = last.kind === "INV" || last.kind === "CN";
  return withoutGaps ? last : { ...last, value: last.value + MAY_BE_GIVEN };
}

/** The other numbers that people have on paper, by the sequence that counts them; they go on from year to year. */
export const kindsBySequence: Readonly<Record<string, string>> = {
  contract_numbers: "AMC",
  message_numbers: "MS",
  receipt_numbers: "RC",
  refund_numbers: "RF",
};

/** `INV-2026-000130` as what it counts; null: it is no such number. */
export function readNumber(typed: string): LastNumber | null {
  const [, kind, year, value] = /^(BK|QT|INV|CN)-(20\d\d)-(\d{6})$/.exec(typed.trim().toUpperCase()) ?? [];
  return kind ? { kind: kind as Series, year: Number(year), value: Number(value) } : null;
}

declare module "~/platform/events/events" {
  interface Events {
    "backup.asked": Silent<{ origin: "office" | "command" }>;
    "backup.made": Silent<{ name: string }>;
    "backup.failed": { failure: string };
    /** It is the last one, and older than a day. */
    "backup.late": { madeAt: string };
    /** The data came out of a backup. `moment`: what it was brought back to. */
    "restore.made": Silent<{ archive: string; moment: string | null }>;
    /** Mails go out again. `dropped`, `sentBefore`: how many of those that waited do not. */
    "restore.released": Silent<{ dropped: number; sentBefore: number }>;
    /** Numbers that nothing here has: they were given after the moment that was restored. `kind`: INV, CN … */
    "restore.numbers-skipped": Silent<{ kind: string; year: number; first: number; last: number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** No passphrase is configured. */
    "backup-not-set-up": unknown;
    "backup-under-way": unknown;
    "nothing-held": unknown;
    "number-unknown": { field: string };
  }
}
