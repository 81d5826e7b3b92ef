import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer, createIssuedInvoice } from "../../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { financialYearOf } from "../../../core/business/financial-year";
import { recordPayment } from "../../payments/commands/record-payment.server";
import { closeBooks } from "../commands.server";
import { getTrialBalance, listEntries } from "../queries.server";
import { corporateTaxDueOn, nextFinancialYear } from "./financial-years";
import { closeFinancialYear, listFinancialYears } from "./financial-years.server";
import { getBalanceSheet, getProfitAndLoss } from "./statements.server";
import { balanceSheetCsv, profitAndLossCsv } from "./statements-export.server";

/** 105.00 contain 5.00 of VAT. */

let database: TestDatabase;
let customerId: string;
const ctxOn = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));

beforeEach(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-10-01T08:00:00Z"));
  await setTrn(database.db, "100000000000003");
  customerId = await addCustomer(ctxOn("2026-10-01"), { billingAddress: "PO Box 1, Dubai" });
  const invoice = await createIssuedInvoice(ctxOn("2026-10-05"), customerId, 1_050_00);
  await createIssuedInvoice(ctxOn("2027-02-05"), customerId, 210_00);
  const paid = await recordPayment(ctxOn("2027-02-06"), {
    ...{ customerId, method: "cash", fils: 400_00, receivedOn: "2027-02-06", note: "" },
    ...{ invoiceIds: [invoice.id], seenOpenFils: 1_050_00, creditRemainder: true, allowDuplicate: true },
  });
  if (!paid.ok) throw new Error(paid.reason);
});
afterEach(() => database.drop());

const accountOf = (rows: { account: string; fils: number; beforeFils: number }[], account: string) => {
  const found = rows.find((row) => row.account === account);
  return found ? [found.fils, found.beforeFils] : null;
};

async function closeYear(day: string, to: string) {
  const months = await closeBooks(ctxOn(day), to);
  if (!months.ok) throw new Error(months.reason);
  return closeFinancialYear(ctxOn(day), { to });
}

describe("financial years", () => {
  it("end with the last month, and the first one contains the first posting", () => {
    expect(financialYearOf("2026-11-28", 12)).toEqual({ from: "2026-01-01", to: "2026-12-31" });
    expect(financialYearOf("2026-11-28", 3)).toEqual({ from: "2026-04-01", to: "2027-03-31" });
    expect(financialYearOf("2028-02-29", 2)).toEqual({ from: "2027-03-01", to: "2028-02-29" });
    const first = { closedThrough: null, firstPosting: "2026-10-05" };
    expect(nextFinancialYear(12, first)).toEqual({ from: "2026-01-01", to: "2026-12-31" });
    const changed = { closedThrough: "2026-12-31", firstPosting: "2026-10-05" };
    expect(nextFinancialYear(6, changed)).toEqual({ from: "2027-01-01", to: "2027-06-30" });
    expect(corporateTaxDueOn("2026-12-31")).toBe("2027-09-30");
  });

  it("close in order after their months", async () => {
    const ctx = ctxOn("2027-03-10");
    expect(await listFinancialYears(ctx)).toMatchObject({
      next: { from: "2026-01-01", to: "2026-12-31", ended: true, monthsClosed: false },
      closed: [],
    });
    const close = (to: string) => closeFinancialYear(ctx, { to });
    expect(await close("2027-12-31")).toMatchObject({ reason: "financial-year-changed" });
    expect(await close("2026-12-31")).toMatchObject({ reason: "months-open" });
    expect(await closeYear("2027-03-10", "2026-12-31")).toEqual({ ok: true });
    expect(await close("2026-12-31")).toMatchObject({ reason: "financial-year-changed" });
    expect(await close("2027-12-31")).toMatchObject({ reason: "financial-year-running" });
    expect(await listFinancialYears(ctx)).toMatchObject({
      next: { from: "2027-01-01", to: "2027-12-31", ended: false },
      closed: [{ from: "2026-01-01", to: "2026-12-31", profitFils: 1_000_00 }],
    });
  });

  it("close once for two accountants at the same time", async () => {
    const ctx = ctxOn("2027-03-10");
    await closeBooks(ctx, "2026-12-31");
    const results = await Promise.all([1, 2].map(() => closeFinancialYear(ctx, { to: "2026-12-31" })));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter(({ ok }) => !ok)).toMatchObject([{ reason: "financial-year-changed" }]);
  });

  it("post their profit to retained earnings, also into a closed month of the next year", async () => {
    await closeBooks(ctxOn("2027-03-10"), "2027-02-28");
    expect(await closeFinancialYear(ctxOn("2027-03-10"), { to: "2026-12-31" })).toEqual({ ok: true });
    const { entries } = await listEntries(ctxOn("2027-03-10"), { kind: "year-end", limit: 10 });
    expect(entries).toMatchObject([
      {
        reference: "2026",
        day: "2027-01-01",
        documentDay: "2027-01-01",
        lines: [
          { account: "profit-carried-forward", debitFils: 1_000_00, creditFils: 0 },
          { account: "retained-earnings", debitFils: 0, creditFils: 1_000_00 },
        ],
      },
    ]);
    const { rows } = await sql`SELECT * FROM ledger_differences()`.execute(database.db);
    expect(rows).toEqual([]);
  });

  it("of a loss reduce retained earnings", async () => {
    await createIssuedInvoice(ctxOn("2027-12-05"), customerId, 105_00);
    await closeYear("2028-01-10", "2026-12-31");
    // The loss of 2027 is entered as an expense of the bank.
    await database.db.transaction().execute(async (db) => {
      await sql`SELECT post_ledger_entry('fee', gen_random_uuid(), 0, 'test', '2027-12-10',
        ARRAY[make_ledger_line('fees', 50000), make_ledger_line('card-clearing', -50000)])`.execute(db);
    });
    await closeYear("2028-01-10", "2027-12-31");
    expect((await listFinancialYears(ctxOn("2028-01-10"))).closed).toMatchObject([
      { to: "2027-12-31", profitFils: -200_00 },
      { to: "2026-12-31", profitFils: 1_000_00 },
    ]);
    const sheet = await getBalanceSheet(ctxOn("2028-01-10"), { day: "2028-01-10" });
    expect(accountOf(sheet.equity.rows, "retained-earnings")).toEqual([800_00, 1_000_00]);
  });
});

