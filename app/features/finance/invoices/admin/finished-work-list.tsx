import ListChecks from "lucide-react/icons/list-checks";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import { m } from "~/paraglide/messages";
import { formatListTime } from "~/platform/list-dates";
import { bidiIsolate } from "~/platform/locale/locale";
import { officeList, pagedRows } from "~/ui/list/office-list";
import { shortServiceName } from "../../../core/catalogue/short-trade";
import { useCompleteBookings } from "../../../operations/bookings/admin-client";
import { StateBadge } from "../../../operations/bookings/components/state-badge";
import { finishedWorkQuery, useInvoiceFinishedWork } from "../admin-client";
import {
  type FinishedWorkFilter,
  type FinishedWorkRow,
  type FinishedWorkStep,
  finishedWorkSteps,
} from "../finished-work/views";

const stepLabels: Record<FinishedWorkStep, () => string> = {
  "to-complete": m.finished_work_to_complete,
  "to-invoice": m.finished_work_to_invoice,
};

function NextStep({ work: { step, invoiceReference, isFree, missingLetters } }: { work: FinishedWorkRow }) {
  if (!step) return <span>{isFree ? m.finished_work_free() : invoiceReference}</span>;
  if (missingLetters.length === 0) return <span>{stepLabels[step]()}</span>;
  const letters = bidiIsolate(missingLetters.join(" "));
  return (
    <span
      title={m.finished_work_missing_letters({ letters })}
      className="inline-flex items-center gap-1.5 text-brass-text"
    >
      <TriangleAlert aria-hidden className="size-4 shrink-0" />
      <span>{m.finished_work_check_letters()}</span>
      <span className="sr-only">{m.finished_work_missing_letters({ letters })}</span>
    </span>
  );
}

/** Review at the end of the day: dispatchers complete the work, admins and accountants invoice it. */
export const finishedWorkListPage = officeList<FinishedWorkRow, FinishedWorkFilter>({
  path: "/admin/finished-work",
  recordPath: ({ id }) => `/admin/bookings/${id}`,
  title: m.finished_work_title,
  filters: [
    {
      kind: "chips",
      name: "step",
      label: m.finished_work_step,
      all: m.finished_work_all,
      values: finishedWorkSteps,
      labelOf: (step) => stepLabels[step as FinishedWorkStep](),
    },
    {
      kind: "days",
      name: "from",
      label: m.finished_work_days,
      from: m.admin_filters_from,
      until: "to",
      to: m.admin_filters_to,
    },
  ],
  useRows: pagedRows(finishedWorkQuery, ({ bookings }) => bookings),
  layout: {
    columns: [
      {
        label: m.office_bookings_col_reference,
        width: "w-36",
        isLink: true,
        cellClass: "figures",
        card: "foot",
        cell: ({ reference }) => reference,
      },
      {
        label: m.office_bookings_col_customer,
        cellClass: "font-medium",
        card: "title",
        cell: ({ customerName }) => customerName,
        fullText: ({ customerName }) => customerName,
      },
      {
        label: m.office_bookings_col_service,
        width: "w-29",
        visibleFrom: "3xl",
        card: "line",
        cell: shortServiceName,
        onCard: ({ serviceName }) => serviceName,
        fullText: ({ serviceName }) => serviceName,
      },
      {
        label: m.office_bookings_col_technician,
        width: "w-40",
        visibleFrom: "74rem",
        cellClass: "text-muted",
        cell: ({ technicianName }) => technicianName,
      },
      {
        label: m.finished_work_finished,
        width: "w-44",
        visibleFrom: "58rem",
        cellClass: "figures",
        card: "line-end",
        cell: ({ finishedAt }) => formatListTime(finishedAt),
      },
      {
        label: m.office_bookings_col_state,
        width: "w-34",
        visibleFrom: "3xl",
        card: "mark",
        cell: ({ state }) => <StateBadge state={state} />,
      },
      {
        label: m.finished_work_next,
        width: "w-44",
        card: "foot-end",
        cellClass: "figures",
        cell: (work) => <NextStep work={work} />,
      },
    ],
  },
  empty: {
    Icon: ListChecks,
    title: m.finished_work_empty,
    body: m.finished_work_empty_body,
    action: { label: m.finished_work_empty_action, to: "/admin/calendar" },
  },
  noResults: () => ({
    title: m.finished_work_none,
    body: m.finished_work_none_body,
    clear: m.office_bookings_clear,
  }),
  bulk: {
    may: "bookings.read",
    label: m.finished_work_selected,
    // Invoices with letters that cannot be printed are issued one by one, with the warning in view.
    isSelectable: ({ step, missingLetters }) => step !== null && missingLetters.length === 0,
    nameOf: ({ reference }) => reference,
    chooseAll: m.finished_work_select_all,
    chosen: m.finished_work_chosen,
    actions: [
      {
        may: "bookings.manage",
        isEligible: ({ step }) => step === "to-complete",
        label: m.finished_work_complete,
        done: m.finished_work_completed,
        useAction: useCompleteBookings,
      },
      {
        may: "invoices.manage",
        isEligible: ({ step }) => step === "to-invoice",
        label: m.finished_work_invoice,
        done: m.finished_work_invoiced,
        useAction: useInvoiceFinishedWork,
      },
    ],
  },
});
