import UsersRound from "lucide-react/icons/users-round";
import { m } from "~/paraglide/messages";
import { formatListDay } from "~/platform/list-dates";
import { formatPhone } from "~/platform/text/phone";
import { dubaiDate } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { shortAreaName } from "../../../core/geography/short-area";
import { type CustomerFilter, customerListQuery } from "../admin-client";
import type { CustomerRow } from "../views";

export const customerList = officeList<CustomerRow, CustomerFilter>({
  path: "/admin/customers",
  title: m.admin_customers_title,
  filters: [
    {
      kind: "search",
      name: "search",
      label: m.customers_search,
      placeholder: m.customers_search_placeholder,
    },
    {
      kind: "chips",
      name: "duplicates",
      label: m.customers_filter,
      all: m.customers_all,
      values: ["yes"],
      labelOf: () => m.customers_duplicates(),
    },
  ],
  useRows: pagedRows(customerListQuery, ({ customers }) => customers),
  layout: {
    defaultSort: m.customers_latest,
    columns: [
      {
        label: m.customers_col_name,
        sort: "name",
        isLink: true,
        cellClass: "font-medium",
        card: "title",
        cell: ({ name }) => name,
        marks: (customer) => <Marks customer={customer} />,
      },
      {
        label: m.customers_col_phone,
        width: "w-38",
        cellClass: "figures",
        card: "foot",
        cell: ({ phone }) => phone && formatPhone(phone),
      },
      {
        label: m.customers_col_email,
        visibleFrom: "4xl",
        cellClass: "text-muted",
        cell: ({ email }) => email,
      },
      {
        label: m.customers_col_area,
        width: "w-40",
        visibleFrom: "3xl",
        cellClass: "text-muted",
        card: "foot",
        cell: ({ area }) => area && shortAreaName(placeInReaderLanguage(area)),
        fullText: ({ area }) => placeInReaderLanguage(area ?? ""),
      },
      {
        label: m.customers_col_last,
        width: "w-42",
        cellClass: "figures text-muted",
        cell: ({ lastBookingAt }) => lastBookingAt && formatListDay(dubaiDate(new Date(lastBookingAt))),
      },
      {
        label: m.customers_col_bookings,
        width: "w-26",
        alignEnd: true,
        cellClass: "figures",
        card: "foot-end",
        cell: ({ bookingCount }) => bookingCount,
        onCard: ({ bookingCount }) => m.customers_booking_count({ count: bookingCount }),
      },
    ],
  },
  empty: { Icon: UsersRound, title: m.customers_empty_title, body: m.customers_empty_body },
  noResults: ({ search }) => ({
    title: search ? m.customers_none_title : m.customers_no_duplicates_title,
    body: search ? m.customers_none_body : m.customers_no_duplicates_body,
    clear: m.customers_clear,
  }),
});

function Marks({ customer: { hasDuplicate, account } }: { customer: CustomerRow }) {
  return (
    <>
      {hasDuplicate && (
        <Badge tone="waiting">
          <UsersRound aria-hidden className="size-3.5" />
          {m.customers_duplicates()}
        </Badge>
      )}
      {account && <Badge tone="done">{m.customers_account()}</Badge>}
    </>
  );
}
