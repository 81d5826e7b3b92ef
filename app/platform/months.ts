import { addDays } from "./time";

/** Days are Dubai dates, "2026-11-23". */

export function firstDayOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export function isLastDayOfMonth(day: string): boolean {
  return addDays(day, 1).endsWith("-01");
}
