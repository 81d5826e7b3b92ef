import type { UserRole } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { DEFAULT_LOCALE, type Locale } from "~/platform/locale/locale";
import { saveProfile } from "./save-profile.server";
import { replacePassword } from "./sign-in/passwords.server";

interface Invited {
  name: string;
  email: string;
  role: UserRole;
  /** Language of the invitation and of the pages; absent for English in a new account, otherwise unchanged. */
  language?: Locale | undefined;
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
  const { name, email, role, language = DEFAULT_LOCALE } = invited;
  const account = await ctx.db
    .insertInto("users")
    .values({ name, email, role, createdAt: ctx.now })
    .onConflict((conflict) => conflict.column("email").doNothing())
    .returning("id")
    .executeTakeFirst();
  if (account) {
    const { id } = account;
    await ctx.db
      .insertInto("accounts")
      .values({ userId: id, providerId: "credential", accountId: id, password: hash })
      .execute();
    await saveProfile(ctx, id, { language });
    return { ok: true, userId: id };
  }
  const existing = await ctx.db
    .selectFrom("users")
    .select(["id", "role", "emailVerified"])
    .where("email", "=", email)
    .forUpdate()
    .executeTakeFirst();
  if (existing?.role !== "customer" || existing.emailVerified) return refuse("email-taken");
  await resetInvitedAccount(ctx, existing.id, invited, hash);
  return { ok: true, userId: existing.id };
}

/** Resets an invited account, so that its creator and earlier links lose access. */
export async function resetInvitedAccount(
  ctx: Ctx,
  userId: string,
  { language, ...invited }: Invited,
  hash: string,
): Promise<void> {
  await ctx.db
    .updateTable("users")
    .set({ ...invited, createdAt: ctx.now, updatedAt: ctx.now })
    .where("id", "=", userId)
    .execute();
  if (language) await saveProfile(ctx, userId, { language });
  await replacePassword(ctx, userId, hash);
}
