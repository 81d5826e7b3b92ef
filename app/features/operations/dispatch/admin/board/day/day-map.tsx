import { memo, useMemo, useState } from "react";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { daysBetween } from "~/platform/time";
import { Button } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { useSize } from "~/ui/hooks/use-size";
import { selectClass } from "~/ui/list/list-tools";
import { tooltip } from "~/ui/overlay/tooltip";
import {
  boundsOf,
  createProjection,
  DubaiGround,
  type GroundLabel,
  groundLabels,
  type MapProjection,
  omitOverlappingLabels,
} from "../../../../../core/geography/admin/dubai-map";
import { placeInReaderLanguage } from "../../../../../core/geography/community-names";
import { DAY_MIN } from "../../../board/board-time";
import {
  type DayRoute,
  findOutliers,
  type RouteStop,
  routeLetter,
  separateMarkers,
  sumKm,
  toRoute,
} from "../../../board/day-route";
import type { Board, BoardTechnician } from "../../../views";
import {
  type BoardEntry,
  type DrawnSpan,
  drawnSpanOn,
  entriesByTechnician,
  isWithinDay,
  minutesLate,
} from "../board-entries";
import { type BoardItem, spanText } from "../board-item";
import type { OptimisticVisits } from "../changes/change-queue";
import { labelForVisit, marksOf, markTexts } from "../visit/visit-marks";
import { VisitFacts } from "../visit/visit-signs";

interface DayMapProps {
  board: Board;
  day: string;
  optimistic: OptimisticVisits;
  /** Route shown alone; empty if all routes are shown. */
  technicianId: string;
  onTechnician: (id: string) => void;
  onOpen: (item: BoardItem) => void;
}

type StopVisit = BoardEntry & { area: string; drawn: DrawnSpan };
type Stop = RouteStop<StopVisit>;

interface TechnicianRoute extends DayRoute<StopVisit> {
  technician: BoardTechnician;
  letter: string;
  index: number;
}

/** Map of the day's routes and the same data as a table. */
export function DayMap({ board, day, optimistic, technicianId, onTechnician, onOpen }: DayMapProps) {
  // Key of the visit under the pointer or focus, on map or table.
  const [highlighted, setHighlighted] = useState<string | null>(null);
  const [now] = useState(() => new Date());
  const allRoutes = useMemo(() => routesOf(board, optimistic, { day, now }), [board, optimistic, day, now]);
  const isKnown = board.technicians.some(({ id }) => id === technicianId);
  const routes = useMemo(
    () => (isKnown ? allRoutes.filter(({ technician }) => technician.id === technicianId) : allRoutes),
    [allRoutes, isKnown, technicianId],
  );
  const visits = routes.reduce((sum, { stops }) => sum + stops.length, 0);
  const routeProps = { routes, showLetters: !isKnown, highlighted, onHighlight: setHighlighted, onOpen };
  return (
    <div className="grid min-h-0 grow grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,1fr)_25rem] 2xl:grid-cols-[minmax(0,1fr)_32rem]">
      <RouteMap {...routeProps} />
      <section
        aria-label={m.board_rows()}
        className="relative min-h-0 border-line max-lg:border-t lg:overflow-auto lg:border-s"
      >
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2">
          <select
            data-no-print=""
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
            <span>{m.board_row_visits({ count: visits })}</span> ·{" "}
            <span>{m.board_map_km({ km: sumKm(routes) })}</span>
          </p>
        </div>
        {visits === 0 ? (
          <p className="px-4 py-6 text-sm text-muted">{m.board_map_empty()}</p>
        ) : (
          <RouteTable {...routeProps} day={day} onTechnician={isKnown ? null : onTechnician} />
        )}
        <p className="px-4 py-3 text-xs text-muted">{m.board_map_note()}</p>
      </section>
    </div>
  );
}

