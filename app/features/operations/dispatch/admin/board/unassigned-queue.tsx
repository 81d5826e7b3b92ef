import Inbox from "lucide-react/icons/inbox";
import PanelRightClose from "lucide-react/icons/panel-right-close";
import PanelRightOpen from "lucide-react/icons/panel-right-open";
import Send from "lucide-react/icons/send";
import { type RefObject, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatRelativeDate } from "~/platform/relative-time";
import { containsWords } from "~/platform/text/search-terms";
import { dubaiDate, formatDay, formatTime } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { useNow } from "~/ui/hooks/use-now";
import { tooltip } from "~/ui/overlay/tooltip";
import { shortServiceName } from "../../../../core/catalogue/short-trade";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { labelForWorkTime } from "../../../../core/pricing/work-time-text";
import { ContinuationDate } from "../../../bookings/admin/continuation-date";
import { StateBadge } from "../../../bookings/components/state-badge";
import type { HeldRequest, UnassignedWork } from "../../views";
import { type BoardItem, customerAndArea, itemOfRequest, itemOfWork } from "./board-item";
import { marksOf } from "./visit/visit-marks";
import { VisitFacts } from "./visit/visit-signs";
import { WorkIcon } from "./visit/work-icon";

interface UnassignedQueueProps {
  ref: RefObject<HTMLElement | null>;
  unassigned: readonly UnassignedWork[];
  /** Held requests, to be confirmed. */
  requests: readonly HeldRequest[];
  more: boolean;
  /** Shows only the count, for a wider board. Not offered on phones. */
  collapsed?: boolean;
  onCollapse?: (collapsed: boolean) => void;
  onOpen: (item: BoardItem) => void;
  /** Confirms a request at its held time. */
  onConfirm: (item: BoardItem) => void;
}

type QueuedWork = UnassignedWork | HeldRequest;

/** Work without a technician, the number beside Calendar in the navigation. New requests are counted by their group. */
export function countUnassigned(work: readonly UnassignedWork[]): number {
  return work.filter(({ bookingState }) => bookingState !== "requested").length;
}

/** In the order of the queue: first the work that the number beside the title counts. */
const groups = ["emergency", "confirmed", "returned", "unconfirmed"] as const;
type Group = (typeof groups)[number];
const groupLabels: Record<Group, () => string> = {
  emergency: m.board_unassigned_emergency,
  unconfirmed: m.board_unassigned_unconfirmed,
  confirmed: m.board_unassigned_confirmed,
  returned: m.board_unassigned_returned,
};

function groupOf({ emergency, bookingState, holdExpired, missedDay }: QueuedWork): Group {
  if (emergency) return "emergency";
  if (missedDay || holdExpired || bookingState === "on_hold" || bookingState === "no_access")
    return "returned";
  return bookingState === "requested" ? "unconfirmed" : "confirmed";
}

const NEVER = "9999";
const orders = {
  visit: (work: QueuedWork) => work.startsAt ?? NEVER,
  target: (work: QueuedWork) => work.dueAt ?? work.startsAt ?? NEVER,
};
type Order = keyof typeof orders;

