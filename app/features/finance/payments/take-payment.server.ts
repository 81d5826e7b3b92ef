import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import {
  addCustomerCredit,
  lockCustomerCredit,
  reverseCreditSettlement,
  reverseSettlement,
  settleInvoice,
} from "../invoices/settle.server";
import { type InvoiceAmount, type PaymentMethod, planWithdrawal, type Withdrawal } from "./payment";

/*
 * Books and withdraws payments in the caller's transaction. Lock order: the record that leads to the payment
 * (checkout, cheque, quote), the payment, its invoices, the customer's balance.
 */

export interface NewPayment {
  customerId: string;
  method: PaymentMethod;
  fils: number;
  /** Dubai day. */
  receivedOn: string;
  note?: string;
  /** Invoices to pay, in this order. The remainder becomes credit. */
  invoiceIds: readonly string[];
  provider?: { name: string; payment: string };
  /** The invoice was settled before the payment arrived. */
  late?: boolean;
}

export interface BookedPayment {
  ok: true;
  id: string;
  reference: string;
  towards: InvoiceAmount[];
  excessFils: number;
}

/**
 * Books a payment. The caller must check that a provider payment is not booked yet, because a second one
 * violates a unique constraint.
 */
export async function takePayment(ctx: Ctx, payment: NewPayment): Promise<BookedPayment> {
  const { customerId, method, fils, receivedOn, note = "", invoiceIds, provider, late = false } = payment;
  const id = randomUUID();
  const { reference } = await ctx.db
    .insertInto("payments")
    .values({
      id,
      customer_id: customerId,
      method,
      amount_fils: fils,
      received_on: receivedOn,
      note,
      provider: provider?.name ?? null,
      provider_payment: provider?.payment ?? null,
      recorded_by: userIdOf(ctx.actor),
      recorded_at: ctx.now,
    })
    .returning("reference")
    .executeTakeFirstOrThrow();
  const { towards, excessFils } = await allocatePayment(ctx, { id, customerId }, fils, invoiceIds);
  await emit(ctx, "payment.recorded", id, { method, fils, excessFils, late });
  return { ok: true, id, reference, towards, excessFils };
}

/** Allocates to invoices in order; the remainder becomes credit. */
async function allocatePayment(
  ctx: Ctx,
  payment: { id: string; customerId: string },
  fils: number,
  invoiceIds: readonly string[],
): Promise<{ towards: InvoiceAmount[]; excessFils: number }> {
  const towards: InvoiceAmount[] = [];
  let left = fils;
  for (const invoiceId of invoiceIds) {
    const settledByPayment = await settleInvoice(ctx, invoiceId, left, {
      by: "payment",
      paymentId: payment.id,
    });
    if (settledByPayment > 0) towards.push({ invoiceId, fils: settledByPayment });
    left -= settledByPayment;
  }
  if (left > 0) await addCustomerCredit(ctx, payment.customerId, left, { paymentId: payment.id });
  return { towards, excessFils: left };
}

export interface LockedPayment {
  id: string;
  customerId: string;
  method: PaymentMethod;
  provider: string | null;
  providerPayment: string | null;
  /** Neither reversed nor refunded. */
  leftFils: number;
  reversedFils: number;
}

/** Locks a payment by our id or the provider's. */
export async function lockPayment(
  ctx: Ctx,
  by: { id: string } | { provider: string; payment: string },
): Promise<LockedPayment | null> {
  const row = await ctx.db
    .selectFrom("payments")
    .selectAll()
    .$if("id" in by, (query) => query.where("id", "=", (by as { id: string }).id))
    .$if("provider" in by, (query) => {
      const { provider, payment } = by as { provider: string; payment: string };
      return query.where("provider", "=", provider).where("provider_payment", "=", payment);
    })
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    customerId: row.customer_id,
    method: row.method,
    provider: row.provider,
    providerPayment: row.provider_payment,
    leftFils: row.amount_fils - row.reversed_fils - row.refunded_fils,
    reversedFils: row.reversed_fils,
  };
}

/**
 * Reverses all or part of a payment after a mistake, a bounced cheque or a dispute. Its settlements are
 * reopened. False if the money was refunded already; nothing is changed then.
 */
