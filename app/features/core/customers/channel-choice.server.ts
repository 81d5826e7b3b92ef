import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { CustomerChannel } from "~/platform/messaging/channel";

export type ChoiceForm = "booking" | "assessment" | "office" | "account";

/** In the caller's transaction. A repeated choice adds a row, because each form sent is a consent of its own. */
export async function recordChannelChoice(
  ctx: Ctx,
  choice: { customerId: string; channel: CustomerChannel; form: ChoiceForm },
): Promise<void> {
  await ctx.db
    .insertInto("channelChoices")
    .values({ ...choice, isIdentified: userIdOf(ctx.actor) !== null, chosenAt: ctx.now })
    .execute();
}

/**
 * The latest choice of the customer; null without one. Guests match a customer by an unconfirmed phone, so that their
 * choice never replaces one made signed in or by the office.
 */
export async function findChannelChoice(ctx: Ctx, customerId: string): Promise<CustomerChannel | null> {
  const row = await ctx.db
    .selectFrom("channelChoices")
    .select("channel")
    .where("customerId", "=", customerId)
    .orderBy("isIdentified", "desc")
    .orderBy("chosenAt", "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.channel ?? null;
}
