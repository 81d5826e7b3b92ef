import type { UserRole } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { replacePassword } from "./sign-in/passwords.server";

interface Invited {
  name: string;
  email: string;
  role: UserRole;
}

/**
 * Creates an invited account, whose owner chooses a password by link, in the caller's transaction. `hash`: of
 * a random password. An unconfirmed customer account with this email is taken over.
 */
export async function createInvitedAccount(
  ctx: Ctx,
  invited: Invited,
  hash: string,
): Promise<{ ok: true; userId: string } | Refusal<"email-taken">> {
  const { name, email, role } = invited;
  const account = await ctx.db
    .insertInto("users")
    .values({ name, email, role, created_at: ctx.now })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (account) {
    const { id } = account;
    await ctx.db
      .insertInto("accounts")
      .values({ user_id: id, provider_id: "credential", account_id: id, password: hash })
      .execute();
    await ctx.db.insertInto("profiles").values({ user_id: id }).execute();
    return { ok: true, userId: id };
  }
  const existing = await ctx.db
    .selectFrom("users")
    .select(["id", "role", "email_verified"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (existing?.role !== "customer" || existing.email_verified) return refuse("email-taken");
  await resetInvitedAccount(ctx, existing.id, invited, hash);
  return { ok: true, userId: existing.id };
}

/** Resets an invited account, so that its creator and earlier links lose access. */
export async function resetInvitedAccount(
  ctx: Ctx,
  userId: string,
  invited: Invited,
  hash: string,
): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ ...invited, created_at: ctx.now, updated_at: ctx.now })
    .where("id", "=", userId)
    .execute();
  await replacePassword(ctx, userId, hash);
}
