import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { csvResponse } from "~/platform/http/download.server";
import { addCustomer, createIssuedInvoice } from "../../../../../test/harness/company/billing";
import { addOfficeUser, createCompany, officeCtx, setTrn } from "../../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { creditInvoice } from "../../invoices/commands/credit-invoice.server";
import { findInvoiceDetail } from "../../invoices/office/detail-queries.server";
import { documentsCsv, exportDocuments } from "../../invoices/office/export.server";
import { closeBooks } from "../commands.server";
import { postManualJournal } from "../manual-journals/manual-journals.server";
import { getClosings, getVatReturn, listEntries, listVatDocuments } from "../queries.server";
import { exportZohoCreditNotes } from "../zoho/documents.server";
import { fileVatReturn, listVatReturns, recordVatDisclosure, recordVatPayment } from "./vat-returns.server";

/** Quarters that end in March, June, September and December. 105.00 contain 5.00 of VAT. */

let database: TestDatabase;
let customerId: string;
const ctxOn = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));
const fourth = { from: "2026-10-01", to: "2026-12-31" };
const first = { from: "2027-01-01", to: "2027-03-31" };

beforeEach(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-10-01T08:00:00Z"));
  await setTrn(database.db, "100000000000003");
  await database.db
    .insertInto("settings")
    .values({
      name: "money",
      value: JSON.stringify({ taxPeriods: "quarters-march" }),
      version: 1,
    })
    .execute();
  customerId = await addCustomer(ctxOn("2026-10-01"), { billingAddress: "PO Box 1, Dubai" });
  await createIssuedInvoice(ctxOn("2026-10-05"), customerId, 105_00);
});
afterEach(() => database.drop());

const supplied = (day: string, supplyDate: string, fils: number) =>
  createIssuedInvoice(ctxOn(day), customerId, fils, { supplyDate });
const vatOf = async (period: { from: string; to: string }) =>
  (await getVatReturn(ctxOn("2027-04-01"), period)).vatFils;

describe("VAT returns", () => {
  it("follow each other, close their period and keep the figures as filed", async () => {
    const ctx = ctxOn("2027-01-20");
    expect(await listVatReturns(ctx)).toMatchObject({
      current: first,
      next: { ...fourth, dueOn: "2027-01-28", ended: true },
      filed: [],
      late: [],
    });
    expect(await fileVatReturn(ctx, { to: "2027-03-31", filedOn: "2027-01-20" })).toMatchObject({
      reason: "vat-return-changed",
    });
    expect(await fileVatReturn(ctx, { to: fourth.to, filedOn: "2026-12-31" })).toMatchObject({
      reason: "vat-return-filed-early",
    });
    expect(await fileVatReturn(ctx, { to: fourth.to, filedOn: "2027-01-19" })).toEqual({ ok: true });
    expect(await getClosings(ctx)).toMatchObject({ through: fourth.to });
    expect(await listVatReturns(ctx)).toMatchObject({
      next: { ...first, ended: false },
      filed: [{ ...fourth, filedOn: "2027-01-19", paidOn: null, netFils: 100_00, vatFils: 5_00 }],
    });
    expect(await fileVatReturn(ctx, { to: first.to, filedOn: "2027-01-20" })).toMatchObject({
      reason: "period-running",
    });
  });

  it("begin with the first supply, not with an entry of the former books", async () => {
    const lines = [
      { account: "equipment" as const, debitFils: 900_00, creditFils: 0 },
      { account: "owners-equity" as const, debitFils: 0, creditFils: 900_00 },
    ];
    const journal = { day: "2025-05-10", reference: "", reason: "Van of the former books", lines };
    expect(await postManualJournal(ctxOn("2027-01-20"), journal)).toMatchObject({ ok: true });
    expect((await listVatReturns(ctxOn("2027-01-20"))).next).toMatchObject(fourth);
    expect((await getClosings(ctxOn("2027-01-20"))).closableDays).toContain("2026-11-30");
  });

  it("count supplies in the emirate of the place of business, as the export of documents does", async () => {
    const ctx = ctxOn("2026-11-10");
    const value = JSON.stringify({ emirate: "SHJ" });
    await database.db.insertInto("settings").values({ name: "einvoices", value, version: 1 }).execute();
    const { id } = await supplied("2026-11-10", "2026-11-10", 210_00);
    const { standard } = await getVatReturn(ctx, fourth);
    expect(standard.filter(({ vatFils }) => vatFils > 0)).toMatchObject([
      { emirate: "DXB", netFils: 100_00, vatFils: 5_00 },
      { emirate: "SHJ", netFils: 200_00, vatFils: 10_00 },
    ]);
    // The business moves. The credit note corrects the box of its invoice.
    await database.db
      .updateTable("settings")
      .set({ value: JSON.stringify({ emirate: "AJM" }) })
      .where("name", "=", "einvoices")
      .execute();
    const { version } = (await findInvoiceDetail(ctx, id))!;
    const details = { reason: "Agreed", eventDate: "2026-11-10" };
    expect(await creditInvoice(ctx, { id, version }, { kind: "whole" }, details)).toMatchObject({ ok: true });
    expect((await getVatReturn(ctx, fourth)).standard.filter(({ vatFils }) => vatFils !== 0)).toMatchObject([
      { emirate: "DXB", vatFils: 5_00 },
    ]);
    const notes = [];
    for await (const page of await exportZohoCreditNotes(ctx, fourth)) notes.push(...page);
    expect(notes).toMatchObject([{ emirate: "SHJ" }]);
    const csv = await csvResponse(documentsCsv(await exportDocuments(ctx, {})), "all.csv").text();
    const lines = csv.trim().split("\r\n").slice(1);
    expect(lines.map((line) => /Dubai|Sharjah|Ajman/.exec(line.split(",").slice(8).join(","))?.[0])).toEqual([
      ...["Dubai", "Sharjah", "Sharjah"],
    ]);
  });

  it("accept one payment", async () => {
    const ctx = ctxOn("2027-01-28");
    await fileVatReturn(ctx, { to: fourth.to, filedOn: "2027-01-20" });
    expect(await recordVatPayment(ctx, { to: fourth.to, paidOn: "2027-01-28" })).toEqual({ ok: true });
    expect(await recordVatPayment(ctx, { to: fourth.to, paidOn: "2027-01-27" })).toMatchObject({
      reason: "not-found",
    });
    expect((await listVatReturns(ctx)).filed).toMatchObject([{ paidOn: "2027-01-28" }]);
  });

  it("close the last month of their period, which cannot be closed otherwise", async () => {
    const ctx = ctxOn("2027-01-20");
    expect((await getClosings(ctx)).closableDays.slice(0, 2)).toEqual(["2026-11-30", "2026-10-31"]);
    expect(await closeBooks(ctx, "2026-12-31")).toEqual({ ok: false, reason: "vat-return-first", ...fourth });
    expect(await closeBooks(ctx, "2026-11-30")).toEqual({ ok: true });
    // A late supply of a closed month whose return is open is no correction.
    await supplied("2027-01-20", "2026-11-10", 105_00);
    expect(await vatOf(fourth)).toBe(10_00);
    expect(await fileVatReturn(ctx, { to: fourth.to, filedOn: "2027-01-20" })).toEqual({ ok: true });
    expect((await listVatReturns(ctx)).late).toEqual([]);
  });
});

