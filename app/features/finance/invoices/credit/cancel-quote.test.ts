import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { dubaiDate } from "~/platform/time";
import { addCustomer, createApprovedQuote } from "../../../../../test/harness/company/billing";
import {
  addOfficeUser,
  book,
  createCompany,
  office,
  officeCtx,
} from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../../../test/harness/servers/database";
import { transitionBooking } from "../../../operations/bookings/commands/transition-booking.server";
import { findAmountDue } from "../../payments/deposits/amount-due.server";
import { payDeposit } from "../../payments/deposits/pay-deposit.server";
import { cancelQuoteOnBookingCancelled } from "../../quotes/cancel-approved-quote.server";
import { cancelQuote } from "../../quotes/commands/cancel.server";
import { listQuotes } from "../../quotes/office/list-queries.server";
import { creditInvoice } from "../commands/credit-invoice.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { settleDeposits } from "./settle-deposits.server";

/** Cancellation of approved quotes and the resolution of their deposits. */

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  await createCompany(database.db);
  await addOfficeUser(database.db);
});
afterAll(() => database.drop());

/** Creates an approved quote with a paid deposit. */
async function createQuoteWithDeposit({
  rule = "refunded" as "refunded" | "forfeited",
  workId = null as string | null,
} = {}) {
  const customerId = await addCustomer(ctx);
  const quote = await createApprovedQuote(ctx, customerId, { depositFils: 300_00, depositRule: rule });
  if (workId) {
    await ctx.db
      .updateTable("quotes")
      .set({ state: "converted", workBookingId: workId })
      .where("id", "=", quote.id)
      .execute();
  }
  const paid = { method: "cash" as const, fils: 300_00, receivedOn: dubaiDate(ctx.now) };
  const booked = await inTransaction(ctx, (ctx) => payDeposit(ctx, quote.id, paid));
  if (!booked.ok) throw new Error(booked.reason);
  return { ...quote, customerId, depositId: booked.towards[0]!.invoiceId };
}

const quoteOf = (id: string) =>
  ctx.db.selectFrom("quotes").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const invoiceOf = (id: string) =>
  ctx.db.selectFrom("invoices").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
const creditOf = async (customerId: string) =>
  (
    await ctx.db
      .selectFrom("customerBalances")
      .select("creditFils")
      .where("customerId", "=", customerId)
      .executeTakeFirst()
  )?.creditFils ?? 0;
const seen = async (id: string) => ({ id, version: (await quoteOf(id)).version });
const cancellation = { deposit: "by-rule" as const, reason: "They moved away" };

const reactToCancellation = async (actorRole: "customer" | "admin", bookingId: string) =>
  inTransaction(ctx, (ctx) =>
    cancelQuoteOnBookingCancelled(settleDeposits).run(
      ctx,
      {
        id: 1,
        type: "booking.cancelled",
        subjectId: bookingId,
        data: {},
        actorRole,
        requestId: "r",
        traceparent: null,
        reason: null,
      },
      { config: null as never },
    ),
  );

