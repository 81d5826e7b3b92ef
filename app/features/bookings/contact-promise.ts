import { addDays, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import type { OpeningHours } from "../business/settings";

/** How the promise to be in touch is measured (docs/domain.md, "Promises"). */
export interface ContactTerms {
  contactMinutes: number;
  contactRuns: "always" | "opening-hours";
  week: readonly OpeningHours[];
}

/** Whoever is never open keeps the promise by the clock on the wall. */
const MOST_DAYS = 60;

/** Until when the office promises to be in touch about what is asked for now. */
export function contactDue(requestedAt: Date, { contactMinutes, contactRuns, week }: ContactTerms): Date {
  if (contactRuns === "always" || week.length === 0) return after(requestedAt, contactMinutes);
  let left = contactMinutes * MINUTE_MS;
  for (let day = dubaiDate(requestedAt), days = 0; days < MOST_DAYS; day = addDays(day, 1), days++) {
    const hours = week.find(({ weekday }) => weekday === weekdayOf(day));
    if (!hours) continue;
    const from = Math.max(dubaiInstant(day, hours.opensAt).getTime(), requestedAt.getTime());
    const open = dubaiInstant(day, hours.closesAt).getTime() - from;
    if (open >= left) return new Date(from + left);
    left -= Math.max(open, 0);
  }
  return after(requestedAt, contactMinutes);
}

const MINUTE_MS = 60_000;

function after(instant: Date, minutes: number): Date {
  return new Date(instant.getTime() + minutes * MINUTE_MS);
}
