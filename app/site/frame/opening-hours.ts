import type { Opening } from "~/features/core/business/office-time";
import type { OpeningHours } from "~/features/core/business/settings";
import { m } from "~/paraglide/messages";
import { addDays, formatClock, formatDay, weekdayOf } from "~/platform/time";

/** Any Monday, for the names of weekdays. */
const MONDAY = "2026-01-05";

interface HoursLine {
  days: string;
  hours: string;
}

/**
 * Opening hours in as few lines as possible, such as "Monday to Friday, 8:00 am to 8:00 pm", with closed
 * days.
 */
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

/** Days before a holiday from which pages announce it. */
const ANNOUNCED_DAYS = 30;

/** Upcoming public holidays on days that would be open. */
export function upcomingClosures({ week, closedDays }: Opening, today: string): string[] {
  return closedDays.filter(
    (day) =>
      day >= today &&
      day <= addDays(today, ANNOUNCED_DAYS) &&
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
