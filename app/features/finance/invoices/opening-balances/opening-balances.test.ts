import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { openFileStore } from "~/platform/files/file-store.server";
import { readColumns } from "~/platform/lists/csv-mapping";
import { addDays, dubaiDate } from "~/platform/time";
import { addCustomer, createIssuedInvoice } from "../../../../../test/harness/company/billing";
import {
  addOfficeUser,
  createCompany,
  office,
  officeCtx,
  setTrn,
} from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { textOfPdf } from "../../../../../test/harness/read-pdf";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { recordPayment } from "../../payments/commands/record-payment.server";
import { findCustomerMoney } from "../../payments/queries.server";
import { creditInvoice } from "../commands/credit-invoice.server";
import { importOpeningBalances, setLastNumbers } from "../commands/import-opening-balances.server";
import { loadCreditNotePdf } from "../document.server";
import { ensureEInvoice } from "../e-invoice/e-invoice.server";
import { findInvoiceDetail } from "../office/detail-queries.server";
import { exportDocuments } from "../office/export.server";
import { listInvoices } from "../office/list-queries.server";
import { loadAgeing } from "../overdue/ageing.server";
import { sendInvoiceReminders } from "../overdue/remind.server";
import { findStatement } from "../overdue/statement.server";
import { openingBalanceColumns, openingBalanceOptionalColumns, readInvoiceStatus } from "./opening-balances";
import { getOpeningBalances } from "./opening-balances.server";

/** The tests build on each other; the last ones issue the first invoice, which locks the import. */

let database: TestDatabase;
let ctx: Ctx;
let today: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "opening-balances-"));
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  today = dubaiDate(ctx.now);
  await createCompany(database.db);
  await addOfficeUser(database.db);
});
afterAll(async () => {
  await database.drop();
  rmSync(folder, { recursive: true });
});

const header = "customer,email,phone,reference,issued,due,total,paid,credit\n";
const runImport = (rows: string, dryRun = false) =>
  importOpeningBalances(ctx, { csv: header + rows, dryRun });
const outcome = async (rows: string, dryRun = false) => {
  const result = await runImport(rows, dryRun);
  if (!result.ok) throw new Error(result.reason);
  return result.outcome.rows;
};

it("reports the problems of each row and imports nothing from an invalid list", async () => {
  const rows = [
    `,a@example.com,,OLD-1,2026-01-05,2026-01-20,100,,`,
    `Noura,not an address,,OLD-2,2026-01-05,2026-01-20,100,,`,
    `Noura,,,,2026-01-05,2026-01-20,100,,`,
    `Noura,,,OLD-3,2026-13-05,2026-01-20,100,,`,
    `Noura,,,OLD-4,2026-01-05,2026-01-04,100,,`,
    `Noura,,,OLD-5,2026-01-05,2026-01-20,a lot,,`,
    `Noura,,,OLD-6,2026-01-05,2026-01-20,100,100,`,
    `Noura,,,OLD-7,2026-01-05,2026-01-20,100,,50`,
    `Noura,,12,OLD-8,2026-01-05,2026-01-20,100,,`,
    `Sara,,,,,,,,0`,
    `Sara,,,OLD-9,05/01/2026,20-Jan-26,100,,`,
    `Sara,,,OLD-9,2026-01-05,2026-01-20,100,,`,
  ].join("\n");
  const results = await outcome(rows, true);
  const wrong = results.filter(({ change }) => change === "wrong");
  expect(wrong.map(({ line }) => line)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]);
  for (const { problems } of wrong) expect(problems.join("")).not.toBe("");
  expect(wrong[3]!.problems).toEqual(["issued: Write the date as 2026-11-24 or 24/11/2026"]);
  expect(await runImport(rows)).toMatchObject({ reason: "csv-invalid", count: 11 });
  expect((await getOpeningBalances(ctx)).invoices).toBe(0);
});

