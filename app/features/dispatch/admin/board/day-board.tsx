import { type KeyboardEvent, useMemo, useRef, useState } from "react";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { isPressed, useShortcutsHere } from "~/ui/hooks/shortcuts";
import { useNow } from "~/ui/hooks/use-now";
import { minuteOf, placeIn, type Span, shownSpan, verdictFor } from "../../board-time";
import type { Board } from "../../views";
import { type BoardEntry, entriesByTechnician, plannedIn, waitingNow } from "./board-entries";
import { type BoardItem, hourText, itemOfWork, spanText } from "./board-item";
import { BoardRow } from "./board-row";
import type { DrawnByKey } from "./change-queue";
import { Tray } from "./tray";
import { type Drop, useDrag } from "./use-drag";

/** As wide as the names (board-row.tsx): what is dragged lies beside them. */
const NAME_PX = 176;
/** A small team fits on the screen with room for whole names; of a large one more rows are in sight. */
const ROOMY_TEAM = 12;
const ROW_PX = 44;
const ROOMY_ROW_PX = 66;
/** An hour is never narrower. */
const HOUR_PX = 54;
const CLOCK_MS = 60_000;

interface DayBoardProps {
  board: Board;
  day: string;
  drawn: DrawnByKey;
  onOpen: (item: BoardItem) => void;
  onDrop: (drop: Drop) => void;
  /** Something is being dragged: the board is to stay as it is. */
  onHold: (held: boolean) => void;
}

/** One day: technicians one under the other, hours along them, and the work that waits beside. */
export function DayBoard({ board, day, drawn, onOpen, onDrop, onHold }: DayBoardProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useRef<HTMLElement>(null);
  const tray = useRef<HTMLElement>(null);
  const ghost = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string | null>(null);

  const entries = useMemo(() => entriesByTechnician(board, drawn), [board, drawn]);
  const visits = useMemo(() => plannedIn(entries), [entries]);
  const shown = useMemo(() => shownSpan(visits, day), [visits, day]);
  const { technicians } = board;
  const roomy = technicians.length <= ROOMY_TEAM;
  const rowPx = roomy ? ROOMY_ROW_PX : ROW_PX;
  const nameOf = (id: string) => technicians.find((one) => one.id === id)?.name ?? "";
  const shownDay = board.days.find((one) => one.day === day);

  const waiting = useMemo(() => waitingNow(board, drawn), [board, drawn]);
  /** As it is drawn, even if that is still on its way. */
  function itemOf(key: string): BoardItem | undefined {
    const onBoard = entries.values().flatMap((row) => row.map(({ item }) => item));
    return [...onBoard, ...waiting.map(itemOfWork)].find((item) => item.key === key);
  }
  function open(key: string) {
    const item = itemOf(key);
    if (item) onOpen(item);
  }

  useShortcutsHere("board-step", "board-open", "drag-stop");
  const takeHold = useDrag({
    scroller,
    rows,
    tray,
    ghost,
    day,
    shown,
    technicianIds: technicians.map(({ id }) => id),
    namePx: NAME_PX,
    rowPx,
    itemOf,
    verdictOf: (item, { technicianId, startMin, durationMin }) =>
      verdictFor({ visits, days: board.days }, day, {
        id: item.key,
        technicianId,
        bufferMin: item.bufferMin,
        fromMin: startMin,
        toMin: startMin + durationMin,
      }),
    describe: ({ technicianId, startMin, durationMin }) =>
      `${spanText(startMin, durationMin)} · ${isolated(nameOf(technicianId))}`,
    onDrop,
    onHold,
  });

  const order = technicians.map(({ id }) => byStart(entries.get(id) ?? []));
  const tabKey = order.some((row) => row.some(({ item }) => item.key === activeKey))
    ? activeKey
    : (order.find((row) => row.length > 0)?.[0]?.item.key ?? null);

  function step(event: KeyboardEvent<HTMLElement>) {
    const key = (event.target as HTMLElement).dataset.visit;
    if (!key || !isPressed("board-step", event)) return;
    event.preventDefault();
    const rtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const next = neighbour(order, key, event.key, rtl);
    if (!next) return;
    setActiveKey(next);
    const button = event.currentTarget.querySelector<HTMLElement>(`[data-visit="${next}"]`);
    button?.focus();
    button?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  return (
    <div onPointerDown={takeHold} className="grid min-h-0 grow lg:grid-cols-[minmax(0,1fr)_16.5rem]">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows step through the buttons inside. */}
      <div
        ref={scroller}
        onKeyDown={step}
        onClick={({ target }) => {
          const key = target instanceof Element && target.closest<HTMLElement>("[data-visit]")?.dataset.visit;
          if (!key) return;
          setActiveKey(key);
          open(key);
        }}
        className="relative min-h-0 overflow-auto overscroll-contain"
      >
        <div
          data-roomy={roomy || undefined}
          className="group/board"
          style={{
            ["--row" as string]: `${rowPx}px`,
            minInlineSize: `${NAME_PX + ((shown.toMin - shown.fromMin) / 60) * HOUR_PX}px`,
            ["--hours" as string]: (shown.toMin - shown.fromMin) / 60,
          }}
        >
          <Hours shown={shown} day={day} />
          <section ref={rows} aria-label={m.board_rows()}>
            {technicians.map((technician) => (
              <BoardRow
                key={technician.id}
                technician={technician}
                entries={entries.get(technician.id) ?? none}
                closed={shownDay?.closed[technician.id] ?? nothing}
                middayBreak={shownDay?.middayBreak ?? null}
                day={day}
                shown={shown}
                activeKey={
                  entries.get(technician.id)?.some(({ item }) => item.key === tabKey) ? tabKey : null
                }
              />
            ))}
          </section>
        </div>
      </div>
      <Tray ref={tray} waiting={waiting} more={board.moreWaiting} onOpen={open} />
      <div ref={ghost} hidden aria-hidden className="board-ghost" style={{ blockSize: `${rowPx - 8}px` }} />
    </div>
  );
}

