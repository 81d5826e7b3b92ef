import Plus from "lucide-react/icons/plus";
import ReceiptText from "lucide-react/icons/receipt-text";
import { m } from "~/paraglide/messages";
import { formatListDay } from "~/platform/list-dates";
import { formatExactMoney } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { exportPath, invoiceListQuery, useRemind } from "../admin-client";
import { labelForAgeingBucket, labelForFilterState } from "../labels";
import { ageingBuckets, type InvoiceFilter, invoiceFilterStates } from "../office/invoice-filter";
import type { InvoiceRow } from "../views";
import { AgeingStrip } from "./ageing-strip";
import { InvoiceStateBadge } from "./invoice-state";

const ageOptions = () => ageingBuckets.map((age) => ({ id: age, name: labelForAgeingBucket(age) }));

export const invoiceList = officeList<InvoiceRow, InvoiceFilter>({
  path: "/admin/invoices",
  title: m.invoices_title,
  Summary: AgeingStrip,
  add: { label: m.invoices_new, Icon: Plus, may: "invoices.manage" },
  filters: [
    { kind: "search", name: "search", label: m.invoices_search, placeholder: m.invoices_search_placeholder },
    {
      kind: "chips",
      name: "state",
      label: m.invoices_states,
      all: m.invoices_all,
      values: invoiceFilterStates,
      labelOf: labelForFilterState,
    },
    {
      kind: "choice",
      name: "age",
      label: m.invoices_age,
      all: m.invoices_any_age,
      useOptions: ageOptions,
    },
    {
      kind: "days",
      name: "from",
      label: m.invoices_issued_days,
      from: m.admin_filters_from,
      until: "to",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(invoiceListQuery, ({ invoices }) => invoices),
  layout: {
    columns: [
      {
        label: m.invoices_number,
        width: "w-36",
        visibleFrom: "4xl",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ reference }) => reference ?? m.invoices_state_draft(),
      },
      {
        label: m.invoices_customer,
        cellClass: "font-medium",
        card: "title",
        cell: ({ customer }) => customer.name,
      },
      {
        label: m.invoices_issued,
        width: "w-40",
        visibleFrom: "74rem",
        cellClass: "figures text-muted",
        cell: ({ issueDate }) => issueDate && formatListDay(issueDate),
      },
      {
        label: m.invoices_due,
        width: "w-40",
        cellClass: "figures",
        card: "foot",
        cell: ({ dueDate }) => dueDate && formatListDay(dueDate),
        onCard: ({ dueDate }) => dueDate && m.invoices_due_on({ day: formatDay(dueDate, "shortDate") }),
      },
      {
        label: m.invoices_total,
        width: "w-40",
        visibleFrom: "5xl",
        alignEnd: true,
        cellClass: "figures",
        cell: ({ totalFils }) => formatExactMoney(totalFils),
      },
      {
        label: m.invoices_open,
        width: "w-40",
        visibleFrom: "2xl",
        alignEnd: true,
        cellClass: "figures font-medium",
        card: "foot-end",
        cell: ({ reference, openFils, totalFils }) =>
          reference === null ? formatExactMoney(totalFils) : openFils > 0 ? formatExactMoney(openFils) : null,
        onCard: ({ totalFils }) => formatExactMoney(totalFils),
      },
      {
        label: m.invoices_states,
        width: "w-36",
        card: "mark",
        cell: ({ state, settlement, overdue }) => <InvoiceStateBadge {...{ state, settlement, overdue }} />,
      },
    ],
  },
  empty: { Icon: ReceiptText, title: m.invoices_empty_title, body: m.invoices_empty_body },
  noResults: () => ({ title: m.invoices_none_title, clear: m.invoices_clear }),
  bulk: {
    may: "invoices.manage",
    label: m.invoices_bulk,
    // Only open invoices can be reminded manually.
    isSelectable: ({ state }) => state === "issued" || state === "part_paid",
    nameOf: ({ reference }) => reference ?? "",
    chooseAll: m.invoices_bulk_choose_all,
    chosen: m.invoices_bulk_chosen,
    actions: [{ label: m.invoices_bulk_remind, done: m.invoices_bulk_done, useAction: useRemind }],
  },
  exportPath,
});
