import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { dubaiDate, dubaiInstant } from "~/platform/time";
import { readSettings } from "../../../core/business/read-settings.server";
import { addCustomerCredit, lockCustomerCredit } from "../../invoices/settle.server";
import type { PaymentMethod } from "../payment";
import { addRefunded } from "../refund-updates.server";
import { lockPayment } from "../take-payment.server";
import { refuseMovementDay } from "./movement-day";

export interface NewRefund {
  customerId: string;
  method: PaymentMethod;
  fils: number;
  reason: string;
  /** Card payment to refund to. */
  paymentId: string | null;
  /** Dubai day on which the office paid it out, not by card; default today. */
  day?: string;
}

/**
 * Refunds at most the customer's credit. A card refund is requested from the provider after the commit. Its
 * amount leaves the credit now and returns if the refund fails.
 */
async function refund(ctx: Ctx, input: NewRefund, limitFils: number | null) {
  const { customerId, method, fils, reason } = input;
  const payment = input.paymentId ? await lockPayment(ctx, { id: input.paymentId }) : null;
  if (method === "card") {
    if (payment?.customerId !== customerId || !payment.providerPayment) return refuse("not-found");
    if (fils > payment.leftFils) return refuse("refund-above-payment", { leftFils: payment.leftFils });
  }
  const creditFils = await lockCustomerCredit(ctx, customerId);
  if (fils > creditFils) return refuse("credit-too-small", { creditFils });
  const paidOn = method === "card" ? null : (input.day ?? dubaiDate(ctx.now));
  const misdated = paidOn && refuseMovementDay(ctx, paidOn, await findFirstRefundDay(ctx, customerId, fils));
  if (misdated) return misdated;
  // The limit counts per day, so that a large refund cannot be split.
  if (limitFils !== null && fils + (await refundedToday(ctx, customerId)) > limitFils) {
    return refuse("refund-above-limit", { limitFils });
  }
  const id = randomUUID();
  const cardPayment = method === "card" ? payment : null;
  await ctx.db
    .insertInto("refunds")
    .values({
      id,
      customerId,
      method,
      paymentId: cardPayment?.id ?? null,
      amountFils: fils,
      reason,
      state: cardPayment ? "requested" : "done",
      recordedBy: userIdOf(ctx.actor),
      recordedAt: ctx.now,
      paidOn,
    })
    .execute();
  if (cardPayment) await addRefunded(ctx, cardPayment.id, fils);
  await addCustomerCredit(ctx, customerId, -fils, { refundId: id });
  if (cardPayment) await emit(ctx, "refund.requested", id, { method, fils }, { reason });
  else await emit(ctx, "refund.done", id, { method, fils }, { reason });
  return { ok: true as const, id };
}

/** Refunds up to the limit per customer and day in the settings. */
export const refundCustomer = command(
  "payments.refund",
  async function refundCustomer(ctx, input: NewRefund) {
    const { refundLimit } = (await readSettings(ctx, "money")).values;
    return refund(ctx, input, refundLimit * 100);
  },
);

export const refundWithoutLimit = command(
  "payments.refund-any",
  async function refundWithoutLimit(ctx, input: NewRefund) {
    return refund(ctx, input, null);
  },
);

/** Dubai day from the end of which the credit has covered `fils`, on each day until now. */
async function findFirstRefundDay(ctx: Ctx, customerId: string, fils: number): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`
    WITH change AS (
      SELECT entry.amount_fils AS fils, coalesce(entry.day, CASE WHEN entry.amount_fils < 0 THEN refunds.paid_on END,
        CASE WHEN entry.at = payments.recorded_at THEN received_on END, as_of, dubai_day(entry.at)) AS day
      FROM credit_entries AS entry LEFT JOIN payments ON payments.id = entry.payment_id LEFT JOIN refunds ON refunds.id = refund_id
        LEFT JOIN opening_credits ON opening_credits.id = opening_credit_id
      WHERE entry.customer_id = ${customerId}
    ), balance AS (
      SELECT day, sum(sum(fils)) OVER (ORDER BY day) AS fils FROM change GROUP BY day
    )
    SELECT min(day)::text AS day FROM balance
    WHERE day > coalesce((SELECT max(day) FROM balance WHERE fils < ${fils}), '-infinity')`.execute(ctx.db);
  return rows[0]?.day ?? dubaiDate(ctx.now);
}

async function refundedToday(ctx: Ctx, customerId: string): Promise<number> {
  const { fils } = await ctx.db
    .selectFrom("refunds")
    .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
    .where("customerId", "=", customerId)
    .where("state", "<>", "failed")
    .where("recordedAt", ">=", dubaiInstant(dubaiDate(ctx.now), "00:00"))
    .executeTakeFirstOrThrow();
  return fils;
}
