import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod/mini";
import type { Ctx } from "~/platform/context";
import { firstDayOfMonth } from "~/platform/months";
import { createRandom } from "~/platform/random";
import {
  addDays,
  addMinutes,
  daysBetween,
  dubaiDate,
  dubaiInstant,
  dubaiTime,
  weekdayOf,
} from "~/platform/time";
import { casesForRun, rounds } from "../../../../test/faults/rounds";
import { addCustomer } from "../../../../test/harness/company/billing";
import { createCompany, officeCtx } from "../../../../test/harness/company/company";
import { addPackages, requestTestContract } from "../../../../test/harness/company/contracts";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { getAccountTotal } from "../../finance/ledger/account-sums.server";
import { compactLedgerDays } from "../../finance/ledger/journal.server";
import { NO_SERVICE } from "../../finance/ledger/ledger";
import { listEntries } from "../../finance/ledger/queries.server";
import { listQuotes } from "../../finance/quotes/office/list-queries.server";
import { quoteStates } from "../../finance/quotes/quote";
import { filterFields } from "../../operations/bookings/api/office/office-list-api.server";
import { bookingStates, visitStates } from "../../operations/bookings/booking";
import { NO_AREA } from "../../operations/bookings/list/booking-filter";
import { iterateBookingPages } from "../../operations/bookings/office/list-queries.server";
import { awaitingArrivalStates } from "../../operations/bookings/response-targets/response-target";
import { listReviews } from "../../operations/reviews/queries.server";
import { computeDayLoad } from "../../operations/scheduling/load";
import { loadRoster } from "../../operations/scheduling/roster.server";
import { getInvoicedTotal, listInvoicedLines } from "./invoiced-lines.server";
import {
  arrivedBookingsPath,
  finishedBookingsPath,
  invoicedLinesPath,
  requestedBookingsPath,
  revenueEntriesPath,
  reviewsPath,
  sentQuotesPath,
  visitedBookingsPath,
} from "./links";
import {
  type FiguresQuery,
  getBookingFigures,
  getFunnelFigures,
  getQuoteFigures,
  getResponseTargetFigures,
  getRevenueFigures,
  getTechnicianFigures,
  getWorkFigures,
} from "./queries.server";
import { comparisonPeriods, comparisonRange, daysOfStep, listChartSteps, type Range } from "./range";
import { readRevenue } from "./revenue.server";
import { countPageDays, mergeTallies, mergeTalliesInBatches } from "./tallies.server";

/** Each figure equals a brute-force count over random data; the seed is in the test name. */

const NOW = new Date("2027-01-10T09:30:00Z");
const FIRST = "2026-06-20";
const LAST = "2027-01-10";
const HOUR = 3_600_000;

let seed = Number(process.env.FIGURES_SEED ?? Math.floor(Math.random() * 1_000_000));
const SEED = seed;
function below(limit: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * limit);
}
const oneOf = <Value>(values: readonly Value[]): Value => values[below(values.length)]!;

let database: TestDatabase;
let ctx: Ctx;
let customerId: string;
let propertyId: string;
let technicianIds: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db, NOW);
  const { technicianId } = await createCompany(database.db);
  await addPackages(database.db, technicianId);
  customerId = await addCustomer(ctx, { email: null });
  const property = { customerId, street: "Street 7", area: "Jumeirah 1", createdAt: NOW };
  propertyId = (
    await database.db
      .insertInto("properties")
      .values(property as never)
      .returning("id")
      .executeTakeFirstOrThrow()
  ).id;
  const more = ["Bilal Khan", "Chen Wei", "Gone Away"].map((name, at) => ({
    name,
    email: `t${at}@company.example`,
    phone: `+97150000010${at}`,
    active: at < 2,
    createdAt: NOW,
  }));
  const added = await database.db.insertInto("technicians").values(more).returning("id").execute();
  technicianIds = [technicianId, ...added.map(({ id }) => id)];
  await database.db.deleteFrom("employmentPeriods").execute();
  await database.db
    .insertInto("employmentPeriods")
    .values(
      employment.map(([at, firstDay, lastDay]) => ({ technicianId: technicianIds[at]!, firstDay, lastDay })),
    )
    .execute();
});
afterAll(() => database.drop());

/** One technician was hired later, one left and came back, one left. */
const employment = [
  [0, "2020-01-01", null],
  [1, "2026-08-12", null],
  [2, "2020-01-01", "2026-07-20"],
  [2, "2026-10-05", null],
  [3, "2020-01-01", "2026-10-20"],
] as const;

const isEmployed = (technicianId: string | null, day: string) =>
  employment.some(
    ([at, firstDay, lastDay]) =>
      technicianIds[at] === technicianId && firstDay <= day && (lastDay === null || day <= lastDay),
  );

const query = (range: Range) => ({ ...range, against: "before" as const });

/** A figure of a range and its comparison periods, with their days. */
async function eachOf<Figures>(
  read: (
    ctx: Ctx,
    query: FiguresQuery,
  ) => Promise<{ range: Range; against: Range; now: Figures; before: Figures }>,
  range: Range,
): Promise<[Range, Figures][]> {
  const parts: [Range, Figures][] = [];
  for (const against of comparisonPeriods) {
    const found = await read(ctx, { ...range, against });
    expect([found.range, found.against]).toEqual([range, comparisonRange(range, against)]);
    if (parts.length === 0) parts.push([found.range, found.now]);
    else expect(found.now).toEqual(parts[0]![1]);
    parts.push([found.against, found.before]);
  }
  return parts;
}

const within =
  ({ from, to }: Range) =>
  (day: string) =>
    day >= from && day <= to;
const hasInstant = (range: Range) => (at: Date | null | undefined) =>
  at != null && within(range)(dubaiDate(at));

describe("analytics without data", () => {
  const range = { from: "2026-11-22", to: "2026-11-22" };

  it("shows zeros without data", async () => {
    expect((await getBookingFigures(ctx, query(range))).now).toEqual({
      total: 0,
      services: [],
      areas: [],
      steps: [],
      hours: [],
    });
    const none = { pageLoads: 0, formStarts: 0, submitted: 0, confirmed: 0, completed: 0 };
    expect((await getFunnelFigures(ctx, query(range))).now).toEqual(none);
    const noTarget = { met: 0, missed: 0, medianMin: null, p90Min: null };
    expect((await getResponseTargetFigures(ctx, query(range))).now).toEqual({
      answer: noTarget,
      arrival: noTarget,
      steps: [],
    });
    // Works around the clock; the others have no shifts.
    expect((await getWorkFigures(ctx, query(range))).now).toEqual({
      finishedVisits: 0,
      warrantyReturns: 0,
      bookedSec: 0,
      shiftSec: 24 * 3600,
      steps: listChartSteps(range).map((step) =>
        expect.objectContaining({ step, finishedVisits: 0, warrantyReturns: 0, bookedSec: 0 }),
      ),
    });
    expect((await getRevenueFigures(ctx, query(range))).now).toEqual({
      invoiced: { fils: 0, services: [], areas: [], steps: [] },
      revenue: { fils: 0, services: [] },
    });
    expect((await getQuoteFigures(ctx, query(range))).now).toEqual({
      sent: 0,
      won: 0,
      lost: 0,
      open: 0,
      wonFils: 0,
    });
    const { technicians } = (await getTechnicianFigures(ctx, query(range))).now;
    expect(
      technicians.map(({ name, finishedVisits, invoicedFils }) => [name, finishedVisits, invoicedFils]),
    ).toEqual([
      ["Bilal Khan", 0, 0],
      ["Chen Wei", 0, 0],
      ["Omar Saleh", 0, 0],
    ]);
  });
});

