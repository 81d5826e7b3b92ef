import { type RawBuilder, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { may, type Permission } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import { addDays, addMinutes, dubaiInstant } from "~/platform/time";
import { loadAccountSums } from "../../finance/ledger/account-sums.server";
import { EMERGENCY_ARRIVAL_MIN } from "../../operations/bookings/booking";
import { awaitingArrivalStates } from "../../operations/bookings/response-targets/response-target";
import { listEmployment } from "../../operations/scheduling/technicians/employment.server";
import { type ComparisonPeriod, comparisonRange, daysOfStep, listChartSteps, type Range } from "./range";
import { type Away, gapsBetween, shiftSeconds } from "./shift-time";
import {
  countPageLoads,
  dailyTallyRows,
  steppedTallyRows,
  tallyRows,
  technicianTallyRows,
} from "./tallies.server";
import type {
  BookingFigures,
  FunnelFigures,
  QuoteFigures,
  ResponseTargetFigures,
  RevenueFigures,
  TechnicianFigures,
  WorkFigures,
} from "./views";

/** Range and comparison period. */
export interface FiguresQuery extends Range {
  against: ComparisonPeriod;
}

/** Reads a figure for the range and its comparison period. */
function compared<Figures>(permission: Permission, read: (ctx: Ctx, range: Range) => Promise<Figures>) {
  return query(permission, async (ctx, { from, to, against }: FiguresQuery) => {
    const range = { from, to };
    const other = comparisonRange(range, against);
    const [now, before] = await Promise.all([read(ctx, range), read(ctx, other)]);
    return { range, against: other, now, before };
  });
}

/** Sums arrive as text; ours fit in a number. */
const number = (sum: string | number | null | undefined) => Number(sum ?? 0);

async function rowsOf<Row>(ctx: Ctx, statement: RawBuilder<unknown>): Promise<Row[]> {
  return (await (statement as RawBuilder<Row>).execute(ctx.db)).rows;
}

interface Share {
  figure: string;
  key: string;
  n: string;
}

/** Requests by service, area and hour. */
export const getBookingFigures: (ctx: Ctx, query: FiguresQuery) => Promise<BookingFigures> = compared(
  "analytics.read-work",
  async (ctx, range) => {
    const [shares, steps, hours] = await Promise.all([
      rowsOf<Share>(ctx, sharesOf(["requested", "requested-area"], range)),
      rowsOf<{ step: string; key: string; n: string }>(
        ctx,
        sql`SELECT step, key, sum(value) AS n FROM ${steppedTallyRows(["requested"], range)} AS tallied
          GROUP BY step, key HAVING sum(value) <> 0 ORDER BY step, key`,
      ),
      rowsOf<{ weekday: number; hour: number; requested: string | null; visits: string | null }>(
        ctx,
        sql`SELECT extract(isodow FROM day)::integer AS weekday, bucket AS hour,
            sum(value) FILTER (WHERE figure = 'requested-hour') AS requested, sum(value) FILTER (WHERE figure = 'visit-hour') AS visits
          FROM ${dailyTallyRows(["requested-hour", "visit-hour"], range)} AS tallied
          GROUP BY weekday, bucket ORDER BY weekday, bucket`,
      ),
    ]);
    const services = sharesBy(shares, "requested");
    return {
      total: services.reduce((sum, { count }) => sum + count, 0),
      services,
      areas: sharesBy(shares, "requested-area"),
      steps: steps.map(({ step, key, n }) => ({ step, key, count: number(n) })),
      hours: hours
        .map((row) => ({ ...row, requested: number(row.requested), visits: number(row.visits) }))
        .filter(({ requested, visits }) => requested + visits > 0),
    };
  },
);

function sharesOf(figures: Parameters<typeof tallyRows>[0], range: Range) {
  return sql`SELECT figure, key, sum(value) AS n FROM ${tallyRows(figures, range)} AS tallied
    GROUP BY figure, key HAVING sum(value) <> 0 ORDER BY sum(value) DESC, key`;
}

function sharesBy(shares: Share[], wanted: string) {
  return shares.filter(({ figure }) => figure === wanted).map(({ key, n }) => ({ key, count: number(n) }));
}

/** Funnel from page loads (not persons) to completed work. */
export const getFunnelFigures: (ctx: Ctx, query: FiguresQuery) => Promise<FunnelFigures> = compared(
  "analytics.read-work",
  async (ctx, range) => {
    const [[pages], shares] = await Promise.all([
      rowsOf<{ pageLoads: string | null; formStarts: string | null }>(
        ctx,
        sql`SELECT sum(page_loads) AS page_loads, sum(form_starts) AS form_starts FROM ${countPageLoads(range)} AS pages`,
      ),
      rowsOf<Share>(ctx, sharesOf(["submitted", "confirmed", "completed"], range)),
    ]);
    const counted = (wanted: string) => number(shares.find(({ figure }) => figure === wanted)?.n);
    return {
      pageLoads: number(pages?.pageLoads),
      formStarts: number(pages?.formStarts),
      submitted: counted("submitted"),
      confirmed: counted("confirmed"),
      completed: counted("completed"),
    };
  },
);

/** Response and arrival times, and met targets. */
export const getResponseTargetFigures: (ctx: Ctx, query: FiguresQuery) => Promise<ResponseTargetFigures> =
  compared("analytics.read-work", async (ctx, range) => {
    const [durations, steps, missed] = await Promise.all([
      rowsOf<{ figure: string; kept: string | null; late: string | null; median: number; p90: number }>(
        ctx,
        // Percentile of a histogram, as percentile_disc computes it.
        sql`WITH histogram AS (
            SELECT figure, bucket, sum(value) AS n, sum(value) FILTER (WHERE key = 'met') AS kept
            FROM ${tallyRows(["response", "emergency-arrival"], range)} AS tallied GROUP BY figure, bucket
          ), running AS (
            SELECT *, sum(n) OVER (PARTITION BY figure ORDER BY bucket) AS upto, sum(n) OVER (PARTITION BY figure) AS total FROM histogram
          )
          SELECT figure, sum(kept) AS kept, sum(n) - coalesce(sum(kept), 0) AS late,
            min(bucket) FILTER (WHERE upto >= total * 0.5) AS median, min(bucket) FILTER (WHERE upto >= total * 0.9) AS p90
          FROM running WHERE total > 0 GROUP BY figure`,
      ),
      rowsOf<{ step: string; figure: string; kept: string | null; late: string | null }>(
        ctx,
        sql`SELECT step, figure, sum(value) FILTER (WHERE key = 'met') AS kept, sum(value) FILTER (WHERE key = 'late') AS late
          FROM ${steppedTallyRows(["response", "emergency-arrival"], range)} AS tallied GROUP BY step, figure ORDER BY step`,
      ),
      rowsOf<{ figure: string; day: string; n: number }>(ctx, missedOf(ctx.now, range)),
    ]);
    const stepOfDay = (day: string) => steps.findLast(({ step }) => step <= day)?.step ?? day;
    const merged = new Map<string, ResponseTargetFigures["now"]["steps"][number]>();
    const at = (step: string) => {
      const found = merged.get(step) ?? {
        step,
        answerMet: 0,
        answerMissed: 0,
        arrivalMet: 0,
        arrivalMissed: 0,
      };
      merged.set(step, found);
      return found;
    };
    for (const { step, figure, kept, late } of steps) {
      const row = at(step);
      if (figure === "response") Object.assign(row, { answerMet: number(kept), answerMissed: number(late) });
      else Object.assign(row, { arrivalMet: number(kept), arrivalMissed: number(late) });
    }
    for (const { figure, day, n } of missed) {
      const row = at(stepOfDay(day));
      if (figure === "response") row.answerMissed += n;
      else row.arrivalMissed += n;
    }
    const targetOf = (wanted: string) => {
      const found = durations.find(({ figure }) => figure === wanted);
      const waiting = missed.filter(({ figure }) => figure === wanted).reduce((sum, { n }) => sum + n, 0);
      return {
        met: number(found?.kept),
        missed: number(found?.late) + waiting,
        medianMin: found?.median ?? null,
        p90Min: found?.p90 ?? null,
      };
    };
    return {
      answer: targetOf("response"),
      arrival: targetOf("emergency-arrival"),
      steps: [...merged.values()].sort((a, b) => (a.step < b.step ? -1 : 1)),
    };
  });

/** Missed targets that are still open, counted by the clock because they are few. */
function missedOf(now: Date, range: Range) {
  const { start, end } = instantsOf(range);
  return sql`SELECT 'response' AS figure, dubai_day(requested_at) AS day, count(*)::integer AS n FROM bookings
      WHERE state = 'requested' AND NOT emergency AND responded_at IS NULL AND contact_due_at < ${now}
        AND requested_at >= ${start} AND requested_at < ${end} GROUP BY 2
    UNION ALL
    SELECT 'emergency-arrival', dubai_day(requested_at), count(*)::integer FROM bookings
      WHERE emergency AND state = ANY(${awaitingArrivalStates}::text[]) AND state IN ('requested', 'confirmed', 'scheduled', 'en_route')
        AND arrived_at IS NULL AND requested_at < ${addMinutes(now, -EMERGENCY_ARRIVAL_MIN)}
        AND requested_at >= ${start} AND requested_at < ${end} GROUP BY 2`;
}

/** Half-open interval of instants of a range. */
function instantsOf({ from, to }: Range) {
  return { start: dubaiInstant(from, "00:00"), end: dubaiInstant(addDays(to, 1), "00:00") };
}

/** Finished work, warranty returns and utilisation. */
export const getWorkFigures: (ctx: Ctx, query: FiguresQuery) => Promise<WorkFigures> = compared(
  "analytics.read-work",
  async (ctx, range) => {
    const [counted, shiftSec] = await Promise.all([
      rowsOf<{ step: string; fixed: string | null; returned: string | null; booked: string | null }>(
        ctx,
        sql`SELECT step, sum(value) FILTER (WHERE key = 'fixed') AS fixed, sum(value) FILTER (WHERE key = 'warranty-return') AS returned,
            sum(value) FILTER (WHERE figure = 'booked-seconds') AS booked
          FROM ${steppedTallyRows(["finished-work", "booked-seconds"], range)} AS tallied
          WHERE figure = 'finished-work' OR key IN (SELECT technician_id::text FROM employment_periods
            WHERE first_day <= ${range.to}::date AND (last_day IS NULL OR last_day >= ${range.from}::date))
          GROUP BY step`,
      ),
      readShiftSeconds(ctx, range),
    ]);
    const of = new Map(counted.map((row) => [row.step, row]));
    const steps = listChartSteps(range).map((step, at) => {
      const row = of.get(step);
      return {
        step,
        finishedVisits: number(row?.fixed) + number(row?.returned),
        warrantyReturns: number(row?.returned),
        bookedSec: number(row?.booked),
        shiftSec: shiftSec[at]!,
      };
    });
    const total = (figure: Exclude<keyof (typeof steps)[number], "step">) =>
      steps.reduce((sum, row) => sum + row[figure], 0);
    return {
      finishedVisits: total("finishedVisits"),
      warrantyReturns: total("warrantyReturns"),
      bookedSec: total("bookedSec"),
      shiftSec: total("shiftSec"),
      steps,
    };
  },
);

/** Shift seconds per chart step of the technicians employed on each day, by their current shifts. */
async function readShiftSeconds(ctx: Ctx, range: Range): Promise<number[]> {
  const { db } = ctx;
  const { start, end } = instantsOf(range);
  const [employment, shifts, away, holidays, seasons] = await Promise.all([
    listEmployment(ctx, range.from, range.to),
    db.selectFrom("shifts").select(["technicianId", "weekday", "startMin", "endMin"]).execute(),
    sql<Away>`SELECT technician_id AS "technicianId",
        (extract(epoch FROM greatest(lower(during), ${start})) * 1000)::bigint AS start,
        (extract(epoch FROM least(upper(during), ${end})) * 1000)::bigint AS end
      FROM time_off WHERE during && tstzrange(${start}, ${end}) ORDER BY 2`.execute(db),
    db
      .selectFrom("publicHolidays")
      .select("day")
      .where("open", "=", false)
      .where("day", ">=", range.from)
      .where("day", "<=", range.to)
      .execute(),
    db.selectFrom("seasons").select(["firstDay", "lastDay", "shorterByMin"]).execute(),
  ]);
  const periods = Map.groupBy(employment, ({ technicianId }) => technicianId);
  const weeks = Map.groupBy(
    shifts.filter(({ technicianId }) => periods.has(technicianId)),
    ({ technicianId }) => technicianId,
  );
  const notEmployed = [...periods.values()].flatMap((periodsOfOne) => gapsBetween(periodsOfOne, range));
  const technicians = [...weeks].map(([technicianId, shifts]) => ({ technicianId, shifts }));
  const absences = [...away.rows, ...notEmployed].toSorted((a, b) => a.start - b.start);
  const calendar = { holidays: new Set(holidays.map(({ day }) => day)), seasons };
  return listChartSteps(range).map((step) =>
    shiftSeconds(daysOfStep(step, range), technicians, absences, calendar),
  );
}

const technicianSums = [
  "finishedVisits",
  "warrantyReturns",
  "workedSec",
  "arrivals",
  "onTimeArrivals",
  "ratings",
  "ratingSum",
  "invoicedFils",
] as const;
type TechnicianSums = Record<(typeof technicianSums)[number], number>;

/** Read as one text, because the driver takes longer for the rows of hundreds of technicians than the database. */
async function readTechnicianSums(ctx: Ctx, range: Range): Promise<Map<string, TechnicianSums>> {
  const [row] = await rowsOf<{ sums: string | null }>(
    ctx,
    sql`SELECT json_agg(json_build_array(technician_id, finished_visits, warranty_returns, worked_sec, arrivals, on_time_arrivals, ratings,
        rating_sum, invoiced_fils))::text AS sums
      FROM (
        SELECT technician_id, sum(finished_visits) AS finished_visits, sum(warranty_returns) AS warranty_returns,
          sum(worked_sec) AS worked_sec, sum(arrivals) AS arrivals, sum(on_time_arrivals) AS on_time_arrivals, sum(ratings) AS ratings,
          sum(rating_sum) AS rating_sum, sum(invoiced_fils) AS invoiced_fils
        FROM ${technicianTallyRows(range)} AS tallied GROUP BY technician_id
      ) AS summed`,
  );
  const rows = JSON.parse(row?.sums ?? "[]") as [string, ...number[]][];
  return new Map(
    rows.map(([id, ...sums]) => [
      id,
      Object.fromEntries(technicianSums.map((name, at) => [name, sums[at]])) as TechnicianSums,
    ]),
  );
}

/** Technicians compared; revenue by permission. */
export const getTechnicianFigures: (ctx: Ctx, query: FiguresQuery) => Promise<TechnicianFigures> = compared(
  "analytics.read-work",
  async (ctx, range) => {
    const seesMoney = may(ctx.actor, "analytics.read-money");
    const [technicians, tallied] = await Promise.all([
      ctx.db
        .selectFrom("technicians")
        .select(["id", "name", "active"])
        .orderBy("name")
        .orderBy("id")
        .execute(),
      readTechnicianSums(ctx, range),
    ]);
    return {
      technicians: technicians
        .map(({ id, name, active }) => {
          const sums = tallied.get(id);
          return {
            id,
            name,
            active,
            finishedVisits: number(sums?.finishedVisits),
            warrantyReturns: number(sums?.warrantyReturns),
            arrivals: number(sums?.arrivals),
            onTimeArrivals: number(sums?.onTimeArrivals),
            ratings: number(sums?.ratings),
            ratingSum: number(sums?.ratingSum),
            workedSec: number(sums?.workedSec),
            invoicedFils: seesMoney ? number(sums?.invoicedFils) : null,
          };
        })
        // Former technicians are listed while they have figures.
        .filter(
          ({ active, finishedVisits, arrivals, ratings, invoicedFils }) =>
            active || finishedVisits + arrivals + ratings > 0 || invoicedFils,
        ),
    };
  },
);

/** Invoiced amount and revenue, excluding VAT (docs/domain.md, "Analytics"). */
export const getRevenueFigures: (ctx: Ctx, query: FiguresQuery) => Promise<RevenueFigures> = compared(
  "analytics.read-money",
  async (ctx, range) => {
    const [shares, steps, revenue] = await Promise.all([
      rowsOf<Share>(ctx, sharesOf(["revenue", "revenue-area"], range)),
      rowsOf<{ step: string; fils: string }>(
        ctx,
        sql`SELECT step, sum(value) AS fils FROM ${steppedTallyRows(["revenue"], range)} AS tallied GROUP BY step ORDER BY step`,
      ),
      loadAccountSums(ctx, { account: "revenue", ...range }),
    ]);
    const total = (shares: { count: number }[]) => shares.reduce((sum, { count }) => sum + count, 0);
    const services = sharesBy(shares, "revenue");
    const revenueServices = revenue.map(({ service, fils }) => ({ key: service, count: fils }));
    return {
      invoiced: {
        fils: total(services),
        services,
        areas: sharesBy(shares, "revenue-area"),
        steps: steps.map(({ step, fils }) => ({ step, fils: number(fils) })),
      },
      revenue: { fils: total(revenueServices), services: revenueServices },
    };
  },
);

/** Outcomes of sent quotes. */
export const getQuoteFigures: (ctx: Ctx, query: FiguresQuery) => Promise<QuoteFigures> = compared(
  "analytics.read",
  async (ctx, range) => {
    const shares = await rowsOf<Share>(ctx, sharesOf(["quotes", "quoted-fils"], range));
    const counts = new Map(sharesBy(shares, "quotes").map(({ key, count }) => [key, count]));
    const [won = 0, lost = 0, open = 0] = ["won", "lost", "open"].map((outcome) => counts.get(outcome));
    return {
      sent: won + lost + open,
      won,
      lost,
      open,
      wonFils: sharesBy(shares, "quoted-fils").find(({ key }) => key === "won")?.count ?? 0,
    };
  },
);
