import { Link } from "react-router";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { formatAge } from "~/ui/duration";
import { listItem } from "~/ui/list-keys";
import { StateBadge } from "../components/state-badge";
import type { BookingListProps } from "./booking-table";
import { EmergencyBadge } from "./emergency-badge";
import { PromiseClock } from "./promise-clock";

/** The list where there is no room for columns. */
export function BookingCards({ bookings, fresh, openId, now, pathOf }: BookingListProps) {
  return (
    <ul className="flex flex-col">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          className={classNames("border-b border-line", fresh.has(booking.id) && "row-arrives")}
        >
          <Link
            to={pathOf(booking)}
            preventScrollReset
            {...listItem(booking.id)}
            aria-current={booking.id === openId ? "true" : undefined}
            className={classNames(
              "flex flex-col gap-1.5 px-4 py-3 -outline-offset-2 lg:px-6",
              booking.id === openId ? "bg-brass-soft" : "hover:bg-sunken",
              booking.emergency && "shadow-[inset_3px_0_0_var(--color-signal)]",
            )}
          >
            <span className="flex items-center justify-between gap-3">
              <span className="truncate font-medium">{booking.customerName}</span>
              <span className="flex shrink-0 gap-1.5">
                {booking.emergency && <EmergencyBadge />}
                <StateBadge state={booking.state} />
              </span>
            </span>
            <span className="flex items-baseline justify-between gap-3 text-sm">
              <span className="truncate text-muted">
                {[booking.serviceName, booking.area].filter(Boolean).join(" · ")}
              </span>
              <span className="figures shrink-0 text-xs">
                {booking.startsAt && formatTime(booking.startsAt, "dateTime")}
              </span>
            </span>
            <span className="figures flex items-baseline justify-between gap-3 text-xs text-muted">
              <span>{[booking.reference, formatAge(booking.requestedAt, now)].join(" · ")}</span>
              <PromiseClock booking={booking} now={now} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
