import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import { wordForHour, wordForWeekday } from "../../bookings/labels";
import { NO_AREA } from "../../bookings/list/booking-filter";
import { bookingFiguresQuery, technicianFiguresQuery } from "../client";
import { AreaMap } from "./area-map";
import { ChartPanel, DataTable } from "./chart-panel";
import { Found } from "./found";
import { HourGrid } from "./hour-grid";
import { bookingsOf, finishedOf, visitsOf } from "./links";
import { formatCount, formatDecimal, formatShare } from "./numbers";
import { BOOKINGS_COLOUR, kept, type OfWish } from "./work-figures";

/** Where and when work is asked for. */
export function Places({ wish }: OfWish) {
  const bookings = useQuery({ ...bookingFiguresQuery(wish), ...kept });
  return (
    <Found of={bookings} shape="h-96">
      {({ range, now, before }) => {
        const was = new Map(before.areas.map(({ key, n }) => [key, n]));
        const link = (area: string) => bookingsOf(range, { area: area || NO_AREA });
        const areaName = (area: string) => area || m.reports_no_area();
        const grids = [
          {
            what: "requested" as const,
            title: m.reports_hours(),
            definition: m.reports_hours_definition(),
            colour: BOOKINGS_COLOUR,
            listOf: bookingsOf,
          },
          {
            what: "visits" as const,
            title: m.reports_visit_hours(),
            definition: m.reports_visit_hours_definition(),
            colour: "var(--calm)",
            listOf: visitsOf,
          },
        ];
        return (
          <div className="grid gap-4 @4xl:grid-cols-2">
            <ChartPanel
              title={m.reports_areas()}
              definition={m.reports_areas_definition()}
              name={`areas-${range.from}-${range.to}`}
              empty={now.areas.length === 0}
              table={{
                heads: [m.reports_area(), m.reports_bookings(), m.reports_col_before()],
                rows: now.areas.map(({ key, n }) => ({
                  cells: [areaName(key), n, was.get(key) ?? 0],
                  to: link(key),
                })),
                format: formatCount,
              }}
            >
              <AreaMap
                label={m.reports_areas()}
                colour={BOOKINGS_COLOUR}
                marks={now.areas.map(({ key, n }) => ({
                  area: key,
                  value: n,
                  words: m.reports_step_words({ step: areaName(key), value: formatCount(n) }),
                  to: link(key),
                }))}
              />
            </ChartPanel>
            <div className="flex min-w-0 flex-col gap-4">
              {grids.map(({ what, title, definition, colour, listOf }) => {
                const hours = now.hours
                  .filter((row) => row[what] > 0)
                  .map((row) => ({
                    weekday: row.weekday,
                    hour: row.hour,
                    n: row[what],
                    to: listOf(range, { weekday: String(row.weekday), hour: String(row.hour) }),
                  }));
                return (
                  <ChartPanel
                    key={what}
                    title={title}
                    definition={definition}
                    name={`${what}-hours-${range.from}-${range.to}`}
                    empty={hours.length === 0}
                    table={{
                      heads: [`${m.reports_weekday()}, ${m.reports_hour()}`, m.reports_col_count()],
                      rows: hours.map(({ weekday, hour, n, to }) => ({
                        cells: [`${wordForWeekday(weekday)}, ${wordForHour(hour)}`, n],
                        to,
                      })),
                      format: formatCount,
                    }}
                  >
                    <HourGrid label={title} colour={colour} hours={hours} />
                  </ChartPanel>
                );
              })}
            </div>
          </div>
        );
      }}
    </Found>
  );
}

export function Technicians({ wish }: OfWish) {
  const technicians = useQuery({ ...technicianFiguresQuery(wish), ...kept });
  return (
    <Found of={technicians} shape="h-72">
      {({ range, technicians }) => {
        const seesMoney = technicians.some(({ revenueFils }) => revenueFils !== null);
        const rounded = (value: number) => Math.round(value * 1000) / 1000;
        const share = (part: number, of: number) => (of > 0 ? rounded(part / of) : null);
        const table = {
          heads: [
            m.reports_technician(),
            m.reports_jobs(),
            m.reports_on_time(),
            m.reports_first_time(),
            m.reports_rating(),
            ...(seesMoney ? [m.reports_revenue_hour()] : []),
          ],
          rows: technicians
            .toSorted((a, b) => b.done - a.done)
            .map((row) => ({
              cells: [
                row.name,
                row.done,
                share(row.onTime, row.came),
                share(row.done - row.cameBack, row.done),
                row.ratings > 0 ? rounded(row.ratingSum / row.ratings) : null,
                ...(seesMoney
                  ? [row.workedSec > 0 ? Math.round(((row.revenueFils ?? 0) * 36) / row.workedSec) : null]
                  : []),
              ],
              to: finishedOf(range, { technician: row.id }),
            })),
          format: (value: number, column: number) =>
            column === 1
              ? formatCount(value)
              : column === 4
                ? formatDecimal(value)
                : column === 5
                  ? formatExactMoney(value * 100)
                  : formatShare(value, 1),
        };
        return (
          <ChartPanel
            title={m.reports_technicians()}
            definition={m.reports_technicians_definition()}
            name={`technicians-${range.from}-${range.to}`}
            empty={technicians.length === 0}
            alwaysTable
            table={table}
          >
            <DataTable label={m.reports_technicians()} table={table} />
          </ChartPanel>
        );
      }}
    </Found>
  );
}
