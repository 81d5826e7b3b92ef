import { memo, useMemo, useRef } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { dubaiDate, formatDay } from "~/platform/time";
import { Avatar } from "~/ui/avatar";
import { classNames } from "~/ui/class-names";
import { useShortcutsInHelp } from "~/ui/hooks/shortcuts";
import { useNow } from "~/ui/hooks/use-now";
import { tooltip } from "~/ui/overlay/tooltip";
import { Truncate } from "~/ui/truncate";
import { TruncateAtWord } from "~/ui/truncate-at-word";
import { technicianPictureUrl } from "../../../../scheduling/technicians/picture";
import { computeLoad } from "../../../board/board-fit";
import { DAY_MIN } from "../../../board/board-time";
import type { Board, BoardDay } from "../../../views";
import { capacityOn } from "../board-capacity";
import {
  type BoardEntry,
  currentRequests,
  currentUnassigned,
  drawnSpanOn,
  entriesByTechnician,
  isWithinDay,
  labelForPlannedDay,
  minutesLate,
  workforceOf,
} from "../board-entries";
import {
  type BoardItem,
  type BoardPlacement,
  canMove,
  isItemUnderWay,
  itemOfRequest,
  itemOfWork,
  itemPlacement,
  shortTimeText,
  spanText,
} from "../board-item";
import { BoardSidePanel } from "../board-side-panel";
import {
  fitOnDay,
  fitsOfWeek,
  type TechnicianDay,
  techniciansOn,
  toHours,
  verdictFor,
} from "../board-technicians";
import type { BoardView } from "../board-view";
import { CapacityBar, shortCapacityText } from "../capacity-bar";
import { byStart } from "../changes/arrow-navigation";
import type { OptimisticVisits } from "../changes/change-queue";
import { useArrowNavigation } from "../changes/use-arrow-navigation";
import { type Drop, useDrag } from "../changes/use-drag";
import { closedTimeStyles } from "../visit/closed-time-styles";
import { useTradeNames } from "../visit/trade-names";
import { CustomerName } from "../visit/visit-block";
import { labelForVisit, marksOf, markTexts } from "../visit/visit-marks";
import { VisitSigns } from "../visit/visit-signs";
import { visitStyle } from "../visit/visit-style";
import { WorkIcon } from "../visit/work-icon";
import { weekCells } from "./week-cells";

interface WeekBoardProps {
  board: Board;
  optimistic: OptimisticVisits;
  dayPath: (day: string) => string;
  view: BoardView;
  onView: (change: Partial<BoardView>) => void;
  onOpen: (item: BoardItem) => void;
  onDrop: (drop: Drop) => void;
  onConfirm: (item: BoardItem) => void;
  /** The board must not change while dragging. */
  onDragChange: (isDragging: boolean) => void;
}

/** Ghost width outside the days. */
const FLOAT_PX = 128;
const GHOST_PX = 40;
const CLOCK_MS = 60_000;

/**
 * Technicians by days, with the unassigned queue. A dropped visit keeps its time of day or takes the nearest
 * free time.
 */