/** In board order, without technicians who have no visits. */
function routesOf(
  board: Board,
  optimistic: OptimisticVisits,
  { day, now }: { day: string; now: Date },
): TechnicianRoute[] {
  const entries = entriesByTechnician(board, optimistic);
  return board.technicians
    .map((technician) => {
      const visits = (entries.get(technician.id) ?? [])
        .map((entry) => ({ ...entry, area: entry.item.area, drawn: drawnSpanOn(day, entry, now) }))
        // An optimistic change may move a visit to another day.
        .filter(({ drawn }) => isWithinDay(drawn))
        .toSorted((a, b) => a.drawn.fromMin - b.drawn.fromMin);
      return { technician, ...toRoute(visits) };
    })
    .filter(({ stops }) => stops.length > 0)
    .map((route, index) => ({ ...route, index, letter: routeLetter(index) }));
}

function minuteOn(day: string, { placement }: Pick<BoardEntry, "placement">): number {
  return placement.startMin + daysBetween(day, placement.day) * DAY_MIN;
}

interface RoutesProps {
  routes: readonly TechnicianRoute[];
  /** Letters distinguish several routes. */
  showLetters: boolean;
  highlighted: string | null;
  onHighlight: (key: string | null) => void;
  onOpen: (item: BoardItem) => void;
}

/** BCP 47: no linguistic content, so that screen readers do not pronounce it. */
const NO_LANGUAGE = "zxx";
/** In pixels. */
const MARKER_SIZE = { height: 20, showLetters: 34, plain: 24 };
/** With more stops, only the first of a route and highlighted ones have labels. */
const MAX_LABELLED_STOPS = 60;
const DOT_PX = 14;
const MARKER_GAP_PX = 2;
/** Half a letter's width, roughly. */
const LETTER_HALF_PX = 3.7;
/** Colours repeat with another dash pattern. */
const COLOUR_COUNT = 6;
const dashPatterns = [undefined, "7 4", "2 4"];

function RouteMap({ routes, showLetters, highlighted, onHighlight, onOpen }: RoutesProps) {
  const { frame, width, height } = useSize();
  /** True if the map includes outliers. */
  const [showAll, setShowAll] = useState(false);
  const { map, stopsByRoute, labels, isDense, outlierCount } = useMemo(
    () => layoutRoutes(routes, { showLetters, showAll, width, height }),
    [routes, showLetters, showAll, width, height],
  );
  const room = useMemo(() => ({ width, height }), [width, height]);
  const highlightedRoute = routes.find(({ stops }) => stops.some(({ visit }) => visit.key === highlighted));
  const isDimmed = (route: TechnicianRoute) => highlightedRoute !== undefined && highlightedRoute !== route;
  return (
    <div data-no-print="" className="relative min-h-0 bg-calm-soft max-lg:aspect-[4/3]">
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
            <MapBackground map={map} labels={labels} height={height} />
            {routes.map((route) => (
              <polyline
                key={route.technician.id}
                data-route={route.index % COLOUR_COUNT}
                points={stopsByRoute
                  .get(route)!
                  .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
                  .join(" ")}
                fill="none"
                className={classNames("board-route", isDimmed(route) && "opacity-25")}
                strokeWidth={highlightedRoute === route ? 4 : 2.5}
                strokeDasharray={dashPatterns[Math.floor(route.index / COLOUR_COUNT) % dashPatterns.length]}
                strokeLinejoin="round"
              />
            ))}
            {[...routes.filter(isDimmed), ...routes.filter((route) => !isDimmed(route))].map((route) => (
              <g key={route.technician.id} className={isDimmed(route) ? "opacity-40" : undefined}>
                <RouteStops
                  {...{ route, showLetters, onHighlight, onOpen, isDense, room }}
                  stops={stopsByRoute.get(route)!}
                  highlighted={highlightedRoute === route ? highlighted : null}
                />
              </g>
            ))}
          </svg>
        )}
      </div>
      {outlierCount > 0 && (
        <Button
          size="small"
          tone="quiet"
          className="absolute start-3 bottom-3"
          onClick={() => setShowAll(!showAll)}
        >
          {showAll ? m.board_map_city() : m.board_map_far({ count: outlierCount })}
        </Button>
      )}
    </div>
  );
}

