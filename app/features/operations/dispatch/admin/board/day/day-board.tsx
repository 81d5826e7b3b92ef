import Gauge from "lucide-react/icons/gauge";
import Moon from "lucide-react/icons/moon";
import { type RefObject, useEffectEvent, useLayoutEffect, useMemo, useRef } from "react";
import { createPortal } from "react-dom";
import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { useShortcutsInHelp } from "~/ui/hooks/shortcuts";
import { useSize } from "~/ui/hooks/use-size";
import { Popover } from "~/ui/overlay/popover";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { type Axis, axisOf, DAY_MIN, lengthOf, positionIn } from "../../../board/board-time";
import type { Board, BoardTechnician } from "../../../views";
import { capacityOn } from "../board-capacity";
import { currentRequests, currentUnassigned, drawnSpanOn } from "../board-entries";
import {
  type BoardItem,
  type BoardPlacement,
  hourText,
  itemOfRequest,
  itemOfWork,
  minuteText,
  spanText,
} from "../board-item";
import { BoardSidePanel } from "../board-side-panel";
import { fitsFor, isLate, verdictFor } from "../board-technicians";
import { BoardTools, toolButton } from "../board-tools";
import { type BoardView, densities, type Zoom, zooms } from "../board-view";
import { CapacityList } from "../capacity-bar";
import type { OptimisticVisits } from "../changes/change-queue";
import { useArrowNavigation } from "../changes/use-arrow-navigation";
import { type Drop, useDrag } from "../changes/use-drag";
import type { TechnicianSearch } from "../technician-search";
import { useTradeNames } from "../visit/trade-names";
import { BoardRow } from "./board-row";
import { dayLanes } from "./day-lanes";
import { statusOf, useDay } from "./use-day";

/** Width of the name column (board.css). */
const NAME_PX = 180;
/** Minutes before now that are visible at first. */
const BEFORE_MIN = 120;

interface DayBoardProps {
  board: Board;
  day: string;
  optimistic: OptimisticVisits;
  search: TechnicianSearch;
  onSearch: (search: TechnicianSearch) => void;
  view: BoardView;
  onView: (change: Partial<BoardView>) => void;
  /** Suggested times of the opened work on this day. */
  suggested: readonly BoardPlacement[];
  /** Element of the toolbar for the tools of the day; null until it is mounted. */
  toolbar: HTMLElement | null;
  onOpen: (item: BoardItem) => void;
  onDrop: (drop: Drop) => void;
  onConfirm: (item: BoardItem) => void;
  onReassign: (technicianId: string) => void;
  onPlaceSuggestion: (placement: BoardPlacement) => void;
  /** The board must not change while dragging. */
  onDragChange: (isDragging: boolean) => void;
}

