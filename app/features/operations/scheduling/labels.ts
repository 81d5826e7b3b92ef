import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import type { Conflict } from "./slots";

/** `holiday`: name of the public holiday on that day, if known. */
export function labelForConflict(conflict: Conflict, holiday: string | null = null): string {
  if (conflict === "holiday" && holiday)
    return m.booking_conflict_holiday_named({ holiday: bidiIsolate(holiday) });
  return {
    inactive: m.booking_conflict_inactive,
    "no-skill": m.booking_conflict_no_skill,
    "certificate-expired": m.booking_conflict_certificate_expired,
    busy: m.booking_conflict_busy,
    "time-off": m.booking_conflict_time_off,
    "off-shift": m.booking_conflict_off_shift,
    holiday: m.booking_conflict_holiday,
    "midday-break": m.booking_conflict_midday_break,
    travel: m.booking_conflict_travel,
    "out-of-zone": m.booking_conflict_out_of_zone,
    past: m.booking_conflict_past,
  }[conflict]();
}

export function labelForConflicts(conflicts: readonly Conflict[], holiday: string | null = null): string {
  return formatList(conflicts.map((conflict) => labelForConflict(conflict, holiday)));
}
