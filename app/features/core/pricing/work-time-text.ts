import { m } from "~/paraglide/messages";
import { spellMinutes } from "~/ui/hooks/duration";
import { MAX_VISIT_MIN, WORKDAY_MIN, workDays } from "./work-time";

/** "2 hours", "1 day" or "5 days". */
export function labelForWorkTime(minutes: number): string {
  const inDays = minutes > MAX_VISIT_MIN || minutes === WORKDAY_MIN;
  return inDays ? m.price_work_days({ count: workDays(minutes) }) : spellMinutes(minutes);
}
