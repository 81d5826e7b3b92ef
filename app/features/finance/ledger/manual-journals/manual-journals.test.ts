import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addCustomer } from "../../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, office, officeCtx } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { getCashInHand, recordBankDeposit } from "../bank-deposits/bank-deposits.server";
import { closeBooks } from "../commands.server";
import { journalCsv, zohoCsv } from "../export.server";
import { type Account, accountNames, manualAccounts } from "../ledger";
import { exportLines, findEntry, getTrialBalance, listEntries } from "../queries.server";
import { closeFinancialYear } from "../statements/financial-years.server";
import { getProfitAndLoss } from "../statements/statements.server";
import { postManualJournal, reverseManualJournal } from "./manual-journals.server";
import { manualJournalBody } from "./schema";

const TODAY = "2026-11-20";
let database: TestDatabase;
const ctxOn = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));
const ctx = () => ctxOn(TODAY);

beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-10-01T08:00:00Z"));
  await addCustomer(ctxOn("2026-10-01"));
});
afterAll(() => database.drop());

const debit = (account: Account, fils: number) => ({ account, debitFils: fils, creditFils: 0 });
const credit = (account: Account, fils: number) => ({ account, debitFils: 0, creditFils: fils });
const salaries = (day = TODAY) => ({
  day,
  reference: "PAY-11",
  reason: "Salaries of November",
  lines: [debit("salaries", 8_000_00), credit("bank", 7_500_00), credit("payables", 500_00)],
});

async function post(journal = salaries()): Promise<string> {
  const posted = await postManualJournal(ctx(), journal);
  if (!posted.ok) throw new Error(posted.reason);
  return String(posted.entryId);
}

async function differences(): Promise<unknown[]> {
  return (await sql`SELECT * FROM ledger_differences()`.execute(database.db)).rows;
}

