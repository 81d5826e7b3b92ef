import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { dubaiDate } from "~/platform/time";
import { blocksOf } from "./day-blocks";
import { chartStep, partsOf, type Range } from "./range";

type Figure =
  | "requested"
  | "requested-area"
  | "requested-hour"
  | "submitted"
  | "confirmed"
  | "completed"
  | "response"
  | "emergency-arrival"
  | "visit-hour"
  | "booked-seconds"
  | "finished-work"
  | "quotes"
  | "quoted-fils"
  | "revenue"
  | "revenue-area";

/** Aggregates of figures within a range: monthly rows for whole months, daily rows around them. */
export function tallyRows(figures: readonly Figure[], range: Range) {
  const { months, days } = partsOf(range);
  const parts = days.map((days) => talliedByDay(figures, days));
  if (months) {
    parts.push(sql`SELECT figure, day, key, bucket, value FROM tallies
      WHERE figure = ANY(${figures}::text[]) AND span = 'month' AND day >= ${months.from} AND day < ${months.until}`);
  }
  return sql`(${sql.join(parts, sql` UNION ALL `)})`;
}

/** Aggregates by day. */
export function dailyTallyRows(figures: readonly Figure[], range: Range) {
  return sql`(${talliedByDay(figures, range)})`;
}

function talliedByDay(figures: readonly Figure[], { from, to }: Range) {
  return sql`SELECT figure, day, key, bucket, value FROM tallies
    WHERE figure = ANY(${figures}::text[]) AND span = 'day' AND day BETWEEN ${from} AND ${to}`;
}

/** Aggregates with `step`: the day or first of the month. */
export function steppedTallyRows(figures: readonly Figure[], range: Range) {
  return chartStep(range) === "day"
    ? sql`(SELECT *, day AS step FROM ${dailyTallyRows(figures, range)} AS tallied)`
    : sql`(SELECT *, date_trunc('month', day)::date AS step FROM ${tallyRows(figures, range)} AS tallied)`;
}

/**
 * SQL: figures of technicians within a range, several rows each. Rows counted before technician_tallies existed are read
 * from `tallies` until they are moved.
 */
export function technicianTallyRows(range: Range) {
  const blocks = blocksOf(range);
  return sql`(
    SELECT technician_id, finished_visits, warranty_returns, worked_sec, arrivals, on_time_arrivals, ratings, rating_sum, invoiced_fils
    FROM unnest(${blocks.map(({ span }) => span)}::integer[], ${blocks.map(({ day }) => day)}::date[]) AS blocks (span, day)
    JOIN technician_tallies USING (span, day)
    UNION ALL
    SELECT key::uuid, CASE figure WHEN 'finished-visit' THEN value ELSE 0 END, CASE figure WHEN 'warranty-return' THEN value ELSE 0 END,
      CASE figure WHEN 'worked-seconds' THEN value ELSE 0 END, CASE figure WHEN 'arrival' THEN value ELSE 0 END,
      CASE figure WHEN 'arrival' THEN value * bucket ELSE 0 END, CASE figure WHEN 'rating' THEN value ELSE 0 END,
      CASE figure WHEN 'rating' THEN value * bucket ELSE 0 END, CASE figure WHEN 'revenue-technician' THEN value ELSE 0 END
    FROM tallies WHERE figure = ANY (technician_figures()) AND span = 'day' AND day BETWEEN ${range.from} AND ${range.to}
  )`;
}

/** One batch takes less than a second, so that readers and other writers never wait long. */
const ROWS_AT_ONCE = 20_000;

export async function mergeTallies(ctx: Ctx): Promise<void> {
  await moveTechnicianTallies(ctx);
  await mergeTalliesInBatches(ctx, ROWS_AT_ONCE);
}

/** Moves rows that earlier versions counted, by month. */
async function moveTechnicianTallies(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{
    month: string;
  }>`SELECT DISTINCT date_trunc('month', day)::date AS month FROM tallies
    WHERE figure = ANY (technician_figures()) AND span = 'day' ORDER BY month`.execute(ctx.db);
  for (const { month } of rows) await sql`SELECT move_technician_tallies(${month}::date)`.execute(ctx.db);
}

/**
 * Merges new rows into one per day or month. Each batch is one statement, so that readers see either state.
 * Concurrent calls skip each other's rows.
 */
