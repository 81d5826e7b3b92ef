import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import type { OpeningHours } from "./settings";

/** Search limit in days, for an office that never opens. */
const MAX_DAYS = 60;
const MINUTE_MS = 60_000;

/** Opening hours of the office: shared by response targets, surcharges and pages. */
export interface Opening {
  /** A missing weekday is closed. */
  week: OpeningHours[];
  /** Dubai days of public holidays without work. */
  closedDays: string[];
}

/** Opening hours of a Dubai day; null if closed. */
export function hoursOn({ week, closedDays }: Opening, day: string): OpeningHours | null {
  if (closedDays.includes(day)) return null;
  return week.find(({ weekday }) => weekday === weekdayOf(day)) ?? null;
}

/** True if the office works on a Dubai day. With no opening hours configured, only holidays are closed. */
export function isOpenOn(opening: Opening, day: string): boolean {
  return opening.week.length === 0 ? !opening.closedDays.includes(day) : hoursOn(opening, day) !== null;
}

/** Instant after the given minutes of opening hours. Without any opening hours, wall-clock minutes count. */
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
