import type { Opening } from "~/features/business/office-time";
import type { OpeningHours } from "~/features/business/settings";
import { m } from "~/paraglide/messages";
import { addDays, formatClock, formatDay, weekdayOf } from "~/platform/time";

/** A Monday: the days of any week have the same names. */
const MONDAY = "2026-01-05";

interface HoursLine {
  days: string;
  hours: string;
}

/** The week in as few lines as it takes: "Monday to Friday, 8:00 am to 8:00 pm"; closed days are said. */
export function hoursLines(openingHours: readonly OpeningHours[]): HoursLine[] {
  const runs: { first: number; last: number; hours: string }[] = [];
  for (let weekday = 1; weekday <= 7; weekday++) {
    const hours = hoursOf(openingHours.find((each) => each.weekday === weekday));
    const run = runs.at(-1);
    if (run?.hours === hours) run.last = weekday;
    else runs.push({ first: weekday, last: weekday, hours });
  }
  return runs.map(({ first, last, hours }) => ({
    days:
      first === last
        ? weekdayName(first)
        : m.content_days_range({ first: weekdayName(first), last: weekdayName(last) }),
    hours,
  }));
}

/** Pages tell of holidays so many days before. */
const TOLD_AHEAD_DAYS = 30;

/** The public holidays to come that close the office on a day on which it would be open. */
export function closingsAhead({ week, closedDays }: Opening, today: string): string[] {
  return closedDays.filter(
    (day) =>
      day >= today &&
      day <= addDays(today, TOLD_AHEAD_DAYS) &&
      week.some(({ weekday }) => weekday === weekdayOf(day)),
  );
}

function hoursOf(day: OpeningHours | undefined): string {
  if (!day) return m.content_closed();
  return m.content_hours_range({ from: formatClock(day.opensAt), to: formatClock(day.closesAt) });
}

function weekdayName(weekday: number): string {
  return formatDay(addDays(MONDAY, weekday - 1), "weekday");
}
