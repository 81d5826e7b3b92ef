import { useQuery } from "@tanstack/react-query";
import Phone from "lucide-react/icons/phone";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatRelativeDate, formatRelativeTime } from "~/platform/relative-time";
import { callHref } from "~/platform/text/contact-links";
import { dubaiInstant } from "~/platform/time";
import { Button, ButtonAnchor, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { shortServiceName } from "../../../core/catalogue/short-trade";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { shortAreaName } from "../../../core/geography/short-area";
import { ResponseTargetClock } from "../../../operations/bookings/admin/response-target-clock";
import { showTransitionToast } from "../../../operations/bookings/admin/visits/transition-toast";
import { firstBookingsQuery, useTransitionBooking } from "../../../operations/bookings/admin-client";
import type { BookingRow } from "../../../operations/bookings/list/views";
import { activeResponseTarget } from "../../../operations/bookings/response-targets/response-target";
import type { WorkToday } from "../views";
import * as links from "./links";
import { Group, QueryState } from "./tile";

/** Rows shown; the figures above open the complete lists. */
const SHOWN = 8;

type Task = "arrive" | "answer" | "assign";

interface TodoItem {
  task: Task;
  booking: BookingRow;
  /** Milliseconds since 1970; Infinity without a time. */
  dueAt: number;
}

const taskLabels: Record<Task, () => string> = {
  arrive: m.today_todo_arrive,
  answer: m.today_todo_answer,
  assign: m.today_todo_assign,
};

interface WorkListProps {
  /** Counts of the complete lists; undefined until loaded. */
  counts: Pick<WorkToday, "emergencies" | "requests" | "unassigned"> | undefined;
  now: Date;
}

/** Emergencies, requests and unassigned work, by the time when each is due. */
export function WorkList({ counts, now }: WorkListProps) {
  const emergencies = useQuery(firstBookingsQuery({ awaitingArrival: "yes", sort: "due" }, SHOWN));
  const requests = useQuery(firstBookingsQuery({ state: "requested", sort: "due" }, SHOWN));
  const unassigned = useQuery(firstBookingsQuery({ unassigned: "yes", sort: "due" }, SHOWN));
  const queries = [emergencies, requests, unassigned];
  if (!emergencies.data || !requests.data || !unassigned.data) {
    const failed = queries.find(({ data, error }) => error && !data);
    return (
      <Group title={m.today_todo()}>
        <div className="flex flex-col gap-3">
          <QueryState
            of={{
              data: undefined,
              error: failed?.error ?? null,
              refetch: () => Promise.all(queries.map(({ refetch }) => refetch())),
            }}
          >
            {() => null}
          </QueryState>
        </div>
      </Group>
    );
  }
  const found = { arrive: emergencies.data, answer: requests.data, assign: unassigned.data };
  const items = sortedItems(found, now);
  const shown = new Set(items.map(({ booking }) => booking.id));
  const moreOf = (task: Task, count = 0) => count - found[task].filter(({ id }) => shown.has(id)).length;
  return (
    <Group title={m.today_todo()}>
      {items.length === 0 ? (
        <p className="text-sm text-muted">{m.today_todo_none()}</p>
      ) : (
        <ul className="flex flex-col rounded border border-line bg-surface">
          {items.map((item, at) => (
            <TodoRow key={item.booking.id} item={item} isNext={at === 0} now={now} />
          ))}
          <MoreWork
            arrive={moreOf("arrive", counts?.emergencies.count)}
            answer={moreOf("answer", counts?.requests.count)}
            assign={moreOf("assign", counts?.unassigned)}
          />
        </ul>
      )}
    </Group>
  );
}

/** Links to the complete lists, with the number of records that are not shown. */
function MoreWork({ arrive, answer, assign }: Record<Task, number>) {
  const more = [
    { to: links.emergencies, count: arrive, label: m.today_todo_more_arrive },
    { to: links.requests, count: answer, label: m.today_todo_more_answer },
    { to: links.unassignedByDue, count: assign, label: m.today_todo_more_assign },
  ].filter(({ count }) => count > 0);
  if (more.length === 0) return null;
  return (
    <li className="flex flex-wrap gap-x-5 px-4 py-1.5 text-sm">
      {more.map(({ to, count, label }) => (
        <Link key={to} to={to} className="figures inline-flex min-h-7 items-center text-link hover:underline">
          {label({ count })}
        </Link>
      ))}
    </li>
  );
}

function sortedItems(found: Record<Task, readonly BookingRow[]>, now: Date): TodoItem[] {
  const items = new Map<string, TodoItem>();
  for (const task of ["arrive", "answer", "assign"] as const) {
    for (const booking of found[task]) {
      if (!items.has(booking.id)) items.set(booking.id, { task, booking, dueAt: dueTime(booking, now) });
    }
  }
  return [...items.values()].sort((a, b) => a.dueAt - b.dueAt || 0).slice(0, SHOWN);
}

function dueTime(booking: BookingRow, now: Date): number {
  const target = activeResponseTarget(booking, now);
  if (target) return now.getTime() + target.minutesLeft * 60_000;
  const day = booking.preferredDate;
  if (booking.startsAt) return Date.parse(booking.startsAt);
  return day ? dubaiInstant(day, booking.preferredTime ?? "00:00").getTime() : Number.POSITIVE_INFINITY;
}

/** Time of the visit, otherwise the preferred one. */
function timeText({ startsAt, preferredDate, preferredTime }: BookingRow, now: Date): string | null {
  if (startsAt) return formatRelativeTime(startsAt, now);
  if (!preferredDate) return null;
  if (!preferredTime) return formatRelativeDate(preferredDate, now);
  return formatRelativeTime(dubaiInstant(preferredDate, preferredTime).toISOString(), now);
}

interface TodoRowProps {
  item: TodoItem;
  /** True for the row that comes first. */
  isNext: boolean;
  now: Date;
}

function TodoRow({ item: { task, booking }, isNext, now }: TodoRowProps) {
  const change = useTransitionBooking();
  const { id, version, reference, customerName, area, phone, technicianName } = booking;
  const path = links.booking(id);
  const tone = isNext ? "action" : "quiet";
  return (
    <li className="border-b border-line last:border-0">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 py-1.5 ps-4 pe-2 text-sm @2xl:grid-cols-[minmax(0,1fr)_auto_5.5rem_auto] rtl:@2xl:grid-cols-[minmax(0,1fr)_auto_8rem_auto]">
        <Link
          to={path}
          className="col-span-full flex min-w-0 items-baseline gap-3 rounded-sm hover:underline @2xl:col-span-1"
        >
          <span
            className={classNames(
              "w-13 shrink-0 text-xs font-medium",
              task === "arrive" ? "text-signal-text" : "text-muted",
            )}
          >
            {taskLabels[task]()}
          </span>
          <span className="truncate">
            <bdi className="font-medium">{customerName}</bdi>
            <span className="text-muted">{` · ${shortServiceName(booking)}`}</span>
            {area && <span className="text-muted">{" · "}</span>}
            {area && <bdi className="text-muted">{shortAreaName(placeInReaderLanguage(area))}</bdi>}
          </span>
        </Link>
        <span className="figures flex flex-wrap gap-x-3 text-xs text-muted @2xl:contents">
          <span className="whitespace-nowrap empty:hidden @2xl:empty:block">{timeText(booking, now)}</span>
          <span className="whitespace-nowrap @2xl:text-end">
            <ResponseTargetClock booking={booking} now={now} />
          </span>
        </span>
        <span className="flex items-center gap-2">
          <ButtonAnchor
            href={callHref(phone)}
            tone="quiet"
            size="small"
            aria-label={m.today_todo_call_named({ name: bidiIsolate(customerName) })}
          >
            <Phone aria-hidden />
            <span className="@max-2xl:sr-only">{m.today_todo_call()}</span>
          </ButtonAnchor>
          {booking.state === "requested" ? (
            <Button
              size="small"
              tone={tone}
              className="w-22"
              disabled={change.isPending}
              aria-label={m.today_todo_confirm_named({ reference })}
              onClick={() =>
                change.mutate(
                  { id, version, transition: "confirm" },
                  { onSuccess: ({ booking }) => showTransitionToast(booking, "confirm") },
                )
              }
            >
              {m.today_todo_confirm()}
            </Button>
          ) : (
            <ButtonLink
              to={path}
              size="small"
              tone={tone}
              className="w-22"
              aria-label={
                technicianName
                  ? m.today_todo_open_named({ reference })
                  : m.today_todo_assign_named({ reference })
              }
            >
              {technicianName ? m.today_todo_open() : m.today_todo_assign()}
            </ButtonLink>
          )}
        </span>
      </div>
      <ChangeRefused error={change.error} />
    </li>
  );
}
