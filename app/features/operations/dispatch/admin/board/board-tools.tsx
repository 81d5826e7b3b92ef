import { useQuery } from "@tanstack/react-query";
import Clock from "lucide-react/icons/clock";
import Moon from "lucide-react/icons/moon";
import Phone from "lucide-react/icons/phone";
import Rows2 from "lucide-react/icons/rows-2";
import Rows3 from "lucide-react/icons/rows-3";
import Rows4 from "lucide-react/icons/rows-4";
import Search from "lucide-react/icons/search";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import X from "lucide-react/icons/x";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { m } from "~/paraglide/messages";
import { classNames } from "~/ui/class-names";
import { Popover } from "~/ui/overlay/popover";
import { tooltip } from "~/ui/overlay/tooltip";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { dubaiCommunities } from "../../../../core/geography/dubai-communities";
import { servicesQuery } from "../../../bookings/admin-client";
import type { BoardTechnician } from "../../views";
import { type BoardView, type Density, type Zoom, zooms } from "./board-view";
import { SearchResult } from "./search-result";
import { NOW } from "./search-time";
import {
  changeCriteria,
  emptySearch,
  hasCriteria,
  parseSearch,
  type TechnicianSearch,
} from "./technician-search";

interface BoardToolsProps {
  search: TechnicianSearch;
  onSearch: (search: TechnicianSearch) => void;
  technicians: readonly BoardTechnician[];
  now: Date;
  isToday: boolean;
  /** Number of technicians who are late. */
  late: number;
  /** Number of listed technicians. */
  found: number;
  /** Number of technicians who are free now. */
  free: number;
  /** The searched time has passed. */
  hasPassed: boolean;
  /** The tools are part of the toolbar of the screen. */
  inToolbar?: boolean;
}