describe(`property: analytics on random data (FIGURES_SEED=${SEED})`, () => {
  beforeAll(async () => {
    await addShifts();
    const repeat = async (count: number, add: () => Promise<unknown>) => {
      for (let number = 0; number < rounds({ short: count / 2, long: count }); number++) await add();
    };
    await repeat(400, addBooking);
    await repeat(60, addRevisit);
    await repeat(60, addQuote);
    await repeat(120, addInvoice);
    await repeat(12, addContract);
    await repeat(300, addPageLoad);
    // Half is aggregated first, half is new, and much changes afterwards.
    await mergeTallies(ctx);
    await compactLedgerDays(ctx);
    await changeMuch();
    await countPageDays(officeCtx(database.db, dubaiInstant("2026-12-01", "00:00")));
  }, 120_000);

  const ranges: Range[] = [
    { from: FIRST, to: LAST },
    { from: "2026-11-01", to: "2026-11-30" },
    { from: "2026-10-31", to: "2026-12-01" },
    { from: "2026-09-15", to: "2026-09-15" },
    { from: "2026-12-31", to: "2027-01-01" },
    { from: "2030-01-01", to: "2030-02-01" },
    // The year before has data.
    { from: "2027-07-01", to: "2027-07-31" },
    { from: "2027-06-25", to: "2028-01-10" },
    ...Array.from({ length: 6 }, () => {
      const from = addDays(FIRST, below(200));
      return { from, to: addDays(from, below(90)) };
    }),
  ];

  describe.each(casesForRun(ranges, createRandom(SEED), 3))("range $from to $to", (range) => {
    it("bookings by service, area, step and hour equal brute force", async () => {
      for (const [of, now] of await eachOf(getBookingFigures, range)) {
        const isIn = hasInstant(of);
        const asked = (await all("bookings")).filter(({ requestedAt }) => isIn(requestedAt));
        expect(now.total).toBe(asked.length);
        expect(inOrder(now.services)).toEqual(countsBy(asked, ({ serviceId }) => serviceId));
        expect(inOrder(now.areas)).toEqual(countsBy(asked, ({ area }) => area));
        expect(now.steps.reduce((sum, { count }) => sum + count, 0)).toBe(asked.length);
        const byMonth = daysBetween(of.from, of.to) >= 92;
        const chartStep = (at: Date) => (byMonth ? `${dubaiDate(at).slice(0, 7)}-01` : dubaiDate(at));
        expect(inOrder(now.steps.map(({ step, key, count }) => ({ key: `${step} ${key}`, count })))).toEqual(
          countsBy(asked, ({ requestedAt, serviceId }) => `${chartStep(requestedAt)} ${serviceId}`),
        );
        const hourOf = (at: Date) => `${weekdayOf(dubaiDate(at))} ${Number(dubaiTime(at).slice(0, 2))}`;
        const hours = (what: "requested" | "visits") =>
          inOrder(
            now.hours
              .map((row) => ({ key: `${row.weekday} ${row.hour}`, count: row[what] }))
              .filter(({ count }) => count > 0),
          );
        expect(hours("requested")).toEqual(countsBy(asked, ({ requestedAt }) => hourOf(requestedAt)));
        const visits = (await all("visits")).filter(({ live, startsAt }) => live && isIn(startsAt));
        expect(hours("visits")).toEqual(countsBy(visits, ({ startsAt }) => hourOf(startsAt)));
      }
    });

    it("the funnel equals a brute-force count", async () => {
      for (const [of, now] of await eachOf(getFunnelFigures, range)) {
        const isIn = hasInstant(of);
        const events = (await all("web_tracking_events" as "bookings")) as unknown as {
          day: string;
          pageLoad: string;
          name: string;
          details: Record<string, string>;
        }[];
        const loads = (wanted: (event: (typeof events)[number]) => boolean) =>
          new Set(
            events
              .filter((event) => event.day >= of.from && event.day <= of.to && wanted(event))
              .map(({ day, pageLoad }) => `${day} ${pageLoad}`),
          ).size;
        const submitted = (await all("bookings")).filter((row) => row.contactDueAt && isIn(row.requestedAt));
        expect(now).toEqual({
          pageLoads: loads(({ name }) => name === "page_view"),
          formStarts: loads(
            ({ details }) => details.milestone === "form_started" && details.form === "/api/handle-booking",
          ),
          submitted: submitted.length,
          confirmed: submitted.filter(({ state }) => !["requested", "declined", "cancelled"].includes(state))
            .length,
          completed: submitted.filter(({ state }) => state === "completed").length,
        });
      }
    });

    it("response targets: met, missed, median and P90 equal brute force", async () => {
      for (const [of, now] of await eachOf(getResponseTargetFigures, range)) {
        const isIn = hasInstant(of);
        const asked = (await all("bookings")).filter(({ requestedAt }) => isIn(requestedAt));
        const promised = asked.filter(({ emergency, contactDueAt }) => !emergency && contactDueAt);
        const answered = promised.filter(({ respondedAt }) => respondedAt);
        const waiting = promised.filter(
          (row) => row.state === "requested" && !row.respondedAt && row.contactDueAt! < NOW,
        );
        const inTime = answered.filter((row) => row.respondedAt! <= row.contactDueAt!).length;
        expect(now.answer).toEqual({
          met: inTime,
          missed: answered.length - inTime + waiting.length,
          ...atShares(answered.map((row) => minutesFrom(row.requestedAt, row.respondedAt!))),
        });
        const emergencies = asked.filter(({ emergency }) => emergency);
        const reached = emergencies.filter(({ arrivedAt }) => arrivedAt);
        const onTimeArrivals = reached.filter(
          (row) => row.arrivedAt! <= addMinutes(row.requestedAt, 120),
        ).length;
        const missed = emergencies.filter(
          (row) =>
            !row.arrivedAt &&
            awaitingArrivalStates.includes(row.state) &&
            row.requestedAt < addMinutes(NOW, -120),
        );
        expect(now.arrival).toEqual({
          met: onTimeArrivals,
          missed: reached.length - onTimeArrivals + missed.length,
          ...atShares(reached.map((row) => minutesFrom(row.requestedAt, row.arrivedAt!))),
        });
        const sum = (what: "answerMet" | "answerMissed" | "arrivalMet" | "arrivalMissed") =>
          now.steps.reduce((total, row) => total + row[what], 0);
        expect([sum("answerMet"), sum("answerMissed"), sum("arrivalMet"), sum("arrivalMissed")]).toEqual([
          now.answer.met,
          now.answer.missed,
          now.arrival.met,
          now.arrival.missed,
        ]);
      }
    });

    it("completed work, returns, booked and shift time equal a brute-force count", async () => {
      for (const [of, now] of await eachOf(getWorkFigures, range)) {
        const isIn = hasInstant(of);
        const visits = await all("visits");
        const done = finished(visits).filter(({ endedAt }) => isIn(endedAt));
        expect(now.finishedVisits).toBe(done.length);
        const bookings = await all("bookings");
        expect(now.warrantyReturns).toBe(done.filter((visit) => wasComeBackTo(visit, bookings)).length);
        const days: string[] = [];
        for (let day = of.from; day <= of.to; day = addDays(day, 1)) days.push(day);
        const taken = visits
          .filter(({ live, technicianId }) => live && days.some((day) => isEmployed(technicianId, day)))
          .map((visit) => secondsWithin(visit, of));
        expect(Math.abs(now.bookedSec - taken.reduce((sum, one) => sum + one, 0))).toBeLessThan(
          taken.length + 1,
        );
        const roster = await loadRoster(ctx, { skills: [], ...of, includeUnavailable: true });
        let shiftMin = 0;
        for (const day of days) {
          for (const technician of roster.technicians)
            if (isEmployed(technician.id, day)) shiftMin += computeDayLoad(technician, roster, day).shiftMin;
        }
        expect(now.shiftSec).toBe(shiftMin * 60);
        for (const { step, finishedVisits, warrantyReturns } of now.steps) {
          const isInStep = hasInstant(daysOfStep(step, of));
          const doneInStep = done.filter(({ endedAt }) => isInStep(endedAt));
          expect(finishedVisits).toBe(doneInStep.length);
          expect(warrantyReturns).toBe(doneInStep.filter((visit) => wasComeBackTo(visit, bookings)).length);
        }
      }
    });

    it("technicians equal brute force", async () => {
      for (const [of, now] of await eachOf(getTechnicianFigures, range)) {
        const isIn = hasInstant(of);
        const [visits, bookings, reviews] = [
          await all("visits"),
          await all("bookings"),
          await all("reviews"),
        ];
        const byId = new Map(bookings.map((row) => [row.id, row]));
        const revenue = await invoicedRows();
        for (const row of now.technicians) {
          const own = visits.filter(({ technicianId }) => technicianId === row.id);
          const done = finished(visits).filter(
            ({ technicianId, endedAt }) => technicianId === row.id && isIn(endedAt),
          );
          const came = own.filter(({ arrivedAt }) => isIn(arrivedAt));
          const onTimeArrivals = came.filter((visit) => {
            const { emergency, requestedAt } = byId.get(visit.bookingId)!;
            return (
              visit.arrivedAt! <= (emergency ? addMinutes(requestedAt, 120) : addMinutes(visit.startsAt, 15))
            );
          });
          const rated = reviews.filter(
            (review) => isIn(review.createdAt) && finisher(visits, review.bookingId) === row.id,
          );
          const left = own.filter(
            ({ state, endedAt }) => ["work_done", "on_hold"].includes(state) && isIn(endedAt),
          );
          const worked = left.map(({ endedAt, arrivedAt, startsAt }) =>
            Math.max(0, (endedAt!.getTime() - (arrivedAt ?? startsAt).getTime()) / 1000),
          );
          expect(row).toMatchObject({
            finishedVisits: done.length,
            warrantyReturns: done.filter((visit) => wasComeBackTo(visit, bookings)).length,
            arrivals: came.length,
            onTimeArrivals: onTimeArrivals.length,
            ratings: rated.length,
            ratingSum: rated.reduce((sum, { rating }) => sum + rating, 0),
            workedSec: worked.reduce((sum, one) => sum + one, 0),
            invoicedFils: sumOf(
              revenue.filter(({ day, technician }) => within(of)(day) && technician === row.id),
            ),
          });
        }
      }
    });

    it("the invoiced amount equals the documents, with contracts and deposits", async () => {
      const lines = await invoicedRows();
      for (const [of, { invoiced }] of await eachOf(getRevenueFigures, range)) {
        const rows = lines.filter(({ day }) => within(of)(day));
        const [{ net } = { net: 0 }] = (
          await sql<{ net: string }>`SELECT
            (SELECT coalesce(sum(net_fils), 0) FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening'
              AND issue_date BETWEEN ${of.from} AND ${of.to})
            - (SELECT coalesce(sum(net_fils), 0) FROM credit_notes WHERE issue_date BETWEEN ${of.from} AND ${of.to}) AS net`.execute(
            database.db,
          )
        ).rows;
        expect(invoiced.fils).toBe(Number(net));
        expect(inOrder(invoiced.services)).toEqual(sumsBy(rows, ({ service }) => service));
        expect(inOrder(invoiced.areas)).toEqual(sumsBy(rows, ({ area }) => area));
        expect(invoiced.steps.reduce((sum, { fils }) => sum + fils, 0)).toBe(invoiced.fils);
      }
    });

    it("revenue follows work, final invoices and contract months", async () => {
      const rows = await revenueRows();
      for (const [of, { revenue }] of await eachOf(getRevenueFigures, range)) {
        const inDays = rows.filter(({ day }) => within(of)(day));
        expect(inOrder(revenue.services)).toEqual(sumsBy(inDays, ({ service }) => service));
        expect(revenue.fils).toBe(sumOf(inDays));
        expect(await readRevenue(ctx, of)).toMatchObject({ revenue: revenue.fils });
      }
    });

    it("revenue links to ledger entries with the same sum", async () => {
      const { now } = await getRevenueFigures(ctx, query(range));
      const expectEntries = async (link: string, fils: number) => {
        const filter = filterOf(link) as { account: "revenue" };
        let sum = 0;
        let cursor: string | undefined;
        do {
          const { entries, nextCursor } = await listEntries(ctx, { ...filter, limit: 100, cursor });
          for (const { accountFils } of entries) sum += accountFils!;
          cursor = nextCursor ?? undefined;
        } while (cursor);
        expect([link, sum]).toEqual([link, fils]);
        expect(await getAccountTotal(ctx, filter)).toEqual({ fils });
      };
      await expectEntries(revenueEntriesPath(range), now.revenue.fils);
      for (const { key, count } of now.revenue.services)
        await expectEntries(revenueEntriesPath(range, { service: key || NO_SERVICE }), count);
    });

    it("invoiced figures link to lines with the same sum", async () => {
      const { now } = await getRevenueFigures(ctx, query(range));
      const expectLines = async (link: string, fils: number) => {
        const filter = filterOf(link);
        const { lines } = await listInvoicedLines(ctx, { ...filter, limit: 2_000 });
        expect([link, sumOf(lines)]).toEqual([link, fils]);
        expect(await getInvoicedTotal(ctx, filter)).toEqual({ fils, lines: lines.length });
      };
      await expectLines(invoicedLinesPath(range), now.invoiced.fils);
      for (const { key, count } of now.invoiced.services)
        await expectLines(invoicedLinesPath(range, { service: key || NO_SERVICE }), count);
      for (const { key, count } of now.invoiced.areas)
        await expectLines(invoicedLinesPath(range, { area: key || NO_AREA }), count);
      for (const { id, invoicedFils } of (await getTechnicianFigures(ctx, query(range))).now.technicians)
        await expectLines(invoicedLinesPath(range, { technician: id }), invoicedFils!);
    });

    it("quotes won and lost equal brute force", async () => {
      for (const [of, now] of await eachOf(getQuoteFigures, range)) {
        const isIn = hasInstant(of);
        const sent = (await all("quotes")).filter(
          ({ state, sentAt }) => state !== "withdrawn" && isIn(sentAt),
        );
        const won = sent.filter(({ state }) => ["approved", "converted", "cancelled"].includes(state));
        const lost = sent.filter(({ state }) => ["declined", "expired"].includes(state));
        expect(now).toEqual({
          sent: sent.length,
          won: won.length,
          lost: lost.length,
          open: sent.length - won.length - lost.length,
          wonFils: won.reduce((sum, { totalFils }) => sum + totalFils, 0),
        });
      }
    });

    it("each figure links to a list with the same number of rows", async () => {
      const bookings = (await getBookingFigures(ctx, query(range))).now;
      expect(await rowsAt(requestedBookingsPath(range))).toBe(bookings.total);
      for (const { key, count } of bookings.services)
        expect(await rowsAt(requestedBookingsPath(range, { service: key }))).toBe(count);
      for (const { key, count } of bookings.areas)
        expect(await rowsAt(requestedBookingsPath(range, { area: key || NO_AREA }))).toBe(count);
      const visits = (await all("visits")).filter(
        ({ live, startsAt }) => live && hasInstant(range)(startsAt),
      );
      const ofHours = <Row extends { weekday: number; hour: number }>({ weekday, hour }: Row) => ({
        weekday: String(weekday),
        hour: String(hour),
      });
      for (const row of bookings.hours.slice(0, 3)) {
        expect(await rowsAt(requestedBookingsPath(range, ofHours(row)))).toBe(row.requested);
        // A booking with two visits is one row.
        const starting = visits.filter(
          ({ startsAt }) =>
            weekdayOf(dubaiDate(startsAt)) === row.weekday &&
            Number(dubaiTime(startsAt).slice(0, 2)) === row.hour,
        );
        expect(starting.length).toBe(row.visits);
        expect(await rowsAt(visitedBookingsPath(range, ofHours(row)))).toBe(
          new Set(starting.map(({ bookingId }) => bookingId)).size,
        );
      }
      expect(await rowsAt(visitedBookingsPath(range))).toBe(
        new Set(visits.map(({ bookingId }) => bookingId)).size,
      );

      const funnel = (await getFunnelFigures(ctx, query(range))).now;
      expect(await rowsAt(requestedBookingsPath(range, { stage: "sent" }))).toBe(funnel.submitted);
      expect(await rowsAt(requestedBookingsPath(range, { stage: "accepted" }))).toBe(funnel.confirmed);
      expect(await rowsAt(requestedBookingsPath(range, { stage: "completed" }))).toBe(funnel.completed);

      const { answer, arrival } = (await getResponseTargetFigures(ctx, query(range))).now;
      for (const [target, { met, missed }] of Object.entries({ answer, arrival })) {
        expect(await rowsAt(requestedBookingsPath(range, { target }))).toBe(met + missed);
        expect(await rowsAt(requestedBookingsPath(range, { target: `${target}-met` }))).toBe(met);
        expect(await rowsAt(requestedBookingsPath(range, { target: `${target}-missed` }))).toBe(missed);
      }

      const work = (await getWorkFigures(ctx, query(range))).now;
      expect(await rowsAt(finishedBookingsPath(range))).toBe(work.finishedVisits);
      expect(await rowsAt(finishedBookingsPath(range, { callback: "yes" }))).toBe(work.warrantyReturns);
      const allVisits = await all("visits");
      for (const { id, finishedVisits, warrantyReturns, ratings } of (
        await getTechnicianFigures(ctx, query(range))
      ).now.technicians) {
        expect(await rowsAt(finishedBookingsPath(range, { technician: id }))).toBe(finishedVisits);
        expect(await rowsAt(finishedBookingsPath(range, { technician: id, callback: "yes" }))).toBe(
          warrantyReturns,
        );
        // A booking visited twice is one row.
        const came = allVisits.filter(
          ({ technicianId, arrivedAt }) => technicianId === id && hasInstant(range)(arrivedAt),
        );
        expect(await rowsAt(arrivedBookingsPath(range, { technician: id }))).toBe(
          new Set(came.map(({ bookingId }) => bookingId)).size,
        );
        const { reviews } = await listReviews(ctx, {
          ...filterOf(reviewsPath(range, { technician: id })),
          limit: 1_000,
        });
        expect(reviews.length).toBe(ratings);
      }

      const quotes = (await getQuoteFigures(ctx, query(range))).now;
      for (const outcome of ["won", "lost"] as const) {
        const { quotes: rows } = await listQuotes(ctx, {
          ...filterOf(sentQuotesPath(range, { outcome })),
          limit: 500,
        });
        expect(rows.length).toBe(quotes[outcome]);
      }
    });
  });

  it("repeated aggregation and a recount change nothing", async () => {
    const whole = { from: FIRST, to: LAST };
    const read = async () => [
      await getBookingFigures(ctx, query(whole)),
      await getResponseTargetFigures(ctx, query(whole)),
      await getRevenueFigures(ctx, query(whole)),
      await getQuoteFigures(ctx, query(whole)),
      await getWorkFigures(ctx, query(whole)),
      await getTechnicianFigures(ctx, query(whole)),
    ];
    const before = await read();
    await Promise.all([mergeTallies(ctx), mergeTallies(ctx)]);
    expect(await read()).toEqual(before);
    await mergeTallies(ctx);
    expect(await read()).toEqual(before);
    await sql`SELECT recount_tallies()`.execute(database.db);
    expect(await read()).toEqual(before);
    await sql`UPDATE tallies SET unmerged = true`.execute(database.db);
    await sql`UPDATE technician_tallies SET unmerged = true`.execute(database.db);
    const unmerged = async (table: string) =>
      (
        await sql<{
          n: number;
        }>`SELECT count(*)::integer AS n FROM ${sql.table(table)} WHERE unmerged`.execute(database.db)
      ).rows[0]!.n;
    const smallBatch = Math.floor((await unmerged("tallies")) / 5);
    expect(smallBatch).toBeGreaterThan(10);
    await mergeTalliesInBatches(ctx, smallBatch);
    expect([await unmerged("tallies"), await unmerged("technician_tallies")]).toEqual([0, 0]);
    expect(await read()).toEqual(before);
  });

  it("moves figures of technicians that an earlier version counted", async () => {
    const read = () => Promise.all(ranges.map((range) => getTechnicianFigures(ctx, query(range))));
    const before = await read();
    await database.db.transaction().execute(async (trx) => {
      await sql`DELETE FROM technician_tallies`.execute(trx);
      await sql`INSERT INTO tallies (figure, span, day, key, bucket, value, unmerged)
        SELECT figure, span, CASE span WHEN 'day' THEN day ELSE date_trunc('month', day)::date END AS since, key, bucket, sum(value), false
        FROM (
          SELECT tally.* FROM visits, compute_tallies(visits) AS tally
          UNION ALL SELECT tally.* FROM reviews, compute_tallies(reviews) AS tally
          UNION ALL SELECT tally.* FROM revenue_entries, compute_tallies(revenue_entries) AS tally
        ) AS counted CROSS JOIN (VALUES ('day'), ('month')) AS spans (span)
        WHERE figure = ANY (technician_figures())
        GROUP BY figure, span, since, key, bucket HAVING sum(value) <> 0`.execute(trx);
    });
    expect(await read()).toEqual(before);
    await mergeTallies(ctx);
    expect(await read()).toEqual(before);
    const { rows } = await sql`SELECT FROM tallies WHERE figure = ANY (technician_figures())`.execute(
      database.db,
    );
    expect(rows).toEqual([]);
  });

  it("counts imported invoices", async () => {
    const day = { from: "2026-06-01", to: "2026-06-01" };
    const invoicedFils = async () => (await getRevenueFigures(ctx, query(day))).now.invoiced.fils;
    const before = await invoicedFils();
    const id = randomUUID();
    const triggers = {
      invoices: "apply_invoice_issue_on_insert",
      invoiceLines: "refuse_issued_line_change",
    };
    for (const [table, trigger] of Object.entries(triggers))
      await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER ${sql.ref(trigger)}`.execute(database.db);
    await database.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO invoices (id, customer_id, created_at, issued_at, issue_date, due_date, reference, title, seller, buyer, net_fils,
        vat_fils, total_fils)
      VALUES (${id}, ${customerId}, ${NOW}, ${NOW}, ${day.from}, ${day.from}, 'INV-2026-999999', 'tax-invoice', '{}', '{}', 2000, 100,
        2100)`.execute(trx);
      await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent, gross_fils, vat_fils)
      VALUES (${id}, 1, 'Work', 100, 2100, 5, 2100, 100)`.execute(trx);
    });
    expect(await invoicedFils()).toBe(before + 2000);
  });

  it("counts page loads after their events were purged", async () => {
    const range = { from: FIRST, to: "2026-11-30" };
    const before = await getFunnelFigures(ctx, query(range));
    expect(before.now.pageLoads).toBeGreaterThan(0);
    await sql`DELETE FROM web_tracking_events WHERE day < '2026-11-01'`.execute(database.db);
    expect(await getFunnelFigures(ctx, query(range))).toEqual(before);
  });
});

/** Filter parameters of a list link. */
const filterOf = (link: string): Record<string, string> =>
  Object.fromEntries(new URL(link, "http://x").searchParams.entries());

/** Number of bookings in a linked list. */
async function rowsAt(link: string): Promise<number> {
  const filter = z.strictObject(filterFields).parse(filterOf(link));
  let rows = 0;
  for await (const page of await iterateBookingPages(ctx, filter)) rows += page.length;
  return rows;
}

async function all<Table extends "bookings" | "visits" | "reviews" | "quotes">(table: Table) {
  return database.db
    .selectFrom(table as "bookings")
    .selectAll()
    .execute() as never as Promise<Rows[Table][]>;
}
interface Rows {
  bookings: {
    id: string;
    state: (typeof bookingStates)[number];
    serviceId: string;
    area: string;
    emergency: boolean;
    warrantyOfId: string | null;
    requestedAt: Date;
    contactDueAt: Date | null;
    respondedAt: Date | null;
    arrivedAt: Date | null;
  };
  visits: {
    id: string;
    bookingId: string;
    technicianId: string | null;
    state: string;
    live: boolean;
    startsAt: Date;
    endsAt: Date;
    bufferMin: number;
    arrivedAt: Date | null;
    endedAt: Date | null;
  };
  reviews: { bookingId: string; rating: number; createdAt: Date };
  quotes: { state: string; sentAt: Date | null; totalFils: number };
}

const inOrder = (shares: { key: string; count: number }[]) =>
  shares.toSorted((a, b) => (a.key < b.key ? -1 : 1));
const sumOf = (rows: { fils: number }[]) => rows.reduce((sum, { fils }) => sum + fils, 0);

function countsBy<Row>(rows: Row[], keyOf: (row: Row) => string) {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(keyOf(row), (counts.get(keyOf(row)) ?? 0) + 1);
  return inOrder([...counts].map(([key, count]) => ({ key, count })));
}

function sumsBy<Row extends { fils: number }>(rows: Row[], keyOf: (row: Row) => string) {
  const sums = new Map<string, number>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0) + row.fils);
  return inOrder([...sums].map(([key, count]) => ({ key, count })).filter(({ count }) => count !== 0));
}

const minutesFrom = (since: Date, until: Date) => Math.floor((until.getTime() - since.getTime()) / 60_000);

/** Median and P90 as percentile_disc computes them. */
function atShares(minutes: number[]) {
  const sorted = minutes.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? null;
  return { medianMin: at(0.5), p90Min: at(0.9) };
}

function wasComeBackTo(visit: Rows["visits"], bookings: Rows["bookings"][]): boolean {
  const ended = visit.endedAt!.getTime();
  return bookings.some(
    ({ warrantyOfId, requestedAt }) =>
      warrantyOfId === visit.bookingId &&
      requestedAt.getTime() >= ended &&
      requestedAt.getTime() < ended + 30 * 24 * HOUR,
  );
}

/** Occupied seconds of a visit within a range, with buffer, until its end. */
function secondsWithin(
  { startsAt, endsAt, bufferMin, endedAt }: Rows["visits"],
  { from, to }: Range,
): number {
  const end = Math.min(
    addMinutes(endsAt, bufferMin).getTime(),
    endedAt?.getTime() ?? Number.POSITIVE_INFINITY,
  );
  const start = Math.max(startsAt.getTime(), dubaiInstant(from, "00:00").getTime());
  return Math.max(0, Math.min(end, dubaiInstant(addDays(to, 1), "00:00").getTime()) - start) / 1000;
}

/** Last finished visit of each booking. */
function finished(visits: Rows["visits"][]): Rows["visits"][] {
  const last = new Map<string, Rows["visits"]>();
  for (const visit of visits) {
    if (visit.state !== "work_done" || !visit.technicianId) continue;
    const other = last.get(visit.bookingId);
    const later = (visit.endedAt?.getTime() ?? 0) - (other?.endedAt?.getTime() ?? 0);
    if (!other || later > 0 || (later === 0 && visit.id < other.id)) last.set(visit.bookingId, visit);
  }
  return [...last.values()];
}

function finisher(visits: Rows["visits"][], bookingId: string): string | null {
  return finished(visits).find((visit) => visit.bookingId === bookingId)?.technicianId ?? null;
}

/** Amount of each document line. */
async function invoicedRows() {
  const { rows } = await sql<{
    day: string;
    fils: number;
    serviceId: string | null;
    bookingId: string | null;
    bookingService: string | null;
    bookingArea: string | null;
    propertyArea: string | null;
  }>`SELECT lines.*, bookings.service_id AS booking_service, bookings.area AS booking_area, properties.area AS property_area
    FROM (
      SELECT invoices.id, issue_date AS day, line.net_fils AS fils, line.service_id, booking_id, property_id
      FROM invoices JOIN invoice_lines AS line ON line.invoice_id = invoices.id
      WHERE issued_at IS NOT NULL AND kind <> 'opening'
      UNION ALL
      SELECT invoices.id, credit_notes.issue_date, -noted.net_fils, line.service_id, booking_id, property_id
      FROM credit_notes JOIN credit_note_lines AS noted ON noted.credit_note_id = credit_notes.id
      JOIN invoice_lines AS line ON line.invoice_id = noted.invoice_id AND line.position = noted.invoice_position
      JOIN invoices ON invoices.id = credit_notes.invoice_id
    ) AS lines
    LEFT JOIN bookings ON bookings.id = lines.booking_id
    LEFT JOIN properties ON properties.id = lines.property_id`.execute(database.db);
  const visits = await all("visits");
  return rows.map((row) => ({
    day: row.day,
    fils: Number(row.fils),
    service: row.serviceId ?? row.bookingService ?? "",
    area: row.bookingArea ?? row.propertyArea ?? "",
    technician: row.bookingId && finisher(visits, row.bookingId),
  }));
}

/** Revenue by line and contract month, computed from documents instead of the ledger. */
async function revenueRows() {
  const { rows } = await sql<{
    id: string;
    day: string;
    fils: string;
    service: string | null;
    kind: string;
    contractId: string | null;
    deducts: boolean;
  }>`SELECT invoices.id, lines.day, lines.fils, coalesce(line.service_id, bookings.service_id) AS service, kind, contract_id,
      deducted_deposit_id IS NOT NULL AS deducts
    FROM (
      SELECT invoice_id, position, issue_date AS day, billed.net_fils AS fils
      FROM invoice_lines AS billed JOIN invoices ON invoices.id = invoice_id WHERE issued_at IS NOT NULL
      UNION ALL
      SELECT noted.invoice_id, invoice_position, issue_date, -noted.net_fils
      FROM credit_note_lines AS noted JOIN credit_notes ON credit_notes.id = credit_note_id
    ) AS lines
    JOIN invoice_lines AS line USING (invoice_id, position)
    JOIN invoices ON invoices.id = invoice_id LEFT JOIN bookings ON bookings.id = booking_id`.execute(
    database.db,
  );
  const documents = rows.map((row) => ({ ...row, fils: Number(row.fils), service: row.service ?? "" }));
  const posted = documents
    .filter(({ kind, contractId, deducts }) => kind === "invoice" && !contractId && !deducts)
    .map(({ day, fils, service }) => ({ day, fils, service }));
  const contracts = await database.db
    .selectFrom("contracts")
    .select(["id", "startsOn", "endsOn"])
    .where("activatedAt", "is not", null)
    .execute();
  for (const { id, startsOn, endsOn } of contracts) {
    const [first, last] = [startsOn!, endsOn!];
    const own = documents.filter(({ contractId }) => contractId === id);
    let before = 0;
    for (let month = firstDayOfMonth(first); ; ) {
      const next = firstDayOfMonth(addDays(month, 31));
      const end = addDays(next, -1);
      if (end >= LAST) break;
      const invoiced = sumOf(own.filter(({ day }) => day <= end));
      const days = daysBetween(first, end < last ? end : last) + 1;
      const share = (invoiced * days) / (daysBetween(first, last) + 1);
      const by = Math.sign(share) * Math.round(Math.abs(share));
      if (by !== before) posted.push({ day: end, fils: by - before, service: "" });
      before = by;
      month = next;
    }
  }
  return posted;
}

let numbers = 0;
const nextNumber = () => String(++numbers).padStart(6, "0");

/** Random second, often at or just before midnight in Dubai. */
function anyTime(): Date {
  const day = addDays(FIRST, below(204));
  const midnight = dubaiInstant(day, "00:00").getTime();
  const times = [midnight, midnight - 1000, midnight + below(86_400) * 1000, midnight + below(86_400) * 1000];
  return new Date(Math.min(oneOf(times), NOW.getTime()));
}

async function addShifts(): Promise<void> {
  const shift = (technician: number, weekday: number, startMin: number, endMin: number) => ({
    technicianId: technicianIds[technician]!,
    weekday,
    startMin,
    endMin,
  });
  await database.db
    .insertInto("shifts")
    .values([
      ...[1, 2, 3, 4, 5].flatMap((day) => [shift(1, day, 480, 720), shift(1, day, 780, 1080)]),
      ...[2, 4, 6].map((day) => shift(2, day, 840, 1320)),
      shift(3, 1, 480, 1080),
    ])
    .execute();
  const holidays = ["2026-12-02", "2026-12-03"].map((day) => ({ day, name: "National Day" }));
  await database.db
    .insertInto("publicHolidays")
    .values([...holidays, { day: "2026-08-05", name: "Opened", open: true }] as never)
    .execute();
  await database.db
    .insertInto("seasons")
    .values({ name: "Short", firstDay: "2026-09-10", lastDay: "2026-10-02", shorterByMin: 120 } as never)
    .execute();
  const off = [
    [1, "2026-09-14T06:00:00Z", "2026-09-20T06:00:00Z"],
    [1, "2026-09-18T06:00:00Z", "2026-09-25T06:00:00Z"],
    [2, "2026-11-30T20:00:00Z", "2026-12-31T20:00:00Z"],
    [0, "2026-10-31T19:59:00Z", "2026-10-31T20:01:00Z"],
  ] as const;
  for (const [technician, from, to] of off) {
    await sql`INSERT INTO time_off (technician_id, during)
      VALUES (${technicianIds[technician]}, tstzrange(${from}, ${to}))`.execute(database.db);
  }
}

const areas = ["Al Barsha 1", "Dubai Marina", ""];

async function addBooking(more: { warrantyOfId?: string; requestedAt?: Date } = {}): Promise<void> {
  const id = randomUUID();
  const emergency = below(3) === 0;
  const requestedAt = more.requestedAt ?? anyTime();
  const after = (minutes: number) => new Date(requestedAt.getTime() + below(minutes * 60) * 1000);
  await database.db
    .insertInto("bookings")
    .values({
      id,
      reference: `BK-2026-${nextNumber()}`,
      state: oneOf(bookingStates),
      serviceId: emergency ? "emergency" : "plumbing",
      emergency,
      customerId,
      propertyId,
      contactName: "Zainab Qasim",
      contactPhone: "+971501234567",
      address: "Street 7",
      addressParts: JSON.stringify({ street: "Street 7" }),
      area: oneOf(areas),
      requestedAt,
      contactDueAt: below(4) === 0 ? null : addMinutes(requestedAt, oneOf([120, 120, 900])),
      respondedAt: oneOf([null, after(300), addMinutes(requestedAt, 120)]),
      arrivedAt: emergency ? oneOf([null, after(240), addMinutes(requestedAt, 120)]) : null,
      warrantyOfId: more.warrantyOfId ?? null,
    } as never)
    .execute();
  for (let visits = below(3); visits > 0; visits--) await addVisit(id, requestedAt);
  if (below(3) === 0) {
    await sql`INSERT INTO reviews (booking_id, rating, created_at) VALUES (${id}, ${1 + below(5)}, ${anyTime()})`.execute(
      database.db,
    );
  }
}

async function addVisit(bookingId: string, requestedAt: Date): Promise<void> {
  const state = oneOf([...visitStates, "work_done", "work_done"]);
  const technician = state === "held" && below(2) === 0 ? null : oneOf(technicianIds);
  const startsAt = new Date(requestedAt.getTime() + below(20 * 24) * HOUR + below(3600) * 1000);
  const under = ["on_site", "on_hold", "work_done"].includes(state);
  const arrived = under && below(5) > 0 ? addMinutes(startsAt, below(60) - 20) : null;
  const ended = ["on_hold", "work_done"].includes(state) ? addMinutes(startsAt, below(180) - 10) : null;
  // Overlapping visits of one technician are impossible.
  await sql`INSERT INTO visits (id, booking_id, technician_id, state, starts_at, ends_at, buffer_min, arrived_at, ended_at, during, created_at)
    VALUES (${randomUUID()}, ${bookingId}, ${technician}, ${state}, ${startsAt}, ${addMinutes(startsAt, 30 + below(300))},
      ${oneOf([0, 30])}, ${arrived}, ${ended}, 'empty', ${NOW}) ON CONFLICT DO NOTHING`.execute(database.db);
}

/** Return visit about thirty days after finished work. */
async function addRevisit(): Promise<void> {
  const finished = (await all("visits")).filter(({ state }) => state === "work_done");
  const { bookingId, endedAt } = oneOf(finished);
  const days = oneOf([below(60) * 24 * HOUR, 30 * 24 * HOUR, 30 * 24 * HOUR - 1000]);
  await addBooking({ warrantyOfId: bookingId, requestedAt: new Date(endedAt!.getTime() + days) });
}

async function addQuote(): Promise<void> {
  const state = oneOf(quoteStates);
  const at = anyTime();
  await sql`INSERT INTO quotes (id, reference, state, customer_id, created_at, sent_at, answered_at, valid_until, total_fils)
    VALUES (${randomUUID()}, ${`QT-2026-${nextNumber()}`}, ${state}, ${customerId}, ${at}, ${state === "draft" ? null : at}, ${at},
      ${dubaiDate(at)}, ${below(1_000_000)})`.execute(database.db);
}

/**
 * Invoice around price and VAT changes: with or without VAT, booking or property, deposits and credit notes.
 */
async function addInvoice(): Promise<void> {
  const [booking] = (await all("bookings")).toSorted(() => below(3) - 1);
  const bookingId = below(4) === 0 ? null : booking!.id;
  const day = dubaiDate(anyTime());
  const percent = day < "2026-09-01" ? 0 : 5;
  const lines = Array.from({ length: 1 + below(3) }, () =>
    lineOf(100 + below(100_000), percent, oneOf(["plumbing", "emergency", null])),
  );
  const kind = oneOf(["invoice", "invoice", "deposit"]);
  const isDraft = below(6) === 0;
  const id = await issue({ kind, bookingId, day: isDraft ? null : day, lines });
  if (isDraft) return;
  if (kind === "deposit" && below(2) === 0) {
    const taken = lines.map((line) => ({ ...line, gross: -line.gross, vat: -line.vat, deducts: id }));
    const work = lineOf(400_000 + below(100_000), percent, "plumbing");
    await issue({ kind: "invoice", bookingId, day: addDays(day, below(40)), lines: [work, ...taken] });
  } else if (below(3) === 0) await credit(id, addDays(day, below(10)), lines[0]!);
}

/** Contract of months or a year, invoiced before or after its start, partly credited. */
async function addContract(): Promise<void> {
  const { id } = await requestTestContract(ctx, { customerId });
  const startsOn = addDays(FIRST, below(190));
  const endsOn = addDays(startsOn, oneOf([89, 364, 364]));
  await database.db
    .updateTable("contracts")
    .set({
      ...{ agreedAt: NOW, priceFils: 380_000, startsOn, endsOn, callOutHours: 2, emergencyFee: false },
      ...{ partsDiscount: 0, state: "active", activatedAt: NOW },
    })
    .where("id", "=", id)
    .execute();
  const asked = addDays(startsOn, below(60) - 30);
  const day = asked > LAST ? LAST : asked;
  const line = lineOf(100_000 + below(400_000), 5, null);
  const invoiceId = await issue({ kind: "invoice", bookingId: null, contractId: id, day, lines: [line] });
  if (below(3) === 0) {
    const gross = Math.ceil(line.gross / 3);
    await credit(invoiceId, addDays(day, below(50)), { ...line, gross, vat: Math.round((gross * 5) / 105) });
  }
  await sql`SELECT post_earned_contract_revenue(${id}, ${addDays(firstDayOfMonth(LAST), -1)})`.execute(
    database.db,
  );
}

interface Line {
  gross: number;
  vat: number;
  percent: number;
  service: string | null;
  /** Deducted deposit. */
  deducts: string | null;
}

function lineOf(gross: number, percent: number, service: string | null): Line {
  return { gross, vat: Math.round((gross * percent) / (100 + percent)), percent, service, deducts: null };
}

const PARTY = JSON.stringify({ name: "Zainab Qasim" });

/** Without a day it stays a draft. */
async function issue({
  kind,
  bookingId,
  contractId = null,
  day,
  lines,
}: {
  kind: string;
  bookingId: string | null;
  contractId?: string | null;
  day: string | null;
  lines: Line[];
}): Promise<string> {
  const id = randomUUID();
  const [gross, vat] = (["gross", "vat"] as const).map((part) =>
    lines.reduce((sum, line) => sum + line[part], 0),
  );
  await sql`INSERT INTO invoices (id, kind, customer_id, property_id, booking_id, contract_id, created_at, net_fils, vat_fils, total_fils)
    VALUES (${id}, ${kind}, ${customerId}, ${oneOf([propertyId, null])}, ${bookingId}, ${contractId}, ${NOW},
      ${gross! - vat!}, ${vat}, ${gross})`.execute(database.db);
  for (const [at, line] of lines.entries()) {
    await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent, gross_fils, vat_fils,
        service_id, deducted_deposit_id)
      VALUES (${id}, ${at + 1}, 'Work', ${line.deducts ? -100 : 100}, ${Math.abs(line.gross)}, ${line.percent}, ${line.gross}, ${line.vat},
        ${line.service}, ${line.deducts})`.execute(database.db);
  }
  if (day) {
    await sql`UPDATE invoices SET issued_at = ${NOW}, issue_date = ${day}, due_date = ${day}, reference = ${`INV-2026-${nextNumber()}`},
      title = 'tax-invoice', seller = ${PARTY}, buyer = ${PARTY} WHERE id = ${id}`.execute(database.db);
  }
  return id;
}

/** Credits the first line of an unpaid invoice. */
async function credit(invoiceId: string, day: string, line: Line): Promise<void> {
  const id = randomUUID();
  await database.db.transaction().execute(async (trx) => {
    await sql`INSERT INTO credit_notes (id, reference, invoice_id, title, seller, buyer, reason, event_date, issue_date, issued_at,
        net_fils, vat_fils, total_fils)
      VALUES (${id}, ${`CN-2026-${nextNumber()}`}, ${invoiceId}, 'tax-credit-note', ${PARTY}, ${PARTY}, 'Agreed', ${day}, ${day}, ${NOW},
        ${line.gross - line.vat}, ${line.vat}, ${line.gross})`.execute(trx);
    await sql`INSERT INTO credit_note_lines (credit_note_id, position, invoice_id, invoice_position, description, quantity_hundredths,
        unit_fils, vat_percent, gross_fils, vat_fils)
      VALUES (${id}, 1, ${invoiceId}, 1, 'Work', 100, ${line.gross}, ${line.percent}, ${line.gross}, ${line.vat})`.execute(
      trx,
    );
    await sql`INSERT INTO settlements (invoice_id, kind, amount_fils, credit_note_id, at)
      VALUES (${invoiceId}, 'credit-note', ${line.gross}, ${id}, ${NOW})`.execute(trx);
  });
}

async function addPageLoad(): Promise<void> {
  const load = randomUUID().replaceAll("-", "");
  const day = dubaiDate(anyTime());
  const form = oneOf(["/api/handle-booking", "/api/contact"]);
  const event = (name: string, details: object, on = day) =>
    sql`INSERT INTO web_tracking_events (day, page_load, name, path, details)
      VALUES (${on}, ${load}, ${name}, '/', ${JSON.stringify(details)})`.execute(database.db);
  for (let views = below(3); views > 0; views--) await event("page_view", {});
  if (below(4) === 0) await event("page_view", {}, addDays(day, 1));
  if (below(2) === 0) await event("journey_milestone", { milestone: "form_started", form });
}

/** Random changes of states, times, services and technicians. */
async function changeMuch(): Promise<void> {
  await sql`UPDATE bookings SET state = 'completed', responded_at = coalesce(responded_at, requested_at + interval '3 hours')
    WHERE right(reference, 1) IN ('1', '5')`.execute(database.db);
  await sql`UPDATE bookings SET area = 'Deira', version = version + 1 WHERE right(reference, 1) = '3'
    AND NOT EXISTS (SELECT FROM invoices WHERE booking_id = bookings.id)`.execute(database.db);
  await sql`UPDATE visits SET state = 'cancelled', ended_at = NULL WHERE state IN ('scheduled', 'held') AND extract(minute FROM starts_at)::integer % 3 = 0`.execute(
    database.db,
  );
  await sql`UPDATE visits SET state = 'on_site', arrived_at = starts_at + interval '15 minutes' WHERE state = 'en_route'`.execute(
    database.db,
  );
  await sql`DELETE FROM visits WHERE state = 'scheduled' AND extract(minute FROM starts_at)::integer % 3 = 0`.execute(
    database.db,
  );
  // Finished by another technician, earlier, or not at all; invoiced work keeps its technician.
  const unbilled = sql`NOT EXISTS (SELECT FROM invoices WHERE invoices.booking_id = visits.booking_id)`;
  const finished = (rest: number) =>
    sql`state = 'work_done' AND ${unbilled} AND extract(minute FROM starts_at)::integer % 7 = ${rest}`;
  const [, other] = technicianIds;
  const { rows: toOther } = await sql<{
    id: string;
  }>`SELECT id FROM visits WHERE ${finished(0)}`.execute(database.db);
  for (const { id } of toOther) {
    await sql`UPDATE visits SET technician_id = ${other} WHERE id = ${id}
      AND NOT EXISTS (SELECT FROM visits AS taken WHERE taken.technician_id = ${other} AND taken.during && visits.during)`.execute(
      database.db,
    );
  }
  await sql`UPDATE visits SET ended_at = starts_at - interval '2 days' WHERE ${finished(1)}`.execute(
    database.db,
  );
  await sql`UPDATE visits SET state = 'on_hold' WHERE ${finished(2)}`.execute(database.db);
  await sql`UPDATE visits SET state = 'work_done', ended_at = starts_at + interval '9 minutes' WHERE state = 'on_site' AND ${unbilled}
    AND technician_id IS NOT NULL`.execute(database.db);
  await sql`DELETE FROM visits WHERE ${finished(3)}`.execute(database.db);
  // Original work of warranty visits changes, too.
  const revisits = (await all("bookings")).filter(({ warrantyOfId }) => warrantyOfId);
  const [unlinked, earlier, elsewhere, gone] = [0, 1, 2, 3].map((at) =>
    revisits.filter((_, place) => place % 6 === at).map(({ id }) => id),
  );
  await sql`UPDATE bookings SET warranty_of_id = NULL WHERE id = ANY(${unlinked}::uuid[])`.execute(
    database.db,
  );
  await sql`UPDATE bookings SET requested_at = requested_at - interval '9 days' WHERE id = ANY(${earlier}::uuid[])`.execute(
    database.db,
  );
  await sql`UPDATE bookings SET warranty_of_id = (SELECT booking_id FROM visits WHERE state = 'work_done' AND booking_id <> bookings.id
    ORDER BY id LIMIT 1) WHERE id = ANY(${elsewhere}::uuid[])`.execute(database.db);
  await sql`DELETE FROM reviews WHERE booking_id = ANY(${gone}::uuid[])`.execute(database.db);
  await sql`DELETE FROM visits WHERE booking_id = ANY(${gone}::uuid[]) AND ${unbilled}`.execute(database.db);
  await sql`DELETE FROM bookings WHERE id = ANY(${gone}::uuid[]) AND NOT EXISTS (SELECT FROM invoices WHERE booking_id = bookings.id)
    AND NOT EXISTS (SELECT FROM bookings AS again WHERE again.warranty_of_id = bookings.id)`.execute(
    database.db,
  );
  await sql`UPDATE reviews SET rating = 6 - rating, created_at = created_at + interval '3 days' WHERE rating IN (1, 4)`.execute(
    database.db,
  );
  await sql`DELETE FROM reviews WHERE rating = 3 AND extract(second FROM created_at)::integer % 2 = 0`.execute(
    database.db,
  );
  await sql`UPDATE quotes SET state = 'approved', total_fils = total_fils + 7 WHERE state = 'viewed'`.execute(
    database.db,
  );
  await sql`UPDATE quotes SET state = 'withdrawn' WHERE state = 'declined' AND total_fils % 2 = 0`.execute(
    database.db,
  );
  await sql`DELETE FROM quotes WHERE state = 'expired' AND total_fils % 2 = 0`.execute(database.db);
}