describe("late supplies", () => {
  beforeEach(async () => {
    expect(await fileVatReturn(ctxOn("2027-01-05"), { to: fourth.to, filedOn: "2027-01-05" })).toEqual({
      ok: true,
    });
  });

  it("of up to AED 10,000 of VAT are corrected in the next return", async () => {
    await supplied("2027-01-08", "2026-12-31", 210_000_00);
    const ctx = ctxOn("2027-04-05");
    expect((await listVatReturns(ctx)).late).toEqual([
      { ...fourth, documents: 1, netFils: 200_000_00, vatFils: 10_000_00, discloseBy: null },
    ]);
    const { entries } = await listEntries(ctx, { late: "yes", limit: 10 });
    expect(entries).toMatchObject([{ kind: "invoice", day: "2027-01-01", documentDay: "2026-12-31" }]);
    expect(await vatOf(first)).toBe(10_000_00);
    expect(await fileVatReturn(ctx, { to: first.to, filedOn: "2027-04-05" })).toEqual({ ok: true });
    expect((await listVatReturns(ctx)).late).toEqual([]);
  });

  it("of more are disclosed within 20 business days and count in no later return", async () => {
    await supplied("2027-01-08", "2026-12-31", 210_000_00);
    await supplied("2027-01-12", "2026-12-30", 1_05);
    await supplied("2027-01-12", "2027-01-11", 105_00);
    const ctx = ctxOn("2027-04-05");
    expect((await listVatReturns(ctx)).late).toEqual([
      { ...fourth, documents: 2, netFils: 200_001_00, vatFils: 10_000_05, discloseBy: "2027-02-05" },
    ]);
    expect(await fileVatReturn(ctx, { to: first.to, filedOn: "2027-04-05" })).toEqual({
      ok: false,
      reason: "disclosure-required",
      ...fourth,
    });
    const disclosure = { to: fourth.to, disclosedOn: "2027-02-01", reference: "VD-1" };
    expect(await recordVatDisclosure(ctx, disclosure)).toEqual({ ok: true });
    expect(await recordVatDisclosure(ctx, disclosure)).toMatchObject({ reason: "nothing-to-disclose" });
    expect(await vatOf(first)).toBe(5_00);
    const { documents } = await listVatDocuments(ctx, { ...first, box: "DXB", limit: 10 });
    expect(documents.map(({ vatFils }) => vatFils)).toEqual([5_00]);
    expect(await fileVatReturn(ctx, { to: first.to, filedOn: "2027-04-05" })).toEqual({ ok: true });
  });
});
