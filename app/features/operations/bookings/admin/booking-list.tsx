import { useQuery } from "@tanstack/react-query";
import Inbox from "lucide-react/icons/inbox";
import Plus from "lucide-react/icons/plus";
import Siren from "lucide-react/icons/siren";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { formatHour, formatWeekday } from "~/platform/weekday-hour";
import { formatAge } from "~/ui/hooks/duration";
import { type OfficeList, officeList, pagedRows } from "~/ui/list/office-list";
import { shortServiceName } from "../../../core/catalogue/short-trade";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { shortAreaName } from "../../../core/geography/short-area";
import {
  bookingListQuery,
  exportPath,
  savedFiltersQuery,
  servicesQuery,
  useConfirmBookings,
  useDeleteFilter,
  useSaveFilter,
} from "../admin-client";
import { type BookingState, liveVisitStates } from "../booking";
import { StateBadge } from "../components/state-badge";
import { labelForState, labelForVisitState } from "../labels";
import { type BookingFilter, type FilterTarget, filterTargets } from "../list/booking-filter";
import type { BookingRow } from "../list/views";
import { ContinuationDate } from "./continuation-date";
import { ResponseTargetClock } from "./response-target-clock";
import { areaFilter, technicianFilter } from "./shared-filters";
import { HeldTime } from "./visits/held-time";

const targetLabels: Record<FilterTarget, () => string> = {
  answer: m.office_bookings_filters_answer,
  "answer-met": m.office_bookings_filters_answer_met,
  "answer-missed": m.office_bookings_filters_answer_missed,
  arrival: m.office_bookings_filters_arrival,
  "arrival-met": m.office_bookings_filters_arrival_met,
  "arrival-missed": m.office_bookings_filters_arrival_missed,
};

const numberOptions = (from: number, to: number, nameOfNumber: (number: number) => string) =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    id: String(from + at),
    name: nameOfNumber(from + at),
  }));

/** In the order of the work; what came to nothing is last. */
const shownStates = Object.keys({
  requested: true,
  confirmed: true,
  scheduled: true,
  en_route: true,
  on_site: true,
  on_hold: true,
  no_access: true,
  work_done: true,
  completed: true,
  closed: true,
  cancelled: true,
  declined: true,
} satisfies Record<BookingState, true>);

const filters: OfficeList<BookingRow, BookingFilter>["filters"] = [
  {
    kind: "search",
    name: "search",
    label: m.office_bookings_search,
    placeholder: m.office_bookings_search_placeholder,
  },
  {
    kind: "chips",
    name: "state",
    label: m.office_bookings_states,
    all: m.office_bookings_all,
    values: shownStates,
    labelOf: (state) => labelForState(state as BookingState),
    always: ["requested"],
  },
  {
    kind: "choice",
    name: "service",
    label: m.admin_bookings_service,
    all: m.admin_bookings_all_services,
    useOptions: () => useQuery(servicesQuery).data,
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
    of: {
      name: "dates",
      values: [
        { value: "visit", label: m.office_bookings_filters_by_visit },
        { value: "received", label: m.office_bookings_filters_by_received },
        { value: "arrived", label: m.office_bookings_filters_by_arrived },
        { value: "finished", label: m.office_bookings_filters_by_finished },
      ],
    },
  },
  {
    kind: "choice",
    name: "weekday",
    label: m.office_bookings_filters_weekday,
    all: m.office_bookings_filters_any_weekday,
    useOptions: () => numberOptions(1, 7, formatWeekday),
  },
  {
    kind: "choice",
    name: "hour",
    label: m.office_bookings_filters_hour,
    all: m.office_bookings_filters_any_hour,
    useOptions: () => numberOptions(0, 23, formatHour),
  },
  {
    kind: "choice",
    name: "visit",
    label: m.office_bookings_filters_visit,
    all: m.office_bookings_filters_any_visit,
    useOptions: () => liveVisitStates.map((state) => ({ id: state, name: labelForVisitState(state) })),
  },
  {
    kind: "choice",
    name: "target",
    label: m.office_bookings_filters_target,
    all: m.office_bookings_filters_any_target,
    useOptions: () => filterTargets.map((target) => ({ id: target, name: targetLabels[target]() })),
  },
  {
    kind: "choice",
    name: "stage",
    label: m.office_bookings_filters_stage,
    all: m.office_bookings_filters_any_stage,
    useOptions: () => [
      { id: "sent", name: m.office_bookings_filters_stage_sent() },
      { id: "accepted", name: m.office_bookings_filters_stage_agreed() },
      { id: "completed", name: m.office_bookings_filters_stage_completed() },
    ],
  },
  { kind: "flag", name: "emergency", label: m.office_bookings_filters_emergency, value: "yes" },
  { kind: "flag", name: "awaitingArrival", label: m.office_bookings_filters_awaiting_arrival, value: "yes" },
  { kind: "flag", name: "unassigned", label: m.office_bookings_filters_unassigned, value: "yes" },
  { kind: "flag", name: "overdue", label: m.office_bookings_filters_overdue, value: "yes" },
  { kind: "flag", name: "onHold", label: m.office_bookings_filters_hold_due, value: "due" },
  { kind: "flag", name: "contract", label: m.office_bookings_filters_contract, value: "week" },
  { kind: "flag", name: "callback", label: m.office_bookings_filters_warranty_return, value: "yes" },
];

