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
      customerId,
      method,
      amountFils: fils,
      receivedOn,
      note,
      provider: provider?.name ?? null,
      providerPayment: provider?.payment ?? null,
      recordedBy: userIdOf(ctx.actor),
      recordedAt: ctx.now,
    })
    .returning("reference")
    .executeTakeFirstOrThrow();
  const { towards, excessFils } = await allocatePayment(
    ctx,
    { id, customerId, day: receivedOn },
    fils,
    invoiceIds,
  );
  await emit(ctx, "payment.recorded", id, { method, fils, excessFils, late });
  return { ok: true, id, reference, towards, excessFils };
}

/**
 * Allocates to invoices in order, also to what was written off; the remainder becomes credit. `restoredOn`: Dubai day of the
 * allocation, if it is not that of the payment.
 */
async function allocatePayment(
  ctx: Ctx,
  payment: { id: string; customerId: string; day?: string },
  fils: number,
  invoiceIds: readonly string[],
  restoredOn?: string,
): Promise<{ towards: InvoiceAmount[]; excessFils: number }> {
  const towards: InvoiceAmount[] = [];
  let left = fils;
  for (const invoiceId of invoiceIds) {
    const settledByPayment = await settleInvoice(ctx, invoiceId, left, {
      by: "payment",
      paymentId: payment.id,
      day: restoredOn ?? payment.day,
      restoredOn,
    });
    if (settledByPayment > 0) towards.push({ invoiceId, fils: settledByPayment });
    left -= settledByPayment;
  }
  if (left > 0) await addCustomerCredit(ctx, payment.customerId, left, { paymentId: payment.id }, restoredOn);
  return { towards, excessFils: left };
}

export interface LockedPayment {
  id: string;
  customerId: string;
  method: PaymentMethod;
  provider: string | null;
  providerPayment: string | null;
  /** Dubai day. */
  receivedOn: string;
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
      return query.where("provider", "=", provider).where("providerPayment", "=", payment);
    })
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    customerId: row.customerId,
    method: row.method,
    provider: row.provider,
    providerPayment: row.providerPayment,
    receivedOn: row.receivedOn,
    leftFils: row.amountFils - row.reversedFils - row.refundedFils,
    reversedFils: row.reversedFils,
  };
}

interface PaymentReversal {
  why: "mistake" | "cheque" | "dispute";
  reason?: string;
  /** Dubai day on which the cheque bounced or the disputed money was taken; default today. */
  day?: string;
}

/**
 * Reverses all or part of a payment after a mistake, a bounced cheque or a dispute. Its settlements are
 * reopened. False if the money was refunded already; nothing is changed then.
 */
export async function reversePayment(
  ctx: Ctx,
  payment: LockedPayment,
  fils: number,
  { why, reason, day }: PaymentReversal,
): Promise<boolean> {
  if (fils > payment.leftFils) return false;
  const plan = planWithdrawal(fils, await findRefundSources(ctx, payment, "payment"));
  if (!plan) return false;
  await ctx.db
    .updateTable("payments")
    .set({ reversedFils: sql`reversed_fils + ${fils}` })
    .where("id", "=", payment.id)
    .execute();
  await withdraw(ctx, payment, plan, day);
  if (plan.fromCredit > 0) {
    await addCustomerCredit(ctx, payment.customerId, -plan.fromCredit, { paymentId: payment.id }, day);
  }
  await emit(ctx, "payment.reversed", payment.id, { fils, why }, { reason: reason ?? null });
  return true;
}

/**
 * Restores a reversed amount to its former invoices that are open or written off, on `day`. The rest becomes credit.
 */
export async function restorePayment(
  ctx: Ctx,
  payment: LockedPayment,
  fils: number,
  day: string,
): Promise<void> {
  const before = await ctx.db
    .selectFrom("settlements")
    .select("invoiceId")
    .distinct()
    .where("paymentId", "=", payment.id)
    .orderBy("invoiceId")
    .execute();
  await ctx.db
    .updateTable("payments")
    .set({ reversedFils: sql`reversed_fils - ${fils}` })
    .where("id", "=", payment.id)
    .execute();
  await allocatePayment(
    ctx,
    payment,
    fils,
    before.map(({ invoiceId }) => invoiceId),
    day,
  );
  await emit(ctx, "payment.restored", payment.id, { fils });
}

/**
 * Frees credit for a refund made at the provider on `day`, if necessary from settled invoices. False if the money was
 * refunded already; nothing is changed then.
 */
export async function freeCredit(
  ctx: Ctx,
  payment: LockedPayment,
  fils: number,
  day: string,
): Promise<boolean> {
  const plan = planWithdrawal(fils, await findRefundSources(ctx, payment, "credit"));
  if (!plan) return false;
  await withdraw(ctx, payment, plan, day);
  for (const { fils } of plan.settlementsToReverse) {
    await addCustomerCredit(ctx, payment.customerId, fils, { paymentId: payment.id }, day);
  }
  return true;
}

async function withdraw(ctx: Ctx, payment: LockedPayment, plan: Withdrawal, day?: string): Promise<void> {
  for (const { invoiceId, fils } of plan.settlementsToReverse)
    await reverseSettlement(ctx, invoiceId, fils, payment.id, day);
  for (const { invoiceId, fils } of plan.creditToReverse)
    await reverseCreditSettlement(ctx, invoiceId, fils, day);
}

async function findRefundSources(ctx: Ctx, { id, customerId }: LockedPayment, max: "payment" | "credit") {
  const settledByPayment = await ctx.db
    .selectFrom("settlements")
    .select(["invoiceId", sql<number>`sum(amount_fils)::bigint`.as("fils"), sql`max(id)`.as("last")])
    .where("paymentId", "=", id)
    .groupBy("invoiceId")
    .having(sql<boolean>`sum(amount_fils) > 0`)
    .orderBy("last", "desc")
    .execute();
  const settledByCredit = await ctx.db
    .selectFrom("settlements")
    .innerJoin("invoices", "invoices.id", "settlements.invoiceId")
    .select([
      "invoiceId",
      sql<number>`sum(amount_fils)::bigint`.as("fils"),
      sql`max(settlements.id)`.as("last"),
    ])
    .where("settlements.kind", "=", "credit")
    .where("customerId", "=", customerId)
    .groupBy("invoiceId")
    .having(sql<boolean>`sum(amount_fils) > 0`)
    .orderBy("last", "desc")
    .execute();
  const ids = [
    ...new Set([...settledByPayment, ...settledByCredit].map(({ invoiceId }) => invoiceId)),
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
    .selectFrom("creditEntries")
    .select(sql<number>`coalesce(sum(amount_fils), 0)::bigint`.as("fils"))
    .where("paymentId", "=", id)
    .executeTakeFirstOrThrow();
  const part = ({ invoiceId, fils }: { invoiceId: string; fils: number }) => ({
    invoiceId,
    fils,
  });
  return {
    creditFils,
    maxCreditFils: max === "payment" ? ofPayment.fils : Number.MAX_SAFE_INTEGER,
    settledByPayment: settledByPayment.map(part),
    settledByCredit: settledByCredit.map(part),
  };
}
