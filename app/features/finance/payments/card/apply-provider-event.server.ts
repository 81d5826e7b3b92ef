import { randomUUID } from "node:crypto";
import { sql } from "kysely";
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
import {
  freeCredit,
  type LockedPayment,
  lockPayment,
  restorePayment,
  reversePayment,
} from "../take-payment.server";
import { applyCheckoutUpdate } from "./checkout-updates.server";
import { recordProviderFees } from "./fees-and-payouts.server";
import type { ProviderEvent, ProviderUpdate } from "./provider/card-provider";

type UpdateOf<Kind extends ProviderUpdate["kind"]> = Extract<ProviderUpdate, { kind: Kind }>;

/** Age after which an event about an unknown payment is dropped. The provider redelivers it until then. */
const MAX_UNKNOWN_AGE_MS = 24 * 60 * 60_000;

/**
 * Applies a provider event once, in any order. The event and its effects are one transaction. `later`: the
 * payment is unknown so far, and nothing was changed.
 */
export async function applyProviderEvent(
  ctx: Ctx,
  provider: string,
  event: ProviderEvent,
): Promise<{ ok: true } | { ok: false; reason: "later" }> {
  return inTransaction(ctx, async (ctx) => {
    const isNew = await ctx.db
      .insertInto("providerEvents")
      .values({ provider, event: event.id, type: event.type, receivedAt: ctx.now })
      .onConflict((conflict) => conflict.doNothing())
      .returning("event")
      .executeTakeFirst();
    if (!isNew || !event.update) return { ok: true };
    const known = await applyUpdate(ctx, provider, event.update, event.at);
    if (known || ctx.now.getTime() - event.at.getTime() > MAX_UNKNOWN_AGE_MS) return { ok: true };
    return { ok: false, reason: "later" };
  });
}

/** False if the payment is unknown. */
async function applyUpdate(ctx: Ctx, provider: string, update: ProviderUpdate, at: Date): Promise<boolean> {
  switch (update.kind) {
    case "checkout":
      return applyCheckout(ctx, provider, update);
    case "refund":
      return applyRefund(ctx, provider, update, at);
    case "dispute":
      return applyDispute(ctx, provider, update, at);
    case "payout":
      await applyPayout(ctx, provider, update, at);
      return true;
  }
}

async function applyCheckout(ctx: Ctx, provider: string, update: UpdateOf<"checkout">): Promise<boolean> {
  const { session, id, checkout } = update;
  const known = await applyCheckoutUpdate(ctx, provider, { session, id }, checkout);
  if (known === "unknown" && id && checkout.state === "paid") {
    const { payment, amount, currency } = checkout;
    log.error("checkout-unknown", "An unknown checkout was paid", { provider, session, payment });
    await emit(ctx, "payment.questioned", null, {
      issue: "unknown-checkout",
      provider,
      payment,
      amount,
      currency,
    });
  }
  return true;
}

async function applyRefund(
  ctx: Ctx,
  provider: string,
  update: UpdateOf<"refund">,
  at: Date,
): Promise<boolean> {
  const known = await ctx.db
    .selectFrom("refunds")
    .select("id")
    .where((eb) =>
      eb.or([
        eb("providerRefund", "=", update.refund.refund),
        ...(update.id ? [eb("id", "=", update.id)] : []),
      ]),
    )
    .executeTakeFirst();
  if (known) {
    await applyRefundUpdate(ctx, known.id, update.refund);
    return true;
  }
  // The refund was made in the provider's dashboard.
  const payment = await lockPayment(ctx, { provider, payment: update.payment });
  if (!payment) return false;
  const { amount: fils, currency } = update;
  const id = randomUUID();
  const day = movementDay(ctx, payment, at);
  const refund = {
    id,
    paidOn: day,
    customerId: payment.customerId,
    method: "card" as const,
    paymentId: payment.id,
    amountFils: fils,
    reason: inLocale(DEFAULT_LOCALE, () => m.payments_refund_external()),
    providerRefund: update.refund.refund,
    recordedAt: ctx.now,
  };
  // A failure can arrive before its refund. The stored row makes the later event a no-op.
  if (update.refund.state === "failed") {
    await ctx.db
      .insertInto("refunds")
      .values({ ...refund, state: "failed" })
      .execute();
    return true;
  }
  const canRecord =
    currency === "aed" && fils <= payment.leftFils && (await freeCredit(ctx, payment, fils, day));
  if (!canRecord) {
    log.error("refund-not-recorded", "A refund by the card provider cannot be recorded", {
      provider,
      payment: update.payment,
      fils,
    });
    await emit(ctx, "payment.questioned", payment.id, {
      issue: "nothing-left",
      provider,
      payment: update.payment,
      amount: fils,
      currency,
    });
    return true;
  }
  const { state } = update.refund;
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

/** Dubai day of a movement of a payment. The provider's clock may differ, and events come in any order. */
function movementDay(ctx: Ctx, { receivedOn }: LockedPayment, at: Date): string {
  const day = dubaiDate(at < ctx.now ? at : ctx.now);
  return day < receivedOn ? receivedOn : day;
}

async function applyDispute(
  ctx: Ctx,
  provider: string,
  update: UpdateOf<"dispute">,
  at: Date,
): Promise<boolean> {
  const { amount: fils, currency, withdrawn, fees } = update;
  const payment = await lockPayment(ctx, { provider, payment: update.payment });
  if (!payment) return false;
  const day = movementDay(ctx, payment, at);
  if (!withdrawn) {
    // The reinstatement arrived before the withdrawal. The provider redelivers it.
    if (fils > payment.reversedFils) return false;
    await recordProviderFees(ctx, provider, fees, null);
    await restorePayment(ctx, payment, fils, day);
    return true;
  }
  await recordProviderFees(ctx, provider, fees, null);
  if (currency === "aed" && (await reversePayment(ctx, payment, fils, { why: "dispute", day }))) return true;
  log.error("dispute-not-reversed", "A disputed payment cannot be reversed", {
    provider,
    payment: update.payment,
    fils,
    currency,
  });
  await emit(ctx, "payment.questioned", payment.id, {
    issue: "nothing-left",
    provider,
    payment: update.payment,
    amount: fils,
    currency,
  });
  return true;
}

/**
 * Records a payout and its failure in any order. `payout.paid` means that the money is expected at the bank; the payout
 * can fail days later (https://docs.stripe.com/api/events/types).
 */
async function applyPayout(ctx: Ctx, provider: string, update: UpdateOf<"payout">, at: Date): Promise<void> {
  const { payout, amount: fils, currency, failed } = update;
  if (currency !== "aed") {
    log.warn("payout-currency-unexpected", "A payout has an unexpected currency", {
      provider,
      payout,
      currency,
    });
    return;
  }
  const [arrivalDay, day] = [dubaiDate(update.arrivesOn), dubaiDate(at)];
  const row = await ctx.db
    .insertInto("payouts")
    .values({
      provider,
      providerPayout: payout,
      amountFils: fils,
      arrivedOn: failed && day < arrivalDay ? day : arrivalDay,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (row) await emit(ctx, "payout.arrived", row.id, { provider, payout, fils });
  if (!failed) return;
  const failure = await ctx.db
    .updateTable("payouts")
    .set({ failedOn: sql<string>`greatest(arrived_on, ${day})` })
    .where("provider", "=", provider)
    .where("providerPayout", "=", payout)
    .where("failedOn", "is", null)
    .returning("id")
    .executeTakeFirst();
  if (failure) await emit(ctx, "payout.failed", failure.id, { provider, payout, fils });
}
