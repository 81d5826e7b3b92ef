import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import type { OpeningHours } from "./settings";

/** Whoever is never open is asked no further. */
const MAX_DAYS = 60;
const MINUTE_MS = 60_000;

/** When the office is open: the one rule for promises, uplifts and what pages say. */
export interface Opening {
  /** A weekday that is missing is closed. */
  week: OpeningHours[];
  /** Public holidays on which it is closed, as Dubai days. */
  closedDays: string[];
}

/** From when to when the office is open on a Dubai day; null: it is closed. */
export function hoursOn({ week, closedDays }: Opening, day: string): OpeningHours | null {
  if (closedDays.includes(day)) return null;
  return week.find(({ weekday }) => weekday === weekdayOf(day)) ?? null;
}

/** Whether anybody works on a Dubai day; who tells no opening hours is closed on holidays only. */
export function isOpenOn(opening: Opening, day: string): boolean {
  return opening.week.length === 0 ? !opening.closedDays.includes(day) : hoursOn(opening, day) !== null;
}

/** When the office will have been open for so many minutes since an instant; who is never open goes by the clock on the wall. */
export function afterOpenMinutes(since: Date, minutes: number, opening: Opening): Date {
  let left = minutes * MINUTE_MS;
  for (let day = dubaiDate(since), days = 0; days < MAX_DAYS; day = addDays(day, 1), days++) {
    const hours = hoursOn(opening, day);
    if (!hours) continue;
    const from = Math.max(dubaiInstant(day, hours.opensAt).getTime(), since.getTime());
    const open = dubaiInstant(day, hours.closesAt).getTime() - from;
    if (open >= left) return new Date(from + left);
    left -= Math.max(open, 0);
  }
  return addMinutes(since, minutes);
}
