import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { invoiceStates } from "~/features/finance/invoices/invoice";
import { chequeStates, paymentMethods } from "~/features/finance/payments/payment";
import { quoteStates } from "~/features/finance/quotes/quote";
import { createRandom } from "~/platform/random";
import { addDays, daysBetween, dubaiInstant } from "~/platform/time";
import { seedOfRun } from "../../../test/faults/rounds";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { seed } from "../seed.server";

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
    .innerJoin("visits as lead", "lead.id", "helper.lead_visit_id")
    .select([
      "lead.state",
      "lead.crew_size",
      "lead.starts_at",
      "lead.technician_id as leads",
      "helper.technician_id",
    ])
    .execute();
  expect(helper).toMatchObject([{ state: "scheduled", crew_size: 2 }]);
  expect(helper[0]!.technician_id).not.toBe(helper[0]!.leads);
  expect(helper[0]!.starts_at > NOW).toBe(true);
});

it("requests the next visit of a recurring booking with the previous technician", async () => {
  const visits = await app.db
    .selectFrom("recurring_booking_visits")
    .innerJoin("bookings", "bookings.id", "recurring_booking_visits.booking_id")
    .innerJoin("visits", "visits.booking_id", "bookings.id")
    .select(["number", "bookings.state", "preferred_technician_id", "technician_id", "starts_at"])
    .orderBy("number")
    .execute();
  expect(visits).toMatchObject([{ state: "completed" }, { state: "requested" }]);
  const [before, next] = visits;
  expect([next!.preferred_technician_id, next!.technician_id]).toEqual([
    before!.technician_id,
    before!.technician_id,
  ]);
  expect(next!.starts_at > NOW).toBe(true);
});

it("creates quotes in every lasting state without notifications", async () => {
  const rows = await app.db.selectFrom("quotes").select(["state", "total_fils"]).execute();
  const states = new Set(rows.map(({ state }) => state));
  expect(quoteStates.filter((state) => !states.has(state))).toEqual([]);
  expect(rows.every(({ total_fils }) => total_fils > 0)).toBe(true);
  expect(await app.db.selectFrom("outbox").selectAll().execute()).toEqual([]);
});

it("creates invoices and payments in every state, with two overdue invoices", async () => {
  const invoices = await app.db.selectFrom("invoices").selectAll().execute();
  const has = <Value>(values: readonly Value[]) => new Set(values);
  expect(has(invoices.map(({ state }) => state))).toEqual(new Set(invoiceStates));
  const overdue = invoices.filter(
    ({ due_date, open_fils, issued_at }) => issued_at && open_fils > 0 && due_date! < TODAY,
  );
  expect(overdue.map(({ state }) => state).sort()).toEqual(["issued", "part_paid"]);
  // One deposit is deducted from its final invoice, one is refunded after a cancellation.
  const deposits = invoices.filter(({ kind }) => kind === "deposit");
  expect(deposits.some(({ total_fils, deducted_fils }) => deducted_fils === total_fils)).toBe(true);
  expect(deposits.some(({ total_fils, credited_fils }) => credited_fils === total_fils)).toBe(true);

  const settlements = await app.db.selectFrom("settlements").select("kind").distinct().execute();
  expect(settlements.map(({ kind }) => kind).sort()).toEqual(["credit-note", "payment", "write-off"]);
  const payments = await app.db.selectFrom("payments").selectAll().execute();
  expect(has(payments.map(({ method }) => method))).toEqual(new Set(paymentMethods));
  const cheques = await app.db.selectFrom("cheques").selectAll().execute();
  expect(has(cheques.map(({ state }) => state))).toEqual(new Set(chequeStates));
  expect(cheques.some(({ state, dated }) => state === "received" && dated > TODAY)).toBe(true);
  expect(await app.db.selectFrom("refunds").select("state").execute()).toEqual([{ state: "done" }]);
  const balances = await app.db.selectFrom("customer_balances").select("credit_fils").execute();
  expect(balances.some(({ credit_fils }) => credit_fils > 0)).toBe(true);
});

it("creates contracts in every stage with their visits and recognised revenue", async () => {
  const contracts = await app.db.selectFrom("contracts").selectAll().orderBy("requested_at").execute();
  const [ending, running, byCheques, asked] = contracts;
  expect(contracts.map(({ state }) => state)).toEqual(["active", "active", "requested", "requested"]);
  expect(ending!.ends_on! > TODAY && ending!.ends_on! < addDays(TODAY, 30)).toBe(true);
  expect([byCheques!.agreed_at, asked!.agreed_at].map((at) => at !== null)).toEqual([true, false]);
  const cheques = await app.db
    .selectFrom("cheques")
    .select("cheques.state")
    .where("customer_id", "=", byCheques!.customer_id)
    .execute();
  expect(cheques.map(({ state }) => state)).toEqual(["received", "received", "received", "received"]);

  const balances = await app.db
    .selectFrom("entitlement_balances")
    .selectAll()
    .where("contract_id", "in", [ending!.id, running!.id])
    .where("kind", "in", ["ac-visit", "check"])
    .execute();
  const usedOf = ({ id }: { id: string }) =>
    balances.filter(({ contract_id }) => contract_id === id).reduce((sum, { used }) => sum + Number(used), 0);
  const plannedOf = ({ id }: { id: string }) =>
    balances
      .filter(({ contract_id }) => contract_id === id)
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
  const days = daysBetween(ending!.starts_on!, lastMonth) + 1;
  const netFils = Math.round((ending!.price_fils! * 100) / 105);
  const ofDays = daysBetween(ending!.starts_on!, ending!.ends_on!) + 1;
  expect(earned.rows[0]!.fils).toBe(Math.round((netFils * days) / ofDays));
});

it("numbers documents chronologically and matches payouts with their card payments", async () => {
  for (const table of ["invoices", "credit_notes"] as const) {
    const rows = await app.db
      .selectFrom(table)
      .select(["reference", "issued_at"])
      .where("issued_at", "is not", null)
      .orderBy("reference")
      .execute();
    const times = rows.map(({ issued_at }) => issued_at!.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(rows.length).toBeGreaterThan(1);
  }
  const payouts = await app.db.selectFrom("payouts").selectAll().execute();
  expect(payouts.length).toBeGreaterThan(3);
  for (const { id, amount_fils } of payouts) {
    const paid = await app.db
      .selectFrom("payments")
      .select(["amount_fils", "fee_fils"])
      .where("payout_id", "=", id)
      .execute();
    expect(paid.reduce((sum, { amount_fils, fee_fils }) => sum + amount_fils - fee_fils!, 0)).toBe(
      amount_fils,
    );
  }
});
