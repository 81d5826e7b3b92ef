import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction } from "~/platform/events/reaction.server";
import { log } from "~/platform/log.server";
import { addCustomerCredit } from "../invoices/settle.server";
import { type CardProvider, ProviderRefused, type RefundNews } from "./card/provider/card-provider";
import { cardProvider } from "./card/provider/card-providers.server";
import "./table";

/** What of a payment went back to its card; less than nothing: it came back. */
export async function addRefunded(ctx: Ctx, paymentId: string, fils: number): Promise<void> {
  await ctx.db
    .updateTable("payments")
    .set({ refunded_fils: sql`refunded_fils + ${fils}` })
    .where("id", "=", paymentId)
    .execute();
}

/** Asks the provider for what was promised. Asked twice, it is given once: the provider knows our id. */
export const askForRefund: Reaction<"refund.asked"> = {
  name: "ask-for-refund",
  external: true,
  run: (ctx, { subjectId }, { config }) => askProviderForRefund(ctx, cardProvider(config), subjectId),
};

export async function askProviderForRefund(
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
  let news: RefundNews | null = null;
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
  await inTransaction(ctx, (ctx) => takeRefundNews(ctx, refundId, news));
}

/** What became of a refund that was asked for; null: the provider will not do it. Any order, any number of times. */
export async function takeRefundNews(ctx: Ctx, refundId: string, news: RefundNews | null): Promise<void> {
  const refund = await ctx.db
    .selectFrom("refunds")
    .selectAll()
    .where("id", "=", refundId)
    .forUpdate()
    .executeTakeFirst();
  // What has failed is the end: its money is the customer's credit again.
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
