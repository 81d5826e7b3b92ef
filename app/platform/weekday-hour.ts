import { formatClock, formatDay } from "./time";

/* Outside of time.ts, whose code each first load of the website contains. */

/** `weekday`: 1 Monday to 7 Sunday. */
export function formatWeekday(weekday: number): string {
  return formatDay(`2026-06-0${weekday}`, "weekday");
}

/** `hour`: 0 to 23. */
export function formatHour(hour: number): string {
  return formatClock(`${String(hour).padStart(2, "0")}:00`);
}