export function BoardTools({
  inToolbar = false,
  search,
  onSearch,
  technicians,
  now,
  isToday,
  late,
  found,
  free,
  hasPassed,
}: BoardToolsProps) {
  const services = useQuery(servicesQuery).data?.filter(({ emergency }) => !emergency) ?? [];
  const change = (next: Partial<TechnicianSearch>) => onSearch(changeCriteria(search, next));
  const parse = (text: string) =>
    onSearch({ ...parseSearch(text, { services, technicians }, now), text, late: search.late });
  // Parses again once trade names are loaded.
  const hasNames = services.length > 0;
  const parseAgain = useEffectEvent(() => search.text && parse(search.text));
  useEffect(() => {
    if (hasNames) parseAgain();
  }, [hasNames]);
  const field =
    "h-8 rounded border border-control bg-surface px-2 text-xs hover:border-accent max-lg:h-11 max-lg:text-base";
  const selectClass = classNames(field, "w-full");
  const onCall = (
    <Toggle on={search.onCall} onChange={(onCall) => change({ onCall })}>
      <Phone aria-hidden className="size-3.5" />
      {m.board_find_on_call()}
    </Toggle>
  );
  return (
    <div
      data-no-print=""
      className={
        inToolbar
          ? "contents text-xs"
          : "flex flex-wrap items-center gap-1 border-b border-line px-4 py-1.5 text-xs"
      }
    >
      <Toggle
        on={search.late}
        onChange={(on) => change({ late: on })}
        className={late > 0 ? "border-error text-error font-medium" : ""}
      >
        <TriangleAlert aria-hidden className="size-3.5" />
        <span>{m.board_late_count({ count: late })}</span>
      </Toggle>
      {isToday && (
        <Toggle
          on={search.at === NOW}
          onChange={(on) => change({ at: on ? NOW : "", until: "" })}
          className="text-calm-text font-medium"
        >
          <Clock aria-hidden className="size-3.5" />
          <span>{m.board_free_now_count({ count: free })}</span>
        </Toggle>
      )}
      <span className="relative min-w-24 grow basis-24 text-xs max-lg:order-last max-lg:basis-full">
        <Search
          aria-hidden
          className="pointer-events-none absolute inset-y-0 start-2 my-auto size-3.5 text-muted"
        />
        <input
          type="search"
          aria-label={m.board_find()}
          placeholder={m.board_find_hint()}
          value={search.text}
          maxLength={100}
          onChange={({ target }) => parse(target.value)}
          className={classNames(field, "w-full ps-7 text-ellipsis placeholder:text-muted")}
        />
      </span>
      {inToolbar ? (
        <Popover
          label={m.board_filters()}
          trigger={
            <button type="button" className={classNames(toolButton, "border-control")}>
              <SlidersHorizontal aria-hidden className="size-3.5" />
              <span>{m.board_filters()}</span>
            </button>
          }
          className="flex w-56 flex-col gap-2"
        >
          <select
            aria-label={m.board_find_trade()}
            value={search.trades.length === 1 ? search.trades[0] : ""}
            onChange={({ target }) => change({ trades: target.value ? [target.value] : [] })}
            className={selectClass}
          >
            <option value="">{m.board_find_any_trade()}</option>
            {services.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
          <select
            aria-label={m.board_find_area()}
            value={search.area}
            onChange={({ target }) => change({ area: target.value })}
            className={selectClass}
          >
            <option value="">{m.board_find_anywhere()}</option>
            {dubaiCommunities.map((area) => (
              <option key={area} value={area}>
                {placeInReaderLanguage(area)}
              </option>
            ))}
          </select>
          <label>
            <span className="sr-only">{m.board_find_at()}</span>
            <input
              type="time"
              value={search.at === NOW ? "" : search.at}
              onChange={({ target }) => change({ at: target.value, until: "" })}
              className={selectClass}
            />
          </label>
          <select
            aria-label={m.board_find_for()}
            value={search.minutes}
            onChange={({ target }) => change({ minutes: Number(target.value) })}
            className={classNames(selectClass, search.at === "" && "text-muted")}
          >
            {[...new Set([60, 120, 180, 240, 480, search.minutes])].map((minutes) => (
              <option key={minutes} value={minutes}>
                {minutes % 60 === 0
                  ? m.board_find_hours({ count: minutes / 60 })
                  : m.board_find_minutes({ minutes })}
              </option>
            ))}
          </select>
          {onCall}
        </Popover>
      ) : (
        onCall
      )}
      <button
        type="button"
        onClick={() => onSearch(emptySearch)}
        aria-label={m.board_find_clear()}
        {...tooltip(m.board_find_clear())}
        className={classNames(
          "grid size-8 place-items-center rounded text-muted hover:bg-sunken hover:text-ink",
          "max-lg:size-11",
          !hasCriteria(search) && search.text === "" && "hidden",
        )}
      >
        <X aria-hidden className="size-4" />
      </button>
      <SearchResult search={search} services={services} found={found} hasPassed={hasPassed} />
    </div>
  );
}

const densityLooks: readonly [Density, () => string, typeof Rows2][] = [
  ["compact", m.board_density_compact, Rows4],
  ["medium", m.board_density_medium, Rows3],
  ["roomy", m.board_density_roomy, Rows2],
];

interface ViewToolsProps {
  view: BoardView;
  onView: (change: Partial<BoardView>) => void;
}

/** Row height, hour width and night of the day board. */
export function ViewTools({ view, onView }: ViewToolsProps) {
  const steps = Object.keys(zooms) as Zoom[];
  const at = steps.indexOf(view.zoom);
  const zoom = (by: 1 | -1) => steps[at + by] && onView({ zoom: steps[at + by]! });
  const square =
    "grid size-8 place-items-center rounded border border-transparent text-muted hover:border-control hover:text-ink aria-pressed:border-control aria-pressed:bg-surface aria-pressed:text-ink disabled:opacity-40";
  return (
    <div className="flex shrink-0 items-center gap-0.5">
      {densityLooks.map(([value, label, Icon]) => (
        <button
          key={value}
          type="button"
          aria-pressed={view.density === value}
          aria-label={label()}
          {...tooltip(label())}
          onClick={() => onView({ density: value })}
          className={square}
        >
          <Icon aria-hidden className="size-4" />
        </button>
      ))}
      <button
        type="button"
        aria-label={m.board_zoom_out()}
        {...tooltip(m.board_zoom_out())}
        disabled={at === 0}
        onClick={() => zoom(-1)}
        className={classNames(square, "ms-2")}
      >
        <ZoomOut aria-hidden className="size-4" />
      </button>
      <button
        type="button"
        aria-label={m.board_zoom_in()}
        {...tooltip(m.board_zoom_in())}
        disabled={at === steps.length - 1}
        onClick={() => zoom(1)}
        className={square}
      >
        <ZoomIn aria-hidden className="size-4" />
      </button>
      <button
        type="button"
        aria-pressed={view.night}
        aria-label={m.board_unfold_night()}
        {...tooltip(m.board_unfold_night())}
        onClick={() => onView({ night: !view.night })}
        className={square}
      >
        <Moon aria-hidden className="size-4" />
      </button>
    </div>
  );
}

export const toolButton =
  "flex h-8 shrink-0 items-center gap-1.5 rounded border px-2 text-xs max-lg:h-11 max-lg:text-sm hover:border-accent aria-pressed:border-accent aria-pressed:bg-brass-soft";

function Toggle({
  on,
  onChange,
  className,
  children,
}: {
  on: boolean;
  onChange: (on: boolean) => void;
  className?: string;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={on}
      onClick={() => onChange(!on)}
      className={classNames(toolButton, className?.includes("border-") ? "" : "border-control", className)}
    >
      {children}
    </button>
  );
}
