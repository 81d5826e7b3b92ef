import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import {
  addOfficeUser,
  book,
  createCompany,
  dayFromNow,
  office,
  officeCtx,
  setTrn,
} from "../../../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { recordPayment } from "../payments/commands/record-payment.server";
import { deleteDraft, saveDraft } from "./commands/change-draft.server";
import { creditInvoice } from "./commands/credit-invoice.server";
import { draftInvoice } from "./commands/draft-invoice.server";
import { issueInvoice } from "./commands/issue-invoice.server";
import { undoWriteOff, writeOff } from "./commands/write-off.server";
import { issueDepositInvoice } from "./draft/issue.server";
import { findInvoiceDetail } from "./office/detail-queries.server";
import { creditSchema, type DraftContent } from "./schema";
import { addCustomerCredit, settleFromCredit, settleInvoice } from "./settle.server";

/** Life cycle of an invoice as the office handles it. */

let database: TestDatabase;
let db: TestDatabase["db"];
let ctx: Ctx;
const NOW = new Date("2026-11-23T05:00:00Z");
beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
  ctx = officeCtx(db, NOW);
  await createCompany(db);
  await addOfficeUser(db, NOW);
  await setTrn(db, "100000000000003");
});
afterAll(() => database.drop());

async function addCustomer(more: Record<string, string> = {}): Promise<string> {
  const row = { name: "Noura Al Ketbi", createdAt: NOW, ...more };
  return (await db.insertInto("customers").values(row).returning("id").executeTakeFirstOrThrow()).id;
}

const line250 = {
  section: "",
  description: "AC service",
  quantityHundredths: 100,
  unit: "",
  unitFils: 250_00,
  discountFils: 0,
  serviceId: null,
  priceId: null,
  deductsId: null,
  partContractId: null,
  vatTreatment: "standard" as const,
};
const content = (more: Partial<DraftContent> = {}): DraftContent => ({
  propertyId: null,
  note: "",
  supplyDate: null,
  dueDate: null,
  lines: [line250],
  discount: { kind: "none" },
  ...more,
});

async function createDraft(customerId: string, more?: Partial<DraftContent>) {
  const draftResult = await draftInvoice(ctx, { customerId });
  if (!draftResult.ok) throw new Error(draftResult.reason);
  const saved = await saveDraft(ctx, await seen(draftResult.id), content(more));
  if (!saved.ok) throw new Error(saved.reason);
  return seen(draftResult.id);
}
const detail = async (id: string) => (await findInvoiceDetail(ctx, id))!;
const seen = async (id: string) => ({ id, version: (await detail(id)).version });

async function issueOne(customerId: string, more?: Partial<DraftContent>) {
  const draft = await createDraft(customerId, more);
  const result = await issueInvoice(ctx, draft);
  if (!result.ok) throw new Error(result.reason);
  return result;
}

async function approvedQuote(customerId: string, depositFils = 0) {
  const id = randomUUID();
  const digits = String(Math.floor(Math.random() * 1_000_000)).padStart(6, "0");
  const reference = `QT-2026-${digits}`;
  const times = { createdAt: NOW, sentAt: NOW, answeredAt: NOW };
  await db
    .insertInto("quotes")
    .values({
      id,
      reference,
      state: "approved",
      customerId,
      validUntil: "2026-12-23",
      ...times,
    })
    .execute();
  await db
    .insertInto("quoteRevisions")
    .values({ quoteId: id, number: 1, title: "Paint the hall", discountKind: "percent", discount: 10_00 })
    .execute();
  const line = { quoteId: id, revision: 1, quantityHundredths: 100 };
  await db
    .insertInto("quoteLines")
    .values([
      { ...line, position: 1, description: "Walls", unitFils: 800_00 },
      { ...line, position: 2, description: "Ceiling", unitFils: 200_00, optional: true },
      { ...line, position: 3, description: "Doors", unitFils: 333_33, optional: true },
    ])
    .execute();
  await db
    .insertInto("quoteAnswers")
    .values({ quoteId: id, revision: 1, answer: "approved", name: "Noura", chosen: [2], at: NOW })
    .execute();
  const deposit = depositFils
    ? await db
        .transaction()
        .execute((db) =>
          issueDepositInvoice({ ...ctx, db }, { quoteId: id, fils: depositFils, paidOn: "2026-11-23" }),
        )
    : null;
  if (deposit && !deposit.ok) throw new Error(deposit.reason);
  return { id, reference, deposit };
}

