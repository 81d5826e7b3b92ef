import { randomUUID } from "node:crypto";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { log } from "~/platform/log.server";
import { dubaiDate } from "~/platform/time";
import { addCustomerCredit } from "../../invoices/settle.server";
import { addRefunded, applyRefundUpdate } from "../refund-updates.server";
import { freeCredit, lockPayment, restorePayment, reversePayment } from "../take-payment.server";
import { applyCheckoutUpdate } from "./checkout-updates.server";
import type { ProviderEvent, ProviderUpdate } from "./provider/card-provider";
import "../table";

type News<Kind extends ProviderUpdate["kind"]> = Extract<ProviderUpdate, { kind: Kind }>;

/** Age after which an event about an unknown payment is dropped. Until then the provider repeats it. */
const WAITS_MS = 24 * 60 * 60_000;

/**
 * Applies a provider event once, in any order: event and effects are one transaction. `later`: its payment is
 * unknown yet, and nothing was done.
 */
export async function applyProviderEvent(
  ctx: Ctx,
  provider: string,
  event: ProviderEvent,
): Promise<{ ok: true } | { ok: false; reason: "later" }> {
  return inTransaction(ctx, async (ctx) => {
    const isNew = await ctx.db
      .insertInto("provider_events")
      .values({ provider, event: event.id, type: event.type, received_at: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("event")
      .executeTakeFirst();
    if (!isNew || !event.news) return { ok: true };
    const known = await applyUpdate(ctx, provider, event.news);
    if (known || ctx.now.getTime() - event.at.getTime() > WAITS_MS) return { ok: true };
    return { ok: false, reason: "later" };
  });
}

/** False if its payment is unknown. */
async function applyUpdate(ctx: Ctx, provider: string, news: ProviderUpdate): Promise<boolean> {
  switch (news.kind) {
    case "checkout":
      return takeCheckout(ctx, provider, news);
    case "refund":
      return takeRefund(ctx, provider, news);
    case "dispute":
      return takeDispute(ctx, provider, news);
    case "payout":
      await takePayout(ctx, provider, news);
      return true;
  }
}

async function takeCheckout(ctx: Ctx, provider: string, news: News<"checkout">): Promise<boolean> {
  const { session, id, checkout } = news;
  const known = await applyCheckoutUpdate(ctx, provider, { session, id }, checkout);
  if (known === "unknown" && id && checkout.state === "paid") {
    const { payment, amount, currency } = checkout;
    log.error("An unknown checkout was paid", { provider, session, payment });
    await emit(ctx, "payment.questioned", null, {
      oddity: "unknown-checkout",
      provider,
      payment,
      amount,
      currency,
    });
  }
  return true;
}

async function takeRefund(ctx: Ctx, provider: string, news: News<"refund">): Promise<boolean> {
  const known = await ctx.db
    .selectFrom("refunds")
    .select("id")
    .where((eb) =>
      eb.or([eb("provider_refund", "=", news.refund.refund), ...(news.id ? [eb("id", "=", news.id)] : [])]),
    )
    .executeTakeFirst();
  if (known) {
    await applyRefundUpdate(ctx, known.id, news.refund);
    return true;
  }
  // Refund made in the provider's dashboard.
  const payment = await lockPayment(ctx, { provider, payment: news.payment });
  if (!payment) return false;
  const { amount: fils, currency } = news;
  const id = randomUUID();
  const refund = {
    id,
    customer_id: payment.customerId,
    method: "card" as const,
    payment_id: payment.id,
    amount_fils: fils,
    reason: inLocale(DEFAULT_LOCALE, () => m.payments_refund_outside()),
    provider_refund: news.refund.refund,
    recorded_at: ctx.now,
  };
  // The failure arrived before the refund itself; it is stored for that.
  if (news.refund.state === "failed") {
    await ctx.db
      .insertInto("refunds")
      .values({ ...refund, state: "failed" })
      .execute();
    return true;
  }
  const possible = currency === "aed" && fils <= payment.leftFils && (await freeCredit(ctx, payment, fils));
  if (!possible) {
    log.error("A refund by the card provider cannot be recorded", { provider, payment: news.payment, fils });
    await emit(ctx, "payment.questioned", payment.id, {
      oddity: "nothing-left",
      provider,
      payment: news.payment,
      amount: fils,
      currency,
    });
    return true;
  }
  const { state } = news.refund;
  await ctx.db
    .insertInto("refunds")
    .values({ ...refund, state })
    .execute();
  await addRefunded(ctx, payment.id, fils);
  await addCustomerCredit(ctx, payment.customerId, -fils, { refundId: id });
  await emit(ctx, "refund.found", id, { fils });
  // Customers are notified once the refund is complete.
  if (state === "done") await emit(ctx, "refund.done", id, { method: "card", fils });
  return true;
}

async function takeDispute(ctx: Ctx, provider: string, news: News<"dispute">): Promise<boolean> {
  const { amount: fils, currency, taken } = news;
  const payment = await lockPayment(ctx, { provider, payment: news.payment });
  if (!payment) return false;
  if (!taken) {
    // Reinstated before the withdrawal was reported: repeated later.
    if (fils > payment.reversedFils) return false;
    await restorePayment(ctx, payment, fils);
    return true;
  }
  if (currency === "aed" && (await reversePayment(ctx, payment, fils, "dispute"))) return true;
  log.error("A disputed payment cannot be reversed", { provider, payment: news.payment, fils, currency });
  await emit(ctx, "payment.questioned", payment.id, {
    oddity: "nothing-left",
    provider,
    payment: news.payment,
    amount: fils,
    currency,
  });
  return true;
}

async function takePayout(ctx: Ctx, provider: string, news: News<"payout">): Promise<void> {
  const { payout, amount: fils, currency, arrivesOn } = news;
  if (currency !== "aed") {
    log.warn("A payout has an unexpected currency", { provider, payout, currency });
    return;
  }
  const row = await ctx.db
    .insertInto("payouts")
    .values({
      provider,
      provider_payout: payout,
      amount_fils: fils,
      arrived_on: dubaiDate(arrivesOn),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) await emit(ctx, "payout.arrived", row.id, { provider, payout, fils });
}
