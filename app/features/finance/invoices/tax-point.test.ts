import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import {
  addCustomer,
  createApprovedQuote,
  createIssuedInvoice,
} from "../../../../test/harness/company/billing";
import {
  addOfficeUser,
  book,
  createCompany,
  officeCtx,
  setTrn,
} from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { closeBooks } from "../ledger/commands.server";
import { getVatReturn, listEntries } from "../ledger/queries.server";
import { recordDeposit } from "../payments/commands/deposits.server";
import { recordPayment, voidPayment } from "../payments/commands/record-payment.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { findInvoiceDetail } from "./office/detail-queries.server";

/** Periods of VAT and journal by the tax point (Federal Decree-Law 8 of 2017, articles 25 and 26). 105.00 contain 5.00. */

let database: TestDatabase;
let customerId: string;
const JANUARY = "2027-01-08";
const ctxOn = (day: string): Ctx => officeCtx(database.db, new Date(`${day}T08:00:00Z`));

beforeEach(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
  await addOfficeUser(database.db, new Date("2026-11-01T08:00:00Z"));
  await setTrn(database.db, "100000000000003");
  customerId = await addCustomer(ctxOn("2026-12-01"), { billingAddress: "PO Box 1, Dubai" });
});
afterEach(() => database.drop());

const december = { from: "2026-12-01", to: "2026-12-31" };
const january = { from: "2027-01-01", to: "2027-01-31" };
async function vatOf(period: { from: string; to: string }) {
  const { netFils, vatFils } = await getVatReturn(ctxOn(JANUARY), period);
  return { netFils, vatFils };
}
const nothing = { netFils: 0, vatFils: 0 };
const hundred = { netFils: 100_00, vatFils: 5_00 };

const cashOn = (receivedOn: string) => ({
  customerId,
  method: "cash" as const,
  receivedOn,
  note: "",
  creditRemainder: false,
  allowDuplicate: true,
});

/** A booking whose only visit was finished at this time. */
async function finishWork(endedAt: string): Promise<string> {
  const bookingId = await book(ctxOn("2026-12-10"));
  await database.db.updateTable("bookings").set({ state: "completed" }).where("id", "=", bookingId).execute();
  await database.db
    .insertInto("visits")
    .values({
      id: randomUUID(),
      bookingId,
      technicianId: null,
      state: "work_done",
      startsAt: new Date("2026-12-31T06:00:00Z"),
      endsAt: new Date("2026-12-31T07:00:00Z"),
      endedAt: new Date(endedAt),
      createdAt: new Date("2026-12-10T08:00:00Z"),
    })
    .execute();
  return bookingId;
}

describe("tax point", () => {
  it("counts work of December that is invoiced in January in December's return and journal", async () => {
    // 23:30 in Dubai.
    const bookingId = await finishWork("2026-12-31T19:30:00Z");
    const { id } = await createIssuedInvoice(ctxOn(JANUARY), customerId, 105_00, { bookingId });
    expect(await findInvoiceDetail(ctxOn(JANUARY), id)).toMatchObject({
      issueDate: JANUARY,
      supplyDate: "2026-12-31",
    });
    expect(await vatOf(december)).toEqual(hundred);
    expect(await vatOf(january)).toEqual(nothing);
    const { entries } = await listEntries(ctxOn(JANUARY), { ...december, limit: 10 });
    expect(entries).toMatchObject([{ kind: "invoice", day: "2026-12-31", documentDay: "2026-12-31" }]);
  });

  it("takes the supply date from the finished work, not from the form", async () => {
    const bookingId = await finishWork("2026-12-31T19:30:00Z");
    const { id } = await createIssuedInvoice(ctxOn(JANUARY), customerId, 105_00, {
      bookingId,
      supplyDate: "2027-01-02",
    });
    expect((await findInvoiceDetail(ctxOn(JANUARY), id))?.supplyDate).toBe("2026-12-31");
  });

  it("posts a supply of a closed period on the first open day and keeps its own day", async () => {
    expect(await closeBooks(ctxOn("2027-01-05"), "2026-12-31")).toEqual({ ok: true });
    await createIssuedInvoice(ctxOn(JANUARY), customerId, 105_00, { supplyDate: "2026-12-20" });
    expect(await vatOf(december)).toEqual(nothing);
    expect(await vatOf(january)).toEqual(hundred);
    const { entries } = await listEntries(ctxOn(JANUARY), { ...january, limit: 10 });
    expect(entries).toMatchObject([{ day: "2027-01-01", documentDay: "2026-12-20" }]);
  });

  it("counts a deposit on the day of its payment", async () => {
    const quote = await createApprovedQuote(ctxOn("2026-12-20"), customerId, {
      totalFils: 500_00,
      depositFils: 105_00,
    });
    const deposit = { method: "cash" as const, receivedOn: "2026-12-30", note: "", seenFils: 105_00 };
    expect(await recordDeposit(ctxOn(JANUARY), { ...deposit, quoteId: quote.id })).toMatchObject({
      ok: true,
    });
    expect(await vatOf(december)).toEqual(hundred);
    expect(await vatOf(january)).toEqual(nothing);
  });

  it("taxes the part that was paid before the supply on the day of the payment", async () => {
    const { id } = await createIssuedInvoice(ctxOn(JANUARY), customerId, 210_00);
    const payment = { ...cashOn("2026-12-30"), invoiceIds: [id], fils: 105_00, seenOpenFils: 210_00 };
    const paid = await recordPayment(ctxOn(JANUARY), payment);
    if (!paid.ok) throw new Error(paid.reason);
    expect(await vatOf(december)).toEqual(hundred);
    expect(await vatOf(january)).toEqual(hundred);
    expect(await voidPayment(ctxOn(JANUARY), paid.id, "Another customer paid")).toEqual({ ok: true });
    expect(await vatOf(december)).toEqual(nothing);
    expect(await vatOf(january)).toEqual({ netFils: 200_00, vatFils: 10_00 });
  });
});

describe("supply date", () => {
  async function issue(supplyDate: string, supplyReason?: string) {
    const draft = await draftInvoice(ctxOn(JANUARY), { customerId });
    if (!draft.ok) throw new Error(draft.reason);
    const line = {
      section: "",
      description: "AC service",
      quantityHundredths: 100,
      unit: "",
      unitFils: 105_00,
    };
    const own = {
      discountFils: 0,
      serviceId: null,
      priceId: null,
      deductsId: null,
      partContractId: null,
      vatTreatment: "standard" as const,
    };
    const content = { propertyId: null, note: "", supplyDate, dueDate: null, lines: [{ ...line, ...own }] };
    return issueInvoice(
      ctxOn(JANUARY),
      { id: draft.id, version: 2 },
      { content: { ...content, discount: { kind: "none" } }, supplyReason },
    );
  }

  it("of more than 180 days ago needs a reason", async () => {
    expect(await issue("2026-07-12")).toMatchObject({ ok: true });
    expect(await issue("2026-07-11")).toEqual({ ok: false, reason: "supply-reason-required" });
    expect(await issue("2026-07-11", "The customer disputed the work")).toMatchObject({ ok: true });
  });

  it("of more than five years ago is refused", async () => {
    expect(await issue("2016-05-01", "Forgotten")).toEqual({ ok: false, reason: "supply-too-old" });
  });
});