describe("invoice draft", () => {
  it("copies all lines and surcharges of a booking in the customer's language", async () => {
    const price = { serviceId: "plumbing", mode: "fixed" as const, unit: "piece" };
    const from = { outOfHoursSurcharge: 25, effectiveFrom: "2026-01-01" };
    await db
      .insertInto("prices")
      .values([
        { ...price, ...from, item: "tap", name: "Tap replaced", priceFils: 180_00 },
        { ...price, ...from, item: "drain", name: "Drain cleared", priceFils: 150_00 },
      ])
      .execute();
    const week = [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "17:00" }));
    await db
      .insertInto("settings")
      .values({ name: "hours", value: JSON.stringify({ week }), version: 1 })
      .execute();
    const items = [
      { service: "plumbing", item: "tap", quantity: 3 },
      { service: "plumbing", item: "drain", quantity: 2 },
    ];
    const late = { preferredDate: dayFromNow(2), preferredTime: "18:00" };
    const bookingId = await book(ctx, { items, ...late });
    const done = { state: "work_done" as const, language: "en-XB" };
    await db.updateTable("bookings").set(done).where("id", "=", bookingId).execute();
    const draftResult = await draftInvoice(ctx, { bookingId });
    if (!draftResult.ok) throw new Error(draftResult.reason);
    const { lines, totalFils, language, customer } = await detail(draftResult.id);
    const { estimateFils } = await db
      .selectFrom("bookings")
      .select("estimateFils")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(totalFils).toBe(estimateFils);
    expect(lines).toMatchObject([
      { description: "Plumbing: Tap replaced", quantityHundredths: 300, unitFils: 180_00 },
      { description: "Plumbing: Drain cleared", quantityHundredths: 200, unitFils: 150_00 },
      { description: expect.stringContaining("25%"), quantityHundredths: 100, unitFils: 210_00 },
    ]);
    expect(language).toBe("en-XB");
    // Drafts for the customer alone use that language too.
    const other = await draftInvoice(ctx, { customerId: customer.id });
    if (!other.ok) throw new Error(other.reason);
    expect((await detail(other.id)).language).toBe("en-XB");
  });

  it("copies price, property and completion day of a booking, which has one invoice at a time", async () => {
    const bookingId = await book(ctx);
    expect(await draftInvoice(ctx, { bookingId })).toMatchObject({ reason: "wrong-state" });
    await db.updateTable("bookings").set({ state: "work_done" }).where("id", "=", bookingId).execute();
    await db
      .insertInto("visits")
      .values({
        id: randomUUID(),
        bookingId,
        technicianId: null,
        state: "work_done",
        startsAt: new Date("2026-11-20T06:00:00Z"),
        endsAt: new Date("2026-11-20T07:00:00Z"),
        endedAt: new Date("2026-11-20T21:30:00Z"),
        createdAt: NOW,
      })
      .execute();
    const first = await draftInvoice(ctx, { bookingId });
    if (!first.ok) throw new Error(first.reason);
    expect(await draftInvoice(ctx, { bookingId })).toEqual(first);
    const draft = await detail(first.id);
    expect(draft).toMatchObject({
      state: "draft",
      supplyDate: "2026-11-21",
      propertyAddress: expect.stringContaining("Palm Tower"),
      totalFils: 150_00,
      vatFils: 7_14,
      lines: [{ description: "Plumbing: Call-out", unitFils: 150_00 }],
    });
    const done = await issueInvoice(ctx, { id: first.id, version: draft.version });
    expect(done).toMatchObject({ ok: true });
    expect(await draftInvoice(ctx, { bookingId })).toMatchObject({
      reason: "already-invoiced",
      reference: (done as { reference: string }).reference,
    });
  });

  it("copies the ticked lines and the discount of an approved quote and deducts its deposit with its VAT", async () => {
    const customerId = await addCustomer();
    const quote = await approvedQuote(customerId, 99_99);
    const draftResult = await draftInvoice(ctx, { quoteId: quote.id });
    if (!draftResult.ok) throw new Error(draftResult.reason);
    const draft = await detail(draftResult.id);
    expect(
      draft.lines.map(({ description, grossFils, vatFils }) => [description, grossFils, vatFils]),
    ).toEqual([
      ["Walls", 720_00, 34_29],
      ["Ceiling", 180_00, 8_57],
      [`Less deposit invoiced on ${quote.deposit!.reference}`, -99_99, -4_76],
    ]);
    expect(draft).toMatchObject({ totalFils: 800_01, quote: { reference: quote.reference } });
    expect(await issueInvoice(ctx, await seen(draftResult.id))).toMatchObject({ ok: true });
    expect(await detail(quote.deposit!.id)).toMatchObject({ deductedFils: 99_99, kind: "deposit" });
    const unsent = randomUUID();
    await db
      .insertInto("quotes")
      .values({
        id: unsent,
        reference: "QT-2025-000001",
        state: "draft",
        customerId,
        createdAt: NOW,
      })
      .execute();
    expect(await draftInvoice(ctx, { quoteId: unsent })).toMatchObject({ reason: "not-approved" });
  });

  it("deducts at most the price of the work and leaves the rest on the deposit", async () => {
    const quote = await approvedQuote(await addCustomer(), 1000_00);
    const draftResult = await draftInvoice(ctx, { quoteId: quote.id });
    if (!draftResult.ok) throw new Error(draftResult.reason);
    expect(await issueInvoice(ctx, await seen(draftResult.id))).toMatchObject({ ok: true, totalFils: 0 });
    expect(await detail(draftResult.id)).toMatchObject({ state: "paid" });
    expect(await detail(quote.deposit!.id)).toMatchObject({ deductedFils: 900_00, totalFils: 1000_00 });
  });

  it("accepts changes only at the version seen and distributes the total discount over its lines", async () => {
    const customerId = await addCustomer();
    const draft = await createDraft(customerId);
    const saved = content({
      lines: [line250, { ...line250, quantityHundredths: 150, unitFils: 100_00 }],
      discount: { kind: "amount", fils: 100_01 },
    });
    expect(await saveDraft(ctx, draft, saved)).toEqual({ ok: true });
    expect(await detail(draft.id)).toMatchObject({
      totalFils: 299_99,
      lines: [{ discountFils: 62_51 }, { discountFils: 37_50 }],
    });
    expect(await saveDraft(ctx, draft, saved)).toMatchObject({ reason: "stale" });
    const { version } = await detail(draft.id);
    const measured = { ...line250, unit: "m²", quantityHundredths: 12.5, unitFils: 100_04 };
    const precise = content({ lines: [measured, { ...measured, quantityHundredths: 0.4, unitFils: 1_00 }] });
    expect(await saveDraft(ctx, { id: draft.id, version }, precise)).toEqual({ ok: true });
    // 0.125 × 100.04 is 12.505; 0.004 × 1.00 is nothing.
    expect(await detail(draft.id)).toMatchObject({
      totalFils: 12_51,
      lines: [
        { quantityHundredths: 12.5, grossFils: 12_51 },
        { quantityHundredths: 0.4, grossFils: 0 },
      ],
    });
    expect(await deleteDraft(ctx, draft)).toMatchObject({ reason: "stale" });
    expect(await deleteDraft(ctx, await seen(draft.id))).toEqual({ ok: true });
    expect(await saveDraft(ctx, draft, saved)).toMatchObject({ reason: "not-found" });
    const stranger = await addCustomer();
    expect(await draftInvoice(ctx, { customerId: randomUUID() })).toMatchObject({
      reason: "customer-unknown",
    });
    const another = await createDraft(stranger);
    const deducting = { ...line250, quantityHundredths: -100, deductsId: randomUUID() };
    expect(await saveDraft(ctx, another, content({ lines: [deducting] }))).toMatchObject({
      reason: "not-found",
    });
  });
});

