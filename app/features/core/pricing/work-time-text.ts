import { m } from "~/paraglide/messages";
import { formatMinutes, spellMinutes } from "~/ui/hooks/duration";
import { MAX_VISIT_MIN, WORKDAY_MIN, workDays } from "./work-time";

/** "2 hours", "1 day" or "5 days". */
export function labelForWorkTime(minutes: number): string {
  return isInDays(minutes) ? m.price_work_days({ count: workDays(minutes) }) : spellMinutes(minutes);
}

/** "1h 30m" or "5 days", for narrow rows. */
export function shortWorkTime(minutes: number): string {
  return isInDays(minutes) ? m.price_work_days({ count: workDays(minutes) }) : formatMinutes(minutes);
}

function isInDays(minutes: number): boolean {
  return minutes > MAX_VISIT_MIN || minutes === WORKDAY_MIN;
}
