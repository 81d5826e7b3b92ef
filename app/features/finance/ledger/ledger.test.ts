import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { addDays, dubaiDate } from "~/platform/time";
import { addCustomer } from "../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../test/harness/company/company";
import { journalsInZoho } from "../../../../test/harness/company/zoho";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { saveDraft } from "../invoices/commands/change-draft.server";
import { creditInvoice } from "../invoices/commands/credit-invoice.server";
import { draftInvoice } from "../invoices/commands/draft-invoice.server";
import { issueInvoice } from "../invoices/commands/issue-invoice.server";
import { findStatement } from "../invoices/overdue/statement.server";
import { findCheque } from "../payments/cheque-queries.server";
import { receiveCheque, transitionCheque } from "../payments/commands/cheques.server";
import { recordPayment } from "../payments/commands/record-payment.server";
import { refundCustomer } from "../payments/commands/refunds.server";
import type { ChequeTransition } from "../payments/payment";
import { closeBooks } from "./commands.server";
import { journalCsv, zohoCsv } from "./export.server";
import { compactLedgerDays } from "./journal.server";
import { monthsToClose } from "./ledger";
import {
  exportLines,
  getClosings,
  getRevenueByMonth,
  getTrialBalance,
  getVatReturn,
  listEntries,
} from "./queries.server";

/**
 * Guarantees of the journal itself. The money model (payments) checks the postings of each document and
 * movement.
 */

let database: TestDatabase;
let customerId: string;
beforeAll(async () => {
  database = await createBooks();
  customerId = await addCustomer(on("2026-03-02"), { name: "Noura" });
});
afterAll(() => database.drop());

