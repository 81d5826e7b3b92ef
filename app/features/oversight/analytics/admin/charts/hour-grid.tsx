import type { Ref } from "react";
import { Link, useNavigate } from "react-router";
import { m } from "~/paraglide/messages";
import { textDirection } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { formatHour, formatWeekday } from "~/platform/weekday-hour";
import { formatCount } from "../../numbers";
import { useMarks } from "./use-marks";

interface Hour {
  /** 1 Monday to 7 Sunday. */
  weekday: number;
  hour: number;
  n: number;
  /** Value of the comparison period. */
  before: number;
  /** Link of the hour. */
  to: string;
}

interface HourGridProps {
  label: string;
  /** Hours with data, in order. */
  hours: readonly Hour[];
  /** Theme colour. */
  colour: string;
}

const shortWeekday = (weekday: number) => formatDay(`2026-06-0${weekday}`, "shortWeekday");

/** Heat map of the hours of a week. */
export function HourGrid({ label, hours, colour }: HourGridProps) {
  const { onKeyDown, atStop, isStop } = useMarks(hours.length);
  const max = Math.max(1, ...hours.map(({ n }) => n));
  const places = new Map(hours.map(({ weekday, hour }, at) => [`${weekday} ${hour}`, at]));
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the hours are a group of links.
    <div role="group" aria-label={label} onKeyDown={onKeyDown} className="relative overflow-x-auto">
      <table className="w-full min-w-[34rem] table-fixed border-separate border-spacing-0.5 text-xs">
        <thead>
          <tr>
            <td className="w-10" />
            {all.map((hour) => (
              <th key={hour} scope="col" className="font-normal text-muted">
                <span className="sr-only">{formatHour(hour)}</span>
                <span aria-hidden>{hour % 3 === 0 ? hour : ""}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {[1, 2, 3, 4, 5, 6, 7].map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="text-start font-normal text-muted">
                {shortWeekday(weekday)}
              </th>
              {all.map((hour) => {
                const at = places.get(`${weekday} ${hour}`);
                return (
                  <td key={hour} className="h-6 rounded-sm bg-sunken p-0">
                    {at !== undefined && (
                      <HourMark
                        of={hours[at]!}
                        max={max}
                        colour={colour}
                        stop={isStop(at)}
                        stopRef={atStop}
                      />
                    )}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-1 flex items-center gap-1.5 text-xs text-muted">
        <span>{m.reports_scale_hour()}</span>
        <span className="figures">{formatCount(1)}</span>
        <span aria-hidden className="h-3 w-16">
          <span
            className="block size-full rounded-sm"
            style={{
              background: `linear-gradient(to ${textDirection() === "rtl" ? "left" : "right"}, transparent -15%, ${colour})`,
            }}
          />
        </span>
        <span className="figures">{formatCount(max)}</span>
      </p>
    </div>
  );
}

interface HourMarkProps {
  of: Hour;
  max: number;
  colour: string;
  /** True for the current tab stop. */
  stop: boolean;
  stopRef: Ref<HTMLAnchorElement>;
}

/** Hour linked to its rows; arrow keys reach it, which then is a link. */
function HourMark({ of: { weekday, hour, n, before, to }, max, colour, stop, stopRef }: HourMarkProps) {
  const navigate = useNavigate();
  const words = m.reports_hour_count({
    day: formatWeekday(weekday),
    time: formatHour(hour),
    count: formatCount(n),
    before: formatCount(before),
  });
  const depth = <Depth colour={colour} share={n / max} />;
  if (stop) {
    return (
      <Link ref={stopRef} to={to} aria-label={words} data-tip={words} className="block size-full rounded-sm">
        {depth}
      </Link>
    );
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keyboard comes here by the arrows, and then it is a link.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the same.
    <span data-tip={words} className="block size-full cursor-pointer" onClick={() => navigate(to)}>
      {depth}
      <span className="sr-only">{formatCount(n)}</span>
    </span>
  );
}

function Depth({ colour, share }: { colour: string; share: number }) {
  return (
    <span
      className="block size-full rounded-sm"
      style={{ background: colour, opacity: 0.15 + 0.85 * share }}
    />
  );
}
