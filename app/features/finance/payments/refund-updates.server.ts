import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { log } from "~/platform/log.server";
import { addCustomerCredit } from "../invoices/settle.server";
import { type CardProvider, ProviderRejectedError, type RefundUpdate } from "./card/provider/card-provider";
import { cardProvider } from "./card/provider/card-providers.server";

/** Adds to the refunded amount of a card payment; negative when a refund failed. */
export async function addRefunded(ctx: Ctx, paymentId: string, fils: number): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({ refundedFils: sql`refunded_fils + ${fils}` })
    .where("id", "=", paymentId)
    .execute();
}

/** Requests a refund from the provider. Idempotent by our id. */
export const requestProviderRefund: Reaction<"refund.requested"> = {
  name: "request-refund",
  external: true,
  run: function requestProviderRefund(ctx, { subjectId }, { config }) {
    return sendRefundRequest(ctx, cardProvider(config), subjectId);
  },
};

export async function sendRefundRequest(
  ctx: Ctx,
  cards: CardProvider | null,
  refundId: string,
): Promise<void> {
  const refund = await ctx.db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.paymentId")
    .select(["provider", "providerPayment", "refunds.amountFils"])
    .where("refunds.id", "=", refundId)
    .where("state", "=", "requested")
    .executeTakeFirst();
  if (!refund) return;
  if (cards?.name !== refund.provider)
    throw new Error(`Refund ${refundId} waits for ${refund.provider}'s keys`);
  let update: RefundUpdate | null = null;
  try {
    update = await cards.refund({
      id: refundId,
      payment: refund.providerPayment!,
      amountFils: refund.amountFils,
    });
  } catch (error) {
    if (!(error instanceof ProviderRejectedError)) throw error;
    log.warn("refund-refused", "The card provider refused a refund", { error, refundId });
  }
  await inTransaction(ctx, (ctx) => applyRefundUpdate(ctx, refundId, update));
}

/**
 * Applies an update of a requested refund, in any order and repeatedly. Null: the provider rejected the
 * refund.
 */
export async function applyRefundUpdate(
  ctx: Ctx,
  refundId: string,
  update: RefundUpdate | null,
): Promise<void> {
  const refund = await ctx.db
    .selectFrom("refunds")
    .selectAll()
    .where("id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  // A failure is final: the amount is credit again.
  if (!refund || refund.state === "failed") return;
  const state = update?.state ?? "failed";
  const hasChanged = state !== refund.state && state !== "requested";
  await ctx.db
    .updateTable("refunds")
    .set({ providerRefund: update?.refund ?? refund.providerRefund, ...(hasChanged && { state }) })
    .where("id", "=", refundId)
    .execute();
  if (!hasChanged) return;
  const { amountFils: fils, method, customerId } = refund;
  if (state === "done") {
    await emit(ctx, "refund.done", refundId, { method, fils });
    return;
  }
  await addRefunded(ctx, refund.paymentId!, -fils);
  await addCustomerCredit(ctx, customerId, fils, { refundId });
  await emit(ctx, "refund.failed", refundId, { fils });
}