export async function mergeTalliesInBatches(ctx: Ctx, rowsAtOnce: number): Promise<void> {
  await repeatUntilBelow(ctx, rowsAtOnce, mergeTallyRows(rowsAtOnce));
  await repeatUntilBelow(ctx, rowsAtOnce, mergeTechnicianTallyRows(rowsAtOnce));
}

async function repeatUntilBelow(
  ctx: Ctx,
  rowsAtOnce: number,
  merge: RawBuilder<{ merged: number }>,
): Promise<void> {
  for (;;) {
    const { rows } = await merge.execute(ctx.db);
    if ((rows[0]?.merged ?? 0) < rowsAtOnce) return;
  }
}

const mergeTallyRows = (rowsAtOnce: number) => sql<{ merged: number }>`
  WITH gone AS (
    DELETE FROM tallies WHERE unmerged AND ctid = any(array(
      SELECT ctid FROM tallies WHERE unmerged ORDER BY figure LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED))
    RETURNING figure, span, day, key, bucket, value
  ), kept AS (
    INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
    SELECT figure, span, day, key, bucket, sum(value), false FROM gone
    GROUP BY figure, span, day, key, bucket HAVING sum(value) <> 0
    ORDER BY figure, span, day, key, bucket
    ON CONFLICT (figure, span, day, key, bucket) WHERE NOT unmerged DO UPDATE SET value = tallies.value + excluded.value
  )
  SELECT count(*)::integer AS merged FROM gone`;

const mergeTechnicianTallyRows = (rowsAtOnce: number) => sql<{ merged: number }>`
  WITH gone AS (
    DELETE FROM technician_tallies WHERE unmerged AND ctid = any(array(
      SELECT ctid FROM technician_tallies WHERE unmerged ORDER BY span, day LIMIT ${rowsAtOnce} FOR UPDATE SKIP LOCKED))
    RETURNING *
  ), kept AS (
    INSERT INTO technician_tallies AS merged (span, day, technician_id, finished_visits, warranty_returns, worked_sec, arrivals,
      on_time_arrivals, ratings, rating_sum, invoiced_fils, unmerged)
    SELECT span, day, technician_id, sum(finished_visits), sum(warranty_returns), sum(worked_sec), sum(arrivals), sum(on_time_arrivals),
      sum(ratings), sum(rating_sum), sum(invoiced_fils), false
    FROM gone GROUP BY span, day, technician_id ORDER BY span, day, technician_id
    ON CONFLICT (span, day, technician_id) WHERE NOT unmerged DO UPDATE SET
      finished_visits = merged.finished_visits + excluded.finished_visits,
      warranty_returns = merged.warranty_returns + excluded.warranty_returns,
      worked_sec = merged.worked_sec + excluded.worked_sec,
      arrivals = merged.arrivals + excluded.arrivals,
      on_time_arrivals = merged.on_time_arrivals + excluded.on_time_arrivals,
      ratings = merged.ratings + excluded.ratings,
      rating_sum = merged.rating_sum + excluded.rating_sum,
      invoiced_fils = merged.invoiced_fils + excluded.invoiced_fils
  )
  SELECT count(*)::integer AS merged FROM gone`;

/** Booking form as named in page events. */
const BOOKING_FORM = "/api/handle-booking";

/** SQL: page loads per day and those with a started booking form. */
function pageDays(days: ReturnType<typeof sql>) {
  return sql`SELECT day, count(DISTINCT page_load) FILTER (WHERE name = 'page_view') AS page_loads,
      count(DISTINCT page_load) FILTER (WHERE name = 'journey_milestone' AND details ->> 'milestone' = 'form_started'
        AND details ->> 'form' = ${BOOKING_FORM}) AS form_starts
    FROM web_tracking_events WHERE ${days} AND day > coalesce((SELECT max(day) FROM daily_page_loads), '-infinity')
    GROUP BY day`;
}

/** Page loads of a range: stored for past days, counted from events for others. */
export function countPageLoads({ from, to }: Range) {
  return sql`(SELECT page_loads, form_starts FROM daily_page_loads WHERE day BETWEEN ${from} AND ${to}
    UNION ALL SELECT page_loads, form_starts FROM (${pageDays(sql`day BETWEEN ${from} AND ${to}`)}) AS counted)`;
}

/** Stores the counts of past days once, before their events are purged. */
export async function countPageDays(ctx: Ctx): Promise<void> {
  await sql`INSERT INTO daily_page_loads (day, page_loads, form_starts) ${pageDays(sql`day < ${dubaiDate(ctx.now)}`)}
    ON CONFLICT (day) DO NOTHING`.execute(ctx.db);
}
