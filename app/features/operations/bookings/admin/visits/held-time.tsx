import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import type { BookingRow } from "../../list/views";

export function HeldTime({ booking: { startsAt, heldUntil, holdExpired } }: { booking: BookingRow }) {
  if (holdExpired) return <span className="text-brass-text">{m.admin_bookings_hold_expired()}</span>;
  if (!startsAt) return null;
  return (
    <>
      <span>{formatTime(startsAt, "dateTime")}</span>
      {heldUntil && (
        <span
          className="block text-xs text-brass-text"
          title={m.admin_booking_held_until({ until: formatTime(heldUntil, "dateTime") })}
        >
          {m.office_bookings_unconfirmed()}
        </span>
      )}
    </>
  );
}
