import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import type { BookingView } from "../views";

type Shown = Pick<BookingView, "state" | "changeDeadline" | "canReschedule">;

export function CutOffNotice({ booking }: { booking: Shown }) {
  if (!booking.changeDeadline) return null;
  return <p className="text-xs text-muted">{deadlineText(booking, booking.changeDeadline)}</p>;
}

/** The time of multi-day jobs and emergencies is not changed online. */
function deadlineText(
  { state, canReschedule }: Shown,
  { at, hasPassed }: NonNullable<Shown["changeDeadline"]>,
): string {
  const time = formatTime(at, "dateTime");
  if (state !== "requested") {
    if (hasPassed) return m.booking_change_deadline_passed();
    return canReschedule ? m.booking_change_deadline({ time }) : m.booking_cancel_deadline({ time });
  }
  if (hasPassed) {
    return canReschedule
      ? m.booking_change_deadline_request_passed()
      : m.booking_cancel_deadline_request_passed();
  }
  return canReschedule
    ? m.booking_change_deadline_request({ time })
    : m.booking_cancel_deadline_request({ time });
}