it("reports in the preview which rows name one of several new customers, in any order", async () => {
  const rows = [
    `Ahmed Saleh,,,SAME-1,2026-01-05,2026-01-20,100,,`,
    `Ahmed Saleh,ahmed@example.com,,SAME-2,2026-01-05,2026-01-20,100,,`,
    `ahmed saleh,,+971501234599,SAME-3,2026-01-05,2026-01-20,100,,`,
    `Ahmed Saleh,,,SAME-4,2026-01-05,2026-01-20,100,,`,
  ].join("\n");
  const wrong = (await outcome(rows, true)).filter(({ change }) => change === "wrong");
  expect(wrong.map(({ line, problems }) => [line, ...problems])).toEqual([
    [2, "Several customers match: add the email or the phone number."],
    [5, "Several customers match: add the email or the phone number."],
  ]);
  expect(await runImport(rows)).toMatchObject({ reason: "csv-invalid", count: 2 });
});

it("refuses two credits of one new customer, also under different names", async () => {
  const rows = [
    `Huda Nasser,huda@example.com,,,,,,,40`,
    `H. Nasser,huda@example.com,,,,,,,60`,
    `Huda Nasser,,,HUDA-1,2026-01-05,2026-01-20,100,,`,
  ].join("\n");
  const wrong = (await outcome(rows, true)).filter(({ change }) => change === "wrong");
  expect(wrong.map(({ line, problems }) => [line, ...problems])).toEqual([[3, "Duplicate of row 2."]]);
  expect(await runImport(rows)).toMatchObject({ reason: "csv-invalid", count: 1 });
});

it("takes the open balance from another program, once for several lines, and leaves out closed invoices", async () => {
  const invoice = (number: string, status: string, total: number, balance: number) =>
    `${number},2025-12-01,2026-01-01,${status},Palm Towers,${total},${balance}`;
  const csv = [
    "Invoice Number,Invoice Date,Due Date,Invoice Status,Customer Name,Total,Balance",
    ...[invoice("Z-1", "PartiallyPaid", 300, 120), invoice("Z-1", "PartiallyPaid", 300, 120)],
    ...[invoice("Z-2", "Closed", 100, 0), invoice("Z-3", "Draft", 100, 100), invoice("Z-4", "Sent", 50, 0)],
    ...[invoice("Z-5", "Overdue", 80, 80), invoice("Z-5", "Overdue", 80, 70), invoice("Z-6", "Lost", 10, 10)],
  ].join("\n");
  const { mapping } = readColumns(csv, openingBalanceColumns, openingBalanceOptionalColumns);
  const result = await importOpeningBalances(ctx, { csv, dryRun: true, mapping });
  if (!result.ok) throw new Error(result.reason);
  const rows = result.outcome.rows.toSorted((a, b) => a.line - b.line);
  expect(rows.map(({ change }) => change)).toEqual([
    ...["new", "same", "same", "same", "same", "new", "wrong", "wrong"],
  ]);
  expect(rows[0]!.detail).toContain("120");
  expect(rows[3]!.detail).toBe("Left out: paid, a draft or void");
  expect(rows[6]!.problems).toEqual(["Duplicate of row 7."]);
  expect(rows[7]!.problems).toEqual(["status: This status is unknown. Enter Open, Paid, Draft or Void."]);
});

it("takes the open invoices of a QuickBooks report, grouped by customer, and its credits", async () => {
  const csv = [
    ",Date,Transaction type,Num,Due date,Amount,Open balance",
    "Palm Towers,,,,,,",
    "Palm Towers:Tower B,,,,,,",
    ',13/10/2025,Invoice,1039,13/11/2025,"2,100.00","1,050.00"',
    ",14/10/2025,Credit memo,1040,14/10/2025,-50.00,-50.00",
    "Total for Palm Towers:Tower B,,,,,,1000.00",
    "Total for Palm Towers,,,,,,1000.00",
    "TOTAL,,,,,,1000.00",
  ].join("\n");
  const { mapping } = readColumns(csv, openingBalanceColumns, openingBalanceOptionalColumns);
  expect(mapping).toMatchObject({ customer: ["Customer"], total: ["Open balance"] });
  const result = await importOpeningBalances(ctx, { csv, dryRun: true, mapping });
  if (!result.ok) throw new Error(result.reason);
  const rows = result.outcome.rows.toSorted((a, b) => a.line - b.line);
  expect(rows).toMatchObject([
    { line: 4, change: "new", detail: expect.stringContaining("1,050.00 outstanding") },
    { line: 5, change: "new", detail: expect.stringMatching(/^Credit of AED\s50/) },
  ]);
});

