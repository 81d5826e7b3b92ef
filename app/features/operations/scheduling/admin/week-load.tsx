import { m } from "~/paraglide/messages";
import { dubaiDate, dubaiInstant, formatTime } from "~/platform/time";
import { classNames } from "~/ui/class-names";
import { Section } from "~/ui/section";
import type { TechnicianDetail } from "../views";
import { LoadBar } from "./load-bar";

export function WeekLoad({ week }: { week: TechnicianDetail["week"] }) {
  const sum = (key: "visits" | "bookedMin" | "shiftMin") => week.reduce((sum, day) => sum + day[key], 0);
  const today = dubaiDate(new Date());
  return (
    <Section title={m.scheduling_week_title()}>
      <dl className="flex flex-col gap-1 text-xs">
        {week.map((load) => (
          <div
            key={load.day}
            className={classNames(
              "grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3",
              load.day === today && "font-medium",
            )}
          >
            <dt className="text-muted">{formatTime(dubaiInstant(load.day, "12:00"), "weekday")}</dt>
            <dd>
              <LoadBar load={load} />
            </dd>
            <dd className="figures text-end text-muted">
              {load.visits > 0 && m.scheduling_week_visits({ count: load.visits })}
            </dd>
          </div>
        ))}
        <div className="mt-1 grid grid-cols-[6.5rem_minmax(0,1fr)_auto] items-center gap-3 border-t border-line pt-1.5 font-medium">
          <dt>{m.scheduling_week_total()}</dt>
          <dd>
            <LoadBar
              load={{ visits: sum("visits"), bookedMin: sum("bookedMin"), shiftMin: sum("shiftMin") }}
            />
          </dd>
          <dd className="figures text-end">{m.scheduling_week_visits({ count: sum("visits") })}</dd>
        </div>
      </dl>
    </Section>
  );
}