/** Dropping a visit here unassigns it. */
export function UnassignedQueue({
  ref,
  unassigned,
  requests,
  more,
  collapsed = false,
  onCollapse,
  onOpen,
  onConfirm,
}: UnassignedQueueProps) {
  const [search, setSearch] = useState("");
  const [order, setOrder] = useState<Order>("target");
  const [shownGroup, setShownGroup] = useState<Group | null>(null);
  const allWork: QueuedWork[] = [...unassigned, ...requests].toSorted((a, b) =>
    orders[order](a).localeCompare(orders[order](b)),
  );
  const matchingWork = allWork.filter(
    (work) => matchesSearch(work, search) && (shownGroup === null || groupOf(work) === shownGroup),
  );
  const { rows, hoverHandlers } = useStableRows(matchingWork, [search, order, shownGroup].join("/"));
  const now = useNow(60_000);
  const byGroup = Map.groupBy(rows, ({ work }) => groupOf(work));
  const counts = Map.groupBy(allWork, groupOf);
  const unassignedCount = countUnassigned(unassigned);
  const count = (
    <span
      className={classNames(
        "figures rounded px-1.5 text-base",
        unassignedCount > 0 && "bg-brass-soft text-brass-text",
      )}
    >
      {unassignedCount}
    </span>
  );
  const collapse = onCollapse && (
    <button
      type="button"
      aria-expanded={!collapsed}
      aria-label={collapsed ? m.board_unassigned_expand() : m.board_unassigned_collapse()}
      {...tooltip(collapsed ? m.board_unassigned_expand() : m.board_unassigned_collapse())}
      onClick={() => onCollapse(!collapsed)}
      className="grid size-8 shrink-0 place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
    >
      {collapsed ? (
        <PanelRightOpen aria-hidden className="size-4 rtl:-scale-x-100" />
      ) : (
        <PanelRightClose aria-hidden className="size-4 rtl:-scale-x-100" />
      )}
    </button>
  );
  const frame = { ref, id: "unassigned", "data-no-print": "", "aria-label": m.board_unassigned() };
  // Stays a drop target.
  if (collapsed)
    return (
      <aside
        {...frame}
        className="flex min-h-0 flex-col items-center gap-2 border-line py-2 transition-colors data-over:bg-brass-soft lg:border-s"
      >
        {collapse}
        {count}
      </aside>
    );
  return (
    <aside
      {...frame}
      {...hoverHandlers}
      className="flex min-h-0 flex-col border-line transition-colors data-over:bg-brass-soft lg:border-s"
    >
      <div className="flex flex-col gap-1.5 border-b border-line px-3 py-2">
        <h2 className="flex items-center gap-2 text-sm font-semibold">
          <Inbox aria-hidden className="size-4 text-muted" />
          <span className="grow">{m.board_unassigned()}</span>
          {count}
          {collapse}
        </h2>
        <div className="flex gap-1.5">
          <input
            type="search"
            aria-label={m.board_unassigned_search()}
            placeholder={m.board_unassigned_search_hint()}
            value={search}
            maxLength={100}
            onChange={({ target }) => setSearch(target.value)}
            className="h-8 min-w-0 grow rounded border border-control bg-surface px-2 text-xs placeholder:text-muted hover:border-accent"
          />
          <select
            aria-label={m.board_unassigned_sort()}
            value={order}
            onChange={({ target }) => setOrder(target.value as Order)}
            className="h-8 w-36 rounded border border-control bg-surface px-1 text-xs hover:border-accent"
          >
            <option value="target">{m.board_unassigned_by_target()}</option>
            <option value="visit">{m.board_unassigned_by_visit()}</option>
          </select>
        </div>
      </div>
      {rows.length === 0 ? (
        <p className="px-4 py-6 text-sm text-muted">
          {allWork.length === 0 ? m.board_unassigned_empty() : m.board_unassigned_none_found()}
        </p>
      ) : (
        <div className="relative min-h-0 grow overflow-y-auto">
          {groups.map((group) => {
            const inGroup = byGroup.get(group);
            if (!inGroup) return null;
            return (
              <section key={group} aria-label={groupLabels[group]()}>
                <h3 className="sticky top-0 z-10 border-b border-line bg-sunken text-xs font-semibold">
                  <button
                    type="button"
                    aria-pressed={shownGroup === group}
                    onClick={() => setShownGroup(shownGroup === group ? null : group)}
                    className={classNames(
                      "flex min-h-7 w-full items-center gap-2 px-3 text-start hover:text-link",
                      group === "emergency" && "text-signal-text",
                    )}
                  >
                    <span>{groupLabels[group]()}</span>
                    <span className="figures ms-auto">{counts.get(group)?.length ?? 0}</span>
                  </button>
                </h3>
                <ul>
                  {inGroup.map(({ work, gone }) => (
                    <li
                      key={work.bookingId}
                      className={classNames("border-b border-line", gone && "invisible")}
                    >
                      <UnassignedQueueRow work={work} now={now} onOpen={onOpen} onConfirm={onConfirm} />
                    </li>
                  ))}
                </ul>
              </section>
            );
          })}
          {more && <p className="px-4 py-3 text-xs text-muted">{m.board_unassigned_more()}</p>}
        </div>
      )}
    </aside>
  );
}