export async function reversePayment(
  ctx: Ctx,
  payment: LockedPayment,
  fils: number,
  why: "mistake" | "cheque" | "dispute",
  reason: string | null = null,
): Promise<boolean> {
  if (fils > payment.leftFils) return false;
  const plan = planWithdrawal(fils, await findRefundSources(ctx, payment, "payment"));
  if (!plan) return false;
  await ctx.db
    .updateTable("payments")
    .set({ reversed_fils: sql`reversed_fils + ${fils}` })
    .where("id", "=", payment.id)
    .execute();
  await withdraw(ctx, payment, plan);
  if (plan.fromCredit > 0) {
    await addCustomerCredit(ctx, payment.customerId, -plan.fromCredit, { paymentId: payment.id });
  }
  await emit(ctx, "payment.reversed", payment.id, { fils, why }, { reason });
  return true;
}

/** Restores a reversed amount to its former invoices that are still open. The rest becomes credit. */
export async function restorePayment(ctx: Ctx, payment: LockedPayment, fils: number): Promise<void> {
  const before = await ctx.db
    .selectFrom("settlements")
    .select("invoice_id")
    .distinct()
    .where("payment_id", "=", payment.id)
    .orderBy("invoice_id")
    .execute();
  await ctx.db
    .updateTable("payments")
    .set({ reversed_fils: sql`reversed_fils - ${fils}` })
    .where("id", "=", payment.id)
    .execute();
  await allocatePayment(
    ctx,
    payment,
    fils,
    before.map(({ invoice_id }) => invoice_id),
  );
  await emit(ctx, "payment.restored", payment.id, { fils });
}

/**
 * Frees credit for a refund made at the provider, if necessary from settled invoices. False if the money was
 * refunded already; nothing is changed then.
 */
export async function freeCredit(ctx: Ctx, payment: LockedPayment, fils: number): Promise<boolean> {
  const plan = planWithdrawal(fils, await findRefundSources(ctx, payment, "credit"));
  if (!plan) return false;
  await withdraw(ctx, payment, plan);
  for (const { fils } of plan.settlementsToReverse) {
    await addCustomerCredit(ctx, payment.customerId, fils, { paymentId: payment.id });
  }
  return true;
}

async function withdraw(ctx: Ctx, payment: LockedPayment, plan: Withdrawal): Promise<void> {
  for (const { invoiceId, fils } of plan.settlementsToReverse)
    await reverseSettlement(ctx, invoiceId, fils, payment.id);
  for (const { invoiceId, fils } of plan.creditToReverse) await reverseCreditSettlement(ctx, invoiceId, fils);
}

async function findRefundSources(ctx: Ctx, { id, customerId }: LockedPayment, max: "payment" | "credit") {
  const settledByPayment = await ctx.db
    .selectFrom("settlements")
    .select(["invoice_id", sql<number>`sum(amount_fils)::bigint`.as("fils"), sql`max(id)`.as("last")])
    .where("payment_id", "=", id)
    .groupBy("invoice_id")
    .having(sql<boolean>`sum(amount_fils) > 0`)
    .orderBy("last", "desc")
    .execute();
  const settledByCredit = await ctx.db
    .selectFrom("settlements")
    .innerJoin("invoices", "invoices.id", "settlements.invoice_id")
    .select([
      "invoice_id",
      sql<number>`sum(amount_fils)::bigint`.as("fils"),
      sql`max(settlements.id)`.as("last"),
    ])
    .where("settlements.kind", "=", "credit")
    .where("customer_id", "=", customerId)
    .groupBy("invoice_id")
    .having(sql<boolean>`sum(amount_fils) > 0`)
    .orderBy("last", "desc")
    .execute();
  const ids = [
    ...new Set([...settledByPayment, ...settledByCredit].map(({ invoice_id }) => invoice_id)),
  ].sort();
  // Same lock order as `settle`.
  if (ids.length > 0) {
    await ctx.db
      .selectFrom("invoices")
      .select("id")
      .where("id", "in", ids)
      .orderBy("id")
      .forUpdate()
      .execute();
  }
  const creditFils = await lockCustomerCredit(ctx, customerId);
  const ofPayment = await ctx.db
    .selectFrom("credit_entries")
    .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
    .where("payment_id", "=", id)
    .executeTakeFirstOrThrow();
  const part = ({ invoice_id, fils }: { invoice_id: string; fils: number }) => ({
    invoiceId: invoice_id,
    fils,
  });
  return {
    creditFils,
    maxCreditFils: max === "payment" ? ofPayment.fils : Number.MAX_SAFE_INTEGER,
    settledByPayment: settledByPayment.map(part),
    settledByCredit: settledByCredit.map(part),
  };
}