const none: readonly BoardEntry[] = [];
const nothing: never[] = [];

/** The hours above the board, and where it is now. */
function Hours({ shown, day }: { shown: Span; day: string }) {
  const now = useNow(CLOCK_MS);
  const at = placeIn(shown, {
    fromMin: minuteOf(now.toISOString(), day),
    toMin: minuteOf(now.toISOString(), day) + 1,
  });
  const hours = Array.from(
    { length: (shown.toMin - shown.fromMin) / 60 },
    (_, index) => shown.fromMin + index * 60,
  );
  return (
    <div
      className="sticky top-0 z-30 flex h-8 border-b border-line bg-surface text-xs text-muted"
      aria-hidden
    >
      <div className="sticky start-0 z-10 w-44 shrink-0 border-e border-line bg-surface" />
      <div className="relative min-w-0 grow">
        {hours.map((minute, index) => (
          <span
            key={minute}
            style={{ insetInlineStart: `${(index / hours.length) * 100}%` }}
            className="figures absolute inset-y-0 flex items-center border-s border-line ps-1.5"
          >
            {hourText(minute)}
          </span>
        ))}
        {at && dubaiDate(now) === day && (
          <span
            style={{ insetInlineStart: `${at.start}%` }}
            className="absolute -bottom-1 size-2 -translate-x-1/2 rounded-full bg-accent rtl:translate-x-1/2"
          />
        )}
      </div>
    </div>
  );
}

function startOf({ place }: BoardEntry): number {
  return Date.parse(place.day) / 60_000 + place.startMin;
}

function byStart(row: readonly BoardEntry[]): BoardEntry[] {
  return row.toSorted((a, b) => startOf(a) - startOf(b));
}

/** Where an arrow leads: along a row to the next visit, across rows to the one nearest in time. */
function neighbour(order: BoardEntry[][], key: string, arrow: string, rtl: boolean): string | null {
  const rowIndex = order.findIndex((row) => row.some(({ item }) => item.key === key));
  const row = order[rowIndex];
  const index = row?.findIndex(({ item }) => item.key === key) ?? -1;
  const entry = row?.[index];
  if (!row || !entry) return null;
  if (arrow === "ArrowLeft" || arrow === "ArrowRight") {
    const forward = (arrow === "ArrowRight") !== rtl;
    return row[index + (forward ? 1 : -1)]?.item.key ?? null;
  }
  const direction = arrow === "ArrowDown" ? 1 : -1;
  for (let at = rowIndex + direction; order[at]; at += direction) {
    const nearest = order[at]!.toSorted(
      (a, b) => Math.abs(startOf(a) - startOf(entry)) - Math.abs(startOf(b) - startOf(entry)),
    )[0];
    if (nearest) return nearest.item.key;
  }
  return null;
}
