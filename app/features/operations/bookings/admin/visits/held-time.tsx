import { m } from "~/paraglide/messages";
import { formatRelativeTime } from "~/platform/relative-time";
import { formatTime } from "~/platform/time";
import type { BookingRow } from "../../list/views";

export function HeldTime({ booking, now }: { booking: BookingRow; now: Date }) {
  const { startsAt, heldUntil, contactConfirmed, holdExpired, timeNotHeld } = booking;
  if (holdExpired) return <span className="font-medium">{m.admin_bookings_hold_expired()}</span>;
  if (timeNotHeld) return <span className="font-medium">{m.office_bookings_time_not_held()}</span>;
  if (!startsAt) return null;
  const until = heldUntil && formatTime(heldUntil, "dateTime");
  return (
    <span className="block py-0.5 leading-tight">
      <span>{formatRelativeTime(startsAt, now)}</span>
      {until && (
        <span className="block leading-tight text-muted" title={m.admin_booking_held_until({ until })}>
          {contactConfirmed ? m.office_bookings_held_until({ until }) : m.office_bookings_unconfirmed()}
        </span>
      )}
    </span>
  );
}
