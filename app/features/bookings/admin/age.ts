import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { formatMinutes } from "./duration";

const DAY_MIN = 24 * 60;

/** "12m ago"; from a day on, the day itself. */
export function formatAge(instant: string, now: Date): string {
  const minutes = (now.getTime() - Date.parse(instant)) / 60_000;
  if (minutes < 1) return m.admin_just_now();
  return minutes < DAY_MIN ? m.admin_ago({ time: formatMinutes(minutes) }) : formatTime(instant, "shortDate");
}
