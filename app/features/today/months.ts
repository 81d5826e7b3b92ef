import { addDays } from "~/platform/time";

/** This month until today, and of last month as many days and the whole: days of Dubai, both included. */
export interface Months {
  from: string;
  to: string;
  lastFrom: string;
  /** The same day of last month; its last one, where it has fewer days. */
  lastTo: string;
  lastEnd: string;
}

export function monthsUntil(today: string): Months {
  const from = `${today.slice(0, 8)}01`;
  const lastEnd = addDays(from, -1);
  const lastFrom = `${lastEnd.slice(0, 8)}01`;
  const sameDay = `${lastEnd.slice(0, 8)}${today.slice(8)}`;
  return { from, to: today, lastFrom, lastTo: sameDay < lastEnd ? sameDay : lastEnd, lastEnd };
}