/** Rows of technicians along a time axis, with the unassigned queue. */
export function DayBoard({
  board,
  day,
  optimistic,
  search,
  onSearch,
  view,
  onView,
  suggested,
  toolbar,
  onOpen,
  onDrop,
  onConfirm,
  onReassign,
  onPlaceSuggestion,
  onDragChange,
}: DayBoardProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLElement>(null);
  const unassignedQueue = useRef<HTMLElement>(null);
  /** Board and queue. */
  const boardRef = useRef<HTMLDivElement>(null);
  const ghost = useRef<HTMLDivElement>(null);

  const { now, isToday, nowMin, shownDay, entries, workforce, technicianDays, people, tools } = useDay(
    board,
    day,
    { optimistic, search },
  );
  const tradeName = useTradeNames();

  const shown = useMemo(() => axisOf({ closed: shownDay?.closed ?? {} }, view.night), [shownDay, view.night]);
  const technicians = people.map(({ person }) => person.technician);
  const { density } = view;
  const rowPx = densities[density];
  const nameOf = (id: string) => board.technicians.find((candidate) => candidate.id === id)?.name ?? "";
  const capacity = useMemo(
    () => (shownDay ? capacityOn(shownDay, board.technicians, entries) : []),
    [shownDay, board.technicians, entries],
  );
  const qualificationsText = useMemo(() => {
    return ({ skills, zones }: BoardTechnician) =>
      [
        formatList(skills.map(tradeName).filter(Boolean)),
        formatList(zones.map((zone) => bidiIsolate(placeInReaderLanguage(zone)))),
      ]
        .filter(Boolean)
        .join(" · ");
  }, [tradeName]);

  const unassigned = useMemo(() => currentUnassigned(board, optimistic), [board, optimistic]);
  const requests = useMemo(() => currentRequests(board, optimistic), [board, optimistic]);
  /** Includes optimistic changes. */
  function itemOf(key: string): BoardItem | undefined {
    const onBoard = entries.values().flatMap((row) => row.map(({ item }) => item));
    return [...onBoard, ...unassigned.map(itemOfWork), ...requests.map(itemOfRequest)].find(
      (item) => item.key === key,
    );
  }
  function open(key: string) {
    const item = itemOf(key);
    if (item) onOpen(item);
  }

  /** Marks the rows through the DOM, because rendering would be too slow while dragging. */
  function markFits(item: BoardItem | null) {
    const fits = item && fitsFor(item, technicianDays, { day, now, workforce });
    for (const row of rows.current?.querySelectorAll<HTMLElement>("[data-row]") ?? []) {
      const fit = fits?.get(row.dataset.row ?? "");
      if (fit) row.dataset.fit = fit.kind;
      else delete row.dataset.fit;
      const why = row.querySelector("[data-why]");
      if (why) why.textContent = fit?.words ?? "";
    }
  }

  useScrollToNow({ scroller, day, nowMin: isToday ? nowMin : null, shown });

  useShortcutsInHelp("board-step", "board-open", "drag-stop");
  const startDrag = useDrag({
    scroller,
    unassignedQueue,
    ghost,
    measure: dayLanes({
      ...{ scroller, rows, day, shown, rowPx, namePx: NAME_PX },
      technicianIds: technicians.map(({ id }) => id),
    }),
    floatPx: rowPx * 2,
    itemOf,
    verdictOf: (item, placement) => verdictFor(item, placement, { now, workforce }),
    describe: ({ technicianId, startMin, durationMin }) =>
      `${spanText(startMin, durationMin)} · ${bidiIsolate(nameOf(technicianId))}`,
    onDrop,
    onDragChange: (item) => {
      markFits(item);
      onDragChange(item !== null);
    },
  });

  const { tabKey, setActiveKey, step } = useArrowNavigation(
    technicians.map(({ id }) => entries.get(id) ?? noEntries),
  );
  const length = lengthOf(shown);
  return (
    <>
      {toolbar &&
        createPortal(
          <>
            <BoardTools inToolbar {...tools} onSearch={onSearch} />
            <Popover
              label={m.board_capacity()}
              trigger={
                <button type="button" data-no-print="" className={classNames(toolButton, "border-control")}>
                  <Gauge aria-hidden className="size-3.5" />
                  <span>{m.board_capacity_open()}</span>
                </button>
              }
              className="w-64"
            >
              <CapacityList trades={capacity} nameOf={tradeName} />
            </Popover>
          </>,
          toolbar,
        )}
      <div
        ref={boardRef}
        onPointerDown={startDrag}
        className={classNames("board-with-queue", view.queueCollapsed && "board-queue-collapsed")}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows step through the buttons inside. */}
        <div
          ref={scroller}
          onKeyDown={step}
          onClick={({ target }) => {
            if (!(target instanceof Element)) return;
            const technicianId = target.closest<HTMLElement>("[data-reassign]")?.dataset.reassign;
            if (technicianId) onReassign(technicianId);
            const suggestedFor = target.closest<HTMLElement>("[data-suggested]")?.dataset.suggested;
            const suggestion = suggested.find((placement) => placement.technicianId === suggestedFor);
            if (suggestion) onPlaceSuggestion(suggestion);
            const key = target.closest<HTMLElement>("[data-visit]")?.dataset.visit;
            if (!key) return;
            setActiveKey(key);
            open(key);
          }}
          style={{ scrollPaddingInlineStart: NAME_PX }}
          className="relative min-h-0 scroll-pt-7 overflow-auto overscroll-contain"
        >
          <div
            data-board-canvas=""
            style={{
              ["--row" as string]: `${rowPx}px`,
              minInlineSize: `${NAME_PX + length * zooms[view.zoom]}px`,
              ["--hour" as string]: `${100 / length}%`,
              // background-position percentages refer to the remaining width.
              ["--first-hour" as string]: `${(shown.before / (length - 1)) * 100}%`,
            }}
          >
            <Hours shown={shown} nowMin={isToday ? nowMin : null} zoom={view.zoom} />
            <section ref={rows} aria-label={m.board_rows()} className="relative">
              {people.map((match) => {
                const { technician, closed, busySpans } = match.person;
                const status = statusOf(match, isToday);
                const row = entries.get(technician.id) ?? noEntries;
                return (
                  <BoardRow
                    key={technician.id}
                    technician={technician}
                    abilities={qualificationsText(technician)}
                    status={status.words}
                    shortStatus={status.shortStatus}
                    isMatch={match.words !== null}
                    statusKind={status.kind}
                    entries={row}
                    suggestion={suggested.find(({ technicianId }) => technicianId === technician.id) ?? null}
                    closed={closed}
                    middayBreak={shownDay?.middayBreak ?? null}
                    day={day}
                    shown={shown}
                    density={density}
                    now={
                      busySpans.some(isLate) || row.some((entry) => drawnSpanOn(day, entry, now).plannedFor)
                        ? now
                        : null
                    }
                    activeKey={row.some(({ item }) => item.key === tabKey) ? tabKey : null}
                  />
                );
              })}
              {people.length === 0 && (
                <p role="status" className="sticky start-0 w-fit px-4 py-6 text-sm text-muted">
                  {m.board_find_none()}
                </p>
              )}
              {isToday && <NowLine shown={shown} nowMin={nowMin} />}
            </section>
          </div>
        </div>
        <BoardSidePanel
          ref={unassignedQueue}
          unassigned={unassigned}
          requests={requests}
          more={board.moreUnassigned}
          collapsed={view.queueCollapsed}
          onCollapse={(queueCollapsed) => onView({ queueCollapsed })}
          onOpen={onOpen}
          onConfirm={onConfirm}
          {...{ within: boardRef, itemOf, ghost, ghostPx: rowPx - 4 }}
        />
      </div>
    </>
  );
}

