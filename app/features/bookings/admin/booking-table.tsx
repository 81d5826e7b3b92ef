import Siren from "lucide-react/icons/siren";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { formatAge } from "~/ui/duration";
import { listItem } from "~/ui/list-keys";
import { cell, Heading, headingClass } from "~/ui/table";
import { StateBadge } from "../components/state-badge";
import type { BookingRow } from "../views";
import { CheckCell } from "./check-cell";
import { PromiseClock } from "./promise-clock";
import { canBeChosen, type Selection } from "./use-selection";

export interface BookingListProps {
  bookings: readonly BookingRow[];
  /** Just came in, and so lit up. */
  fresh: ReadonlySet<string>;
  openId: string | undefined;
  now: Date;
  /** Where a booking opens. */
  pathOf: (booking: BookingRow) => string;
  selection: Selection;
}

/** Columns leave one by one as the room beside an opened booking shrinks: the least needed first. */
const wide = {
  service: "hidden @2xl:table-cell",
  visit: "hidden @3xl:table-cell",
  area: "hidden @4xl:table-cell",
  technician: "hidden @5xl:table-cell",
  received: "hidden @7xl:table-cell",
};

export function BookingTable({ bookings, fresh, openId, now, pathOf, selection }: BookingListProps) {
  const navigate = useNavigate();
  const choosable = bookings.filter(canBeChosen);
  const allChosen = choosable.length > 0 && choosable.every(({ id }) => selection.has(id));
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-xs">
      <thead>
        <tr>
          <th scope="col" className={classNames(headingClass, "w-13")}>
            <CheckCell
              label={m.admin_bulk_choose_all()}
              checked={allChosen}
              disabled={choosable.length === 0}
              onChange={() => selection.set(allChosen ? [] : choosable.map(({ id }) => id))}
            />
          </th>
          <Heading className="w-38">{m.admin_col_reference()}</Heading>
          <Heading>{m.admin_col_customer()}</Heading>
          <Heading className={classNames(wide.service, "w-44")}>{m.admin_col_service()}</Heading>
          <Heading className={classNames(wide.area, "w-36")}>{m.admin_col_area()}</Heading>
          <Heading className={classNames(wide.visit, "w-44")}>{m.admin_col_visit()}</Heading>
          <Heading className={classNames(wide.technician, "w-34")}>{m.admin_col_technician()}</Heading>
          <Heading className="w-30">{m.admin_col_state()}</Heading>
          <Heading end className={classNames(wide.received, "w-24")}>
            {m.admin_col_received()}
          </Heading>
          <Heading end className="w-34">
            {m.admin_col_promise()}
          </Heading>
        </tr>
      </thead>
      <tbody>
        {bookings.map((booking) => {
          const open = booking.id === openId;
          return (
            <tr
              key={booking.id}
              // For the mouse: the keyboard opens a booking by the link in its first cell.
              onClick={(event) => {
                if (!(event.target instanceof Element && event.target.closest("a, label")))
                  navigate(pathOf(booking), { preventScrollReset: true });
              }}
              className={classNames(
                "cursor-pointer [&>td]:border-b [&>td]:border-line",
                open ? "bg-brass-soft" : "hover:bg-sunken",
                booking.emergency && "[&>td:first-child]:shadow-[inset_4px_0_0_var(--color-signal)]",
                fresh.has(booking.id) && "row-arrives",
              )}
            >
              <td className={cell}>
                {canBeChosen(booking) && (
                  <CheckCell
                    label={m.admin_bulk_choose({ reference: booking.reference })}
                    checked={selection.has(booking.id)}
                    onChange={() => selection.toggle(booking.id)}
                  />
                )}
              </td>
              <td className={cell}>
                <Link
                  to={pathOf(booking)}
                  preventScrollReset
                  {...listItem(booking.id)}
                  aria-current={open ? "true" : undefined}
                  className="figures rounded-sm text-link"
                >
                  {booking.reference}
                </Link>
              </td>
              <td className={classNames(cell, "font-medium")}>{booking.customerName}</td>
              <td className={classNames(cell, wide.service, booking.emergency && "text-signal-text")}>
                {booking.emergency && <Siren aria-hidden className="me-1.5 inline size-4 align-[-0.2em]" />}
                {booking.serviceName}
              </td>
              <td className={classNames(cell, wide.area, "text-muted")}>{booking.area}</td>
              <td className={classNames(cell, wide.visit, "figures")}>
                {booking.startsAt && formatTime(booking.startsAt, "dateTime")}
              </td>
              <td className={classNames(cell, wide.technician, "text-muted")}>{booking.technicianName}</td>
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