describe("issueInvoice", () => {
  it("assigns a number and the legal title exactly once", async () => {
    const small = await issueOne(await addCustomer());
    expect(await detail(small.id)).toMatchObject({
      title: "simplified-tax-invoice",
      state: "issued",
      issueDate: "2026-11-23",
      supplyDate: "2026-11-23",
      dueDate: "2026-11-30",
      seller: { trn: "100000000000003" },
      vatFils: 11_90,
      openFils: 250_00,
    });
    const company = { company: "Palm LLC", billingAddress: "PO Box 1, Dubai", trn: "100000000000099" };
    const registered = await issueOne(await addCustomer(company));
    expect(await detail(registered.id)).toMatchObject({
      title: "tax-invoice",
      buyer: { name: "Palm LLC", address: "PO Box 1, Dubai", trn: "100000000000099" },
    });
    expect(Number(registered.reference.slice(-6))).toBe(Number(small.reference.slice(-6)) + 1);
    expect(await issueInvoice(ctx, await seen(small.id))).toMatchObject({ reason: "wrong-state" });
    expect(await saveDraft(ctx, await seen(small.id), content())).toMatchObject({ reason: "wrong-state" });
  });

  it("charges no VAT and uses no tax title without a TRN", async () => {
    const draft = await createDraft(await addCustomer({ trn: "100000000000099", billingAddress: "Dubai" }));
    await setTrn(db, null);
    expect(await issueInvoice(ctx, draft)).toMatchObject({ ok: true });
    expect(await detail(draft.id)).toMatchObject({
      title: "invoice",
      vatFils: 0,
      netFils: 250_00,
      totalFils: 250_00,
    });
    await setTrn(db, "100000000000003");
  });

  it("refuses invalid drafts without consuming a number", async () => {
    const before = await issueOne(await addCustomer());
    const customerId = await addCustomer();
    const refused = async (more: Partial<DraftContent>, of = customerId) => {
      const result = await issueInvoice(ctx, await createDraft(of, more));
      return result.ok ? "issued" : result.reason;
    };
    expect(await refused({ supplyDate: "2026-11-24" })).toBe("supply-in-future");
    expect(await refused({ dueDate: "2026-11-22" })).toBe("due-before-issue");
    expect(await refused({ lines: [] })).toBe("nothing-to-charge");
    expect(await refused({ lines: [{ ...line250, unitFils: 10_000_01 }] })).toBe("address-required");
    const stale = await createDraft(customerId);
    expect(await issueInvoice(ctx, { ...stale, version: stale.version - 1 })).toMatchObject({
      reason: "stale",
    });
    const quote = await approvedQuote(customerId, 100_00);
    const twice = await createDraft(customerId, {
      lines: [
        line250,
        { ...line250, quantityHundredths: -100, unitFils: 60_00, deductsId: quote.deposit!.id },
      ],
    });
    const other = await createDraft(customerId, {
      lines: [
        line250,
        { ...line250, quantityHundredths: -100, unitFils: 60_00, deductsId: quote.deposit!.id },
      ],
    });
    expect(await issueInvoice(ctx, twice)).toMatchObject({ ok: true });
    expect(await issueInvoice(ctx, other)).toMatchObject({ reason: "deposit-used", fils: 40_00 });
    const after = await issueOne(await addCustomer());
    const numberOf = (reference: string) => Number(reference.slice(-6));
    // The deposit and the invoice that deducted it take the two numbers between.
    expect(numberOf(after.reference)).toBe(numberOf(before.reference) + 3);
  });

  it("flags supplies older than 14 days and still issues them", async () => {
    const draft = await createDraft(await addCustomer(), { supplyDate: "2026-11-08" });
    expect(await detail(draft.id)).toMatchObject({ issueOverdue: true });
    expect(await issueInvoice(ctx, draft)).toMatchObject({ ok: true });
    expect(
      await detail((await createDraft(await addCustomer(), { supplyDate: "2026-11-09" })).id),
    ).toMatchObject({
      issueOverdue: false,
    });
  });

  it("requires an accounting role, and write-offs an admin", async () => {
    const draft = await createDraft(await addCustomer());
    const as = (role: "dispatcher" | "accountant") => ({ ...ctx, actor: { ...office, role } });
    expect(await issueInvoice(as("dispatcher"), draft)).toMatchObject({ reason: "not-allowed" });
    expect(await draftInvoice(as("dispatcher"), { customerId: randomUUID() })).toMatchObject({
      reason: "not-allowed",
    });
    expect(await saveDraft(as("dispatcher"), draft, content())).toMatchObject({ reason: "not-allowed" });
    expect(await deleteDraft(as("dispatcher"), draft)).toMatchObject({ reason: "not-allowed" });
    expect(await issueInvoice(as("accountant"), draft)).toMatchObject({ ok: true });
    const open = await seen(draft.id);
    expect(await writeOff(as("accountant"), open, { fils: null, reason: "Lost" })).toMatchObject({
      reason: "not-allowed",
    });
  });
});

