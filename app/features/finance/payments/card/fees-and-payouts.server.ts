import type { Ctx } from "~/platform/context";
import type { Reaction } from "~/platform/events/reaction.server";
import { dubaiDate } from "~/platform/time";
import type { CardProvider, ProviderFee } from "./provider/card-provider";
import { cardProvider } from "./provider/card-providers.server";

/** Requests the provider's fee once a card payment is booked. */
export const recordFee: Reaction<"payment.recorded"> = {
  name: "record-fee",
  external: true,
  run: async function recordFee(ctx, { subjectId, data }, { config }) {
    if (data.method === "card") await fetchFee(ctx, cardProvider(config), subjectId);
  },
};

export async function fetchFee(ctx: Ctx, cards: CardProvider | null, paymentId: string): Promise<void> {
  const payment = await ctx.db
    .selectFrom("payments")
    .select(["provider", "providerPayment"])
    .where("id", "=", paymentId)
    .where("feeFils", "is", null)
    .executeTakeFirst();
  if (!payment?.providerPayment || cards?.name !== payment.provider) return;
  const fee = await cards.findFee(payment.providerPayment);
  // The provider computes the fee shortly after the payment, so the job is retried.
  if (fee === null) throw new Error(`The fee of payment ${paymentId} is not known yet`);
  await ctx.db.updateTable("payments").set({ feeFils: fee }).where("id", "=", paymentId).execute();
}

/** Records the payments of a payout and all its fees. */
export const recordPayout: Reaction<"payout.arrived"> = {
  name: "record-payout",
  external: true,
  run: function recordPayout(ctx, { subjectId, data }, { config }) {
    return fetchPayout(ctx, cardProvider(config), subjectId, data.payout);
  },
};

export async function fetchPayout(
  ctx: Ctx,
  cards: CardProvider | null,
  id: string,
  payout: string,
): Promise<void> {
  if (!cards) throw new Error(`Payout ${payout} waits for the provider's keys`);
  const { payments, fees, reserveFils, topUpFils } = await cards.listPayout(payout);
  await ctx.db.updateTable("payouts").set({ reserveFils, topUpFils }).where("id", "=", id).execute();
  for (const { payment, feeFils } of payments) {
    await ctx.db
      .updateTable("payments")
      .set({ payoutId: id, feeFils })
      .where("provider", "=", cards.name)
      .where("providerPayment", "=", payment)
      .execute();
  }
  await recordProviderFees(ctx, cards.name, fees, id);
}

/** Records each fee once. Database triggers post it on its own day. `payoutId`: null until it is paid out. */
export async function recordProviderFees(
  ctx: Ctx,
  provider: string,
  fees: readonly ProviderFee[],
  payoutId: string | null,
): Promise<void> {
  for (const { transaction, kind, fils, at } of fees) {
    await ctx.db
      .insertInto("providerFees")
      .values({
        ...{ provider, providerTransaction: transaction, kind, amountFils: fils },
        ...{ chargedOn: dubaiDate(at), payoutId },
      })
      .onConflict((conflict) =>
        conflict
          .columns(["provider", "providerTransaction"])
          .doUpdateSet((eb) => ({ payoutId: eb.fn.coalesce("excluded.payoutId", "providerFees.payoutId") })),
      )
      .execute();
  }
}
