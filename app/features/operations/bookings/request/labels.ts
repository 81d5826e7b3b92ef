import { m } from "~/paraglide/messages";
import { formatDay } from "~/platform/time";

export function labelForSlotTaken(alternatives: readonly unknown[]): string {
  return alternatives.length > 0 ? m.booking_error_slot_taken() : m.booking_error_slot_taken_none();
}

export function labelForProofOfWork(dayFull: { day: string } | null): string {
  return dayFull
    ? m.booking_error_captcha_day({ day: formatDay(dayFull.day) })
    : m.booking_error_captcha_client();
}
