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

/** `month`: 1 is January; months beyond a year count on. */
export function lastDayOfMonth(year: number, month: number): string {
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

/** The same days some months later. Whole months are shifted to whole months, days that do not exist to a month's end. */
export function shiftPeriod({ from, to }: { from: string; to: string }, months: number) {
  const wholeMonths = from.endsWith("-01") && isLastDayOfMonth(to);
  const shiftedTo = wholeMonths ? addDays(addMonths(addDays(to, 1), months), -1) : addMonths(to, months);
  return { from: addMonths(from, months), to: shiftedTo };
}
