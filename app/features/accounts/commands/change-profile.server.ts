import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import "../../customers/table";
import "../table";

/** Name, phone and language of the signed-in person. The name is the customer's too; a phone that nobody confirmed is not. */
export async function changeProfile(
  ctx: Ctx,
  userId: string,
  profile: { name: string; phone: string | null; language: "en" },
): Promise<void> {
  const { name, phone, language } = profile;
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.updateTable("users").set({ name, updated_at: ctx.now }).where("id", "=", userId).execute();
    await ctx.db.updateTable("customers").set({ name }).where("user_id", "=", userId).execute();
    await ctx.db
      .insertInto("profiles")
      .values({ user_id: userId, phone, language })
      .onConflict((conflict) => conflict.column("user_id").doUpdateSet({ phone, language }))
      .execute();
  });
}

/** Consent to news and offers, or its end; from when is kept. Messages about a booking need none. */
export async function setMarketing(ctx: Ctx, userId: string, marketing: boolean): Promise<void> {
  const choice = { marketing, marketing_changed_at: ctx.now };
  await ctx.db
    .insertInto("profiles")
    .values({ user_id: userId, ...choice })
    .onConflict((conflict) =>
      conflict
        .column("user_id")
        .doUpdateSet(choice)
        // Said again, it began when it was first said.
        .where("profiles.marketing", "!=", marketing),
    )
    .execute();
}

/** Signs a person out on one of their devices. False when it is none of theirs. */
export async function revokeDevice(ctx: Ctx, userId: string, sessionId: string): Promise<boolean> {
  const ended = await ctx.db
    .deleteFrom("sessions")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .returning("id")
    .executeTakeFirst();
  return ended !== undefined;
}
