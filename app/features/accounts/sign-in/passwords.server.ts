import { randomUUID } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import { getBusiness } from "../../business/queries.server";
import commonPasswords from "./common-passwords.txt?raw";
import "~/platform/auth/auth-table";

/*
 * Passwords are hashed by better-auth: scrypt, off the event loop (0.1 s of a core each). The common ones are those of at
 * least 10 characters that stand first in the SecLists project's list of ten million leaked passwords (MIT licence).
 */

const common = new Set(commonPasswords.split("\n"));

/** So much must be left of a password without the names that anybody knows who tries it. */
const LEFT_WITHOUT_NAMES = 8;

/**
 * The hash of a password that somebody chooses; `person`: null where nobody knows who it is. Throws `InvalidInput` for one
 * that is among the first that anybody would try: a common one, or hardly more than the person's or the business's name.
 * It takes a while: before a transaction, not in it.
 */
export async function hashChosen(
  ctx: Ctx,
  password: string,
  person: { name: string; email: string } | null,
): Promise<string> {
  const lower = password.toLowerCase();
  const refusal = (message: string) => new InvalidInput({ password: message }, m.common_error_invalid());
  if (common.has(lower) || new Set(lower).size < 3) throw refusal(m.account_password_common());
  const { name: business } = await getBusiness(ctx);
  const known = [business, ...(person ? [person.name, person.email] : [])];
  if (withoutNames(lower, known).length < LEFT_WITHOUT_NAMES) throw refusal(m.account_password_of_names());
  return hashPassword(password);
}

/** What is left of a text (in small letters) without the names' words of three letters and more, and what joins words. */
function withoutNames(text: string, names: readonly string[]): string {
  const words = names.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return words
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length)
    .reduce((left, word) => left.replaceAll(word, ""), text)
    .replace(/[\s&'._-]/g, "");
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