interface PositionedStop {
  stop: Stop;
  x: number;
  y: number;
}

/** Memoized, because highlighting must not move anything. */
function layoutRoutes(
  routes: readonly TechnicianRoute[],
  {
    showLetters,
    showAll,
    width,
    height,
  }: Record<"showLetters" | "showAll", boolean> & Record<"width" | "height", number>,
) {
  const allRoutes = routes.flatMap((route) =>
    route.stops.flatMap((stop) => (stop.coordinates ? [{ route, stop, coordinates: stop.coordinates }] : [])),
  );
  const isOutlier = findOutliers(allRoutes.map(({ coordinates }) => coordinates));
  const markers = showAll ? allRoutes : allRoutes.filter((_, at) => !isOutlier[at]);
  const outlierCount = isOutlier.filter(Boolean).length;
  const map = createProjection({ width, height }, boundsOf(markers.map(({ coordinates }) => coordinates)));
  const isDense = showLetters && markers.length > MAX_LABELLED_STOPS;
  // Labelled stops are placed first.
  const hasLabel = ({ stop }: { stop: Stop }) => !isDense || stop.order === 1;
  const stops = separateMarkers(
    markers
      .map((marker) => ({
        ...marker,
        ...map(marker.coordinates),
        ...markerSize({ labelled: hasLabel(marker), showLetters }),
      }))
      .toSorted((a, b) => Number(hasLabel(b)) - Number(hasLabel(a))),
    { width, height },
  );
  const areas = [
    ...new Map(markers.map(({ stop, coordinates }) => [placeInReaderLanguage(stop.visit.area), coordinates])),
  ];
  // Area names go below or above free stops; otherwise only the table has them.
  const isFree = ({ text, x, y }: GroundLabel) =>
    stops.every(
      (stop) =>
        Math.abs(stop.y - y + 4) >= 16 ||
        Math.abs(stop.x - x) >= stop.across / 2 + text.length * LETTER_HALF_PX,
    );
  const names = areas.flatMap(([text, coordinates]) => {
    const { x: middle, y } = map(coordinates);
    // Keeps the name on the map.
    const half = text.length * LETTER_HALF_PX + 4;
    const x = Math.min(Math.max(middle, half), width - half);
    const below = { text, x, y: y + MARKER_SIZE.height + 3 };
    const above = { text, x, y: y - MARKER_SIZE.height / 2 - 6 };
    return [below, above].filter(isFree).slice(0, 1);
  });
  const ground = groundLabels(map, { width, height }).filter(
    (label) => isFree(label) && areas.every(([area]) => area !== label.text),
  );
  const labels = omitOverlappingLabels([...names, ...ground]).map((label) => ({
    ...label,
    isGround: ground.includes(label),
  }));
  const stopsByRoute = new Map(
    routes.map((route) => [
      route,
      stops.filter((marker) => marker.route === route).toSorted((a, b) => a.stop.order - b.stop.order),
    ]),
  );
  return { map, stopsByRoute, labels, isDense, outlierCount };
}

/** Size in pixels, including a gap. */
function markerSize({ labelled, showLetters }: { labelled: boolean; showLetters: boolean }) {
  if (!labelled) return { across: DOT_PX + MARKER_GAP_PX, down: DOT_PX + MARKER_GAP_PX };
  return {
    across: (showLetters ? MARKER_SIZE.showLetters : MARKER_SIZE.plain) + MARKER_GAP_PX,
    down: MARKER_SIZE.height + MARKER_GAP_PX,
  };
}

interface MapBackgroundProps {
  map: MapProjection;
  labels: readonly (GroundLabel & { isGround: boolean })[];
  height: number;
}