/** Scrolls to an hour before the current time when today is opened, so that the first hour's label is complete. */
function useScrollToNow({
  scroller,
  day,
  nowMin,
  shown,
}: {
  scroller: RefObject<HTMLDivElement | null>;
  day: string;
  nowMin: number | null;
  shown: Axis;
}) {
  const scroll = useEffectEvent(() => {
    const board = scroller.current;
    if (!board || nowMin === null) return;
    const lanesPx = board.scrollWidth - NAME_PX;
    const hours = [...board.querySelectorAll<HTMLElement>("[data-hour]")].map(({ dataset }) =>
      Number(dataset.hour),
    );
    const pxOf = (minute: number) =>
      ((positionIn(shown, { fromMin: minute, toMin: minute + 60 })?.start ?? 0) / 100) * lanesPx;
    const maxPx = board.scrollWidth - board.clientWidth;
    const first = hours.findLast((minute) => minute <= nowMin - BEFORE_MIN && pxOf(minute) <= maxPx);
    const firstPx = first === undefined ? 0 : pxOf(first);
    // Late in the evening the last complete hour would leave the current time out of view.
    const showsNow = pxOf(nowMin) - firstPx < board.clientWidth - NAME_PX;
    const sign = getComputedStyle(board).direction === "rtl" ? -1 : 1;
    board.scrollLeft = sign * (showsNow ? firstPx : maxPx);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each day that is opened.
  useLayoutEffect(() => scroll(), [day]);
}

function NowLine({ shown, nowMin }: { shown: Axis; nowMin: number }) {
  const at = positionIn(shown, { fromMin: nowMin, toMin: nowMin + 1 });
  if (!at) return null;
  const style = { insetInlineStart: `calc(${NAME_PX}px + (100% - ${NAME_PX}px) * ${at.start / 100})` };
  return <span aria-hidden className="board-now" style={style} />;
}

const noEntries: never[] = [];

/** Widths of an hour's label and of the current time, with some room. */
const HOUR_PX = 40;
const NOW_PX = 68;

function Hours({ shown, nowMin, zoom }: { shown: Axis; nowMin: number | null; zoom: Zoom }) {
  const at = nowMin === null ? null : positionIn(shown, { fromMin: nowMin, toMin: nowMin + 1 });
  const { frame, width } = useSize();
  const axisPx = width || zooms[zoom] * lengthOf(shown);
  /** In percent of the axis, like the positions. */
  const hourSize = (HOUR_PX / axisPx) * 100;
  const nowSize = (NOW_PX / axisPx) * 100;
  const isBefore = at !== null && at.start >= 50;
  const nowStart = at === null ? 0 : at.start - (isBefore ? nowSize : 0);
  const now = at && { start: nowStart, end: nowStart + nowSize };
  const count = (shown.toMin - shown.fromMin) / 60;
  const hours = Array.from({ length: count }, (_, index) => shown.fromMin + index * 60);
  return (
    <div
      className="sticky top-0 z-30 flex h-7 border-b border-line bg-surface text-xs text-muted"
      aria-hidden
    >
      <div
        style={{ inlineSize: NAME_PX }}
        className="sticky start-0 z-10 shrink-0 border-e border-line bg-surface"
      />
      <div ref={frame} className="relative min-w-0 grow">
        {shown.before > 0 && <FoldedNight at={{ fromMin: 0, toMin: shown.fromMin }} shown={shown} />}
        {shown.after > 0 && <FoldedNight at={{ fromMin: shown.toMin, toMin: DAY_MIN }} shown={shown} />}
        {hours.map((minute) => {
          const box = positionIn(shown, { fromMin: minute, toMin: minute + 60 })!;
          const isCovered = now !== null && box.start < now.end && box.start + hourSize > now.start;
          return (
            <span
              key={minute}
              data-hour={minute}
              style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
              className="figures absolute inset-y-0 flex items-center border-s border-line ps-1 text-[0.6875rem] tracking-tight whitespace-nowrap"
            >
              {/* The current time takes the place of a label beneath it. */}
              {!isCovered && hourText(minute)}
            </span>
          );
        })}
        {at && (
          <span
            // Beside the line, on the side that has room. Centred, it made the canvas wider late in the evening.
            style={isBefore ? { insetInlineEnd: `${100 - at.start}%` } : { insetInlineStart: `${at.start}%` }}
            className="figures absolute inset-y-1 z-10 rounded-sm bg-action px-1 font-medium text-on-action"
          >
            {minuteText(nowMin!)}
          </span>
        )}
      </div>
    </div>
  );
}

function FoldedNight({ at, shown }: { at: { fromMin: number; toMin: number }; shown: Axis }) {
  const box = positionIn(shown, at);
  if (!box) return null;
  return (
    <span
      style={{ insetInlineStart: `${box.start}%`, inlineSize: `${box.size}%` }}
      className="board-night absolute inset-y-0 grid place-items-center"
    >
      <Moon className="size-3.5" />
    </span>
  );
}
