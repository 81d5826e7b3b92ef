import { memo, useMemo, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { daysBetween } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { useSize } from "~/ui/hooks/use-size";
import { selectClass } from "~/ui/list/list-tools";
import { tip } from "~/ui/overlay/tooltip";
import {
  boundsOf,
  type DrawnMap,
  DubaiGround,
  mapIn,
  withoutOverlaps,
} from "../../../../geography/admin/dubai-map";
import { DAY_MIN } from "../../../board/board-time";
import {
  type DayRoute,
  farOutside,
  letterOf,
  type RouteStop,
  routeOf,
  spread,
} from "../../../board/day-route";
import type { Board, BoardTechnician } from "../../../views";
import { type BoardEntry, entriesByTechnician, lateFor } from "../board-entries";
import { type BoardItem, spanText } from "../board-item";
import type { DrawnByKey } from "../changes/change-queue";
import { VisitFacts } from "../visit/visit-signs";
import { labelForVisit, marksOf, wordsOf } from "../visit/visit-marks";

interface DayMapProps {
  board: Board;
  day: string;
  drawn: DrawnByKey;
  /** Whose ways alone are shown; empty: everybody's. */
  technicianId: string;
  onTechnician: (id: string) => void;
  onOpen: (item: BoardItem) => void;
}

type Stop = RouteStop<BoardEntry & { area: string }>;

/** Somebody's way through the day, and what tells it from the others'. */
interface Way extends DayRoute<BoardEntry & { area: string }> {
  technician: BoardTechnician;
  letter: string;
  index: number;
}

/** The ways of a day on our own map of the communities, and beside it the same in a table. */
export function DayMap({ board, day, drawn, technicianId, onTechnician, onOpen }: DayMapProps) {
  // The visit that a pointer or the keyboard is at, here or there.
  const [lit, setLit] = useState<string | null>(null);
  const all = useMemo(() => waysOf(board, drawn, day), [board, drawn, day]);
  const isKnown = board.technicians.some(({ id }) => id === technicianId);
  const ways = useMemo(
    () => (isKnown ? all.filter(({ technician }) => technician.id === technicianId) : all),
    [all, isKnown, technicianId],
  );
  const visits = ways.reduce((sum, { stops }) => sum + stops.length, 0);
  const shared = { ways, lettered: !isKnown, lit, onLit: setLit, onOpen };
  return (
    <div className="grid min-h-0 grow lg:grid-cols-[minmax(0,1fr)_25rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]">
      <MapOfWays {...shared} />
      <section
        aria-label={m.board_rows()}
        className="min-h-0 border-line max-lg:border-t lg:overflow-auto lg:border-s"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <select
            aria-label={m.board_technician()}
            value={isKnown ? technicianId : ""}
            onChange={({ target }) => onTechnician(target.value)}
            className={classNames(selectClass, "grow max-lg:h-11")}
          >
            <option value="">{m.board_map_all()}</option>
            {board.technicians.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <p role="status" className="figures text-sm font-medium">
            {m.board_row_visits({ count: visits })} ·{" "}
            {m.board_map_km({ km: ways.reduce((sum, { km }) => sum + km, 0) })}
          </p>
        </div>
        {visits === 0 ? (
          <p className="px-4 py-6 text-sm text-muted">{m.board_map_empty()}</p>
        ) : (
          <TableOfWays {...shared} day={day} onTechnician={isKnown ? null : onTechnician} />
        )}
        <p className="px-4 py-3 text-xs text-muted">{m.board_map_note()}</p>
      </section>
    </div>
  );
}

/** Of everybody who has a visit that day, in the board's order. */
function waysOf(board: Board, drawn: DrawnByKey, day: string): Way[] {
  const entries = entriesByTechnician(board, drawn);
  return board.technicians
    .map((technician) => {
      const visits = (entries.get(technician.id) ?? [])
        .filter((entry) => isOn(day, entry))
        .map((entry) => ({ ...entry, area: entry.item.area }))
        .toSorted((a, b) => minuteOn(day, a) - minuteOn(day, b));
      return { technician, ...routeOf(visits) };
    })
    .filter(({ stops }) => stops.length > 0)
    .map((way, index) => ({ ...way, index, letter: letterOf(index) }));
}

/** What is on its way to another day has left this one. */
function isOn(day: string, entry: BoardEntry): boolean {
  const minute = minuteOn(day, entry);
  return minute < DAY_MIN && minute + entry.place.durationMin > 0;
}

function minuteOn(day: string, { place }: Pick<BoardEntry, "place">): number {
  return place.startMin + daysBetween(day, place.day) * DAY_MIN;
}

interface WaysProps {
  ways: readonly Way[];
  /** Several are shown: each has its letter. */
  lettered: boolean;
  lit: string | null;
  onLit: (key: string | null) => void;
  onOpen: (item: BoardItem) => void;
}

/** Of signs, which are the same in all languages (BCP 47). */
const NO_LANGUAGE = "zxx";
/** How high a stop's sign is, and how wide with a letter and without. */
const SIGN = { height: 20, lettered: 34, plain: 24 };
/** With more stops than that each is a dot, but for the first of a way and all of the one that is pointed at. */
const DENSE = 60;
const DOT = 14;
const AIR = 2;
/** Of a name on the map: half a letter, roughly. */
const LETTER_HALF_PX = 3.7;
/** Colours repeat after so many, each time with another kind of line. */
const COLOURS = 6;
const dashes = [undefined, "7 4", "2 4"];

function MapOfWays({ ways, lettered, lit, onLit, onOpen }: WaysProps) {
  const { frame, width, height } = useSize();
  /** Also what lies far outside of where the others are. */
  const [whole, setWhole] = useState(false);
  const { map, stopsByWay, names, dense, far } = useMemo(
    () => drawingOf(ways, { lettered, whole, width, height }),
    [ways, lettered, whole, width, height],
  );
  const room = useMemo(() => ({ width, height }), [width, height]);
  const litWay = ways.find(({ stops }) => stops.some(({ visit }) => visit.key === lit));
  const dimmed = (way: Way) => litWay !== undefined && litWay !== way;
  return (
    <div className="relative min-h-0 bg-sunken max-lg:aspect-[4/3]">
      <div ref={frame} className="absolute inset-0 overflow-hidden">
        {width > 0 && height > 0 && (
          <svg
            role="img"
            aria-label={m.board_map_label()}
            width={width}
            height={height}
            className="block"
            style={{ direction: "ltr" }}
          >
            <Ground map={map} names={names} height={height} />
            {ways.map((way) => (
              <polyline
                key={way.technician.id}
                data-route={way.index % COLOURS}
                points={stopsByWay
                  .get(way)!
                  .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
                  .join(" ")}
                fill="none"
                className={classNames("board-route", dimmed(way) && "opacity-25")}
                strokeWidth={litWay === way ? 4 : 2.5}
                strokeDasharray={dashes[Math.floor(way.index / COLOURS) % dashes.length]}
                strokeLinejoin="round"
              />
            ))}
            {[...ways.filter(dimmed), ...ways.filter((way) => !dimmed(way))].map((way) => (
              <g key={way.technician.id} className={dimmed(way) ? "opacity-40" : undefined}>
                <StopsOfWay
                  {...{ way, lettered, onLit, onOpen, dense, room }}
                  stops={stopsByWay.get(way)!}
                  lit={litWay === way ? lit : null}
                />
              </g>
            ))}
          </svg>
        )}
      </div>
      {far > 0 && (
        <Button
          size="small"
          tone="quiet"
          className="absolute start-3 bottom-3"
          onClick={() => setWhole(!whole)}
        >
          {whole ? m.board_map_city() : m.board_map_far({ count: far })}
        </Button>
      )}
    </div>
  );
}

/** A stop, and where its sign stands on the drawing. */
interface PlacedStop {
  stop: Stop;
  x: number;
  y: number;
}

/** Where everything is on a drawing of that size: it stays while pointers and the focus go over it. */
function drawingOf(
  ways: readonly Way[],
  {
    lettered,
    whole,
    width,
    height,
  }: Record<"lettered" | "whole", boolean> & Record<"width" | "height", number>,
) {
  const all = ways.flatMap((way) =>
    way.stops.flatMap((stop) => (stop.place ? [{ way, stop, place: stop.place }] : [])),
  );
  const outside = farOutside(all.map(({ place }) => place));
  const placed = whole ? all : all.filter((_, at) => !outside[at]);
  const far = outside.filter(Boolean).length;
  const map = mapIn({ width, height }, boundsOf(placed.map(({ place }) => place)));
  const dense = lettered && placed.length > DENSE;
  // What has words finds its place first.
  const hasLabel = ({ stop }: { stop: Stop }) => !dense || stop.order === 1;
  const stops = spread(
    placed
      .map((one) => ({ ...one, ...map(one.place), ...signSize({ labelled: hasLabel(one), lettered }) }))
      .toSorted((a, b) => Number(hasLabel(b)) - Number(hasLabel(a))),
    { width, height },
  );
  const areas = [...new Map(placed.map(({ stop, place }) => [stop.visit.area, place]))];
  // Below its stops or above them, where none stands over it; the table has them all.
  const isFree = ({ area, x, y }: { area: string; x: number; y: number }) =>
    stops.every(
      (stop) =>
        Math.abs(stop.y - y + 4) >= 16 ||
        Math.abs(stop.x - x) >= stop.across / 2 + area.length * LETTER_HALF_PX,
    );
  const names = withoutOverlaps(
    areas.flatMap(([area, place]) => {
      const { x: middle, y } = map(place);
      // The whole name is within the map.
      const half = area.length * LETTER_HALF_PX + 4;
      const x = Math.min(Math.max(middle, half), width - half);
      const below = { area, x, y: y + SIGN.height + 3 };
      const above = { area, x, y: y - SIGN.height / 2 - 6 };
      return [below, above].filter(isFree).slice(0, 1);
    }),
  );
  const stopsByWay = new Map(
    ways.map((way) => [
      way,
      stops.filter((one) => one.way === way).toSorted((a, b) => a.stop.order - b.stop.order),
    ]),
  );
  return { map, stopsByWay, names, dense, far };
}

/** A dot, or as much as its words need; with some air around it. */
function signSize({ labelled, lettered }: { labelled: boolean; lettered: boolean }) {
  if (!labelled) return { across: DOT + AIR, down: DOT + AIR };
  return { across: (lettered ? SIGN.lettered : SIGN.plain) + AIR, down: SIGN.height + AIR };
}

interface GroundProps {
  map: DrawnMap;
  names: readonly { area: string; x: number; y: number }[];
  height: number;
}

const Ground = memo(function Ground({ map, names, height }: GroundProps) {
  return (
    <>
      <DubaiGround map={map} />
      {names.map(({ area, x, y }) => (
        <text
          key={area}
          x={x}
          y={Math.min(y, height - 6)}
          textAnchor="middle"
          className="fill-muted text-xs"
          stroke="var(--paper)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {area}
        </text>
      ))}
    </>
  );
});

interface StopsProps extends Pick<WaysProps, "lettered" | "lit" | "onLit" | "onOpen"> {
  way: Way;
  stops: readonly PlacedStop[];
  /** There is no room for all words. */
  dense: boolean;
  room: { width: number; height: number };
}

/** Drawn anew only when one of them is pointed at. */
const StopsOfWay = memo(function StopsOfWay(props: StopsProps) {
  const { way, stops, lettered, dense, lit, onLit, onOpen, room } = props;
  const isLit = lit !== null;
  // Where they were dots, signs need room of their own. It is the same whichever of them is pointed at.
  const shown = useMemo(
    () =>
      dense && isLit
        ? spread(
            stops.map((one) => ({ ...one, ...signSize({ labelled: true, lettered }) })),
            room,
          ).map((sign, at) => ({ ...sign, dot: stops[at]! }))
        : stops.map((one) => ({ ...one, dot: null })),
    [dense, isLit, stops, lettered, room],
  );
  // The first of a way is drawn last: its letter is what is looked for.
  return (dense ? shown.toReversed() : shown).map(({ stop, x, y, dot }) => {
    const labelled = !dense || isLit || stop.order === 1;
    const size = signSize({ labelled, lettered });
    const [across, down] = [size.across - AIR, size.down - AIR];
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: for a pointer; the keyboard opens it in the table.
      <g
        key={stop.visit.key}
        data-route={way.index % COLOURS}
        data-tip={`${signOf(way, stop, lettered)} · ${stop.visit.item.customerName} · ${stop.visit.area}`}
        transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
        className="cursor-pointer"
        onPointerEnter={() => onLit(stop.visit.key)}
        onPointerLeave={() => onLit(null)}
        onClick={() => onOpen(stop.visit.item)}
      >
        {/* The pointer stays on what it came to. */}
        {dot && <circle cx={dot.x - x} cy={dot.y - y} r={DOT / 2} fill="transparent" />}
        <rect
          x={-across / 2}
          y={-down / 2}
          width={across}
          height={down}
          rx={down / 2}
          className="board-stop"
          stroke={stop.visit.key === lit ? "var(--ink)" : "var(--paper)"}
          strokeWidth={stop.visit.key === lit ? 3 : 1}
        />
        {labelled && (
          <text lang={NO_LANGUAGE} textAnchor="middle" dy="0.35em" className="board-stop-text figures">
            {signOf(way, stop, lettered)}
          </text>
        )}
      </g>
    );
  });
});

function signOf({ letter }: Way, { order }: Stop, lettered: boolean): string {
  return lettered ? `${letter}${order}` : String(order);
}

interface TableProps extends WaysProps {
  day: string;
  /** Null: one alone is shown already. */
  onTechnician: ((id: string) => void) | null;
}

function TableOfWays({ ways, lit, ...shared }: TableProps) {
  const [now] = useState(() => new Date());
  const head = "border-b border-line px-2 py-1.5 text-start text-xs font-medium text-muted";
  return (
    <table className="w-full border-separate border-spacing-0 text-sm">
      <thead>
        <tr>
          <th scope="col" className={classNames(head, "ps-4")}>
            {m.board_map_order()}
          </th>
          <th scope="col" className={head}>
            {m.board_map_time()} · {m.board_map_customer()}
          </th>
          <th scope="col" className={classNames(head, "pe-4 text-end whitespace-nowrap")}>
            {m.board_map_way()}
          </th>
        </tr>
      </thead>
      {ways.map((way) => (
        <RowsOfWay
          key={way.technician.id}
          {...{ ...shared, way, now }}
          lit={way.stops.some(({ visit }) => visit.key === lit) ? lit : null}
        />
      ))}
    </table>
  );
}

interface RowsProps extends Omit<TableProps, "ways"> {
  way: Way;
  now: Date;
}

/** Drawn anew only when one of them is pointed at. */
const RowsOfWay = memo(function RowsOfWay(props: RowsProps) {
  const { way, now, lettered, lit, onLit, onOpen, day, onTechnician } = props;
  return (
    <tbody data-route={way.index % COLOURS}>
      <tr>
        <th
          scope="rowgroup"
          colSpan={3}
          className="border-b border-line bg-paper px-4 py-1.5 text-start font-semibold"
        >
          <span className="flex flex-wrap items-center gap-x-2">
            {lettered && (
              <span
                lang={NO_LANGUAGE}
                className="board-letter grid min-w-6 place-items-center rounded-full px-1.5 text-xs"
              >
                {way.letter}
              </span>
            )}
            {onTechnician ? (
              <button
                type="button"
                aria-label={`${m.board_map_only()}: ${bidiIsolate(way.technician.name)}`}
                {...tip(m.board_map_only())}
                onClick={() => onTechnician(way.technician.id)}
                className="min-h-9 min-w-0 text-start text-link underline max-lg:min-h-11"
              >
                <bdi>{way.technician.name}</bdi>
              </button>
            ) : (
              <bdi className="min-w-0">{way.technician.name}</bdi>
            )}
            <span className="figures ms-auto text-xs font-normal text-muted">
              {m.board_row_visits({ count: way.stops.length })} · {m.board_map_km({ km: way.km })}
            </span>
          </span>
        </th>
      </tr>
      {way.stops.map((stop) => {
        const { item, place, warning, farAway, pending } = stop.visit;
        const marks = marksOf(item, { warning, farAway, lateMin: lateFor(stop.visit, now) });
        const cell = "border-b border-line px-2 py-1 align-top";
        return (
          <tr
            key={stop.visit.key}
            onPointerEnter={() => onLit(stop.visit.key)}
            onPointerLeave={() => onLit(null)}
            className={classNames(lit === stop.visit.key && "bg-brass-soft", pending && "board-pending")}
          >
            <td lang={NO_LANGUAGE} className={classNames(cell, "figures ps-4 pt-2.5 font-medium")}>
              {signOf(way, stop, lettered)}
            </td>
            <td className={cell}>
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={[labelForVisit(item, place, way.technician.name), ...wordsOf(marks)].join(" · ")}
                onClick={() => onOpen(item)}
                onFocus={() => onLit(stop.visit.key)}
                onBlur={() => onLit(null)}
                className="figures block min-h-9 text-start whitespace-nowrap text-link underline max-lg:min-h-11"
              >
                {spanText(minuteOn(day, stop.visit), place.durationMin)}
              </button>
              <span className="block leading-tight">
                <bdi>{item.customerName}</bdi>
                <span className="text-xs text-muted">
                  {" · "}
                  <bdi>{item.area || "–"}</bdi>
                </span>
              </span>
              <VisitFacts marks={marks} />
            </td>
            <td className={classNames(cell, "figures pe-4 pt-2.5 text-end")}>{wayWords(stop)}</td>
          </tr>
        );
      })}
    </tbody>
  );
});

function wayWords({ order, km, place }: Stop): string {
  if (!place) return m.board_map_off();
  if (km !== null) return m.board_map_km({ km });
  return order === 1 ? m.board_map_first() : "–";
}