describe("settlement", () => {
  it("settles at most the open amount and pays later invoices from credit", async () => {
    const customerId = await addCustomer();
    const [one, two] = [await issueOne(customerId), await issueOne(customerId)];
    await db.transaction().execute(async (db) => {
      const inside = { ...ctx, db };
      const paymentId = randomUUID();
      await db
        .insertInto("payments")
        .values({
          id: paymentId,
          customerId,
          method: "cash",
          amountFils: 300_00,
          receivedOn: "2026-11-23",
          recordedAt: NOW,
        })
        .execute();
      expect(await settleInvoice(inside, one.id, 300_00, { by: "payment", paymentId })).toBe(250_00);
      await addCustomerCredit(inside, customerId, 50_00, { paymentId });
    });
    expect(await detail(one.id)).toMatchObject({ state: "paid", settlements: [{ kind: "payment" }] });
    const fromCredit = () =>
      db.transaction().execute((db) => settleFromCredit({ ...ctx, db }, two.id, 80_00));
    expect(await fromCredit()).toBe(50_00);
    expect(await fromCredit()).toBe(0);
    expect(await detail(two.id)).toMatchObject({ state: "part_paid", openFils: 200_00 });
  });

  it("writes off the open amount of an issued invoice once", async () => {
    const one = await issueOne(await addCustomer());
    const open = await seen(one.id);
    const whole = { fils: null, reason: "Moved away" };
    expect(await writeOff(ctx, { ...open, version: 1 }, whole)).toMatchObject({ reason: "stale" });
    expect(await writeOff(ctx, open, whole)).toEqual({ ok: true });
    expect(await detail(one.id)).toMatchObject({
      state: "paid",
      settlement: "written-off",
      openFils: 0,
      settlements: [{ kind: "write-off", amountFils: 250_00, reason: "Moved away" }],
    });
    expect(await writeOff(ctx, await seen(one.id), whole)).toMatchObject({ reason: "nothing-open" });
    const draft = await createDraft(await addCustomer());
    expect(await writeOff(ctx, draft, whole)).toMatchObject({ reason: "not-found" });
  });

  it("writes off a part, and reopens what was written off by mistake", async () => {
    const one = await issueOne(await addCustomer());
    const tooMuch = { fils: 250_01, reason: "Moved away" };
    expect(await writeOff(ctx, await seen(one.id), tooMuch)).toMatchObject({
      reason: "write-off-too-much",
      fils: 250_00,
    });
    expect(await undoWriteOff(ctx, await seen(one.id), "Mistake")).toMatchObject({
      reason: "not-written-off",
    });
    await writeOff(ctx, await seen(one.id), { fils: 100_00, reason: "Settled by agreement" });
    await writeOff(ctx, await seen(one.id), { fils: 50_00, reason: "Settled by agreement" });
    expect(await detail(one.id)).toMatchObject({ openFils: 100_00, writtenOffFils: 150_00 });
    expect(await undoWriteOff(ctx, await seen(one.id), "Wrong invoice")).toEqual({ ok: true });
    expect(await detail(one.id)).toMatchObject({
      state: "issued",
      openFils: 250_00,
      writtenOffFils: 0,
      settlements: [
        { amountFils: 100_00 },
        { amountFils: 50_00 },
        { amountFils: -50_00, reversal: "undone", reason: "Wrong invoice" },
        { amountFils: -100_00, reversal: "undone" },
      ],
    });
  });

  it("records a payment after a write-off as a recovered bad debt, not as credit", async () => {
    const customerId = await addCustomer();
    const one = await issueOne(customerId);
    await writeOff(ctx, await seen(one.id), { fils: null, reason: "Moved away" });
    const payment = {
      ...{ customerId, method: "cash" as const, receivedOn: "2026-11-20", note: "", invoiceIds: [one.id] },
      ...{ seenOpenFils: 250_00, creditRemainder: false, allowDuplicate: true },
    };
    expect(await recordPayment(ctx, { ...payment, fils: 100_00 })).toMatchObject({ ok: true, excessFils: 0 });
    expect(await detail(one.id)).toMatchObject({
      openFils: 0,
      writtenOffFils: 150_00,
      settlement: "written-off",
    });
    expect(await recordPayment(ctx, { ...payment, seenOpenFils: 150_00, fils: 150_01 })).toMatchObject({
      reason: "over-payment",
      excessFils: 1,
    });
    await recordPayment(ctx, { ...payment, seenOpenFils: 150_00, fils: 150_00 });
    expect(await detail(one.id)).toMatchObject({ openFils: 0, writtenOffFils: 0, settlement: "paid" });
    // Received before the write-off, so that they recover it on its day.
    expect(await recoveredEntries(one.reference)).toEqual([
      { day: "2026-11-23", totalFils: 100_00 },
      { day: "2026-11-23", totalFils: 150_00 },
    ]);
  });

  it("reverses a write-off by a credit note before it settles or credits anything", async () => {
    const customerId = await addCustomer();
    const one = await issueOne(customerId);
    await writeOff(ctx, await seen(one.id), { fils: null, reason: "Moved away" });
    const details = { reason: "Not delivered", eventDate: "2026-11-23" };
    const part = await creditInvoice(ctx, await seen(one.id), { kind: "amount", fils: 100_00 }, details);
    expect(part).toMatchObject({ ok: true, creditFils: 0 });
    expect(await detail(one.id)).toMatchObject({ openFils: 0, writtenOffFils: 150_00 });
    const rest = await creditInvoice(ctx, await seen(one.id), { kind: "whole" }, details);
    expect(rest).toMatchObject({ ok: true, totalFils: 150_00, creditFils: 0 });
    expect(await detail(one.id)).toMatchObject({ writtenOffFils: 0, settlement: "settled-by-credit" });
    expect(await settleFromCreditOf(customerId)).toBe(0);
  });

  const recoveredEntries = (reference: string) =>
    db
      .selectFrom("ledgerEntries")
      .select(["day", "totalFils"])
      .where("kind", "=", "bad-debt-recovered")
      .where("reference", "=", reference)
      .orderBy("id")
      .execute();
  const settleFromCreditOf = async (customerId: string) => {
    const other = await issueOne(customerId);
    return db.transaction().execute((db) => settleFromCredit({ ...ctx, db }, other.id, 250_00));
  };
});

