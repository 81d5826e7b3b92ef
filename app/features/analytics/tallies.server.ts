import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { partsOf, type Range, stepOf } from "./range";
import "./table";

type Figure =
  | "requested"
  | "requested-area"
  | "requested-hour"
  | "submitted"
  | "confirmed"
  | "completed"
  | "answered"
  | "reached"
  | "visit-hour"
  | "booked"
  | "done"
  | "worked"
  | "came"
  | "came-back"
  | "jobs"
  | "rated"
  | "quotes"
  | "quoted"
  | "revenue"
  | "revenue-area"
  | "revenue-technician";

/** What is counted of some figures within a range, to be summed: whole months by their sums, the days around them each. */
export function talliesOf(figures: readonly Figure[], range: Range) {
  const { months, days } = partsOf(range);
  const parts = days.map((days) => talliedByDay(figures, days));
  if (months) {
    parts.push(sql`SELECT figure, day, key, bucket, n FROM tallies
      WHERE figure = ANY(${figures}::text[]) AND span = 'month' AND day >= ${months.from} AND day < ${months.until}`);
  }
  return sql`(${sql.join(parts, sql` UNION ALL `)})`;
}

/** The same, day by day. */
export function talliedDays(figures: readonly Figure[], range: Range) {
  return sql`(${talliedByDay(figures, range)})`;
}

function talliedByDay(figures: readonly Figure[], { from, to }: Range) {
  return sql`SELECT figure, day, key, bucket, n FROM tallies
    WHERE figure = ANY(${figures}::text[]) AND span = 'day' AND day BETWEEN ${from} AND ${to}`;
}

/** The same with `step`, the day or the month's first day that it is drawn at. */
export function talliesInSteps(figures: readonly Figure[], range: Range) {
  return stepOf(range) === "day"
    ? sql`(SELECT *, day AS step FROM ${talliedDays(figures, range)} AS tallied)`
    : sql`(SELECT *, date_trunc('month', day)::date AS step FROM ${talliesOf(figures, range)} AS tallied)`;
}

/** Makes what was written since one row a day or month again, in one statement: whoever reads meanwhile sees one or the other. */
export async function gatherTallies(ctx: Ctx): Promise<void> {
  await sql`WITH gone AS (DELETE FROM tallies WHERE fresh RETURNING figure, span, day, key, bucket, n)
    INSERT INTO tallies (figure, span, day, key, bucket, n, fresh)
    SELECT figure, span, day, key, bucket, sum(n), false FROM gone
    GROUP BY figure, span, day, key, bucket HAVING sum(n) <> 0
    ON CONFLICT (figure, span, day, key, bucket) WHERE NOT fresh DO UPDATE SET n = tallies.n + excluded.n`.execute(
    ctx.db,
  );
}

/** The form for a visit, as the pages' events name it. */
const BOOKING_FORM = "/api/handle-booking";

/** How many loads of a page each day had, and on how many the form for a visit was begun. */
function pageDays(days: ReturnType<typeof sql>) {
  return sql`SELECT day, count(DISTINCT page_load) FILTER (WHERE name = 'page_view') AS visited,
      count(DISTINCT page_load) FILTER (WHERE name = 'journey_milestone' AND details ->> 'milestone' = 'form_started'
        AND details ->> 'form' = ${BOOKING_FORM}) AS started
    FROM web_tracking_events WHERE ${days} AND day > coalesce((SELECT max(day) FROM daily_page_loads), '-infinity')
    GROUP BY day`;
}

/** Those of a range: of days that were counted when they were over, and of the others from what happened on them. */
export function pageDaysOf({ from, to }: Range) {
  return sql`(SELECT visited, started FROM daily_page_loads WHERE day BETWEEN ${from} AND ${to}
    UNION ALL SELECT visited, started FROM (${pageDays(sql`day BETWEEN ${from} AND ${to}`)}) AS counted)`;
}

/** Counts the days that are over, once: before their events are forgotten. */
export async function countPageDays(ctx: Ctx): Promise<void> {
  await sql`INSERT INTO daily_page_loads (day, visited, started) ${pageDays(sql`day < ${dubaiDate(ctx.now)}`)}
    ON CONFLICT (day) DO NOTHING`.execute(ctx.db);
}
