import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { dubaiDate } from "~/platform/time";
import { addCustomer, approveQuote } from "../../../../test/harness/company/billing";
import {
  addOfficeUser,
  book,
  foundCompany,
  office,
  officeCtx,
} from "../../../../test/harness/company/company";
import { readTrail } from "../../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import { transitionBooking } from "../../bookings/commands/transition-booking.server";
import { findDue } from "../../payments/deposits/due.server";
import { payDeposit } from "../../payments/deposits/pay-deposit.server";
import { listQuotes } from "../../quotes/queries.server";
import { cancelQuote } from "../commands/cancel-quote.server";
import { creditInvoice } from "../commands/credit-invoice.server";
import { draftInvoice } from "../commands/draft-invoice.server";
import { issueInvoice } from "../commands/issue-invoice.server";
import { cancelQuoteOnBookingCancelled } from "./cancel-quote.server";
import "../../quotes/table";
import "../table";

/** What was agreed is called off, and what becomes of the deposit. */

let database: TestDatabase;
let ctx: Ctx;
beforeAll(async () => {
  database = await createTestDatabase();
  ctx = officeCtx(database.db);
  await foundCompany(database.db);
  await addOfficeUser(database.db);
});
afterAll(() => database.close());

/** An approved quote whose deposit was paid. */
async function agreed({ rule = "refunded" as "refunded" | "kept", workId = null as string | null } = {}) {
  const customerId = await addCustomer(ctx);
  const quote = await approveQuote(ctx, customerId, { depositFils: 300_00, depositRule: rule });
  if (workId) {
    await ctx.db
      .updateTable("quotes")
      .set({ state: "converted", work_id: workId })
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
      .selectFrom("customer_balances")
      .select("credit_fils")
      .where("customer_id", "=", customerId)
      .executeTakeFirst()
  )?.credit_fils ?? 0;
const seen = async (id: string) => ({ id, version: (await quoteOf(id)).version });
const why = { deposit: "by-rule" as const, reason: "They moved away" };

describe("calling off what was approved", () => {
  it("gives a paid deposit back by a credit note of its own invoice, where its version said so", async () => {
    const one = await agreed();
    expect(await cancelQuote(ctx, await seen(one.id), why)).toEqual({ ok: true });
    expect((await quoteOf(one.id)).state).toBe("cancelled");
    expect(await invoiceOf(one.depositId)).toMatchObject({ credited_fils: 300_00, state: "paid" });
    expect(await creditOf(one.customerId)).toBe(300_00);
    const notes = await ctx.db
      .selectFrom("credit_notes")
      .select(["title", "total_fils", "reason"])
      .where("invoice_id", "=", one.depositId)
      .execute();
    expect(notes).toMatchObject([{ total_fils: 300_00, reason: why.reason }]);
    expect((await readTrail(ctx.db, { subjectId: one.id }))[0]).toMatchObject({
      type: "quote.cancelled",
      data: { deposit: "refunded", fils: 300_00 },
    });
  });

  it("keeps it where its version said so; the office may decide otherwise", async () => {
    const kept = await agreed({ rule: "kept" });
    expect(await cancelQuote(ctx, await seen(kept.id), why)).toEqual({ ok: true });
    expect(await invoiceOf(kept.depositId)).toMatchObject({ credited_fils: 0 });
    expect(await creditOf(kept.customerId)).toBe(0);
    const back = await agreed({ rule: "kept" });
    await cancelQuote(ctx, await seen(back.id), { ...why, deposit: "refunded" });
    expect(await creditOf(back.customerId)).toBe(300_00);
  });

  it("cancels the booking that was made of it; what is over or invoiced is not called off", async () => {
    const bookingId = await book(ctx);
    const one = await agreed({ workId: bookingId });
    expect(await cancelQuote(ctx, await seen(one.id), why)).toEqual({ ok: true });
    const { state } = await ctx.db
      .selectFrom("bookings")
      .select("state")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(state).toBe("cancelled");
    expect(await cancelQuote(ctx, await seen(one.id), why)).toMatchObject({ reason: "wrong-state" });

    const invoiced = await agreed();
    const begun = await draftInvoice(ctx, { quoteId: invoiced.id });
    if (!begun.ok) throw new Error(begun.reason);
    const version = async () => ({ id: begun.id, version: (await invoiceOf(begun.id)).version });
    await issueInvoice(ctx, await version());
    expect(await cancelQuote(ctx, await seen(invoiced.id), why)).toMatchObject({
      reason: "already-invoiced",
    });
    // A credit note gives the deposit back to what it was; then it can go.
    const eventDate = dubaiDate(ctx.now);
    await creditInvoice(ctx, await version(), { kind: "whole" }, { reason: "Called off", eventDate });
    expect(await cancelQuote(ctx, await seen(invoiced.id), why)).toEqual({ ok: true });
    expect(await creditOf(invoiced.customerId)).toBe(300_00);
  });

  it("refuses who may not, what was not seen, and what nobody approved", async () => {
    const one = await agreed();
    const dispatcher = { ...ctx, actor: { ...office, role: "dispatcher" as const } };
    expect(await cancelQuote(dispatcher, await seen(one.id), why)).toMatchObject({ reason: "not-allowed" });
    expect(await cancelQuote(ctx, { id: one.id, version: 99 }, why)).toMatchObject({ reason: "stale" });
    await ctx.db.updateTable("quotes").set({ state: "sent" }).where("id", "=", one.id).execute();
    expect(await cancelQuote(ctx, await seen(one.id), why)).toMatchObject({ reason: "wrong-state" });
  });

  it("follows where the customer cancels the work; what the office cancels it decides itself", async () => {
    const happened = async (actorRole: "customer" | "admin", bookingId: string) =>
      inTransaction(ctx, (ctx) =>
        cancelQuoteOnBookingCancelled.run(
          ctx,
          {
            id: 1,
            type: "booking.cancelled",
            subjectId: bookingId,
            data: {},
            actorRole,
            requestId: "r",
            reason: null,
          },
          { config: null as never },
        ),
      );
    const bookingId = await book(ctx);
    const one = await agreed({ workId: bookingId });
    const { version } = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    await transitionBooking(ctx, { bookingId, move: "cancel", version, reason: "Nobody is free" });
    await happened("admin", bookingId);
    expect((await quoteOf(one.id)).state).toBe("converted");
    // Somebody has to say what becomes of it: the office finds it by that.
    const waiting = async () => {
      const { quotes, counts } = await listQuotes(ctx, { state: "undecided", counts: "yes", limit: 50 });
      return [counts?.undecided, ...quotes.map(({ reference }) => reference)];
    };
    expect(await waiting()).toEqual([1, one.reference]);
    await happened("customer", bookingId);
    await happened("customer", bookingId);
    expect((await quoteOf(one.id)).state).toBe("cancelled");
    expect(await creditOf(one.customerId)).toBe(300_00);
    expect(await waiting()).toEqual([0]);
  });

  it("asks for no deposit any more, also before the office has decided what becomes of the quote", async () => {
    const bookingId = await book(ctx);
    const { id } = await approveQuote(ctx, await addCustomer(ctx), { depositFils: 300_00 });
    const converted = { state: "converted" as const, work_id: bookingId };
    await ctx.db.updateTable("quotes").set(converted).where("id", "=", id).execute();
    expect(await findDue(ctx, "quote", { id })).toMatchObject({ fils: 300_00 });
    await transitionBooking(ctx, { bookingId, move: "cancel", version: 1, reason: "Nobody is free" });
    expect(await findDue(ctx, "quote", { id })).toMatchObject({ fils: 0 });
    expect(await cancelQuote(ctx, await seen(id), why)).toEqual({ ok: true });
  });
});