const MapBackground = memo(function MapBackground({ map, labels, height }: MapBackgroundProps) {
  return (
    <>
      <DubaiGround map={map} />
      {labels.map(({ text, x, y, isGround }) => (
        <text
          key={text}
          x={x}
          y={Math.min(y, height - 6)}
          textAnchor="middle"
          className={classNames("text-xs", isGround ? "fill-muted" : "fill-ink font-medium")}
          stroke="var(--paper)"
          strokeWidth={3}
          paintOrder="stroke"
        >
          {text}
        </text>
      ))}
    </>
  );
});

interface StopsProps extends Pick<RoutesProps, "showLetters" | "highlighted" | "onHighlight" | "onOpen"> {
  route: TechnicianRoute;
  stops: readonly PositionedStop[];
  /** Too many stops for labels. */
  isDense: boolean;
  room: { width: number; height: number };
}

/** Memoized per route, so that highlighting renders two routes only. */
const RouteStops = memo(function RouteStops(props: StopsProps) {
  const { route, stops, showLetters, isDense, highlighted, onHighlight, onOpen, room } = props;
  const isHighlighted = highlighted !== null;
  // Labels need more room than dots; the layout does not depend on the highlighted stop.
  const shown = useMemo(
    () =>
      isDense && isHighlighted
        ? separateMarkers(
            stops.map((marker) => ({ ...marker, ...markerSize({ labelled: true, showLetters }) })),
            room,
          ).map((labelledStop, at) => ({ ...labelledStop, dot: stops[at]! }))
        : stops.map((marker) => ({ ...marker, dot: null })),
    [isDense, isHighlighted, stops, showLetters, room],
  );
  // The first stop is drawn on top, since its letter identifies the route.
  return (isDense ? shown.toReversed() : shown).map(({ stop, x, y, dot }) => {
    const labelled = !isDense || isHighlighted || stop.order === 1;
    const size = markerSize({ labelled, showLetters });
    const [across, down] = [size.across - MARKER_GAP_PX, size.down - MARKER_GAP_PX];
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: for a pointer; the keyboard opens it in the table.
      <g
        key={stop.visit.key}
        data-route={route.index % COLOUR_COUNT}
        data-tip={`${stopLabel(route, stop, showLetters)} · ${stop.visit.item.customerName} · ${placeInReaderLanguage(stop.visit.area)}`}
        transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
        className="cursor-pointer"
        onPointerEnter={() => onHighlight(stop.visit.key)}
        onPointerLeave={() => onHighlight(null)}
        onClick={() => onOpen(stop.visit.item)}
      >
        {/* Keeps the pointer on the stop while it grows. */}
        {dot && <circle cx={dot.x - x} cy={dot.y - y} r={DOT_PX / 2} fill="transparent" />}
        <rect
          x={-across / 2}
          y={-down / 2}
          width={across}
          height={down}
          rx={down / 2}
          className="board-stop"
          stroke={stop.visit.key === highlighted ? "var(--ink)" : "var(--paper)"}
          strokeWidth={stop.visit.key === highlighted ? 3 : 1}
        />
        {labelled && (
          <text lang={NO_LANGUAGE} textAnchor="middle" dy="0.35em" className="board-stop-text figures">
            {stopLabel(route, stop, showLetters)}
          </text>
        )}
      </g>
    );
  });
});

function stopLabel({ letter }: TechnicianRoute, { order }: Stop, showLetters: boolean): string {
  return showLetters ? `${letter}${order}` : String(order);
}

interface TableProps extends RoutesProps {
  day: string;
  /** Null if one route is shown already. */
  onTechnician: ((id: string) => void) | null;
}

function RouteTable({ routes, highlighted, ...routeProps }: TableProps) {
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
          <th scope="col" className={classNames(head, "pe-4 text-end")}>
            {m.board_map_travel()}
          </th>
        </tr>
      </thead>
      {routes.map((route) => (
        <RouteRows
          key={route.technician.id}
          {...{ ...routeProps, route, now }}
          highlighted={route.stops.some(({ visit }) => visit.key === highlighted) ? highlighted : null}
        />
      ))}
    </table>
  );
}

