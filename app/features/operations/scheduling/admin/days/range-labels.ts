import { m } from "~/paraglide/messages";
import { dubaiDate, dubaiTime, formatTime } from "~/platform/time";

/** Whole days are shown without times, a single day once. */
export function formatRange(startsAt: string, endsAt: string | null): string {
  const start = new Date(startsAt);
  const wholeDays = dubaiTime(start) === "00:00" && (!endsAt || dubaiTime(new Date(endsAt)) === "00:00");
  const format = (instant: Date) => formatTime(instant, wholeDays ? "date" : "dateTime");
  if (!endsAt) return m.scheduling_range_from({ start: format(start) });
  // Whole days end at midnight of the day after.
  const end = new Date(Date.parse(endsAt) - (wholeDays ? 1 : 0));
  if (wholeDays && dubaiDate(start) === dubaiDate(end)) return format(start);
  return m.scheduling_range({ start: format(start), end: format(end) });
}
