import ChevronRight from "lucide-react/icons/chevron-right";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { expectedContinuation } from "../../../../operations/bookings/booking-state-text";
import { StateBadge } from "../../../../operations/bookings/components/state-badge";
import type { OwnBookingRow } from "../../views";

export function BookingRow({ booking }: { booking: OwnBookingRow }) {
  const { reference, serviceName, state, startsAt, requestedAt, multiDayPosition } = booking;
  const continuation = expectedContinuation(booking.onHold, new Date().toISOString());
  return (
    <li className="relative flex items-center gap-3 rounded-lg border border-line bg-surface px-4 py-3 hover:border-accent">
      <div className="flex min-w-0 grow flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Link
            to={`/bookings/${reference}`}
            className="font-medium wrap-anywhere after:absolute after:inset-0 after:rounded-lg"
          >
            {serviceName}
          </Link>
          <StateBadge state={state} forCustomer />
        </div>
        <p className="figures text-sm text-muted">
          <span>
            {continuation
              ? m.booking_continuation({ day: continuation })
              : startsAt
                ? formatTime(startsAt, "dateTime")
                : m.account_requested_at({ date: formatTime(requestedAt, "date") })}
          </span>
          {multiDayPosition && <span>{` · ${m.booking_day_of(multiDayPosition)}`}</span>}
          <span>{" · "}</span>
          <span className="whitespace-nowrap">{reference}</span>
        </p>
      </div>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted rtl:rotate-180" />
    </li>
  );
}
