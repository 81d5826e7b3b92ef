import type { Ctx } from "~/platform/context";

const UNCONFIRMED_DAYS = 7;

/** Purges unconfirmed accounts, created by mistake or in another's name. */
export async function purgeUnconfirmedAccounts(ctx: Ctx): Promise<void> {
  await ctx.db
    .deleteFrom("users")
    .where("emailVerified", "=", false)
    .where("createdAt", "<", new Date(ctx.now.getTime() - UNCONFIRMED_DAYS * 86_400_000))
    .execute();
}
