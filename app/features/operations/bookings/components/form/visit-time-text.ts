import { m } from "~/paraglide/messages";
import { formatClock, formatDay, isDay } from "~/platform/time";
import { spellMinutes } from "~/ui/hooks/duration";
import { EMERGENCY_ARRIVAL_MIN } from "../../booking";
import type { VisitDraft } from "./visit-draft-store";

/** Chosen time in one line. */
export function labelForTime({
  emergency,
  date,
  time,
}: Pick<VisitDraft, "emergency" | "date" | "time">): string {
  if (emergency) return m.booking_summary_at_once({ time: spellMinutes(EMERGENCY_ARRIVAL_MIN) });
  if (!isDay(date)) return m.booking_summary_any_time();
  const day = formatDay(date, "weekdayDate");
  return time ? m.booking_summary_at({ day, time: formatClock(time) }) : m.booking_summary_day({ day });
}
