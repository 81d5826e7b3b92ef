import { m } from "~/paraglide/messages";
import { dubaiDate, formatDay, formatTime } from "./time";

/* Dates in columns: without the weekday in languages that have no short names for it, such as Arabic. */

/** "Sat, 21 Nov 2026" */
export function formatListDay(day: string): string {
  return formatDay(day, hasShortWeekdays(day) ? "date" : "fullDate");
}

/** "Sat, 21 Nov, 10:00 AM" */
export function formatListTime(instant: string): string {
  if (hasShortWeekdays(dubaiDate(new Date(instant)))) return formatTime(instant, "dateTime");
  return m.common_day_and_time({ day: formatTime(instant, "shortDate"), time: formatTime(instant, "time") });
}

function hasShortWeekdays(day: string): boolean {
  return formatDay(day, "shortWeekday") !== formatDay(day, "weekday");
}
