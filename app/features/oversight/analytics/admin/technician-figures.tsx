import { useQuery } from "@tanstack/react-query";
import { m } from "~/paraglide/messages";
import { joinFacts } from "~/platform/locale/join-facts";
import { formatExactMoney } from "~/platform/money";
import { formatHour, formatWeekday } from "~/platform/weekday-hour";
import { placeInReaderLanguage } from "../../../core/geography/community-names";
import { NO_AREA } from "../../../operations/bookings/list/booking-filter";
import { bookingFiguresQuery, technicianFiguresQuery } from "../admin-client";
import {
  arrivedBookingsPath,
  finishedBookingsPath,
  invoicedLinesPath,
  requestedBookingsPath,
  reviewsPath,
  visitedBookingsPath,
} from "../links";
import { formatCount, formatDecimal, formatShare } from "../numbers";
import type { Range } from "../range";
import type { TechnicianFigures } from "../views";
import { AreaMap } from "./charts/area-map";
import { ChartPanel, type ChartTable, DataTable } from "./charts/chart-panel";
import { HourGrid } from "./charts/hour-grid";
import { QueryState } from "./query-state";
import { BOOKINGS_COLOUR, keepPrevious, type OfQuery } from "./work-figures";

/** Requests by area and hour. */
export function Places({ query }: OfQuery) {
  const bookings = useQuery({ ...bookingFiguresQuery(query), ...keepPrevious });
  return (
    <QueryState of={bookings} shape="h-96">
      {({ range, now, before }) => {
        const was = new Map(before.areas.map(({ key, count }) => [key, count]));
        const link = (area: string) => requestedBookingsPath(range, { area: area || NO_AREA });
        const areaName = (area: string) => (area ? placeInReaderLanguage(area) : m.reports_no_area());
        const grids = [
          {
            what: "requested" as const,
            title: m.reports_hours(),
            definition: m.reports_hours_definition(),
            colour: BOOKINGS_COLOUR,
            listOf: requestedBookingsPath,
          },
          {
            what: "visits" as const,
            title: m.reports_visit_hours(),
            definition: m.reports_visit_hours_definition(),
            colour: "var(--calm)",
            listOf: visitedBookingsPath,
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
                rows: now.areas.map(({ key, count }) => ({
                  cells: [areaName(key), count, was.get(key) ?? 0],
                  to: link(key),
                })),
                format: formatCount,
              }}
            >
              <AreaMap
                label={m.reports_areas()}
                colour={BOOKINGS_COLOUR}
                marks={now.areas.map(({ key, count }) => ({
                  area: key,
                  value: count,
                  words: m.reports_step_label({ step: areaName(key), value: formatCount(count) }),
                  to: link(key),
                }))}
              />
            </ChartPanel>
            <div className="flex min-w-0 flex-col gap-4">
              {grids.map(({ what, title, definition, colour, listOf }) => {
                const wasAt = new Map(before.hours.map((row) => [`${row.weekday} ${row.hour}`, row[what]]));
                const hours = now.hours
                  .filter((row) => row[what] > 0)
                  .map((row) => ({
                    weekday: row.weekday,
                    hour: row.hour,
                    n: row[what],
                    before: wasAt.get(`${row.weekday} ${row.hour}`) ?? 0,
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
                      heads: [
                        joinFacts([m.reports_weekday(), m.reports_hour()]),
                        m.reports_col_count(),
                        m.reports_col_before(),
                      ],
                      rows: hours.map(({ weekday, hour, n, before, to }) => ({
                        cells: [joinFacts([formatWeekday(weekday), formatHour(hour)]), n, before],
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
    </QueryState>
  );
}

type Technician = TechnicianFigures["now"]["technicians"][number];

interface TechnicianColumn {
  head: () => string;
  /** Value for the export. */
  read: (technician: Technician) => number | null;
  format: (value: number) => string;
  /** Link of the figure. */
  rowsOf: (range: Range, technician: Technician) => string;
  isMoney?: true;
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;
const share = (part: number, of: number) => (of > 0 ? rounded(part / of) : null);
const asShare = (value: number) => formatShare(value, 1);

const technicianColumns: readonly TechnicianColumn[] = [
  {
    head: m.reports_jobs,
    read: ({ finishedVisits }) => finishedVisits,
    format: formatCount,
    rowsOf: (range, { id }) => finishedBookingsPath(range, { technician: id }),
  },
  {
    head: m.reports_on_time,
    read: ({ onTimeArrivals, arrivals }) => share(onTimeArrivals, arrivals),
    format: asShare,
    rowsOf: (range, { id }) => arrivedBookingsPath(range, { technician: id }),
  },
  {
    head: m.reports_first_time,
    read: ({ finishedVisits, warrantyReturns }) => share(finishedVisits - warrantyReturns, finishedVisits),
    format: asShare,
    rowsOf: (range, { id, warrantyReturns }) =>
      finishedBookingsPath(range, { technician: id, ...(warrantyReturns > 0 && { callback: "yes" }) }),
  },
  {
    head: m.reports_rating,
    read: ({ ratings, ratingSum }) => (ratings > 0 ? rounded(ratingSum / ratings) : null),
    format: formatDecimal,
    rowsOf: (range, { id }) => reviewsPath(range, { technician: id }),
  },
  {
    head: m.reports_invoiced_hour,
    // Dirhams.
    read: ({ invoicedFils, workedSec }) =>
      workedSec > 0 ? Math.round(((invoicedFils ?? 0) * 36) / workedSec) : null,
    format: (value) => formatExactMoney(value * 100),
    rowsOf: (range, { id }) => invoicedLinesPath(range, { technician: id }),
    isMoney: true,
  },
];

/** Technicians compared, with the comparison period; each figure links to its rows. */
export function Technicians({ query }: OfQuery) {
  const technicians = useQuery({ ...technicianFiguresQuery(query), ...keepPrevious });
  return (
    <QueryState of={technicians} shape="h-72">
      {({ range, now, before }) => {
        const was = new Map(before.technicians.map((row) => [row.id, row]));
        const seesMoney = now.technicians.some(({ invoicedFils }) => invoicedFils !== null);
        const columns = technicianColumns.filter(({ isMoney }) => !isMoney || seesMoney);
        const table: ChartTable = {
          heads: [m.reports_technician(), ...columns.map(({ head }) => head())],
          rows: now.technicians
            .toSorted((a, b) => b.finishedVisits - a.finishedVisits)
            .map((row) => {
              const earlier = was.get(row.id);
              return {
                cells: [row.name, ...columns.map(({ read }) => read(row))],
                before: columns.map(({ read }) => (earlier ? read(earlier) : null)),
                links: columns.map(({ rowsOf }) => rowsOf(range, row)),
                to: `/admin/technicians/${row.id}`,
              };
            }),
          format: (value, column) => columns[column - 1]!.format(value),
        };
        return (
          <ChartPanel
            title={m.reports_technicians()}
            definition={m.reports_technicians_definition()}
            name={`technicians-${range.from}-${range.to}`}
            empty={now.technicians.length === 0}
            alwaysTable
            table={table}
          >
            <DataTable label={m.reports_technicians()} table={table} />
          </ChartPanel>
        );
      }}
    </QueryState>
  );
}
