import type { Silent } from "~/platform/events/events";
import { addMonths } from "~/platform/months";
import { addDays, daysBetween } from "~/platform/time";

/** Days of recurring bookings (docs/domain.md, "Recurring bookings"). Pure functions; days are Asia/Dubai. */

export const recurrenceIntervals = ["monthly", "quarterly", "twice-yearly"] as const;
export type RecurrenceInterval = (typeof recurrenceIntervals)[number];

const MONTHS: Record<RecurrenceInterval, number> = { monthly: 1, quarterly: 3, "twice-yearly": 6 };

/** Months before and after the summer heat, for half-yearly visits. */
const MILD_MONTHS: readonly number[] = [4, 5, 10, 11];
const MILD_DAYS = ["04-15", "10-15"];
/** Minimum gap in days before the first half-yearly visit. */
const MIN_GAP_DAYS = 60;

export const BOOKED_AHEAD_DAYS = 60;

/** Failed attempts in a row before the office takes over. */
export const MAX_FAILURES = 5;

/** Exponential backoff in minutes. */
export function retryDelayMin(failures: number): number {
  return 60 * 2 ** (failures - 1);
}

/** Visit from which later ones are counted, so that a short month shifts only its own visit. */
export interface Anchor {
  number: number;
  day: string;
}

export function dayOfNumber(interval: RecurrenceInterval, anchor: Anchor, number: number): string {
  const after = number - anchor.number;
  if (after <= 0) return anchor.day;
  if (interval !== "twice-yearly" || isInMildMonth(anchor.day))
    return addMonths(anchor.day, after * MONTHS[interval]);
  return addMonths(firstMildDayAfter(anchor.day), (after - 1) * MONTHS[interval]);
}

/** First day after `today` on which a visit recurs. */
export function nextDay(interval: RecurrenceInterval, visitDay: string, today: string): string {
  for (let number = 2; ; number++) {
    const day = dayOfNumber(interval, { number: 1, day: visitDay }, number);
    if (day > today) return day;
  }
}

export function isInMildMonth(day: string): boolean {
  return MILD_MONTHS.includes(Number(day.slice(5, 7)));
}

/** The day, or the next open day. Keeps the day if none is near, so that the office decides. */
export function nextOpenDay(day: string, isOpen: (day: string) => boolean): string {
  for (let ahead = 0; ahead <= MAX_SHIFT_DAYS; ahead++) {
    if (isOpen(addDays(day, ahead))) return addDays(day, ahead);
  }
  return day;
}
const MAX_SHIFT_DAYS = 14;

function firstMildDayAfter(day: string): string {
  const year = Number(day.slice(0, 4));
  const days = [year, year + 1].flatMap((one) => MILD_DAYS.map((at) => `${one}-${at}`));
  return days.find((one) => daysBetween(day, one) >= MIN_GAP_DAYS)!;
}

/** Options for unconfirmed requests when a recurring booking ends. */
export const unconfirmedActions = ["cancel", "keep"] as const;
export type UnconfirmedAction = (typeof unconfirmedActions)[number];

export type EndedBy = "office" | "service" | "erased";

declare module "~/platform/events/events" {
  interface Events {
    /** `day`: next visit. */
    "booking.recurrence-started": { recurringBookingId: string; interval: RecurrenceInterval; day: string };
    /** `unchanged`: visits without a free time. */
    "booking.recurrence-shifted": Silent<{
      recurringBookingId: string;
      day: string;
      time: string;
      unchanged: number;
    }>;
    /** `technicianId` null: any technician. `unchanged`: visits that keep another technician. */
    "booking.recurrence-technician-changed": Silent<{
      recurringBookingId: string;
      technicianId: string | null;
      unchanged: number;
    }>;
    /** Repeated technical failures: the office takes over. */
    "booking.recurrence-stuck": { recurringBookingId: string };
    /** `bookingIds`: the cancelled requests. */
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
