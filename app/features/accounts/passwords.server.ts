import { randomUUID } from "node:crypto";
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

const common = new Set(commonPasswords.split("\n"));

/**
 * The hash of a password that somebody chooses. Throws `InvalidInput` for one that is among the first that anybody would
 * try. It takes a while: before a transaction, not in it.
 */
export function hashChosen(password: string, person: { email: string }): Promise<string> {
  const lower = password.toLowerCase();
  const known = common.has(lower) || lower === person.email || new Set(lower).size < 3;
  if (known) throw new InvalidInput({ password: m.account_password_common() }, m.common_error_invalid());
  return hashPassword(password);
}

/** The hash of a password that nobody knows, for an account whose owner has still to choose one. */
export function hashUnknown(): Promise<string> {
  return hashPassword(randomUUID());
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
