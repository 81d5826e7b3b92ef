import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { invoiceStates } from "~/features/finance/invoices/invoice";
import { chequeStates, paymentMethods } from "~/features/finance/payments/payment";
import { quoteStates } from "~/features/finance/quotes/quote";
import { getBoard } from "~/features/operations/dispatch/board/board-queries.server";
import { travelBetweenVisits } from "~/features/operations/dispatch/board/board-time";
import { createRandom } from "~/platform/random";
import { addDays, addMinutes, daysBetween, dubaiDate, dubaiInstant } from "~/platform/time";
import { isOneRunOf, randomOf, seedOfRun } from "../../../test/faults/rounds";
import { officeCtx } from "../../../test/harness/company/company";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { seed } from "../seed.server";
import { exampleCustomer } from "./people";

/** Another date in each run, because products start for the first time on any day: Sundays, holidays, the last day of a month. */
const TODAY = addDays("2026-01-01", createRandom(seedOfRun()).below(2 * 365));
/** Time at which the latest work of the day has just ended and has no draft yet. */
const NOW = dubaiInstant(TODAY, "14:00");

let app: TestApp;
beforeAll(async () => {
  app = await createTestApp();
  await seed({ db: app.db, config: { ...app.config, sampleData: true } }, NOW);
}, 300_000);
afterAll(() => app.close());

it("plans a future visit with a crew of two", async () => {
  const helper = await app.db
    .selectFrom("visits as helper")
    .innerJoin("visits as lead", "lead.id", "helper.leadVisitId")
    .select([
      "lead.state",
      "lead.crewSize",
      "lead.startsAt",
      "lead.technicianId as leads",
      "helper.technicianId",
    ])
    .execute();
  expect(helper).toMatchObject([{ state: "scheduled", crewSize: 2 }]);
  expect(helper[0]!.technicianId).not.toBe(helper[0]!.leads);
  expect(helper[0]!.startsAt > NOW).toBe(true);
});

it("requests the next visit of a recurring booking with the previous technician", async () => {
  const visits = await app.db
    .selectFrom("recurringBookingVisits")
    .innerJoin("bookings", "bookings.id", "recurringBookingVisits.bookingId")
    .innerJoin("visits", "visits.bookingId", "bookings.id")
    .select(["number", "bookings.state", "preferredTechnicianId", "technicianId", "startsAt"])
    .orderBy("number")
    .execute();
  expect(visits).toMatchObject([{ state: "completed" }, { state: "requested" }]);
  const [before, next] = visits;
  expect([next!.preferredTechnicianId, next!.technicianId]).toEqual([
    before!.technicianId,
    before!.technicianId,
  ]);
  expect(next!.startsAt > NOW).toBe(true);
});

