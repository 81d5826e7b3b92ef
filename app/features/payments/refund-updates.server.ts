import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { log } from "~/platform/log.server";
import { addCustomerCredit } from "../invoices/settle.server";
import { type CardProvider, ProviderRefused, type RefundUpdate } from "./card/provider/card-provider";
import { cardProvider } from "./card/provider/card-providers.server";
import "./table";

/** Adds to the refunded amount of a card payment; negative when a refund failed. */
export async function addRefunded(ctx: Ctx, paymentId: string, fils: number): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({ refunded_fils: sql`refunded_fils + ${fils}` })
    .where("id", "=", paymentId)
    .execute();
}

/** Requests a refund from the provider. Idempotent by our id. */
export const requestProviderRefund: Reaction<"refund.asked"> = {
  name: "ask-for-refund",
  external: true,
  run: (ctx, { subjectId }, { config }) => sendRefundRequest(ctx, cardProvider(config), subjectId),
};

export async function sendRefundRequest(
  ctx: Ctx,
  cards: CardProvider | null,
  refundId: string,
): Promise<void> {
  const wanted = await ctx.db
    .selectFrom("refunds")
    .innerJoin("payments", "payments.id", "refunds.payment_id")
    .select(["provider", "provider_payment", "refunds.amount_fils"])
    .where("refunds.id", "=", refundId)
    .where("state", "=", "asked")
    .executeTakeFirst();
  if (!wanted) return;
  if (cards?.name !== wanted.provider)
    throw new Error(`Refund ${refundId} waits for ${wanted.provider}'s keys`);
  let news: RefundUpdate | null = null;
  try {
    news = await cards.refund({
      id: refundId,
      payment: wanted.provider_payment!,
      amountFils: wanted.amount_fils,
    });
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    log.warn("The card provider refused a refund", { error, refundId });
  }
  await inTransaction(ctx, (ctx) => applyRefundUpdate(ctx, refundId, news));
}

/** Applies an update of a requested refund; null: the provider refused. In any order, any number of times. */
export async function applyRefundUpdate(
  ctx: Ctx,
  refundId: string,
  news: RefundUpdate | null,
): Promise<void> {
  const refund = await ctx.db
    .selectFrom("refunds")
    .selectAll()
    .where("id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  // A failure is final: the amount is credit again.
  if (!refund || refund.state === "failed") return;
  const state = news?.state ?? "failed";
  const moves = state !== refund.state && state !== "asked";
  await ctx.db
    .updateTable("refunds")
    .set({ provider_refund: news?.refund ?? refund.provider_refund, ...(moves && { state }) })
    .where("id", "=", refundId)
    .execute();
  if (!moves) return;
  const { amount_fils: fils, method, customer_id } = refund;
  if (state === "done") {
    await emit(ctx, "refund.done", refundId, { method, fils });
    return;
  }
  await addRefunded(ctx, refund.payment_id!, -fils);
  await addCustomerCredit(ctx, customer_id, fils, { refundId });
  await emit(ctx, "refund.failed", refundId, { fils });
}
