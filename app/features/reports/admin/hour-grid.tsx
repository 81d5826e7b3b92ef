import { m } from "~/paraglide/messages";
import { formatClock, formatDay } from "~/platform/time";
import { formatCount } from "./numbers";

interface HourGridProps {
  label: string;
  hours: readonly { weekday: number; hour: number; n: number }[];
  /** A colour of the theme. */
  colour: string;
}

/** 1 Monday to 7 Sunday, in words. */
export const wordForWeekday = (weekday: number) => formatDay(`2026-06-0${weekday}`, "weekday");
const shortWeekday = (weekday: number) => formatDay(`2026-06-0${weekday}`, "shortWeekday");
export const wordForHour = (hour: number) => formatClock(`${String(hour).padStart(2, "0")}:00`);

/** How much there is in each hour of the week: the more, the deeper. */
export function HourGrid({ label, hours, colour }: HourGridProps) {
  const most = Math.max(1, ...hours.map(({ n }) => n));
  const of = new Map(hours.map(({ weekday, hour, n }) => [`${weekday} ${hour}`, n]));
  const all = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a scroll area is no fieldset.
    <div role="group" aria-label={label} tabIndex={0} className="relative overflow-x-auto">
      <table className="w-full min-w-[34rem] table-fixed border-separate border-spacing-0.5 text-xs">
        <thead>
          <tr>
            <td className="w-10" />
            {all.map((hour) => (
              <th key={hour} scope="col" className="font-normal text-muted">
                <span className="sr-only">{wordForHour(hour)}</span>
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
                const n = of.get(`${weekday} ${hour}`) ?? 0;
                const words = m.reports_hour_count({
                  day: wordForWeekday(weekday),
                  time: wordForHour(hour),
                  count: formatCount(n),
                });
                return (
                  <td key={hour} className="h-6 rounded-sm bg-sunken p-0" data-tip={words}>
                    <span
                      className="block size-full rounded-sm"
                      style={{ background: colour, opacity: n === 0 ? 0 : 0.15 + (0.85 * n) / most }}
                    />
                    <span className="sr-only">{formatCount(n)}</span>
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
