import { monthsFirst } from "~/platform/months";
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
  const from = monthsFirst(today);
  const lastEnd = addDays(from, -1);
  const lastFrom = monthsFirst(lastEnd);
  const sameDay = `${lastEnd.slice(0, 8)}${today.slice(8)}`;
  return { from, to: today, lastFrom, lastTo: sameDay < lastEnd ? sameDay : lastEnd, lastEnd };
}
