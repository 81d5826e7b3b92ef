import { addDays } from "./time";

export function firstDayOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`;
}

export function isLastDayOfMonth(day: string): boolean {
  return addDays(day, 1).endsWith("-01");
}

/** Clamps to the last day of a shorter month. */
export function addMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split("-").map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(date, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