describe("credit note", () => {
  const details = { reason: "Agreed reduction", eventDate: "2026-11-20" };
  /** Deposit amount returned by the credit notes of an invoice. */
  async function releasedDeposit(invoiceId: string): Promise<{ fils: number; vatFils: number }> {
    const rows = await ctx.db
      .selectFrom("creditNoteLines")
      .select(["grossFils", "vatFils"])
      .where("invoiceId", "=", invoiceId)
      .where("grossFils", "<", 0)
      .execute();
    return {
      fils: -rows.reduce((sum, { grossFils }) => sum + grossFils, 0),
      vatFils: -rows.reduce((sum, { vatFils }) => sum + vatFils, 0),
    };
  }

  const notes = (id: string) =>
    db.selectFrom("creditNotes").selectAll().where("invoiceId", "=", id).orderBy("reference").execute();

  it("reduces the open amount first, then creates credit, and adds up to the charged total", async () => {
    const customerId = await addCustomer();
    const one = await issueOne(customerId, { lines: [line250, { ...line250, unitFils: 99_99 }] });
    await db.transaction().execute(async (db) => {
      const paymentId = randomUUID();
      const payment = {
        id: paymentId,
        customerId,
        method: "cash" as const,
        amountFils: 300_00,
      };
      await db
        .insertInto("payments")
        .values({ ...payment, receivedOn: "2026-11-23", recordedAt: NOW })
        .execute();
      await settleInvoice({ ...ctx, db }, one.id, 300_00, { by: "payment", paymentId });
    });
    const first = await creditInvoice(
      ctx,
      await seen(one.id),
      { kind: "lines", lines: [{ position: 2, fils: 40_00 }] },
      details,
    );
    expect(first).toMatchObject({ ok: true, totalFils: 40_00, creditFils: 0 });
    expect(await detail(one.id)).toMatchObject({ openFils: 9_99, creditedFils: 40_00, state: "part_paid" });
    const rest = await creditInvoice(ctx, await seen(one.id), { kind: "whole" }, details);
    expect(rest).toMatchObject({ ok: true, totalFils: 309_99, creditFils: 300_00 });
    const made = await notes(one.id);
    expect(made.map(({ title, totalFils }) => [title, totalFils])).toEqual([
      ["tax-credit-note", 40_00],
      ["tax-credit-note", 309_99],
    ]);
    expect(made.reduce((sum, { vatFils }) => sum + vatFils, 0)).toBe((await detail(one.id)).vatFils);
    expect(await creditInvoice(ctx, await seen(one.id), { kind: "whole" }, details)).toMatchObject({
      reason: "credit-too-much",
      fils: 0,
    });
  });

  it("refuses positions that the invoice does not have, and the input that names a line twice or none", async () => {
    const one = await issueOne(await addCustomer());
    const lines = [
      { position: 1, fils: 1_00 },
      { position: 7, fils: 1_00 },
      { position: 0, quantityHundredths: 100 },
    ];
    expect(await creditInvoice(ctx, await seen(one.id), { kind: "lines", lines }, details)).toMatchObject({
      reason: "credit-lines-unknown",
      positions: [7, 0],
    });
    expect(await notes(one.id)).toEqual([]);
    const input = (...positions: number[]) => {
      const credit = { kind: "lines", lines: positions.map((position) => ({ position, fils: 1_00 })) };
      return creditSchema.safeParse({ credit, ...details });
    };
    expect(input(1, 2).success).toBe(true);
    expect(input(2, 1, 2).error?.issues).toMatchObject([
      { path: ["credit", "lines"], message: "Please name each line once" },
    ]);
    expect(input().error?.issues).toMatchObject([{ message: "Please name at least one line to credit" }]);
  });

  it("credits at most the remainder of a deposit", async () => {
    const quote = await approvedQuote(await addCustomer(), 1000_01);
    const draftResult = await draftInvoice(ctx, { quoteId: quote.id });
    if (!draftResult.ok) throw new Error(draftResult.reason);
    await issueInvoice(ctx, await seen(draftResult.id));
    const deposit = quote.deposit!.id;
    expect(
      await creditInvoice(ctx, await seen(deposit), { kind: "amount", fils: 100_02 }, details),
    ).toMatchObject({
      reason: "credit-too-much",
      fils: 100_01,
    });
    expect(await creditInvoice(ctx, await seen(deposit), { kind: "whole" }, details)).toMatchObject({
      totalFils: 100_01,
    });
    const [note] = await notes(deposit);
    const deducted = (await detail(draftResult.id)).lines.find(({ deductsId }) => deductsId)!;
    expect(note!.vatFils - deducted.vatFils).toBe((await detail(deposit)).vatFils);
  });

  it("releases the deposit deducted on the invoice, for another deduction or its own credit note", async () => {
    // The deposit covers the whole work, so VAT is charged once and nothing is open.
    const quote = await approvedQuote(await addCustomer(), 900_00);
    const deposit = quote.deposit!.id;
    const begin = async () => {
      const draftResult = await draftInvoice(ctx, { quoteId: quote.id });
      if (!draftResult.ok) throw new Error(draftResult.reason);
      return draftResult.id;
    };
    const first = await begin();
    await issueInvoice(ctx, await seen(first));
    expect(await detail(first)).toMatchObject({ totalFils: 0, canCredit: true });
    expect(await draftInvoice(ctx, { quoteId: quote.id })).toMatchObject({ reason: "already-invoiced" });
    expect(await detail(deposit)).toMatchObject({ deductedFils: 900_00, canCredit: false });
    // Crediting only the deduction would increase the invoice.
    const deducting = (await detail(first)).lines.find(({ deductsId }) => deductsId)!;
    const alone = { kind: "lines" as const, lines: [{ position: deducting.position, fils: 5_00 }] };
    expect(await creditInvoice(ctx, await seen(first), alone, details)).toMatchObject({
      reason: "credit-too-much",
      position: deducting.position,
      fils: 0,
    });
    expect(await creditInvoice(ctx, await seen(first), { kind: "whole" }, details)).toMatchObject({
      ok: true,
      totalFils: 0,
      creditFils: 0,
    });
    expect(await detail(first)).toMatchObject({ canCredit: false });
    expect(await detail(deposit)).toMatchObject({ deductedFils: 0, canCredit: true });

    const second = await begin();
    await issueInvoice(ctx, await seen(second));
    expect((await detail(deposit)).deductedFils).toBe(900_00);
    const work = (await detail(second)).lines[0]!;
    const part = {
      kind: "lines" as const,
      lines: [
        { position: work.position, fils: 100_00 },
        { position: deducting.position, fils: 100_00 },
      ],
    };
    expect(await creditInvoice(ctx, await seen(second), part, details)).toMatchObject({
      ok: true,
      totalFils: 0,
    });
    expect((await detail(deposit)).deductedFils).toBe(800_00);
    // The released part is credited on the deposit's own invoice.
    expect(await creditInvoice(ctx, await seen(deposit), { kind: "whole" }, details)).toMatchObject({
      totalFils: 100_00,
    });
    const [vat] = [await notes(deposit), await notes(second)].map((all) =>
      all.reduce((sum, { vatFils }) => sum + vatFils, 0),
    );
    const { vatFils } = await detail(deposit);
    expect(vatFils - vat!).toBe(
      -(await detail(second)).lines.find(({ deductsId }) => deductsId)!.vatFils -
        (await releasedDeposit(second)).vatFils,
    );
  });

  it("refuses drafts, stale versions, future and old event dates and missing permission", async () => {
    const draft = await createDraft(await addCustomer());
    expect(await creditInvoice(ctx, draft, { kind: "whole" }, details)).toMatchObject({
      reason: "not-found",
    });
    const one = await issueOne(await addCustomer());
    const now = await seen(one.id);
    expect(await creditInvoice(ctx, { ...now, version: 1 }, { kind: "whole" }, details)).toMatchObject({
      reason: "stale",
    });
    const ahead = { ...details, eventDate: "2026-11-24" };
    expect(await creditInvoice(ctx, now, { kind: "whole" }, ahead)).toMatchObject({
      reason: "event-in-future",
    });
    const old = { ...details, eventDate: "2016-11-23" };
    expect(await creditInvoice(ctx, now, { kind: "whole" }, old)).toMatchObject({ reason: "event-too-old" });
    const dispatcher = { ...ctx, actor: { ...office, role: "dispatcher" as const } };
    expect(await creditInvoice(dispatcher, now, { kind: "whole" }, details)).toMatchObject({
      reason: "not-allowed",
    });
    // Of two concurrent credit notes one is stale.
    const both = await Promise.all([1, 2].map(() => creditInvoice(ctx, now, { kind: "whole" }, details)));
    expect(both.map((result) => (result.ok ? "ok" : result.reason)).sort()).toEqual(["ok", "stale"]);
  });

  it("uses no tax title for an invoice without VAT", async () => {
    await setTrn(db, null);
    const one = await issueOne(await addCustomer());
    await setTrn(db, "100000000000003");
    expect(
      await creditInvoice(ctx, await seen(one.id), { kind: "amount", fils: 1_00 }, details),
    ).toMatchObject({
      ok: true,
    });
    expect(await notes(one.id)).toMatchObject([{ title: "credit-note", vatFils: 0 }]);
  });
});
