import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import type { BookingView } from "../views";

export function CutOffNotice({ booking }: { booking: Pick<BookingView, "state" | "changeDeadline"> }) {
  if (!booking.changeDeadline) return null;
  const { at, hasPassed } = booking.changeDeadline;
  const time = formatTime(at, "dateTime");
  const requested = booking.state === "requested";
  return (
    <p className="text-xs text-muted">
      {requested && (
        <span>
          {hasPassed
            ? m.booking_change_deadline_request_passed()
            : m.booking_change_deadline_request({ time })}
        </span>
      )}
      {!requested && (
        <span>{hasPassed ? m.booking_change_deadline_passed() : m.booking_change_deadline({ time })}</span>
      )}
    </p>
  );
}
