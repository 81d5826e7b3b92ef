import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";
import "~/platform/auth/auth-table";

/** The person behind a call. Behind `signedInOnly` there always is one. */
export function personOf(ctx: Ctx) {
  if (!("userId" in ctx.actor)) {
    throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  }
  return ctx.actor;
}

/**
 * The admins who can sign in, by the record: without a second factor one acts as a customer, and is an admin all the same.
 * Locked in one order, before anything else, so that of two changes at once the second sees what the first left.
 */
export async function lockActiveAdmins(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("email_verified", "=", true)
    .where("banned", "=", false)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** An account by its email, for limits and security events. */
export function findAccount(ctx: Ctx, email: string): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}
