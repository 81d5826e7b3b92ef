import Siren from "lucide-react/icons/siren";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/phone";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { StateBadge } from "../components/state-badge";
import type { BookingRow } from "../views";
import { formatAge } from "./age";
import { PromiseClock } from "./promise-clock";
import { LIST_ITEM } from "./use-list-keys";

export interface BookingListProps {
  bookings: readonly BookingRow[];
  /** Just came in, and so lit up. */
  fresh: ReadonlySet<string>;
  openId: string | undefined;
  now: Date;
  /** Where a booking opens. */
  pathOf: (booking: BookingRow) => string;
}

/** Columns leave one by one as the room beside an opened booking shrinks: the least needed first. */
const wide = {
  phone: "hidden @6xl:table-cell",
  area: "hidden @4xl:table-cell",
  service: "hidden @2xl:table-cell",
  visit: "hidden @3xl:table-cell",
  technician: "hidden @5xl:table-cell",
  received: "hidden @5xl:table-cell",
};

const cell = "h-10 px-3 whitespace-nowrap";

export function BookingTable({ bookings, fresh, openId, now, pathOf }: BookingListProps) {
  const navigate = useNavigate();
  const heading =
    "sticky top-0 z-10 h-9 border-b border-line bg-paper px-3 text-start text-xs font-medium text-muted";
  return (
    <table className="w-full border-separate border-spacing-0 text-[0.875rem]">
      <thead>
        <tr>
          <th scope="col" className={heading}>
            {m.admin_col_reference()}
          </th>
          <th scope="col" className={heading}>
            {m.admin_col_customer()}
          </th>
          <th scope="col" className={classNames(heading, wide.phone)}>
            {m.admin_col_phone()}
          </th>
          <th scope="col" className={classNames(heading, wide.service)}>
            {m.admin_col_service()}
          </th>
          <th scope="col" className={classNames(heading, wide.area)}>
            {m.admin_col_area()}
          </th>
          <th scope="col" className={classNames(heading, wide.visit)}>
            {m.admin_col_visit()}
          </th>
          <th scope="col" className={classNames(heading, wide.technician)}>
            {m.admin_col_technician()}
          </th>
          <th scope="col" className={heading}>
            {m.admin_col_state()}
          </th>
          <th scope="col" className={classNames(heading, wide.received, "text-end")}>
            {m.admin_col_received()}
          </th>
          <th scope="col" className={classNames(heading, "text-end")}>
            {m.admin_col_promise()}
          </th>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => {
          const open = booking.id === openId;
          return (
            <tr
              key={booking.id}
              onClick={(event) => {
                if (!(event.target instanceof Element && event.target.closest("a")))
                  navigate(pathOf(booking));
              }}
              className={classNames(
                "group cursor-pointer [&>td]:border-b [&>td]:border-line",
                open ? "bg-brass-soft" : "hover:bg-sunken",
                booking.emergency && !open && "[&>td:first-child]:shadow-[inset_3px_0_0_var(--color-signal)]",
                fresh.has(booking.id) && "row-arrives",
              )}
            >
              <td className={cell}>
                <Link
                  to={pathOf(booking)}
                  {...LIST_ITEM}
                  aria-current={open ? "true" : undefined}
                  className="figures rounded-sm font-medium text-link"
                >
                  {booking.reference}
                </Link>
              </td>
              <td className={classNames(cell, "w-full max-w-0 truncate")}>{booking.customerName}</td>
              <td className={classNames(cell, wide.phone, "figures text-muted")}>
                {formatPhone(booking.phone)}
              </td>
              <td className={classNames(cell, wide.service)}>
                <span
                  className={classNames(
                    "flex items-center gap-1.5",
                    booking.emergency && "font-medium text-signal-text",
                  )}
                >
                  {booking.emergency && <Siren aria-hidden className="size-4 shrink-0" />}
                  {booking.serviceName}
                </span>
              </td>
              <td className={classNames(cell, wide.area, "max-w-40 truncate text-muted")}>{booking.area}</td>
              <td className={classNames(cell, wide.visit, "figures")}>
                {booking.startsAt && formatTime(booking.startsAt, "dateTime")}
              </td>
              <td className={classNames(cell, wide.technician, "max-w-40 truncate text-muted")}>
                {booking.technicianName}
              </td>
              <td className={cell}>
                <StateBadge state={booking.state} />
              </td>
              <td className={classNames(cell, wide.received, "figures text-end text-muted")}>
                <time dateTime={booking.requestedAt} title={formatTime(booking.requestedAt, "dateTime")}>
                  {formatAge(booking.requestedAt, now)}
                </time>
              </td>
              <td className={classNames(cell, "text-end")}>
                <PromiseClock booking={booking} now={now} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