describe("cancelQuote", () => {
  it("credits a refundable deposit on its own invoice", async () => {
    const quote = await createQuoteWithDeposit();
    expect(await cancelQuote(ctx, settleDeposits, await seen(quote.id), cancellation)).toEqual({ ok: true });
    expect((await quoteOf(quote.id)).state).toBe("cancelled");
    expect(await invoiceOf(quote.depositId)).toMatchObject({ creditedFils: 300_00, state: "paid" });
    expect(await creditOf(quote.customerId)).toBe(300_00);
    const notes = await ctx.db
      .selectFrom("creditNotes")
      .select(["title", "totalFils", "reason"])
      .where("invoiceId", "=", quote.depositId)
      .execute();
    expect(notes).toMatchObject([{ totalFils: 300_00, reason: cancellation.reason }]);
    expect((await readTrail(ctx.db, { subjectId: quote.id }))[0]).toMatchObject({
      type: "quote.cancelled",
      data: { deposit: "refunded", fils: 300_00 },
    });
  });

  it("forfeits the deposit if the approved version says so, unless the office decides otherwise", async () => {
    const forfeited = await createQuoteWithDeposit({ rule: "forfeited" });
    expect(await cancelQuote(ctx, settleDeposits, await seen(forfeited.id), cancellation)).toEqual({
      ok: true,
    });
    expect(await invoiceOf(forfeited.depositId)).toMatchObject({ creditedFils: 0 });
    expect(await creditOf(forfeited.customerId)).toBe(0);
    const back = await createQuoteWithDeposit({ rule: "forfeited" });
    await cancelQuote(ctx, settleDeposits, await seen(back.id), { ...cancellation, deposit: "refunded" });
    expect(await creditOf(back.customerId)).toBe(300_00);
  });

  it("cancels the booking of the quote, and refuses cancelled or invoiced quotes", async () => {
    const bookingId = await book(ctx);
    const quote = await createQuoteWithDeposit({ workId: bookingId });
    expect(await cancelQuote(ctx, settleDeposits, await seen(quote.id), cancellation)).toEqual({ ok: true });
    const { state } = await ctx.db
      .selectFrom("bookings")
      .select("state")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(state).toBe("cancelled");
    expect(await cancelQuote(ctx, settleDeposits, await seen(quote.id), cancellation)).toMatchObject({
      reason: "wrong-state",
    });

    const invoiced = await createQuoteWithDeposit();
    const draft = await draftInvoice(ctx, { quoteId: invoiced.id });
    if (!draft.ok) throw new Error(draft.reason);
    const version = async () => ({ id: draft.id, version: (await invoiceOf(draft.id)).version });
    await issueInvoice(ctx, await version());
    expect(await cancelQuote(ctx, settleDeposits, await seen(invoiced.id), cancellation)).toMatchObject({
      reason: "already-invoiced",
    });
    // A credit note releases the deposit, then the quote can be cancelled.
    const eventDate = dubaiDate(ctx.now);
    await creditInvoice(ctx, await version(), { kind: "whole" }, { reason: "Called off", eventDate });
    expect(await cancelQuote(ctx, settleDeposits, await seen(invoiced.id), cancellation)).toEqual({
      ok: true,
    });
    expect(await creditOf(invoiced.customerId)).toBe(300_00);
  });

  it("refuses in words and changes nothing if the deposit cannot be credited", async () => {
    const bookingId = await book(ctx);
    const quote = await createQuoteWithDeposit({ workId: bookingId });
    const draft = await draftInvoice(ctx, { quoteId: quote.id });
    if (!draft.ok) throw new Error(draft.reason);
    const { reference } = await invoiceOf(quote.depositId);
    const setLine = (fils: number) =>
      inTransaction(ctx, async ({ db }) => {
        // Lines are immutable, so a damaged one is written past the triggers.
        await sql`ALTER TABLE invoice_lines DISABLE TRIGGER USER`.execute(db);
        const line = db.updateTable("invoiceLines").where("invoiceId", "=", quote.depositId);
        await line.set({ grossFils: fils, unitFils: fils }).execute();
        await sql`ALTER TABLE invoice_lines ENABLE TRIGGER USER`.execute(db);
        return null;
      });
    await setLine(500_00);
    const refused = { ok: false, reason: "deposit-not-credited", reference };
    expect(await cancelQuote(ctx, settleDeposits, await seen(quote.id), cancellation)).toEqual(refused);
    await reactToCancellation("customer", bookingId);
    expect((await quoteOf(quote.id)).state).toBe("converted");
    expect(await invoiceOf(draft.id)).toMatchObject({ state: "draft" });
    await setLine(300_00);
    expect(await cancelQuote(ctx, settleDeposits, await seen(quote.id), cancellation)).toEqual({ ok: true });
  });

  it("refuses missing permission, stale versions and quotes without approval", async () => {
    const quote = await createQuoteWithDeposit();
    const dispatcher = { ...ctx, actor: { ...office, role: "dispatcher" as const } };
    expect(await cancelQuote(dispatcher, settleDeposits, await seen(quote.id), cancellation)).toMatchObject({
      reason: "not-allowed",
    });
    expect(await cancelQuote(ctx, settleDeposits, { id: quote.id, version: 99 }, cancellation)).toMatchObject(
      {
        reason: "stale",
      },
    );
    await ctx.db.updateTable("quotes").set({ state: "sent" }).where("id", "=", quote.id).execute();
    expect(await cancelQuote(ctx, settleDeposits, await seen(quote.id), cancellation)).toMatchObject({
      reason: "wrong-state",
    });
  });

  it("cancels the quote when the customer cancels the booking, and leaves it undecided when the office does", async () => {
    const bookingId = await book(ctx);
    const quote = await createQuoteWithDeposit({ workId: bookingId });
    const { version } = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    await transitionBooking(ctx, { bookingId, transition: "cancel", version, reason: "Nobody is free" });
    await reactToCancellation("admin", bookingId);
    expect((await quoteOf(quote.id)).state).toBe("converted");
    // The office finds the undecided quote by this filter.
    const undecided = async () => {
      const { quotes, counts } = await listQuotes(ctx, { state: "undecided", counts: "yes", limit: 50 });
      return [counts?.undecided, ...quotes.map(({ reference }) => reference)];
    };
    expect(await undecided()).toEqual([1, quote.reference]);
    await reactToCancellation("customer", bookingId);
    await reactToCancellation("customer", bookingId);
    expect((await quoteOf(quote.id)).state).toBe("cancelled");
    expect(await creditOf(quote.customerId)).toBe(300_00);
    expect(await undecided()).toEqual([0]);
  });

  it("requests no deposit after the booking was cancelled, even before the quote is resolved", async () => {
    const bookingId = await book(ctx);
    const { id } = await createApprovedQuote(ctx, await addCustomer(ctx), { depositFils: 300_00 });
    const converted = { state: "converted" as const, workBookingId: bookingId };
    await ctx.db.updateTable("quotes").set(converted).where("id", "=", id).execute();
    expect(await findAmountDue(ctx, "quote", { id })).toMatchObject({ fils: 300_00 });
    await transitionBooking(ctx, { bookingId, transition: "cancel", version: 1, reason: "Nobody is free" });
    expect(await findAmountDue(ctx, "quote", { id })).toMatchObject({ fils: 0 });
    expect(await cancelQuote(ctx, settleDeposits, await seen(id), cancellation)).toEqual({ ok: true });
  });
});
