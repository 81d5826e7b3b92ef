import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import type { OpeningHours } from "./settings";

/** Search limit in days, for an office that never opens. */
const MAX_DAYS = 60;
const MINUTE_MS = 60_000;

export interface Opening {
  /** A missing weekday is closed. */
  week: OpeningHours[];
  /** Dubai days of public holidays without work. */
  closedDays: string[];
}

export function hoursOn({ week, closedDays }: Opening, day: string): OpeningHours | null {
  if (closedDays.includes(day)) return null;
  return week.find(({ weekday }) => weekday === weekdayOf(day)) ?? null;
}

/** Without configured opening hours only public holidays are closed. */
export function isOpenOn(opening: Opening, day: string): boolean {
  return opening.week.length === 0 ? !opening.closedDays.includes(day) : hoursOn(opening, day) !== null;
}

/** Without configured opening hours, all minutes of the day count. */
export function addOpenMinutes(since: Date, minutes: number, opening: Opening): Date {
  let remainingMs = minutes * MINUTE_MS;
  for (let day = dubaiDate(since), days = 0; days < MAX_DAYS; day = addDays(day, 1), days++) {
    const hours = hoursOn(opening, day);
    if (!hours) continue;
    const from = Math.max(dubaiInstant(day, hours.opensAt).getTime(), since.getTime());
    const open = dubaiInstant(day, hours.closesAt).getTime() - from;
    if (open >= remainingMs) return new Date(from + remainingMs);
    remainingMs -= Math.max(open, 0);
  }
  return addMinutes(since, minutes);
}
