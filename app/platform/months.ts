import { addDays } from "./time";

/** Months of the calendar; days are Dubai's, "2026-11-23". */

/** The first day of a day's month. */
export function monthsFirst(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/** Whether a day is the last of its month. */
export function isMonthsEnd(day: string): boolean {
  return addDays(day, 1).endsWith("-01");
}
