import { useQuery } from "@tanstack/react-query";
import ReceiptText from "lucide-react/icons/receipt-text";
import { useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatListDay } from "~/platform/list-dates";
import { formatExactMoney } from "~/platform/money";
import type { ListFilter } from "~/ui/list/filters/filters";
import { readFilter } from "~/ui/list/filters/filters";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { NO_SERVICE } from "../../../finance/ledger/ledger";
import { areaFilter, technicianFilter } from "../../../operations/bookings/admin/shared-filters";
import { servicesQuery } from "../../../operations/bookings/admin-client";
import { invoicedLinesQuery, invoicedTotalQuery } from "../admin-client";
import type { InvoicedLinesFilter } from "../invoiced-lines";
import { formatCount } from "../numbers";
import type { InvoicedLine } from "../views";

const filters: readonly ListFilter<InvoicedLinesFilter>[] = [
  {
    kind: "choice",
    name: "service",
    label: m.admin_bookings_service,
    all: m.admin_bookings_all_services,
    useOptions: () => [
      ...(useQuery(servicesQuery).data ?? []),
      { id: NO_SERVICE, name: m.reports_no_service() },
    ],
  },
  areaFilter,
  technicianFilter,
  {
    kind: "days",
    name: "from",
    label: m.admin_filters_dates,
    from: m.admin_filters_from,
    until: "to",
    to: m.admin_filters_to,
  },
];

export const invoicedList = officeList<InvoicedLine, InvoicedLinesFilter>({
  path: "/admin/analytics/invoiced-lines",
  recordPath: ({ invoiceId }) => `/admin/invoices/${invoiceId}`,
  title: m.reports_invoiced_lines,
  hint: m.reports_invoiced_lines_hint,
  Figure: Total,
  filters,
  useRows: pagedRows(invoicedLinesQuery, ({ lines }) => lines),
  layout: {
    columns: [
      {
        label: m.reports_document,
        width: "w-40",
        cellClass: "figures",
        card: "foot",
        isLink: true,
        cell: ({ reference }) => reference,
      },
      {
        label: m.reports_day,
        width: "w-36",
        visibleFrom: "2xl",
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ day }) => formatListDay(day),
      },
      {
        label: m.invoices_customer,
        cellClass: "font-medium",
        card: "title",
        cell: ({ customer }) => customer,
      },
      {
        label: m.reports_service,
        visibleFrom: "3xl",
        cellClass: "text-muted",
        card: "line",
        cell: ({ service }) => service ?? m.reports_no_service(),
      },
      {
        label: m.reports_area,
        visibleFrom: "4xl",
        cellClass: "text-muted",
        cell: ({ area }) => area ?? m.reports_no_area(),
      },
      {
        label: m.reports_technician,
        width: "w-40",
        visibleFrom: "5xl",
        cellClass: "text-muted",
        cell: ({ technician }) => technician ?? "–",
      },
      {
        label: m.reports_invoiced,
        width: "w-40",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "mark",
        cell: ({ fils }) => formatExactMoney(fils),
      },
    ],
  },
  empty: { Icon: ReceiptText, title: m.reports_invoiced_empty_title, body: m.reports_invoiced_empty_body },
  noResults: () => ({ title: m.reports_invoiced_none, clear: m.reports_invoiced_clear }),
});

/** Total of all pages. */
function Total() {
  const [listPath] = useSearchParams();
  const { data } = useQuery(invoicedTotalQuery(readFilter(filters, listPath)));
  return (
    <p role="status" className="figures text-base font-semibold">
      {data && <span>{formatExactMoney(data.fils)}</span>}
      {data && (
        <span className="ms-3 text-sm font-normal text-muted">
          {m.reports_invoiced_count({ count: data.lines, shown: formatCount(data.lines) })}
        </span>
      )}
    </p>
  );
}