describe("manual journal entry", () => {
  it("posts its lines with reason, user and reference, and keeps the books in agreement", async () => {
    const id = await post();
    expect(await findEntry(ctx(), id)).toMatchObject({
      kind: "journal",
      ...{
        day: TODAY,
        documentDay: TODAY,
        reference: "PAY-11",
        fils: 8_000_00,
        source: null,
        customer: null,
      },
      lines: [
        { account: "salaries", debitFils: 8_000_00, creditFils: 0 },
        { account: "bank", debitFils: 0, creditFils: 7_500_00 },
        { account: "payables", debitFils: 0, creditFils: 500_00 },
      ],
      manual: { reason: "Salaries of November", postedBy: office.name, reverses: null, reversedBy: null },
    });
    const { profitFils } = await getProfitAndLoss(ctx(), { from: TODAY, to: TODAY });
    expect(profitFils).toBe(-8_000_00);
    expect(await differences()).toEqual([]);
  });

  it("accepts one counter entry, which both entries show", async () => {
    const before = await getTrialBalance(ctx(), { day: TODAY });
    const id = await post();
    const reversal = { day: TODAY, reason: "Wrong month" };
    expect(await reverseManualJournal(ctx(), id, { ...reversal, day: "2026-11-19" })).toMatchObject({
      reason: "reversal-early",
    });
    const reversed = await reverseManualJournal(ctx(), id, reversal);
    if (!reversed.ok) throw new Error(reversed.reason);
    const counterId = String(reversed.entryId);
    expect((await findEntry(ctx(), id))?.manual).toMatchObject({ reversedBy: reversed.entryId });
    expect(await findEntry(ctx(), counterId)).toMatchObject({
      manual: { reverses: Number(id), reason: "Wrong month" },
      lines: [
        { account: "bank", debitFils: 7_500_00 },
        { account: "payables", debitFils: 500_00 },
        { account: "salaries", creditFils: 8_000_00 },
      ],
    });
    expect(await getTrialBalance(ctx(), { day: TODAY })).toEqual(before);
    expect(await reverseManualJournal(ctx(), id, reversal)).toMatchObject({ reason: "journal-reversed" });
    expect(await reverseManualJournal(ctx(), "999999", reversal)).toMatchObject({ reason: "not-found" });
    expect(await differences()).toEqual([]);
  });

  it("refuses unequal sides and every account that documents post to", async () => {
    const unequal = [debit("rent", 100_00), credit("bank", 99_99)];
    expect(await postManualJournal(ctx(), { ...salaries(), lines: unequal })).toMatchObject({
      reason: "journal-unbalanced",
    });
    const refused = accountNames.filter((name) => !manualAccounts.includes(name));
    expect(refused).toContain("receivables");
    for (const account of refused) {
      const lines = [debit("bank", 1_00), credit(account, 1_00)];
      expect(await postManualJournal(ctx(), { ...salaries(), lines }), account).toMatchObject({
        ...{ reason: "account-of-documents", account, at: 1 },
      });
    }
  });

  it("refuses future days, days of another decade, one line, empty lines and a missing reason", () => {
    const body = manualJournalBody(ctx().now);
    const isAccepted = (changes: object) => body.safeParse({ ...salaries(), ...changes }).success;
    expect(isAccepted({})).toBe(true);
    expect(isAccepted({ day: "2026-11-21" })).toBe(false);
    expect(isAccepted({ day: "2016-11-20" })).toBe(false);
    expect(isAccepted({ reason: "  " })).toBe(false);
    expect(isAccepted({ lines: [debit("rent", 1_00)] })).toBe(false);
    expect(isAccepted({ lines: [debit("rent", 1_00), debit("bank", 0)] })).toBe(false);
    const bothSides = { account: "bank", debitFils: 1_00, creditFils: 1_00 };
    expect(isAccepted({ lines: [debit("rent", 1_00), bothSides] })).toBe(false);
  });

  it("refuses to make cash in hand negative on its day or later, also by a reversal", async () => {
    const cash = (day: string, ...lines: ReturnType<typeof debit>[]) =>
      postManualJournal(ctx(), { day, reference: "", reason: "Petty cash", lines });
    expect(await cash("2026-11-10", debit("fuel", 1), credit("cash", 1))).toMatchObject({
      ...{ reason: "cash-overdrawn", fils: 0 },
    });
    const added = await cash("2026-11-11", debit("cash", 100_00), credit("owners-equity", 100_00));
    if (!added.ok) throw new Error(added.reason);
    expect(await cash("2026-11-10", debit("fuel", 1), credit("cash", 1))).toMatchObject({ fils: 0 });
    expect(await cash("2026-11-14", debit("fuel", 60_00), credit("cash", 60_00))).toMatchObject({ ok: true });
    // The fuel of the 14th has used the rest.
    expect(await cash("2026-11-12", debit("fuel", 40_01), credit("cash", 40_01))).toMatchObject({
      ...{ reason: "cash-overdrawn", fils: 40_00 },
    });
    // Only the difference leaves the cash.
    const lines = [debit("cash", 50_00), debit("fuel", 40_00), credit("cash", 90_00)];
    expect(await cash("2026-11-12", ...lines)).toMatchObject({ ok: true });
    const reversal = { day: TODAY, reason: "Wrong amount" };
    expect(await reverseManualJournal(ctx(), String(added.entryId), reversal)).toMatchObject({
      ...{ reason: "cash-overdrawn", fils: 0 },
    });
    expect(await differences()).toEqual([]);
  });

  it("takes the same cash only once, by an entry and a bank deposit at the same time", async () => {
    const lines = [debit("cash", 30_00), credit("owners-equity", 30_00)];
    await post({ ...salaries(), lines });
    const spent = [debit("fuel", 30_00), credit("cash", 30_00)];
    const results = await Promise.all([
      postManualJournal(ctx(), { ...salaries(), lines: spent }),
      recordBankDeposit(ctx(), { day: TODAY, fils: 30_00, reference: "" }),
    ]);
    expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
    expect(await getCashInHand(ctx())).toEqual({ fils: 0 });
  });

  it("appears in the exports with its reason and Entry ID", async () => {
    const id = await post({ ...salaries("2026-11-19"), reason: "Salaries, second part" });
    const read = async (pages: AsyncIterable<string>) => {
      const parts: string[] = [];
      for await (const part of pages) parts.push(part);
      return parts.join("").split("\r\n");
    };
    const period = { from: "2026-11-19", to: "2026-11-19" };
    const plain = await read(journalCsv(await exportLines(ctx(), period)));
    expect(plain[0]).toMatch(/^.?Entry ID,.*,Reason$/);
    const rows = plain.filter((row) => row.startsWith(`${id},`));
    expect(rows).toHaveLength(3);
    for (const row of rows) expect(row).toMatch(/,"Salaries, second part"$/);
    const zoho = await read(zohoCsv(await exportLines(ctx(), period)));
    expect(zoho.find((row) => row.includes(`J-,${id},`))).toContain("Salaries, second part");
  });

  it("allows an accountant with the granted permission, and never a dispatcher", async () => {
    const as = (role: "accountant" | "dispatcher", granted: string[]) =>
      postManualJournal({ ...ctx(), actor: { ...office, role, granted } }, salaries());
    expect(await as("accountant", [])).toMatchObject({ reason: "not-allowed" });
    expect(await as("accountant", ["books.close"])).toMatchObject({ reason: "not-allowed" });
    expect(await as("dispatcher", ["books.post"])).toMatchObject({ reason: "not-allowed" });
    expect(await as("accountant", ["books.post"])).toMatchObject({ ok: true });
  });

  it("refuses a day in a closed period, also for a reversal", async () => {
    const october = await post(salaries("2026-10-31"));
    const closed = await closeBooks(ctx(), "2026-10-31");
    if (!closed.ok) throw new Error(closed.reason);
    expect(await postManualJournal(ctx(), salaries("2026-10-31"))).toMatchObject({ reason: "period-closed" });
    expect(
      await reverseManualJournal(ctx(), october, { day: "2026-10-31", reason: "Wrong month" }),
    ).toMatchObject({ reason: "period-closed" });
    expect(await reverseManualJournal(ctx(), october, { day: TODAY, reason: "Wrong month" })).toMatchObject({
      ok: true,
    });
    const { entries } = await listEntries(ctx(), { kind: "journal", from: TODAY, limit: 10 });
    expect(entries[0]).toMatchObject({ day: TODAY, documentDay: TODAY });
  });

  it("accepts entries for the annual accounts at the end of a closed year until the year itself is closed", async () => {
    const later = ctxOn("2027-03-10");
    const closed = await closeBooks(later, "2027-01-31");
    if (!closed.ok) throw new Error(closed.reason);
    const wear = (day: string) => ({
      ...{ day, reference: "", reason: "Depreciation of the vans" },
      lines: [debit("depreciation", 900_00), credit("accumulated-depreciation", 900_00)],
    });
    expect(await postManualJournal(later, wear("2026-11-30"))).toMatchObject({ reason: "period-closed" });
    expect(await postManualJournal(later, wear("2027-01-31"))).toMatchObject({ reason: "period-closed" });
    const posted = await postManualJournal(later, wear("2026-12-31"));
    if (!posted.ok) throw new Error(posted.reason);
    expect(await findEntry(later, String(posted.entryId))).toMatchObject({
      day: "2026-12-31",
      documentDay: "2026-12-31",
    });
    const before = await getProfitAndLoss(later, { from: "2026-01-01", to: "2026-12-31" });
    expect(await closeFinancialYear(later, { to: "2026-12-31" })).toEqual({ ok: true });
    expect(await postManualJournal(later, wear("2026-12-31"))).toMatchObject({ reason: "period-closed" });
    const insert = sql`INSERT INTO ledger_entries (kind, source_id, reference, document_day, day, total_fils)
      VALUES ('journal', gen_random_uuid(), '', '2026-12-31', '2026-12-31', 1)`.execute(database.db);
    await expect(insert).rejects.toThrow(/closed for 2026-12-31/);
    expect(await getProfitAndLoss(later, { from: "2026-01-01", to: "2026-12-31" })).toEqual(before);
    expect(await differences()).toEqual([]);
  });
});
