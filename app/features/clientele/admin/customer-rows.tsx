import UsersRound from "lucide-react/icons/users-round";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { formatPhone } from "~/platform/phone";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { classNames } from "~/ui/class-names";
import { listItem } from "~/ui/list-keys";
import { cell, Heading } from "~/ui/table";
import type { CustomerRow } from "../views";

interface RowsProps {
  customers: readonly CustomerRow[];
  openId: string | undefined;
  /** Where a customer opens. */
  pathOf: (customer: CustomerRow) => string;
}

/** Columns leave one by one as the room beside an opened customer shrinks: the least needed first. */
const wide = {
  email: "hidden @4xl:table-cell",
  area: "hidden @3xl:table-cell",
  last: "hidden @5xl:table-cell",
};

export function CustomerTable({ customers, openId, pathOf }: RowsProps) {
  const navigate = useNavigate();
  return (
    <table className="w-full table-fixed border-separate border-spacing-0 text-xs">
      <thead>
        <tr>
          <Heading>{m.admin_customers_col_name()}</Heading>
          <Heading className="w-38">{m.admin_customers_col_phone()}</Heading>
          <Heading className={wide.email}>{m.admin_customers_col_email()}</Heading>
          <Heading className={classNames(wide.area, "w-40")}>{m.admin_customers_col_area()}</Heading>
          <Heading className={classNames(wide.last, "w-36")}>{m.admin_customers_col_last()}</Heading>
          <Heading end className="w-26">
            {m.admin_customers_col_bookings()}
          </Heading>
        </tr>
      </thead>
      <tbody>
        {customers.map((customer) => {
          const open = customer.id === openId;
          return (
            <tr
              key={customer.id}
              // For the mouse: the keyboard opens a customer by the link in the first cell.
              onClick={(event) => {
                if (!(event.target instanceof Element && event.target.closest("a")))
                  navigate(pathOf(customer), { preventScrollReset: true });
              }}
              className={classNames(
                "cursor-pointer [&>td]:border-b [&>td]:border-line",
                open ? "bg-brass-soft" : "hover:bg-sunken",
              )}
            >
              <td className={classNames(cell, "font-medium")}>
                <span className="flex items-center gap-2">
                  <Link
                    to={pathOf(customer)}
                    preventScrollReset
                    {...listItem(customer.id)}
                    aria-current={open ? "true" : undefined}
                    className="truncate rounded-sm text-link"
                  >
                    {customer.name}
                  </Link>
                  <Marks customer={customer} />
                </span>
              </td>
              <td className={classNames(cell, "figures")}>{customer.phone && formatPhone(customer.phone)}</td>
              <td className={classNames(cell, wide.email, "text-muted")}>{customer.email}</td>
              <td className={classNames(cell, wide.area, "text-muted")}>{customer.area}</td>
              <td className={classNames(cell, wide.last, "figures text-muted")}>
                {customer.lastBookingAt && formatTime(customer.lastBookingAt, "date")}
              </td>
              <td className={classNames(cell, "figures text-end")}>{customer.bookingCount}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The list where there is no room for columns. */
export function CustomerCards({ customers, openId, pathOf }: RowsProps) {
  return (
    <ul className="flex flex-col">
      {customers.map((customer) => (
        <li key={customer.id} className="border-b border-line">
          <Link
            to={pathOf(customer)}
            preventScrollReset
            {...listItem(customer.id)}
            aria-current={customer.id === openId ? "true" : undefined}
            className={classNames(
              "flex flex-col gap-1 px-4 py-3 -outline-offset-2 lg:px-6",
              customer.id === openId ? "bg-brass-soft" : "hover:bg-sunken",
            )}
          >
            <span className="flex items-center justify-between gap-3">
              <span className="truncate font-medium">{customer.name}</span>
              <Marks customer={customer} />
            </span>
            <span className="figures flex items-baseline justify-between gap-3 text-xs text-muted">
              <span className="truncate">
                {[customer.phone && formatPhone(customer.phone), customer.area].filter(Boolean).join(" · ")}
              </span>
              <span className="shrink-0">
                {m.admin_customer_booking_count({ count: customer.bookingCount })}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Marks({ customer }: { customer: CustomerRow }) {
  if (!customer.account && !customer.alike) return null;
  return (
    <span className="flex shrink-0 gap-1.5">
      {customer.alike && (
        <Badge tone="waiting">
          <UsersRound aria-hidden className="size-3.5" />
          {m.admin_customers_alike()}
        </Badge>
      )}
      {customer.account && <Badge tone="done">{m.admin_customers_account()}</Badge>}
    </span>
  );
}
