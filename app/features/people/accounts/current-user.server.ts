import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { ApiError } from "~/platform/errors";

/** The signed-in person; throws for other actors, which permissions exclude. */
export function currentUser(ctx: Ctx) {
  if (!("userId" in ctx.actor)) {
    throw new ApiError(401, "not-signed-in", m.common_error_not_signed_in());
  }
  return ctx.actor;
}

/**
 * Locks admins who can sign in, by their stored role, because one without a required second factor acts as a
 * customer. Locked first and in one order, so that concurrent changes see each other.
 */
export async function lockActiveAdmins(ctx: Ctx): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom("users")
    .select("id")
    .where("role", "=", "admin")
    .where("emailVerified", "=", true)
    .where("banned", "=", false)
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Account by email, for limits and security events. */
export function findAccount(ctx: Ctx, email: string): Promise<{ id: string } | undefined> {
  return ctx.db.selectFrom("users").select("id").where("email", "=", email).executeTakeFirst();
}