interface RowsProps extends Omit<TableProps, "routes"> {
  route: TechnicianRoute;
  now: Date;
}

const RouteRows = memo(function RouteRows(props: RowsProps) {
  const { route, now, showLetters, highlighted, onHighlight, onOpen, day, onTechnician } = props;
  return (
    <tbody data-route={route.index % COLOUR_COUNT}>
      <tr>
        <th
          scope="rowgroup"
          colSpan={3}
          className="border-b border-line bg-paper px-4 py-1.5 text-start font-semibold"
        >
          <span className="flex flex-wrap items-center gap-x-2">
            {showLetters && (
              <span
                lang={NO_LANGUAGE}
                className="board-letter grid min-w-6 place-items-center rounded-full px-1.5 text-xs"
              >
                {route.letter}
              </span>
            )}
            {onTechnician ? (
              <button
                type="button"
                aria-label={`${m.board_map_only()}: ${bidiIsolate(route.technician.name)}`}
                {...tooltip(m.board_map_only())}
                onClick={() => onTechnician(route.technician.id)}
                className="min-h-9 min-w-0 text-start text-link underline max-lg:min-h-11"
              >
                <bdi>{route.technician.name}</bdi>
              </button>
            ) : (
              <bdi className="min-w-0">{route.technician.name}</bdi>
            )}
            <span className="figures ms-auto text-xs font-normal text-muted">
              <span>{m.board_row_visits({ count: route.stops.length })}</span> ·{" "}
              <span>{m.board_map_km({ km: route.km })}</span>
            </span>
          </span>
        </th>
      </tr>
      {route.stops.map((stop) => {
        const { item, placement, warning, farAway, pending, drawn } = stop.visit;
        const { plannedFor } = drawn;
        const marks = marksOf(item, { warning, farAway, lateMin: minutesLate(stop.visit, now), plannedFor });
        const cell = "border-b border-line px-2 py-1 align-top";
        return (
          <tr
            key={stop.visit.key}
            onPointerEnter={() => onHighlight(stop.visit.key)}
            onPointerLeave={() => onHighlight(null)}
            className={classNames(
              highlighted === stop.visit.key && "bg-brass-soft",
              pending && "board-pending",
            )}
          >
            <td lang={NO_LANGUAGE} className={classNames(cell, "figures ps-4 pt-2.5 font-medium")}>
              {stopLabel(route, stop, showLetters)}
            </td>
            <td className={cell}>
              <button
                type="button"
                aria-haspopup="dialog"
                aria-label={[labelForVisit(item, placement, route.technician.name), ...markTexts(marks)].join(
                  " · ",
                )}
                onClick={() => onOpen(item)}
                onFocus={() => onHighlight(stop.visit.key)}
                onBlur={() => onHighlight(null)}
                className="board-stop figures block min-h-9 text-start whitespace-nowrap text-link underline max-lg:min-h-11"
              >
                {spanText(minuteOn(day, stop.visit), placement.durationMin)}
              </button>
              <span className="block leading-tight">
                <bdi>{item.customerName}</bdi>
                <span className="block pb-1 text-xs text-muted">
                  <bdi>{placeInReaderLanguage(item.area) || "–"}</bdi>
                </span>
              </span>
              <VisitFacts marks={marks} />
            </td>
            <td className={classNames(cell, "figures pe-4 pt-2.5 text-end min-[22.5rem]:whitespace-nowrap")}>
              {distanceText(stop)}
            </td>
          </tr>
        );
      })}
    </tbody>
  );
});

function distanceText({ order, km, coordinates }: Stop): string {
  if (!coordinates) return m.board_map_off();
  if (km !== null) return m.board_map_km({ km });
  return order === 1 ? m.board_map_first() : "–";
}
