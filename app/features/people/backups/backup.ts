import type { Silent } from "~/platform/events/events";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";

/** Age of the last backup that causes a warning, in hours, unless the next one is running. */
export const MAX_AGE_HOURS = 24;
/** Minutes without progress after which a running backup counts as dead. */
export const LEASE_MIN = 2;
/** Limit of restarts after a crashed process. */
export const MAX_ATTEMPTS = 3;
/** Minutes until a failed backup is retried. */
export const RETRY_MIN = 60;
/** Interval of the WAL archive in minutes, which bounds the data loss. */
export const WAL_ARCHIVE_INTERVAL_MIN = 5;

/** Last scheduled time: this hour of Dubai's clock, today or yesterday. */
export function lastScheduledTime(now: Date, hour: number): Date {
  const clock = `${String(hour).padStart(2, "0")}:00`;
  const today = dubaiInstant(dubaiDate(now), clock);
  return today <= now ? today : dubaiInstant(addDays(dubaiDate(now), -1), clock);
}

/** Number series as in references. */
export const series = ["BK", "QT", "INV", "CN"] as const;
export type Series = (typeof series)[number];

/** Last issued number of a series and year. */
export interface LastNumber {
  kind: Series;
  year: number;
  value: number;
}

/**
 * Numbers may have been issued between the last WAL copy and the failure. Series that may have gaps skip this
 * many; for the others the office enters the last number (`releaseAfterRestore`).
 */
export const NUMBERS_TO_SKIP = 1000;

export function nextSeriesStart(last: LastNumber): LastNumber {
  const withoutGaps = last.kind === "INV" || last.kind === "CN";
  return withoutGaps ? last : { ...last, value: last.value + NUMBERS_TO_SKIP };
}

/** Record kinds of other printed numbers by database sequence; they continue across years. */
export const kindsBySequence: Readonly<Record<string, string>> = {
  contract_numbers: "AMC",
  message_numbers: "MS",
  receipt_numbers: "RC",
  refund_numbers: "RF",
};

/** Parses a number such as `INV-2026-000130`; null if invalid. */
export function parseNumber(typed: string): LastNumber | null {
  const [, kind, year, value] = /^(BK|QT|INV|CN)-(20\d\d)-(\d{6})$/.exec(typed.trim().toUpperCase()) ?? [];
  return kind ? { kind: kind as Series, year: Number(year), value: Number(value) } : null;
}

declare module "~/platform/events/events" {
  interface Events {
    "backup.requested": Silent<{ origin: "office" | "command" }>;
    "backup.completed": Silent<{ name: string }>;
    "backup.failed": { failure: string };
    /** The last backup is older than a day. */
    "backup.late": { madeAt: string };
    /** Data was restored. `moment`: target of the point-in-time restore. */
    "restore.completed": Silent<{ archive: string; moment: string | null }>;
    /** Emails were released. `dropped`, `sentBefore`: waiting emails that are not sent. */
    "restore.released": Silent<{ dropped: number; sentBefore: number }>;
    /** Skipped numbers, issued after the restored moment. `kind`: INV, CN … */
    "restore.numbers-skipped": Silent<{ kind: string; year: number; first: number; last: number }>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** No passphrase is configured. */
    "backup-not-set-up": unknown;
    "backup-running": unknown;
    "not-paused": unknown;
    "number-unknown": { field: string };
  }
}