it.each([
  ["Past due", "open"],
  ["Awaiting payment", "open"],
  ["Overdue 5 days", "open"],
  ["PartiallyPaid", "open"],
  ["partially_paid", "open"],
  ["Not Paid", "open"],
  ["Posted", "open"],
  ["In Payment", "closed"],
  ["Paid", "closed"],
  ["Bad debt", "closed"],
  ["Cancelled", "closed"],
  ["Reversed", "closed"],
  ["Estimate", "unknown"],
])("reads the invoice status %s of another program as %s", (word, status) => {
  expect(readInvoiceStatus(word)).toBe(status);
});

it("imports opening balances once, without VAT and document, and treats them like own invoices", async () => {
  const known = await addCustomer(ctx, {
    name: "Aisha",
    email: "aisha@books.example",
    phone: "+971501234567",
  });
  const due = addDays(today, -14);
  const [issued, issuedNext] = [addDays(today, -300), addDays(today, -299)];
  const rows = [
    `Aisha A.,AISHA@books.example,,2025/17,${issued},${due},"1,050.00",50.00,`,
    `Whoever,,050 123 4567,2025/18,${issuedNext},${addDays(today, 5)},200,,`,
    `Palm Towers,office@palm.example,,2025/19,2025-12-03,2026-01-03,300,,`,
    `Aisha,aisha@books.example,,,,,,,75.50`,
  ].join("\n");
  expect((await outcome(rows, true)).map(({ change }) => change)).toEqual(["new", "new", "new", "new"]);
  expect((await getOpeningBalances(ctx)).invoices).toBe(0);
  await outcome(rows);
  expect((await outcome(rows)).map(({ change }) => change)).toEqual(["same", "same", "same", "same"]);
  expect(await getOpeningBalances(ctx)).toMatchObject({
    locked: false,
    invoices: 3,
    fils: 1500_00,
    credits: 1,
    creditFils: 75_50,
  });
  const made = await ctx.db.selectFrom("customers").selectAll().where("name", "=", "Palm Towers").execute();
  expect(made).toMatchObject([{ email: "office@palm.example" }]);

  const { invoices } = await listInvoices(ctx, { customer: known, state: "open", limit: 10 });
  expect(invoices.map(({ reference, openFils }) => [reference, openFils]).sort()).toEqual([
    ["2025/17", 1000_00],
    ["2025/18", 200_00],
  ]);
  const ageing = await loadAgeing(ctx, known);
  expect(Object.values(ageing).reduce((sum, fils) => sum + fils, 0)).toBe(1200_00);
  expect(ageing.notDueFils).toBe(200_00);
  const statement = (await findStatement(ctx, { customerId: known, from: "2025-01-01", to: today }))!;
  expect(statement.closingFils).toBe(1200_00 - 75_50);
  expect(statement.creditFils).toBe(75_50);
  // Without own VAT.
  for await (const documents of await exportDocuments(ctx, {})) expect(documents).toEqual([]);

  await sendInvoiceReminders({ ...ctx, now: new Date(`${today}T08:00:00Z`) }, {});
  const [old] = (await findCustomerMoney(ctx, known))!.openInvoices.filter(
    ({ reference }) => reference === "2025/17",
  );
  expect((await readTrail(ctx.db, { subjectId: old!.id })).map(({ type }) => type)).toEqual([
    "invoice.reminded",
  ]);
  const paid = await recordPayment(ctx, {
    customerId: known,
    method: "cash",
    fils: 1000_00,
    receivedOn: today,
    note: "",
    invoiceIds: [old!.id],
    seenOpenFils: 1000_00,
    creditRemainder: false,
    allowDuplicate: false,
  });
  expect(paid.ok).toBe(true);

  const credit = { reason: "Agreed", eventDate: today };
  const open = invoices.find(({ reference }) => reference === "2025/18")!;
  expect(await creditInvoice(ctx, open, { kind: "amount", fils: 1_00 }, credit)).toMatchObject({
    reason: "opening-credit-kind",
  });
  const settled = await listInvoices(ctx, { customer: known, state: "paid", limit: 10 });
  expect(settled.invoices).toMatchObject([{ reference: "2025/17", settlement: "paid" }]);
});

