import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";

export function labelForSlotTaken(
  alternatives: readonly unknown[],
  holiday: { day: string; name: string } | null,
): string {
  if (holiday) {
    const closed = { day: formatDay(holiday.day), holiday: bidiIsolate(holiday.name) };
    return alternatives.length > 0 ? m.booking_error_slot_closed(closed) : m.booking_day_closed(closed);
  }
  return alternatives.length > 0 ? m.booking_error_slot_taken() : m.booking_error_slot_taken_none();
}
