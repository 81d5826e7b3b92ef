import { firstDayOfMonth } from "~/platform/months";
import { addDays } from "~/platform/time";

/** This month until today, the same days of last month, and the whole of it: Dubai days, both included. */
export interface Months {
  from: string;
  to: string;
  lastFrom: string;
  /** Same day of last month, or its last day if shorter. */
  lastTo: string;
  lastEnd: string;
}

export function monthsUntil(today: string): Months {
  const from = firstDayOfMonth(today);
  const lastEnd = addDays(from, -1);
  const lastFrom = firstDayOfMonth(lastEnd);
  const sameDay = `${lastEnd.slice(0, 8)}${today.slice(8)}`;
  return { from, to: today, lastFrom, lastTo: sameDay < lastEnd ? sameDay : lastEnd, lastEnd };
}