it("credits an opening balance by amount and VAT, in the books, the VAT return and the document", async () => {
  await setTrn(ctx.db, "100000000000003");
  const { id, version } = await ctx.db
    .selectFrom("invoices")
    .select(["id", "version"])
    .where("reference", "=", "2025/19")
    .executeTakeFirstOrThrow();
  const details = { reason: "One visit did not take place", eventDate: today };
  const credit = (fils: number, originalFils: number) =>
    creditInvoice(
      ctx,
      { id, version },
      { kind: "opening", fils, vatTreatment: "standard", originalFils },
      details,
    );
  expect(await credit(300_01, 525_00)).toMatchObject({ reason: "credit-too-much", fils: 300_00 });
  expect(await credit(105_00, 299_99)).toMatchObject({ reason: "original-too-small", fils: 300_00 });
  const credited = await credit(105_00, 525_00);
  if (!credited.ok) throw new Error(credited.reason);
  expect(credited.totalFils).toBe(105_00);
  expect(await findInvoiceDetail(ctx, id)).toMatchObject({ openFils: 195_00, canCredit: true });

  const { rows } = await sql`SELECT account, debit_fils - credit_fils AS fils, vat, emirate FROM ledger_lines
    JOIN ledger_entries ON ledger_entries.id = entry_id WHERE source_id = ${credited.id} ORDER BY account`.execute(
    ctx.db,
  );
  expect(rows).toEqual([
    { account: "output-vat", fils: 5_00, vat: "standard", emirate: "DXB" },
    { account: "receivables", fils: -105_00, vat: null, emirate: null },
    { account: "revenue", fils: 100_00, vat: "standard", emirate: "DXB" },
  ]);
  expect((await sql`SELECT * FROM ledger_differences()`.execute(ctx.db)).rows).toEqual([]);
  expect(await ensureEInvoice(ctx, { invoiceId: id, creditNoteId: credited.id })).toBeNull();

  const store = openFileStore({ dataDir: folder });
  const file = await loadCreditNotePdf(ctx, store, { id: credited.id, invoiceId: id });
  const text = await textOfPdf((await store.get(file!.id))!);
  for (const shown of ["Tax Credit Note", "2025/19", "3 December 2025", "500.00", "400.00", "100.00", "5.00"])
    expect(text).toContain(shown);
});

it("continues the last number of each series", async () => {
  expect(await setLastNumbers(ctx, { invoice: 417, creditNote: 12, receipt: 900, quote: 33 })).toEqual({
    ok: true,
  });
  expect((await getOpeningBalances(ctx)).numbers).toEqual({
    invoice: 417,
    creditNote: 12,
    receipt: 900,
    quote: 33,
  });
  // The payment above already has a receipt number.
  expect(await setLastNumbers(ctx, { invoice: 417, creditNote: 12, receipt: 0, quote: 33 })).toMatchObject({
    reason: "number-taken",
    series: "receipt",
  });
});

it("refuses other roles, and any import after the first issued invoice", async () => {
  const row = "Late,late@books.example,,2025/20,2025-12-01,2025-12-20,10,,";
  const accountant = { ...ctx, actor: { ...office, role: "accountant" as const } };
  expect(await importOpeningBalances(accountant, { csv: header + row, dryRun: false })).toMatchObject({
    reason: "not-allowed",
  });
  const { reference } = await createIssuedInvoice(ctx, await addCustomer(ctx), 10_00);
  expect(reference).toMatch(/-000418$/);
  expect(await runImport(row)).toMatchObject({ reason: "opening-balances-locked" });
  expect(await setLastNumbers(ctx, { invoice: 500, creditNote: 12, receipt: 900, quote: 33 })).toMatchObject({
    reason: "opening-balances-locked",
  });
  await expect(
    ctx.db
      .insertInto("invoices")
      .values({
        id: crypto.randomUUID(),
        kind: "opening",
        reference: "2025/21",
        customerId: await addCustomer(ctx),
        createdAt: ctx.now,
        issuedAt: ctx.now,
        issueDate: today,
        dueDate: today,
        netFils: 1,
        totalFils: 1,
      })
      .execute(),
  ).rejects.toThrow("Opening balances are locked");
});

it("finds opening balances by number and by customer", async () => {
  const found = async (search: string) =>
    (await listInvoices(ctx, { search, limit: 10 })).invoices.map(({ reference }) => reference).sort();
  expect(await found("2025/18")).toEqual(["2025/18"]);
  expect(await found("palm towers")).toEqual(["2025/19"]);
  expect(await found("nobody at all")).toEqual([]);
});