export function WeekBoard({
  board,
  optimistic,
  dayPath,
  view,
  onView,
  onOpen,
  onDrop,
  onConfirm,
  onDragChange,
}: WeekBoardProps) {
  const scroller = useRef<HTMLElement>(null);
  const unassignedQueue = useRef<HTMLElement>(null);
  /** Board and queue. */
  const boardRef = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const now = useNow(CLOCK_MS);
  const entries = useMemo(() => entriesByTechnician(board, optimistic), [board, optimistic]);
  const workforce = useMemo(() => workforceOf(board, entries), [board, entries]);
  const unassigned = useMemo(() => currentUnassigned(board, optimistic), [board, optimistic]);
  const requests = useMemo(() => currentRequests(board, optimistic), [board, optimistic]);
  const week = useMemo(
    () =>
      board.days.map(({ day, closed }) => {
        const entriesOfDay = [...entries].map(
          ([id, row]) => [id, row.filter(({ placement }) => placement.day === day)] as const,
        );
        return {
          day,
          people: techniciansOn(board.technicians, { entries: new Map(entriesOfDay), closed, day, now }),
        };
      }),
    [board, entries, now],
  );
  const today = dubaiDate(now);
  const cells = useMemo(
    () =>
      Map.groupBy(
        entries.values().flatMap((row) => byStart(row)),
        (entry) => `${entry.placement.technicianId}/${cellDayOf(entry, board.days, today)}`,
      ),
    [entries, board.days, today],
  );
  const nameOf = (id: string) =>
    board.technicians.find((capacityOfTrade) => capacityOfTrade.id === id)?.name ?? "";
  const { tabKey, setActiveKey, step } = useArrowNavigation(
    board.technicians.map(({ id }) => entries.get(id) ?? noEntries),
  );

  /** Includes optimistic changes. */
  function itemOf(key: string): BoardItem | undefined {
    const onBoard = entries.values().flatMap((row) => row.map(({ item }) => item));
    return [...onBoard, ...unassigned.map(itemOfWork), ...requests.map(itemOfRequest)].find(
      (item) => item.key === key,
    );
  }

  function placementOn(item: BoardItem, technicianId: string, day: string): BoardPlacement {
    const { durationMin } = item;
    const from = itemPlacement(item);
    // Same cell: no change.
    if (from?.technicianId === technicianId && from.day === day) return from;
    const people = week.find((capacityOfTrade) => capacityOfTrade.day === day)?.people ?? [];
    const person = people.find(({ technician }) => technician.id === technicianId)!;
    return {
      technicianId,
      day,
      durationMin,
      startMin: fitOnDay(item, person, { day, now, workforce }).fit.startMin,
    };
  }

  /** Marks the cells through the DOM, because rendering would be too slow while dragging. */
  function markFits(item: BoardItem | null) {
    const fits = item && fitsOfWeek(item, week, { now, workforce });
    for (const row of scroller.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []) {
      const ownEntries = [...(fits?.values() ?? [])].filter(({ id }) => id === row.dataset.row);
      const mark =
        ownEntries.find(({ kind }) => kind === "best") ??
        ownEntries.find(({ kind }) => kind === "yes") ??
        ownEntries[0];
      if (mark) row.dataset.fit = mark.kind;
      else delete row.dataset.fit;
      const why = row.querySelector("[data-why]");
      if (why) why.textContent = mark && mark.kind !== "yes" ? mark.words : "";
      for (const cell of row.querySelectorAll<HTMLElement>("[data-cell]")) {
        const fit = fits?.get(`${cell.dataset.of}/${cell.dataset.cell}`);
        if (fit) cell.dataset.fit = fit.kind;
        else delete cell.dataset.fit;
      }
    }
  }

  useShortcutsInHelp("board-step", "board-open", "drag-stop");
  const startDrag = useDrag({
    scroller,
    unassignedQueue,
    ghost,
    measure: weekCells({ scroller, placementOn }),
    floatPx: FLOAT_PX,
    itemOf,
    verdictOf: (item, placement) => verdictFor(item, placement, { now, workforce }),
    describe: ({ technicianId, day, startMin, durationMin }) =>
      `${formatDay(day, "weekdayDate")} · ${spanText(startMin, durationMin)} · ${bidiIsolate(nameOf(technicianId))}`,
    onDrop: (drop) => {
      const from = itemPlacement(drop.item);
      const { to } = drop;
      const isSameCell = to !== "unassigned" && from?.technicianId === to.technicianId && from.day === to.day;
      if (!isSameCell || drop.item.bookingState === "requested") onDrop(drop);
    },
    onDragChange: (item) => {
      markFits(item);
      onDragChange(item !== null);
    },
  });

  const tradeName = useTradeNames();
  const byDay = useMemo(
    () => board.days.map((day) => ({ day: day.day, capacity: capacityOn(day, board.technicians, entries) })),
    [board, entries],
  );
  const trades = [...new Set(byDay.flatMap(({ capacity }) => capacity.map(({ trade }) => trade)))].sort();
  const head = "sticky top-0 z-10 border-b border-s border-line bg-surface px-2 py-2 font-medium";
  return (
    <div
      ref={boardRef}
      onPointerDown={startDrag}
      className={classNames("board-with-queue", view.queueCollapsed && "board-queue-collapsed")}
    >
      <section
        ref={scroller}
        aria-label={m.board_rows()}
        onKeyDown={step}
        onClick={({ target }) => {
          const key = target instanceof Element && target.closest<HTMLElement>("[data-visit]")?.dataset.visit;
          const item = key ? itemOf(key) : undefined;
          if (!item) return;
          setActiveKey(item.key);
          onOpen(item);
        }}
        className="relative min-h-0 scroll-pt-8 overflow-auto overscroll-contain"
      >
        <table className="w-full min-w-[50rem] table-fixed md:min-w-[56rem] border-separate border-spacing-0 text-xs">
          <thead>
            <tr>
              <th
                scope="col"
                className="sticky start-0 top-0 z-20 w-28 border-b border-line bg-surface md:w-52"
              >
                <span className="sr-only">{m.board_technician()}</span>
              </th>
              {board.days.map(({ day, holiday }) => (
                <th key={day} scope="col" className={classNames(head, day === today && "text-link")}>
                  <Link to={dayPath(day)} className="hover:underline">
                    {formatDay(day, "weekdayDate")}
                  </Link>
                  {holiday && (
                    <span className="block truncate font-normal text-muted">
                      <Truncate>{holiday.name}</Truncate>
                    </span>
                  )}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {board.technicians.map((technician) => {
              const { id, name } = technician;
              const load = loadOfWeek(week, id);
              return (
                <tr key={id} data-row={id} className="board-row">
                  <th
                    scope="row"
                    className="board-name sticky start-0 z-10 border-b border-line bg-surface px-2 py-1.5 text-start md:ps-12 md:pe-3 align-top font-normal"
                  >
                    <div>
                      <Avatar
                        small
                        name={name}
                        picture={technicianPictureUrl(technician)}
                        className="absolute start-3 top-2 max-md:hidden"
                      />
                      <TruncateAtWord className="text-sm leading-tight font-medium max-md:text-xs">
                        {name}
                      </TruncateAtWord>
                    </div>
                    <span className="figures block truncate text-xs leading-tight text-muted max-md:whitespace-normal">
                      {load.shiftMin > 0
                        ? m.board_load({ booked: toHours(load.bookedMin), shift: toHours(load.shiftMin) })
                        : m.board_status_off()}
                    </span>
                    <span data-why="" className="board-why" aria-hidden />
                  </th>
                  {board.days.map((day) => {
                    const ownEntries = cells.get(`${id}/${day.day}`) ?? noEntries;
                    return (
                      <Cell
                        key={day.day}
                        day={day.day}
                        technicianId={id}
                        technicianName={name}
                        closed={allDayClosed(day, id)?.reason ?? null}
                        entries={ownEntries}
                        now={now}
                        today={today}
                        activeKey={ownEntries.some(({ item }) => item.key === tabKey) ? tabKey : null}
                      />
                    );
                  })}
                </tr>
              );
            })}
          </tbody>
          <tbody>
            {trades.map((trade) => (
              <tr key={trade} data-trade={trade}>
                <th
                  scope="row"
                  className="sticky start-0 z-10 border-b border-line bg-surface px-2 py-1 text-start font-medium md:px-3"
                >
                  <span className="flex items-center gap-1.5">
                    <WorkIcon trade={trade} className="board-trade size-3.5 shrink-0" />
                    <span className="truncate">{tradeName(trade)}</span>
                  </span>
                </th>
                {byDay.map(({ day, capacity }) => {
                  const capacityOfTrade = capacity.find((candidate) => candidate.trade === trade);
                  return (
                    <td key={day} className="border-b border-s border-line px-2 py-1">
                      {capacityOfTrade && (
                        <span
                          className="flex flex-col gap-1"
                          {...tooltip(m.board_capacity_free({ free: toHours(capacityOfTrade.freeMin) }))}
                        >
                          <span className="figures">
                            <span>{shortCapacityText(capacityOfTrade)}</span>
                            <span className="sr-only">
                              {` ${m.board_capacity_free({ free: toHours(capacityOfTrade.freeMin) })}`}
                            </span>
                          </span>
                          <CapacityBar capacity={capacityOfTrade} />
                        </span>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <BoardSidePanel
        ref={unassignedQueue}
        unassigned={unassigned}
        requests={requests}
        more={board.moreUnassigned}
        collapsed={view.queueCollapsed}
        onCollapse={(queueCollapsed) => onView({ queueCollapsed })}
        onOpen={onOpen}
        onConfirm={onConfirm}
        {...{ within: boardRef, itemOf, ghost, ghostPx: GHOST_PX }}
      />
    </div>
  );
}

function loadOfWeek(week: readonly { people: readonly TechnicianDay[] }[], id: string) {
  const days = week.flatMap(({ people }) => people.filter(({ technician }) => technician.id === id));
  const loads = days.map(({ busySpans, closed }) => computeLoad(busySpans, closed));
  return {
    bookedMin: loads.reduce((sum, { bookedMin }) => sum + bookedMin, 0),
    shiftMin: loads.reduce((sum, { shiftMin }) => sum + shiftMin, 0),
  };
}

/** Planned day; for visits of another week that reach into this one, today if under way, otherwise the first day. */
function cellDayOf(entry: BoardEntry, days: Board["days"], today: string): string {
  const { item, placement } = entry;
  const isShown = (day: string) => days.some((boardDay) => boardDay.day === day);
  if (isShown(placement.day)) return placement.day;
  if (isItemUnderWay(item) && isShown(today)) return today;
  const [first] = days;
  return first && isWithinDay(drawnSpanOn(first.day, entry, null)) ? first.day : placement.day;
}

const noEntries: readonly BoardEntry[] = [];

function allDayClosed({ closed }: BoardDay, technicianId: string) {
  return closed[technicianId]?.find(({ fromMin, toMin }) => fromMin === 0 && toMin === DAY_MIN) ?? null;
}

interface CellProps {
  day: string;
  technicianId: string;
  technicianName: string;
  /** All day. */
  closed: BoardDay["closed"][string][number]["reason"] | null;
  entries: readonly BoardEntry[];
  now: Date;
  today: string;
  /** Visit with tabindex 0, if in this cell. */
  activeKey: string | null;
}

/** Memoized, since a week has hundreds of cells. */
const Cell = memo(function Cell(props: CellProps) {
  const { day, technicianId, technicianName, closed, entries, now, today, activeKey } = props;
  return (
    <td
      data-cell={day}
      data-of={technicianId}
      className={classNames(
        "board-cell h-11 border-b border-s border-line px-0.5 py-1 align-top",
        closed && closedTimeStyles[closed].className,
      )}
    >
      {closed && entries.length === 0 && <span className="sr-only">{closedTimeStyles[closed].word()}</span>}
      <ul className="flex flex-col gap-1">
        {entries.map((entry) => (
          <li key={entry.key}>
            <WeekVisit
              entry={entry}
              technicianName={technicianName}
              now={now}
              plannedFor={entry.placement.day === day ? null : labelForPlannedDay(entry.placement.day, today)}
              active={entry.item.key === activeKey}
            />
          </li>
        ))}
      </ul>
    </td>
  );
});

function WeekVisit({
  entry,
  technicianName,
  now,
  plannedFor,
  active,
}: {
  entry: BoardEntry;
  technicianName: string;
  now: Date;
  /** Set if the visit is in another day's cell. */
  plannedFor: string | null;
  active: boolean;
}) {
  const { item, placement, pending, warning, farAway } = entry;
  const lateMin = minutesLate(entry, now);
  const marks = marksOf(item, { warning, farAway, lateMin, plannedFor });
  const trade = item.skills[0] ?? item.serviceId;
  return (
    <button
      type="button"
      data-drag={item.key}
      data-visit={item.key}
      data-trade={trade}
      data-marks={JSON.stringify(marks)}
      tabIndex={active ? 0 : -1}
      aria-haspopup="dialog"
      className={classNames(
        "board-card @container flex min-h-6 w-full flex-col px-1 py-0.5 select-none hover:border-accent data-dragged:opacity-40",
        visitStyle(item),
        lateMin !== null && "board-late",
        canMove(item) ? "cursor-grab" : "cursor-pointer",
        pending && "board-pending",
      )}
    >
      <span className="flex w-full flex-wrap items-center gap-x-0.5">
        <WorkIcon trade={trade} className="board-trade size-3.5 shrink-0" />
        <span className="figures me-auto shrink-0 font-medium">{shortTimeText(placement.startMin)}</span>
        <VisitSigns marks={marks} />
      </span>
      <CustomerName reserved="0px">{item.customerName}</CustomerName>
      <span className="sr-only">
        {[labelForVisit(item, placement, technicianName), ...markTexts(marks)].join(" · ")}
      </span>
    </button>
  );
}
