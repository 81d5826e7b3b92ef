import type { Silent } from "~/platform/events/events";
import { addDays, daysBetween } from "~/platform/time";

/** On which days the visits of a series are: pure (docs/domain.md, "Recurring visits"). Days are Dubai's. */

export const recurrenceIntervals = ["monthly", "quarterly", "twice-yearly"] as const;
export type RecurrenceInterval = (typeof recurrenceIntervals)[number];

const MONTHS: Record<RecurrenceInterval, number> = { monthly: 1, quarterly: 3, "twice-yearly": 6 };

/** Before the heat, and after it: what is done twice a year is done in these months. */
const SEASONS: readonly number[] = [4, 5, 10, 11];
const SEASON_DAYS = ["04-15", "10-15"];
/** Nobody needs the same work again so soon. */
const MIN_GAP_DAYS = 60;

/** How many days ahead a visit is booked. */
export const BOOKED_AHEAD_DAYS = 60;

/** After so many tries in a row that failed, a series waits for the office. */
export const MAX_FAILURES = 5;

/** For how many minutes a series rests that could not be booked for the n-th time: a passing fault is over soon, a mistake is not. */
export function retryDelayMin(failures: number): number {
  return 60 * 2 ** (failures - 1);
}

/** From which visit the others are counted, and its day. */
export interface Anchor {
  number: number;
  day: string;
}

/** The day of the visit with this number; always counted from the anchor, so that a short month moves none but its own. */
export function dayOfNumber(interval: RecurrenceInterval, anchor: Anchor, number: number): string {
  const after = number - anchor.number;
  if (after <= 0) return anchor.day;
  if (interval !== "twice-yearly" || isInSeason(anchor.day))
    return addMonths(anchor.day, after * MONTHS[interval]);
  return addMonths(firstSeasonDayAfter(anchor.day), (after - 1) * MONTHS[interval]);
}

/** The first day of a rhythm from a visit on that is after `today`. */
export function nextDay(interval: RecurrenceInterval, visitDay: string, today: string): string {
  for (let number = 2; ; number++) {
    const day = dayOfNumber(interval, { number: 1, day: visitDay }, number);
    if (day > today) return day;
  }
}

export function isInSeason(day: string): boolean {
  return SEASONS.includes(Number(day.slice(5, 7)));
}

/** The day itself, or the next on which somebody works; where none is near, it stays for the office to find another. */
export function nextOpenDay(day: string, isOpen: (day: string) => boolean): string {
  for (let ahead = 0; ahead <= MAX_SHIFT_DAYS; ahead++) {
    if (isOpen(addDays(day, ahead))) return addDays(day, ahead);
  }
  return day;
}
const MAX_SHIFT_DAYS = 14;

function firstSeasonDayAfter(day: string): string {
  const year = Number(day.slice(0, 4));
  const days = [year, year + 1].flatMap((one) => SEASON_DAYS.map((at) => `${one}-${at}`));
  return days.find((one) => daysBetween(day, one) >= MIN_GAP_DAYS)!;
}

/** The same day so many months later, or the last of that month. */
function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/** What becomes of visits that nobody has confirmed when a series ends. */
export const unconfirmedActions = ["cancel", "keep"] as const;
export type UnconfirmedAction = (typeof unconfirmedActions)[number];

export type EndedBy = "office" | "service" | "forgotten";

declare module "~/platform/events/events" {
  interface Events {
    /** The subject is repeated; `day`: the next time. */
    "booking.recurrence-started": { recurringBookingId: string; interval: RecurrenceInterval; day: string };
    /** What is ahead of the series that the subject began is on other days, or at another time; `stayed`: how many found no time. */
    "booking.recurrence-shifted": Silent<{
      recurringBookingId: string;
      day: string;
      time: string;
      unchanged: number;
    }>;
    /** Whom its customer would have at each visit from now on, null: whoever is free; `stayed`: how many visits stay with somebody else. */
    "booking.recurrence-technician-changed": Silent<{
      recurringBookingId: string;
      technicianId: string | null;
      unchanged: number;
    }>;
    /** Its next visit could not be booked time and again, by a fault of ours: it waits for the office. */
    "booking.recurrence-stuck": { recurringBookingId: string };
    /** No more visits are booked; `cancelled`: how many that nobody had confirmed were called off, `bookingIds`: which. */
    "booking.recurrence-ended": {
      recurringBookingId: string;
      by: EndedBy;
      cancelled: number;
      bookingIds?: string[];
    };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    "already-recurring": unknown;
  }
}
