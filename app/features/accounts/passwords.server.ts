import { hashPassword, verifyPassword } from "better-auth/crypto";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import commonPasswords from "./common-passwords.txt?raw";
import "~/platform/auth-table";

/*
 * Passwords are hashed by better-auth: scrypt, off the event loop (0.1 s of a core each). The common ones are those of at
 * least 10 characters that stand first in the SecLists project's list of ten million leaked passwords (MIT licence).
 */

export { hashPassword };

const common = new Set(commonPasswords.split("\n"));

/** Throws `InvalidInput` for a password that is among the first that anybody would try. */
export function refuseGuessable(password: string, person: { email: string }): void {
  const lower = password.toLowerCase();
  const known = common.has(lower) || lower === person.email || new Set(lower).size < 3;
  if (!known) return;
  throw new InvalidInput({ password: m.account_password_common() }, m.common_error_invalid());
}

/** Whether it is the person's password; false for an account without one. */
export async function isPasswordOf(ctx: Ctx, userId: string, password: string): Promise<boolean> {
  const account = await ctx.db
    .selectFrom("accounts")
    .select("password")
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .executeTakeFirst();
  return account?.password ? verifyPassword({ hash: account.password, password }) : false;
}

/** Stores a new password in the caller's transaction, and ends all sessions but `keepSession`. */
export async function replacePassword(
  ctx: Ctx,
  userId: string,
  hash: string,
  keepSession?: string,
): Promise<void> {
  await ctx.db
    .updateTable("accounts")
    .set({ password: hash, updated_at: ctx.now })
    .where("user_id", "=", userId)
    .where("provider_id", "=", "credential")
    .execute();
  await endSessions(ctx, userId, keepSession);
  // A link that was mailed for the old password must not open the account again.
  await ctx.db
    .updateTable("account_links")
    .set({ used_at: ctx.now })
    .where("user_id", "=", userId)
    .where("used_at", "is", null)
    .execute();
}

/** Ends a person's sessions but `keep`; how many there were. */
export async function endSessions(ctx: Ctx, userId: string, keep?: string): Promise<number> {
  const ended = await ctx.db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .$if(keep !== undefined, (query) => query.where("id", "!=", keep!))
    .returning("id")
    .execute();
  return ended.length;
}