async function createBooks(): Promise<TestDatabase> {
  const founded = await createTestDatabase();
  const { db } = founded;
  await createCompany(db);
  await addOfficeUser(db);
  await setTrn(db, "100000000000003");
  for (const [position, id] of ["hvac", "plumbing"].entries()) {
    const service = { id, name: id.toUpperCase(), summary: "", icon: "wrench", durationMin: 60, position };
    await db
      .insertInto("services")
      .values(service)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  return founded;
}

const on = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T06:00:00Z`));

async function issue(day: string, fils: number, serviceId: string | null = "hvac"): Promise<string> {
  const draft = await draftInvoice(on(day), { customerId });
  if (!draft.ok) throw new Error(draft.reason);
  const line = {
    section: "",
    description: "Work",
    unit: "h",
    quantityHundredths: 100,
    unitFils: fils,
    discountFils: 0,
  };
  const saved = await saveDraft(on(day), await seen(draft.id), {
    propertyId: null,
    supplyDate: null,
    dueDate: null,
    note: "",
    lines: [
      {
        ...line,
        serviceId,
        priceId: null,
        deductsId: null,
        partContractId: null,
        vatTreatment: "standard" as const,
      },
    ],
    discount: { kind: "none" },
  });
  if (!saved.ok) throw new Error(saved.reason);
  const issued = await issueInvoice(on(day), await seen(draft.id));
  if (!issued.ok) throw new Error(issued.reason);
  return draft.id;
}

async function seen(id: string) {
  return database.db
    .selectFrom("invoices")
    .select(["id", "version"])
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

async function pay(day: string, fils: number, receivedOn = day, method: "cash" | "transfer" = "cash") {
  const paid = await recordPayment(on(day), {
    ...{ customerId, method, fils, receivedOn, note: "", invoiceIds: [], seenOpenFils: 0 },
    ...{ creditRemainder: true, allowDuplicate: true },
  });
  if (!paid.ok) throw new Error(paid.reason);
  return paid;
}

const entriesOf = async (reference: string) =>
  (await listEntries(on("2026-12-31"), { search: reference, limit: 50 })).entries;

const linesOfEntry = (entry: Awaited<ReturnType<typeof entriesOf>>[number] | undefined) =>
  entry?.lines.map(({ account, service, debitFils, creditFils }) => [
    account,
    service?.id ?? null,
    debitFils,
    creditFils,
  ]);

async function referenceOf(id: string): Promise<string> {
  const row = await database.db
    .selectFrom("invoices")
    .select("reference")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.reference!;
}

describe("journal entry", () => {
  it("posts invoices and payments to their accounts", async () => {
    const id = await issue("2026-03-02", 105_00);
    const reference = await referenceOf(id);
    expect((await entriesOf(reference)).map(linesOfEntry)).toEqual([
      [
        ["receivables", null, 105_00, 0],
        ["revenue", "hvac", 0, 100_00],
        ["output-vat", null, 0, 5_00],
      ],
    ]);
    const paid = await pay("2026-03-03", 20_00, "2026-03-02", "transfer");
    const [entry] = await entriesOf(paid.reference);
    expect(entry).toMatchObject({
      kind: "payment",
      day: "2026-03-02",
      source: { record: "payment", id: paid.id },
    });
    expect(linesOfEntry(entry)).toEqual([
      ["bank", null, 20_00, 0],
      ["customer-credit", null, 0, 20_00],
    ]);
  });

  it("rejects unbalanced entries and any later change", async () => {
    const write = (debit: number, credit: number) =>
      database.db.transaction().execute(async (db) => {
        const { rows } = await sql<{ id: number }>`
          INSERT INTO ledger_entries (kind, source_id, reference, document_day, day, total_fils)
          VALUES ('payout', gen_random_uuid(), 'po_1', '2026-03-02', '2026-03-02', ${debit}) RETURNING id`.execute(
          db,
        );
        await sql`INSERT INTO ledger_lines (entry_id, position, account, debit_fils, credit_fils)
          VALUES (${rows[0]!.id}, 1, 'bank', ${debit}, 0), (${rows[0]!.id}, 2, 'card-clearing', 0, ${credit})`.execute(
          db,
        );
        return rows[0]!.id;
      });
    await expect(write(100, 99)).rejects.toThrow(/100 fils debit, 99 credit/);
    const before = await entriesOf("RC-");
    await expect(
      sql`UPDATE ledger_lines SET debit_fils = debit_fils + 1 WHERE debit_fils > 0`.execute(database.db),
    ).rejects.toThrow(/immutable/);
    await expect(sql`DELETE FROM ledger_entries`.execute(database.db)).rejects.toThrow(/immutable/);
    await expect(sql`TRUNCATE ledger_lines`.execute(database.db)).rejects.toThrow(/immutable/);
    // Balanced extra lines are a change too.
    const added = sql`INSERT INTO ledger_lines (entry_id, position, account, debit_fils, credit_fils)
      SELECT id, n + 10, 'cash', CASE n WHEN 1 THEN 7 ELSE 0 END, CASE n WHEN 2 THEN 7 ELSE 0 END
      FROM ledger_entries, generate_series(1, 2) AS n WHERE id = ${before[0]!.id}`.execute(database.db);
    await expect(added).rejects.toThrow(/in total/);
    expect(await entriesOf("RC-")).toEqual(before);
  });

  it("does not exist after a refused payment", async () => {
    const count = async () => (await listEntries(on("2026-03-31"), { limit: 100 })).entries.length;
    const before = await count();
    const refused = await recordPayment(on("2026-03-03"), {
      ...{
        customerId,
        method: "cash",
        fils: 1_00,
        receivedOn: "2026-03-03",
        note: "",
        invoiceIds: [],
        seenOpenFils: 0,
      },
      ...{ creditRemainder: false, allowDuplicate: true },
    });
    expect(refused.ok).toBe(false);
    expect(await count()).toBe(before);
  });

  it("keeps a cheque in hand until it clears or bounces", async () => {
    const target = { customerId, invoiceId: null, quoteId: null };
    const received = await receiveCheque(on("2026-03-04"), {
      ...target,
      ...{ number: "77", bank: "ADCB", dated: "2026-03-04", fils: 50_00 },
    });
    if (!received.ok) throw new Error(received.reason);
    for (const [at, move] of (["deposit", "bounce", "deposit", "clear"] as const).entries()) {
      expect(await transitionCheque(on(`2026-03-0${at + 5}`), received.id, move, at + 1)).toMatchObject({
        ok: true,
      });
    }
    const found = (await entriesOf("77")).filter(({ reference }) => reference === "77");
    expect(found.map(({ kind, day }) => [kind, day]).reverse()).toEqual([
      ["cheque-in", "2026-03-04"],
      ["cheque-out", "2026-03-06"],
      ["cheque-in", "2026-03-07"],
      ["cheque-out", "2026-03-08"],
    ]);
    const { rows } = await getTrialBalance(on("2026-03-31"), { day: "2026-03-31" });
    const balanceOf = (account: string) => rows.find((row) => row.account === account);
    expect(balanceOf("cheques-in-hand")).toMatchObject({ debitFils: 0, creditFils: 0 });
    expect(balanceOf("bank")?.debitFils).toBe(70_00);
  });

  it("posts movements of cheques and refunds on the day that the office chose", async () => {
    const ctx = on("2026-03-20");
    const received = await receiveCheque(on("2026-03-04"), {
      ...{ customerId, invoiceId: null, quoteId: null },
      ...{ number: "78", bank: "ADCB", dated: "2026-03-06", fils: 60_00 },
    });
    if (!received.ok) throw new Error(received.reason);
    const move = (transition: ChequeTransition, version: number, day: string) =>
      transitionCheque(ctx, received.id, transition, version, day);
    expect(await move("deposit", 1, "2026-03-03")).toEqual({
      ok: false,
      reason: "movement-day",
      ...{ from: "2026-03-04", to: "2026-03-20" },
    });
    expect(await move("deposit", 1, "2026-03-05")).toMatchObject({ reason: "cheque-not-due" });
    expect(await move("deposit", 1, "2026-03-09")).toEqual({ ok: true });
    expect(await move("clear", 2, "2026-03-08")).toMatchObject({ reason: "movement-day" });
    expect(await move("clear", 2, "2026-03-21")).toMatchObject({ reason: "movement-day" });
    expect(await move("clear", 2, "2026-03-10")).toEqual({ ok: true });
    expect(await move("bounce", 3, "2026-03-12")).toEqual({ ok: true });
    expect((await findCheque(ctx, received.id))?.dates).toEqual([
      { state: "received", day: "2026-03-04" },
      { state: "deposited", day: "2026-03-09" },
      { state: "cleared", day: "2026-03-10" },
      { state: "bounced", day: "2026-03-12" },
    ]);
    const movements = (await entriesOf("78")).filter(({ reference }) => reference === "78");
    expect(movements.map(({ kind, day }) => [kind, day]).reverse()).toEqual([
      ["cheque-in", "2026-03-04"],
      ["cheque-out", "2026-03-10"],
    ]);
    const { entries } = await listEntries(ctx, { from: "2026-03-10", to: "2026-03-12", limit: 20 });
    expect(entries.map(({ kind, day, fils }) => [kind, day, fils]).reverse()).toEqual([
      ["payment", "2026-03-10", 60_00],
      ["cheque-out", "2026-03-10", 60_00],
      ["payment-reversed", "2026-03-12", 60_00],
    ]);
    const back = { customerId, method: "cash" as const, fils: 1_00, reason: "Overpaid", paymentId: null };
    expect(await refundCustomer(ctx, { ...back, day: "2026-03-01" })).toMatchObject({
      reason: "movement-day",
    });
    expect(await refundCustomer(ctx, { ...back, day: "2026-03-15" })).toMatchObject({ ok: true });
    expect((await listEntries(ctx, { kind: "refund", limit: 1 })).entries).toMatchObject([
      { day: "2026-03-15" },
    ]);
    const statement = await findStatement(ctx, { customerId, from: "2026-03-10", to: "2026-03-20" });
    expect(statement?.entries.map(({ date, kind, amountFils }) => [date, kind, amountFils])).toEqual([
      ["2026-03-10", "payment", -60_00],
      ["2026-03-12", "reversal", 60_00],
      ["2026-03-15", "refund", 1_00],
    ]);
  });

  it("posts card fees and payouts once they are known", async () => {
    const { db } = database;
    const paid = await pay("2026-03-09", 200_00);
    // As the provider's webhook and reports write them.
    await sql`UPDATE payments SET fee_fils = 600 WHERE id = ${paid.id}`.execute(db);
    await sql`UPDATE payments SET fee_fils = 650 WHERE id = ${paid.id}`.execute(db);
    await db
      .insertInto("payouts")
      .values({ provider: "stripe", providerPayout: "po_9", amountFils: 193_50, arrivedOn: "2026-03-12" })
      .execute();
    const fees = (await entriesOf(paid.reference)).filter(({ kind }) => kind === "fee");
    expect(fees.map(({ fils }) => fils).sort((a, b) => a - b)).toEqual([50, 600]);
    expect(linesOfEntry((await entriesOf("po_9"))[0])).toEqual([
      ["bank", null, 193_50, 0],
      ["card-clearing", null, 0, 193_50],
    ]);
  });
});

describe("closed period", () => {
  it("ends with a past month, is closed once, and only by an admin", async () => {
    expect(
      await closeBooks(
        { ...on("2026-04-10"), actor: { ...on("2026-04-10").actor, role: "accountant" } as Ctx["actor"] },
        "2026-03-31",
      ),
    ).toMatchObject({
      reason: "not-allowed",
    });
    expect(await closeBooks(on("2026-03-31"), "2026-03-31")).toMatchObject({ reason: "period-running" });
    expect((await getClosings(on("2026-04-10"))).closableDays.slice(0, 2)).toEqual([
      "2026-03-31",
      "2026-02-28",
    ]);
    expect(await closeBooks(on("2026-04-10"), "2026-03-31")).toEqual({ ok: true });
    expect(await closeBooks(on("2026-04-10"), "2026-03-31")).toMatchObject({
      reason: "period-closed",
      through: "2026-03-31",
    });
    expect(await closeBooks(on("2026-04-10"), "2026-02-28")).toMatchObject({ reason: "period-closed" });
    expect(await getClosings(on("2026-04-10"))).toMatchObject({ through: "2026-03-31", closableDays: [] });
  });

  it("moves later postings to the first open day and keeps the document's day", async () => {
    const before = await getTrialBalance(on("2026-04-10"), { day: "2026-03-31" });
    const latePayment = await pay("2026-04-10", 33_00, "2026-03-20");
    expect((await entriesOf(latePayment.reference))[0]).toMatchObject({
      day: "2026-04-01",
      documentDay: "2026-03-20",
    });
    expect(await getTrialBalance(on("2026-04-10"), { day: "2026-03-31" })).toEqual(before);
    const insertIntoClosed =
      sql`INSERT INTO ledger_entries (kind, source_id, reference, document_day, day, total_fils)
      VALUES ('payout', gen_random_uuid(), 'po_2', '2026-03-31', '2026-03-31', 1)`.execute(database.db);
    await expect(insertIntoClosed).rejects.toThrow(/closed/);
    const closeEarlier =
      sql`INSERT INTO ledger_closings (closed_through, closed_at) VALUES ('2026-01-31', now())`.execute(
        database.db,
      );
    await expect(closeEarlier).rejects.toThrow(/closed/);
    await expect(sql`DELETE FROM ledger_closings`.execute(database.db)).rejects.toThrow();
  });

  it("waits for a posting in progress, which stays in the closed period", async () => {
    // A posting in May is not committed yet when May is closed.
    let commit = () => {};
    const commitRequested = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let posted = () => {};
    const isPosted = new Promise<void>((resolve) => {
      posted = resolve;
    });
    const posting = database.db.transaction().execute(async (db) => {
      await sql`INSERT INTO payouts (provider, provider_payout, amount_fils, arrived_on) VALUES ('stripe', 'po_3', 500, '2026-05-20')`.execute(
        db,
      );
      await sql`SET CONSTRAINTS ALL IMMEDIATE`.execute(db);
      posted();
      await commitRequested;
    });
    await isPosted;
    const closing = closeBooks(on("2026-06-01"), "2026-05-31");
    const isWaiting = async () =>
      (await sql`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`.execute(database.db)).rows
        .length > 0;
    await expect.poll(isWaiting).toBe(true);
    commit();
    await posting;
    expect(await closing).toEqual({ ok: true });
    expect((await entriesOf("po_3"))[0]).toMatchObject({ day: "2026-05-20" });
  });
});

describe("reports from the journal", () => {
  it("give revenue by month and service, and the VAT return less credit notes", async () => {
    const id = await issue("2026-07-05", 210_00, "plumbing");
    await issue("2026-07-06", 105_00, null);
    await issue("2026-08-01", 105_00, "hvac");
    const details = { reason: "Too much", eventDate: "2026-08-02" };
    const credited = await creditInvoice(
      on("2026-08-02"),
      await seen(id),
      { kind: "amount", fils: 21_00 },
      details,
    );
    expect(credited.ok).toBe(true);

    const { months, services, totalFils } = await getRevenueByMonth(on("2026-08-31"), { day: "2026-08-31" });
    expect([months[0], months.at(-1)]).toEqual(["2025-09-01", "2026-08-01"]);
    expect(totalFils.slice(-2)).toEqual([300_00, 80_00]);
    expect(services.find(({ service }) => service?.id === "plumbing")?.fils.slice(-2)).toEqual([
      200_00, -20_00,
    ]);

    const vatReturnOf = (from: string, to: string) => getVatReturn(on("2026-08-31"), { from, to });
    expect(await vatReturnOf("2026-07-01", "2026-07-31")).toMatchObject({ netFils: 300_00, vatFils: 15_00 });
    expect((await vatReturnOf("2026-08-01", "2026-08-31")).standard).toContainEqual({
      emirate: "DXB",
      netFils: 80_00,
      vatFils: 4_00,
      adjustmentFils: 0,
    });
  });

  it("do not change when the daily sums are compacted", async () => {
    const read = () => getTrialBalance(on("2026-08-31"), { day: "2026-08-31" });
    const before = await read();
    expect(before.rows.reduce((sum, { creditFils }) => sum + creditFils, 0)).toBe(before.totalFils);
    await compactLedgerDays(on("2026-08-31"));
    await compactLedgerDays(on("2026-08-31"));
    expect(await read()).toEqual(before);
  });

  it("export every line, as plain CSV and for Zoho Books", async () => {
    const period = { from: "2026-07-01", to: "2026-08-31" };
    const text = async (lines: AsyncIterable<string>) => {
      let switchTriggers = "";
      for await (const part of lines) switchTriggers += part;
      return switchTriggers;
    };
    const plain = await text(journalCsv(await exportLines(on("2026-08-31"), period)));
    const [, ...rows] = plain.trim().split("\r\n");
    const cells = rows.map((row) => row.split(","));
    const sum = (at: number) => cells.reduce((sum, row) => sum + Math.round(Number(row[at]) * 100), 0);
    expect(sum(9)).toBe(sum(10));
    expect(sum(9)).toBe(210_00 + 105_00 + 105_00 + 21_00);
    const zoho = await text(zohoCsv(await exportLines(on("2026-08-31"), period)));
    const [heads, first] = zoho.split("\r\n");
    expect(heads).toBe(
      "Journal Date,Reference Number,Journal Number Prefix,Journal Number Suffix,Notes,Journal Type,Currency,Account,Description,Contact Name,Debit,Credit,Tax Name,Tax Percentage,Tax Type,Project Name,Status,Exchange Rate",
    );
    expect(first).toMatch(
      /^2026-07-05,INV-2026-\d{6},J-,\d+,Invoice 2026-07-05,both,AED,Accounts receivable,,Noura,210,,,,,,published,1$/,
    );
    // Zoho computes output VAT from the tax of the other lines.
    expect(journalsInZoho(zoho).vat).toBe(10_00 + 5_00 + 5_00 - 1_00);
  });
});

describe("postings of earlier documents", () => {
  it("come once from the posting functions and agree with the documents", async () => {
    const old = await createBooks();
    try {
      const triggers = await sql<{ name: string; table: string }>`
        SELECT tgname AS name, tgrelid::regclass::text AS "table" FROM pg_trigger
        WHERE tgfoid = 'post_to_ledger'::regproc`.execute(old.db);
      expect(triggers.rows.length).toBe(9);
      const switchTriggers = async (to: "DISABLE" | "ENABLE") => {
        for (const { name, table } of triggers.rows)
          await sql`ALTER TABLE ${sql.table(table)} ${sql.raw(to)} TRIGGER ${sql.ref(name)}`.execute(old.db);
      };
      await switchTriggers("DISABLE");
      const [now, mine] = [database, customerId];
      database = old;
      customerId = await addCustomer(on("2026-03-02"), { name: "Sara" });
      await issue("2026-03-02", 105_00);
      await pay("2026-03-03", 20_00);
      await receiveCheque(on("2026-03-04"), {
        ...{ customerId, invoiceId: null, quoteId: null },
        ...{ number: "78", bank: "ADCB", dated: "2026-03-04", fils: 50_00 },
      });
      const differences = async () => (await sql`SELECT what FROM ledger_differences()`.execute(old.db)).rows;
      expect(await differences()).not.toEqual([]);
      await switchTriggers("ENABLE");
      for (let time = 0; time < 2; time++) {
        await sql`SELECT post_missing_ledger_entries()`.execute(old.db);
        expect(await differences()).toEqual([]);
        expect((await listEntries(on("2026-03-31"), { limit: 50 })).entries.map(({ kind }) => kind)).toEqual([
          "cheque-in",
          "payment",
          "invoice",
        ]);
      }
      [database, customerId] = [now, mine];
    } finally {
      await old.drop();
    }
  });
});

it("monthsToClose lists past months that are not closed, latest first", () => {
  expect(monthsToClose("2026-11-22", "2026-08-31")).toEqual(["2026-10-31", "2026-09-30"]);
  expect(monthsToClose("2026-11-01", "2026-10-31")).toEqual([]);
  expect(monthsToClose("2026-11-22", null).length).toBe(12);
  expect(addDays(monthsToClose(dubaiDate(new Date()), null)[0]!, 1)).toMatch(/-01$/);
});