function UnassignedQueueRow({
  work,
  now,
  onOpen,
  onConfirm,
}: { work: QueuedWork; now: Date } & Pick<UnassignedQueueProps, "onOpen" | "onConfirm">) {
  const held = "technicianId" in work ? work : null;
  const item = held ? itemOfRequest(held) : itemOfWork(work);
  const marks = marksOf(item);
  const group = groupOf(work);
  return (
    <>
      <button
        type="button"
        data-drag={item.key}
        data-marks={JSON.stringify(marks)}
        data-trade={work.skills[0] ?? work.serviceId}
        aria-haspopup="dialog"
        onClick={() => onOpen(item)}
        className="flex w-full cursor-grab flex-col gap-0.5 px-3 py-2 text-start text-sm select-none hover:bg-brass-soft data-dragged:opacity-40"
      >
        <span className="flex w-full items-start gap-x-2">
          <WorkIcon trade={work.skills[0] ?? work.serviceId} className="board-trade size-4 shrink-0" />
          <span title={work.serviceName} className="min-w-0 flex-1 leading-tight font-medium">
            {shortServiceName(work)}
          </span>
          <span className="figures shrink-0 text-xs text-muted">{labelForWorkTime(work.workMin)}</span>
        </span>
        <span className="w-full text-xs text-muted">{customerAndArea(work)}</span>
        {/* The group or the state badge shows "not confirmed". */}
        <VisitFacts
          marks={marks.filter(({ signs }) => !signs.includes("unconfirmed") || work.heldUntil !== null)}
        />
        {work.holdExpired && (
          <span className="text-xs text-brass-text">{m.admin_bookings_hold_expired()}</span>
        )}
        {work.missedDay && (
          <span className="text-xs text-brass-text">
            {m.board_unassigned_missed_day({
              day: formatDay(dubaiDate(new Date(work.missedDay)), "weekdayDate"),
            })}
          </span>
        )}
        {work.onHold && (
          <span className="w-full text-xs" dir="auto">
            {m.board_unassigned_hold_reason({ reason: bidiIsolate(work.onHold.reason) })}
          </span>
        )}
        {/* The other groups have one state each. The state of a job with a missed day is that of its other days. */}
        {(group === "emergency" || (group === "returned" && !work.missedDay)) && (
          <span className="flex">
            <StateBadge state={work.bookingState} />
          </span>
        )}
        <span className="flex w-full flex-wrap justify-between gap-x-2 text-xs">
          {work.dueAt && <Due at={work.dueAt} emergency={work.emergency} now={now} />}
          <span className="figures text-muted">
            {work.onHold?.continueOn ? (
              <ContinuationDate continueOn={work.onHold.continueOn} now={now} />
            ) : (
              !work.missedDay && timeText(work)
            )}
          </span>
        </span>
      </button>
      {held && (
        <div className="px-3 pb-2">
          <Button size="small" tone="quiet" className="w-full justify-start" onClick={() => onConfirm(item)}>
            <Send aria-hidden />
            <span className="min-w-0 py-1.5 text-start leading-tight">
              {m.board_unassigned_confirm({ name: bidiIsolate(held.technicianName) })}
            </span>
          </Button>
        </div>
      )}
    </>
  );
}

export function Due({ at, emergency, now }: { at: string; emergency: boolean; now: Date }) {
  const isOverdue = Date.parse(at) <= now.getTime();
  const isToday = dubaiDate(new Date(at)) === dubaiDate(now);
  const time = formatTime(at, isToday ? "time" : "dateTime");
  return (
    <span className={classNames("figures", isOverdue ? "font-medium text-error" : "text-muted")}>
      {dueText(emergency, isOverdue)({ time })}
    </span>
  );
}

function dueText(emergency: boolean, isOverdue: boolean) {
  if (emergency) return isOverdue ? m.board_unassigned_arrival_overdue : m.board_unassigned_arrive_by;
  return isOverdue ? m.board_unassigned_overdue : m.board_unassigned_due;
}

function matchesSearch({ customerName, area, reference, serviceName }: QueuedWork, search: string): boolean {
  return containsWords(
    [customerName, area, placeInReaderLanguage(area), reference, serviceName].join(" "),
    search,
  );
}

/**
 * Freezes the order while the pointer is over the rows, so that a click never hits another row: removed rows
 * leave a gap, new ones are appended. `viewKey`: search and sort order, which apply at once.
 */
function useStableRows(unassigned: readonly QueuedWork[], viewKey: string) {
  const [frozen, setFrozen] = useState<{ rows: readonly QueuedWork[]; viewKey: string } | null>(null);
  const freeze = () => setFrozen({ rows: unassigned, viewKey });
  if (frozen && frozen.viewKey !== viewKey) freeze();
  const byBooking = new Map(unassigned.map((work) => [work.bookingId, work]));
  const before = frozen?.rows ?? [];
  const knownIds = new Set(before.map(({ bookingId }) => bookingId));
  const rows = [
    ...before.map((work) => ({
      work: byBooking.get(work.bookingId) ?? work,
      gone: !byBooking.has(work.bookingId),
    })),
    ...unassigned.filter(({ bookingId }) => !knownIds.has(bookingId)).map((work) => ({ work, gone: false })),
  ];
  return {
    rows,
    hoverHandlers: { onPointerEnter: freeze, onPointerLeave: () => setFrozen(null) },
  };
}

function timeText({ startsAt, hasTime, onHold, emergency }: UnassignedWork): string {
  if (emergency && !startsAt) return "";
  if (onHold && !startsAt) return m.office_bookings_continue_unknown();
  if (!startsAt) return m.board_any_time();
  return hasTime
    ? formatTime(startsAt, "dateTime")
    : formatRelativeDate(dubaiDate(new Date(startsAt)), new Date());
}