export const bookingList = officeList<BookingRow, BookingFilter>({
  path: "/admin/bookings",
  title: m.admin_bookings_title,
  add: { label: m.office_bookings_add, Icon: Plus, may: "bookings.manage" },
  filters,
  useRows: pagedRows(
    bookingListQuery,
    ({ bookings }) => bookings,
    ({ counts }) => counts,
  ),
  // Requests are sorted by due time, because each needs an answer.
  defaultFor: ({ state }) => (state === "requested" ? "due" : undefined),
  layout: {
    defaultSort: "-received",
    columns: [
      {
        label: m.office_bookings_col_reference,
        width: "w-35",
        visibleFrom: "3xl",
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
        width: "w-30",
        visibleFrom: "40rem",
        card: "line",
        cell: (booking) =>
          booking.emergency ? (
            <span className="text-signal-text">
              <Siren aria-hidden className="me-1.5 inline size-4 align-[-0.2em]" />
              <span className="sr-only">{m.office_bookings_emergency()}: </span>
              <span>{shortServiceName(booking)}</span>
            </span>
          ) : (
            shortServiceName(booking)
          ),
        fullText: ({ serviceName }) => serviceName,
      },
      {
        label: m.office_bookings_col_area,
        width: "w-33",
        visibleFrom: "74rem",
        cellClass: "text-muted",
        card: "line",
        cell: ({ area }) => shortAreaName(placeInReaderLanguage(area)),
        fullText: ({ area }) => placeInReaderLanguage(area),
      },
      {
        label: m.office_bookings_col_visit,
        sort: "visit",
        width: "w-46",
        cellClass: "figures",
        card: "line-end",
        cell: (booking, now) =>
          booking.continueOn ? (
            <ContinuationDate continueOn={booking.continueOn} now={now} />
          ) : (
            <HeldTime booking={booking} now={now} />
          ),
      },
      {
        label: m.office_bookings_col_technician,
        width: "w-36",
        visibleFrom: "74rem",
        cellClass: "text-muted",
        cell: ({ technicianName }) => technicianName,
      },
      {
        label: m.office_bookings_col_state,
        width: "w-34",
        card: "mark",
        cell: ({ state }) => <StateBadge state={state} />,
      },
      {
        label: m.office_bookings_col_received,
        sort: "received",
        width: "w-27",
        visibleFrom: "7xl",
        alignEnd: true,
        cellClass: "figures text-muted",
        card: "foot",
        cell: ({ requestedAt }, now) => (
          <time dateTime={requestedAt} title={formatTime(requestedAt, "dateTime")}>
            {formatAge(requestedAt, now)}
          </time>
        ),
      },
      {
        label: m.office_bookings_col_target,
        sort: "due",
        width: "w-34",
        visibleFrom: "58rem",
        alignEnd: true,
        card: "foot-end",
        cell: (booking, now) => <ResponseTargetClock booking={booking} now={now} />,
      },
    ],
  },
  empty: {
    Icon: Inbox,
    title: m.office_bookings_empty_title,
    body: m.office_bookings_empty_body,
    action: { label: m.office_bookings_empty_action, to: "/" },
  },
  noResults: () => ({
    title: m.office_bookings_none_title,
    body: m.office_bookings_none_body,
    clear: m.office_bookings_clear,
  }),
  newRows: { at: ({ requestedAt }) => requestedAt, announcement: m.office_bookings_new },
  isUrgent: ({ emergency }) => emergency,
  bulk: {
    may: "bookings.manage",
    label: m.office_bookings_bulk,
    isSelectable: ({ state }) => state === "requested",
    nameOf: ({ reference }) => reference,
    chooseAll: m.office_bookings_bulk_choose_all,
    chosen: m.office_bookings_bulk_chosen,
    actions: [
      {
        label: m.office_bookings_bulk_confirm,
        done: m.office_bookings_bulk_done,
        useAction: useConfirmBookings,
      },
    ],
  },
  saved: {
    useFilters: () => useQuery(savedFiltersQuery).data ?? [],
    useSave: useSaveFilter,
    useDelete: useDeleteFilter,
  },
  exportPath,
});
