import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { type KeyboardEvent, type Ref, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { m } from "~/paraglide/messages";
import { addDays, dubaiDate, formatDay, isDay, weekdayOf } from "~/platform/time";
import { classNames } from "../class-names";
import { pressedKey } from "../hooks/latin-key";

interface CalendarProps {
  /** Chosen day, or empty. */
  day: string;
  min?: string;
  max?: string;
  /** Receives the button of the day that has the focus first. */
  focusRef: Ref<HTMLButtonElement>;
  onChoose: (day: string) => void;
}

/** Six weeks, so that the height is the same in all months. */
const WEEKS = [0, 1, 2, 3, 4, 5];
const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];

const step = "grid size-8 place-items-center rounded text-muted hover:bg-sunken hover:text-ink";

/** One month as a grid that is used by arrow keys, Page Up, Page Down, Home and End. */
export function Calendar({ day, min, max, focusRef, onChoose }: CalendarProps) {
  const today = dubaiDate(new Date());
  const [current, setCurrent] = useState(isDay(day) ? day : within(today, min, max));
  const grid = useRef<HTMLTableElement>(null);
  const first = `${current.slice(0, 7)}-01`;
  const start = addDays(first, 1 - weekdayOf(first));
  const turn = (months: number) => setCurrent((current) => within(addMonths(current, months), min, max));

  function onKeyDown(event: KeyboardEvent) {
    const next = target(pressedKey(event), current, getComputedStyle(event.currentTarget).direction);
    if (!next) return;
    event.preventDefault();
    const reached = within(next, min, max);
    flushSync(() => setCurrent(reached));
    grid.current?.querySelector<HTMLElement>(`[data-day="${reached}"]`)?.focus();
  }

  return (
    <div className="w-64">
      <div className="flex items-center gap-1">
        <p aria-live="polite" className="grow ps-2 text-sm font-medium">
          {formatDay(current, "month")}
        </p>
        <button
          type="button"
          aria-label={m.admin_calendar_previous_month()}
          onClick={() => turn(-1)}
          className={step}
        >
          <ChevronLeft aria-hidden className="size-4 rtl:-scale-x-100" />
        </button>
        <button
          type="button"
          aria-label={m.admin_calendar_next_month()}
          onClick={() => turn(1)}
          className={step}
        >
          <ChevronRight aria-hidden className="size-4 rtl:-scale-x-100" />
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA's date grid is a table. */}
      <table ref={grid} role="grid" onKeyDown={onKeyDown} className="mt-1 w-full table-fixed text-sm">
        <thead>
          <tr>
            {WEEKDAYS.map((at) => (
              <th
                key={at}
                scope="col"
                abbr={formatDay(addDays(start, at), "weekday")}
                className="h-7 text-xs font-medium text-muted"
              >
                {formatDay(addDays(start, at), "shortWeekday")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {WEEKS.map((week) => (
            <tr key={week}>
              {WEEKDAYS.map((at) => {
                const shown = addDays(start, week * 7 + at);
                return (
                  <td key={at} className="p-0 text-center">
                    <button
                      ref={shown === current ? focusRef : undefined}
                      type="button"
                      data-day={shown}
                      tabIndex={shown === current ? 0 : -1}
                      disabled={shown !== within(shown, min, max)}
                      aria-label={formatDay(shown, "longDate")}
                      aria-pressed={shown === day}
                      aria-current={shown === today ? "date" : undefined}
                      onClick={() => onChoose(shown)}
                      className={classNames(
                        "figures size-8 rounded disabled:text-muted disabled:line-through",
                        shown === day && "bg-action font-medium text-on-action",
                        shown !== day && "enabled:hover:bg-brass-soft",
                        shown !== day && shown === today && "font-semibold text-brass-text",
                        shown !== day && shown.slice(0, 7) !== current.slice(0, 7) && "text-muted",
                      )}
                    >
                      {Number(shown.slice(8))}
                    </button>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <button
        type="button"
        disabled={today !== within(today, min, max)}
        onClick={() => onChoose(today)}
        className="mt-1 h-8 w-full rounded text-sm font-medium text-link hover:bg-brass-soft disabled:text-muted"
      >
        {m.admin_calendar_today()}
      </button>
    </div>
  );
}

function target(key: string, day: string, direction: string): string | null {
  const forward = direction === "rtl" ? -1 : 1;
  switch (key) {
    case "ArrowRight":
      return addDays(day, forward);
    case "ArrowLeft":
      return addDays(day, -forward);
    case "ArrowDown":
      return addDays(day, 7);
    case "ArrowUp":
      return addDays(day, -7);
    case "PageDown":
      return addMonths(day, 1);
    case "PageUp":
      return addMonths(day, -1);
    case "Home":
      return addDays(day, 1 - weekdayOf(day));
    case "End":
      return addDays(day, 7 - weekdayOf(day));
    default:
      return null;
  }
}

/** The same day of another month, or its last day. */
function addMonths(day: string, count: number): string {
  const month = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + count;
  const first = `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, "0")}-01`;
  const last = Number(addDays(`${addDays(first, 31).slice(0, 7)}-01`, -1).slice(8));
  return addDays(first, Math.min(Number(day.slice(8)), last) - 1);
}

function within(day: string, min = "", max = ""): string {
  if (day < min) return min;
  return max && day > max ? max : day;
}