describe("statements", () => {
  it("show profit beside the same days of the year before", async () => {
    const ctx = ctxOn("2027-03-10");
    const year = await getProfitAndLoss(ctx, { from: "2027-01-01", to: "2027-12-31" });
    expect(year.before).toEqual({ from: "2026-01-01", to: "2026-12-31" });
    expect(accountOf(year.income.rows, "revenue")).toEqual([200_00, 1_000_00]);
    expect(year).toMatchObject({ profitFils: 200_00, profitBeforeFils: 1_000_00 });
    const february = await getProfitAndLoss(ctx, { from: "2028-02-01", to: "2028-02-29" });
    expect(february).toMatchObject({
      before: { from: "2027-02-01", to: "2027-02-28" },
      profitBeforeFils: 200_00,
    });
  });

  it("keep assets equal to liabilities and equity, before and after the closing", async () => {
    const ctx = ctxOn("2027-03-10");
    const open = await getBalanceSheet(ctx, { day: "2027-03-10" });
    expect(open).toMatchObject({
      dayBefore: "2026-12-31",
      earlierProfit: { fils: 1_000_00, beforeFils: 0 },
      profit: { fils: 200_00, beforeFils: 1_000_00 },
    });
    expect(accountOf(open.assets.rows, "cash")).toEqual([400_00, 0]);
    expect(accountOf(open.liabilities.rows, "output-vat")).toEqual([60_00, 50_00]);
    await closeYear("2027-03-10", "2026-12-31");
    const closed = await getBalanceSheet(ctx, { day: "2027-03-10" });
    expect(closed).toMatchObject({
      earlierProfit: { fils: 0, beforeFils: 0 },
      profit: { fils: 200_00, beforeFils: 1_000_00 },
    });
    expect(accountOf(closed.equity.rows, "retained-earnings")).toEqual([1_000_00, 0]);
    for (const { assets, liabilities, equity } of [open, closed]) {
      expect(assets.fils).toBe(liabilities.fils + equity.fils);
      expect(assets.beforeFils).toBe(liabilities.beforeFils + equity.beforeFils);
    }
  });

  it("keep income and expenses of a closed year, while the trial balance starts anew", async () => {
    const ctx = ctxOn("2027-03-10");
    const revenueOn = async (day: string) =>
      (await getTrialBalance(ctx, { day })).rows
        .filter(({ account }) => account === "revenue")
        .map(({ creditFils }) => creditFils);
    expect(await revenueOn("2027-03-10")).toEqual([1_200_00]);
    await closeYear("2027-03-10", "2026-12-31");
    expect(await revenueOn("2026-12-31")).toEqual([1_000_00]);
    expect(await revenueOn("2027-03-10")).toEqual([200_00]);
    const { rows, totalFils } = await getTrialBalance(ctx, { day: "2027-03-10" });
    expect(rows.reduce((sum, { creditFils }) => sum + creditFils, 0)).toBe(totalFils);
    expect(await getProfitAndLoss(ctx, { from: "2026-01-01", to: "2026-12-31" })).toMatchObject({
      profitFils: 1_000_00,
    });
  });

  it("export their totals", async () => {
    const ctx = ctxOn("2027-03-10");
    const income = profitAndLossCsv(await getProfitAndLoss(ctx, { from: "2027-01-01", to: "2027-03-10" }));
    expect(income).toContain("4000,Revenue,200,0");
    expect(income).toContain(",Profit or loss,200,0");
    const sheet = balanceSheetCsv(await getBalanceSheet(ctx, { day: "2027-03-10" }));
    expect(sheet).toContain("1100,Accounts receivable,860,1050");
    expect(sheet).toContain(",Total assets,1260,1050");
    expect(sheet).toContain(",Total equity,1200,1000");
  });
});