it("creates quotes in every lasting state without notifications", async () => {
  const rows = await app.db.selectFrom("quotes").select(["state", "totalFils"]).execute();
  const states = new Set(rows.map(({ state }) => state));
  expect(quoteStates.filter((state) => !states.has(state))).toEqual([]);
  expect(rows.every(({ totalFils }) => totalFils > 0)).toBe(true);
  expect(await app.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

it("creates invoices and payments in every state", async () => {
  const invoices = await app.db.selectFrom("invoices").selectAll().execute();
  const has = <Value>(values: readonly Value[]) => new Set(values);
  expect(has(invoices.map(({ state }) => state))).toEqual(new Set(invoiceStates));
  const overdue = invoices.filter(
    ({ dueDate, openFils, issuedAt }) => issuedAt && openFils > 0 && dueDate! < TODAY,
  );
  expect(has(overdue.map(({ state }) => state))).toEqual(new Set(["issued", "part_paid"]));
  // One deposit is deducted from its final invoice, one is refunded after a cancellation.
  const deposits = invoices.filter(({ kind }) => kind === "deposit");
  expect(deposits.some(({ totalFils, deductedFils }) => deductedFils === totalFils)).toBe(true);
  expect(deposits.some(({ totalFils, creditedFils }) => creditedFils === totalFils)).toBe(true);

  const settlements = await app.db.selectFrom("settlements").select("kind").distinct().execute();
  expect(settlements.map(({ kind }) => kind).sort()).toEqual(["credit-note", "payment", "write-off"]);
  const payments = await app.db.selectFrom("payments").selectAll().execute();
  expect(has(payments.map(({ method }) => method))).toEqual(new Set(paymentMethods));
  const cheques = await app.db.selectFrom("cheques").selectAll().execute();
  expect(has(cheques.map(({ state }) => state))).toEqual(new Set(chequeStates));
  expect(cheques.some(({ state, dated }) => state === "received" && dated > TODAY)).toBe(true);
  expect(await app.db.selectFrom("refunds").select("state").execute()).toEqual([{ state: "done" }]);
  const balances = await app.db.selectFrom("customerBalances").select("creditFils").execute();
  expect(balances.some(({ creditFils }) => creditFils > 0)).toBe(true);
});

it("creates contracts in every stage with their visits and recognised revenue", async () => {
  const contracts = await app.db.selectFrom("contracts").selectAll().orderBy("requestedAt").execute();
  const [ending, running, byCheques, asked] = contracts;
  expect(contracts.map(({ state }) => state)).toEqual(["active", "active", "requested", "requested"]);
  expect(ending!.endsOn! > TODAY && ending!.endsOn! < addDays(TODAY, 30)).toBe(true);
  expect([byCheques!.agreedAt, asked!.agreedAt].map((at) => at !== null)).toEqual([true, false]);
  const cheques = await app.db
    .selectFrom("cheques")
    .select("cheques.state")
    .where("customerId", "=", byCheques!.customerId)
    .execute();
  expect(cheques.map(({ state }) => state)).toEqual(["received", "received", "received", "received"]);

  const balances = await app.db
    .selectFrom("entitlementBalances")
    .selectAll()
    .where("contractId", "in", [ending!.id, running!.id])
    .where("kind", "in", ["ac-visit", "check"])
    .execute();
  const usedOf = ({ id }: { id: string }) =>
    balances.filter(({ contractId }) => contractId === id).reduce((sum, { used }) => sum + Number(used), 0);
  const plannedOf = ({ id }: { id: string }) =>
    balances
      .filter(({ contractId }) => contractId === id)
      .reduce((sum, { planned }) => sum + Number(planned), 0);
  expect(usedOf(ending!)).toBe(3);
  expect(usedOf(running!)).toBeGreaterThan(0);
  expect(plannedOf(running!)).toBeGreaterThan(0);

  const { rows } = await sql`SELECT * FROM ledger_differences()`.execute(app.db);
  expect(rows).toEqual([]);
  const earned = await sql<{ fils: number }>`
    SELECT coalesce(sum(debit_fils), 0)::bigint AS fils FROM ledger_entries JOIN ledger_lines ON entry_id = ledger_entries.id
    WHERE account = 'deferred-contract-revenue' AND source_id = ${ending!.id}`.execute(app.db);
  const lastMonth = addDays(`${TODAY.slice(0, 8)}01`, -1);
  const days = daysBetween(ending!.startsOn!, lastMonth) + 1;
  const netFils = Math.round((ending!.priceFils! * 100) / 105);
  const ofDays = daysBetween(ending!.startsOn!, ending!.endsOn!) + 1;
  expect(earned.rows[0]!.fils).toBe(Math.round((netFils * days) / ofDays));
});

it("gives the example customer a visit soon, a quote to answer, an open invoice, a contract and past work", async () => {
  const { id, userId } = await app.db
    .selectFrom("customers")
    .select(["id", "userId"])
    .where("email", "=", exampleCustomer.email)
    .executeTakeFirstOrThrow();
  expect(userId).not.toBeNull();
  const bookings = await app.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.bookingId", "bookings.id")
    .leftJoin("reviews", "reviews.bookingId", "bookings.id")
    .select(["bookings.state", "bookings.userId", "startsAt", "technicianId", "rating"])
    .where("customerId", "=", id)
    .orderBy("startsAt")
    .execute();
  const next = bookings.find(({ state }) => state === "scheduled")!;
  expect(next.technicianId).not.toBeNull();
  expect(daysBetween(TODAY, dubaiDate(next.startsAt))).toBeLessThan(8);
  const past = bookings.filter(({ state }) => state === "completed");
  expect(past.some(({ rating }) => rating !== null)).toBe(true);
  expect(
    past.some(({ rating, startsAt }) => rating === null && startsAt > addMinutes(NOW, -20 * 24 * 60)),
  ).toBe(true);
  expect(bookings.every((booking) => booking.userId === userId)).toBe(true);

  const quotes = await app.db.selectFrom("quotes").select("state").where("customerId", "=", id).execute();
  expect(quotes.filter(({ state }) => state === "sent" || state === "viewed")).toHaveLength(1);
  const invoices = await app.db
    .selectFrom("invoices")
    .select(["openFils", "state"])
    .where("customerId", "=", id)
    .execute();
  expect(invoices.filter(({ openFils }) => openFils > 0)).toMatchObject([{ state: "issued" }]);
  const contracts = await app.db
    .selectFrom("contracts")
    .select("state")
    .where("customerId", "=", id)
    .execute();
  expect(contracts).toEqual([{ state: "active" }]);
});

it("shows a business in its second year: 12 technicians, growth, and this week three quarters booked", async () => {
  const { rows } = await sql<{ technicians: number; year: number; quarter: number; percent: number }>`SELECT
    (SELECT count(*) FROM technicians)::int AS technicians,
    (SELECT count(*) FROM visits WHERE live AND starts_at < ${NOW}::timestamptz - interval '300 days')::int AS year,
    (SELECT count(*) FROM visits WHERE live AND starts_at BETWEEN ${NOW}::timestamptz - interval '95 days' AND ${NOW})::int AS quarter,
    (SELECT 100 * sum(extract(epoch FROM ends_at + buffer_min * interval '1 minute' - starts_at)) / 60 FROM visits
      WHERE live AND (starts_at AT TIME ZONE 'Asia/Dubai')::date BETWEEN ${TODAY}::date - 3 AND ${TODAY}::date + 3)::float
      / (SELECT sum(end_min - start_min) FROM shifts) AS percent`.execute(app.db);
  const [{ technicians, year, quarter, percent }] = rows as [(typeof rows)[number]];
  expect(technicians).toBe(12);
  expect(year).toBeGreaterThan(50);
  expect(quarter).toBeGreaterThan(2 * year);
  // Public holidays have no planned work.
  expect(percent).toBeGreaterThan(20);
  expect(percent).toBeLessThan(80);
});

it("shows finished and planned visits today with time for the way, and one emergency with a technician", async () => {
  const today = await app.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select(["visits.state", "startsAt", "emergency"])
    .where("startsAt", ">=", dubaiInstant(TODAY, "00:00"))
    .where("startsAt", "<", dubaiInstant(addDays(TODAY, 1), "00:00"))
    .execute();
  const emergency = await app.db
    .selectFrom("bookings")
    .select(["state", "acknowledgedAt"])
    .where("emergency", "=", true)
    .where("state", "not in", ["completed", "work_done", "on_site"])
    .execute();
  expect(emergency).toMatchObject([{ state: "scheduled" }]);
  expect(emergency[0]!.acknowledgedAt).not.toBeNull();
  const board = await getBoard({ ...officeCtx(app.db), now: NOW }, TODAY, TODAY);
  const tooFar = [...Map.groupBy(board.visits, ({ technicianId }) => technicianId).values()]
    .flatMap((visits) => [...travelBetweenVisits(visits).values()])
    .filter(({ tooLong }) => tooLong);
  // The emergency and a return under warranty may be far away.
  expect(tooFar.length).toBeLessThan(4);
  const holidays = await app.db.selectFrom("publicHolidays").select("day").where("day", "=", TODAY).execute();
  if (holidays.length > 0) return;
  expect(today.some(({ state }) => state === "work_done")).toBe(true);
  expect(today.some(({ state, startsAt }) => state === "scheduled" && startsAt > NOW)).toBe(true);
});

it("gives every booking as many timeline entries as its version", async () => {
  const { rows } = await sql`SELECT reference FROM bookings
    WHERE version <> (SELECT count(*) FROM timeline_entries WHERE booking_id = bookings.id)
      AND EXISTS (SELECT FROM timeline_entries WHERE booking_id = bookings.id AND actor_name = 'Layla Hassan')`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
});

// figures.test.ts recounts the tallies of other records in each run.
it.runIf(isOneRunOf(4, randomOf("tallies of the sample")))(
  "gives each booking the tallies of a recount",
  async () => {
    const sums = () =>
      sql`SELECT figure, span, day, key, bucket, sum(value) AS value FROM tallies GROUP BY 1, 2, 3, 4, 5 HAVING sum(value) <> 0 ORDER BY 1, 2, 3, 4, 5`.execute(
        app.db,
      );
    const before = await sums();
    await sql`SELECT recount_tallies()`.execute(app.db);
    expect((await sums()).rows).toEqual(before.rows);
  },
);

it("copies the fields of each booking to its visits, with the triggers enabled again", async () => {
  const { rows } = await sql`SELECT visits.id FROM visits JOIN bookings ON bookings.id = booking_id
    WHERE trade IS DISTINCT FROM coalesce(trade_id, service_id) OR visits.requested_at IS DISTINCT FROM bookings.requested_at
      OR last_visit_start IS DISTINCT FROM (SELECT max(starts_at) FROM visits AS other WHERE other.booking_id = bookings.id AND live AND lead_visit_id IS NULL)`.execute(
    app.db,
  );
  expect(rows).toEqual([]);
  const disabled = await sql`SELECT tgname FROM pg_trigger WHERE tgenabled = 'D'`.execute(app.db);
  expect(disabled.rows).toEqual([]);
});

it("matches invoice totals and settlements, and numbers invoices without gaps", async () => {
  const wrong = await sql`SELECT reference FROM invoices
    WHERE issued_at IS NOT NULL AND (settled_fils <> (SELECT coalesce(sum(amount_fils), 0) FROM settlements WHERE invoice_id = invoices.id)
      OR total_fils <> (SELECT sum(gross_fils) FROM invoice_lines WHERE invoice_id = invoices.id)
      OR vat_fils <> (SELECT sum(vat_fils) FROM invoice_lines WHERE invoice_id = invoices.id))`.execute(
    app.db,
  );
  expect(wrong.rows).toEqual([]);
  const gaps = await sql`SELECT kind, year FROM counters WHERE kind IN ('INV', 'CN') AND value <>
    (SELECT count(*) FROM (SELECT reference FROM invoices UNION ALL SELECT reference FROM credit_notes) AS documents
      WHERE reference LIKE counters.kind || '-' || counters.year || '-%')`.execute(app.db);
  expect(gaps.rows).toEqual([]);
});

it("numbers the trail entries of invoices and payments chronologically", async () => {
  const { rows } = await sql`SELECT type, at FROM (
      SELECT type, at, id < lag(id) OVER (PARTITION BY type ORDER BY at, id) AS is_late FROM trail
      WHERE type IN ('invoice.issued', 'payment.recorded')) AS entries
    WHERE is_late`.execute(app.db);
  expect(rows).toEqual([]);
});

it("numbers documents chronologically and matches payouts with their card payments", async () => {
  for (const table of ["invoices", "creditNotes"] as const) {
    const rows = await app.db
      .selectFrom(table)
      .select(["reference", "issuedAt"])
      .where("issuedAt", "is not", null)
      .orderBy("reference")
      .execute();
    const times = rows.map(({ issuedAt }) => issuedAt!.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(rows.length).toBeGreaterThan(1);
  }
  const payouts = await app.db.selectFrom("payouts").selectAll().execute();
  expect(payouts.length).toBeGreaterThan(3);
  for (const { id, amountFils } of payouts) {
    const paid = await app.db
      .selectFrom("payments")
      .select(["amountFils", "feeFils"])
      .where("payoutId", "=", id)
      .execute();
    expect(paid.reduce((sum, { amountFils, feeFils }) => sum + amountFils - feeFils!, 0)).toBe(amountFils);
  }
});
