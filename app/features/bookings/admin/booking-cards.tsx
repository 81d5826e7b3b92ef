import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { formatAge } from "~/ui/duration";
import { listItem } from "~/ui/list-keys";
import { StateBadge } from "../components/state-badge";
import type { BookingListProps } from "./booking-table";
import { CheckCell } from "./check-cell";
import { EmergencyBadge } from "./emergency-badge";
import { PromiseClock } from "./promise-clock";
import { canBeChosen } from "./use-selection";

/** The list where there is no room for columns. */
export function BookingCards({ bookings, fresh, openId, now, pathOf, selection }: BookingListProps) {
  // Where one can be chosen, the lines of all begin below each other.
  const choosing = bookings.some(canBeChosen);
  return (
    <ul className="flex flex-col">
      {bookings.map((booking) => (
        <li
          key={booking.id}
          className={classNames(
            "flex border-b border-line",
            booking.id === openId ? "bg-brass-soft" : "hover:bg-sunken",
            booking.emergency && "shadow-[inset_3px_0_0_var(--color-signal)]",
            fresh.has(booking.id) && "row-arrives",
          )}
        >
          {canBeChosen(booking) ? (
            <CheckCell
              label={m.admin_bulk_choose({ reference: booking.reference })}
              className="w-12"
              checked={selection.has(booking.id)}
              onChange={() => selection.toggle(booking.id)}
            />
          ) : (
            choosing && <span className="w-12 shrink-0" />
          )}
          <Link
            to={pathOf(booking)}
            preventScrollReset
            {...listItem(booking.id)}
            aria-current={booking.id === openId ? "true" : undefined}
            className={classNames(
              "flex min-w-0 grow flex-col gap-1.5 py-3 pe-4 -outline-offset-2 lg:pe-6",
              !choosing && "ps-4 lg:ps-6",
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
