import { randomUUID } from "node:crypto";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { InvalidInput } from "~/platform/errors";
import { getBusiness } from "../../../core/business/queries.server";
import { findWeakness } from "./password-strength.server";

/* better-auth hashes passwords with scrypt off the event loop (0.1 s of a core). */

/**
 * Hashes a chosen password; `person`: null if unknown. Throws `InvalidInput` for a password that is easy to
 * guess. Slow, so call it before a transaction.
 */
export async function hashNewPassword(
  ctx: Ctx,
  password: string,
  person: { name: string; email: string } | null,
): Promise<string> {
  const { name: business } = await getBusiness(ctx);
  const weakness = findWeakness(password, [business, ...(person ? [person.name, person.email] : [])]);
  if (weakness) {
    const message = weakness === "common" ? m.account_password_common() : m.account_password_of_names();
    throw new InvalidInput({ password: message }, m.common_error_invalid());
  }
  return hashPassword(password);
}

/** Hash of a random password, for an account without a chosen one. */
export function hashUnknown(): Promise<string> {
  return hashPassword(randomUUID());
}

/** Verifies a password; false for an account without one. */
export async function isPasswordOf(ctx: Ctx, userId: string, password: string): Promise<boolean> {
  const account = await ctx.db
    .selectFrom("accounts")
    .select("password")
    .where("userId", "=", userId)
    .where("providerId", "=", "credential")
    .executeTakeFirst();
  return account?.password ? verifyPassword({ hash: account.password, password }) : false;
}

/** Stores a new password in the caller's transaction and ends all sessions but `keepSession`. */
export async function replacePassword(
  ctx: Ctx,
  userId: string,
  hash: string,
  keepSession?: string,
): Promise<void> {
  await ctx.db
    .updateTable("accounts")
    .set({ password: hash, updatedAt: ctx.now })
    .where("userId", "=", userId)
    .where("providerId", "=", "credential")
    .execute();
  await endSessions(ctx, userId, keepSession);
  // Invalidates reset links.
  await ctx.db
    .updateTable("accountLinks")
    .set({ usedAt: ctx.now })
    .where("userId", "=", userId)
    .where("usedAt", "is", null)
    .execute();
}

/** Ends a person's sessions except `keep`; returns their number. */
export async function endSessions(ctx: Ctx, userId: string, keep?: string): Promise<number> {
  const ended = await ctx.db
    .deleteFrom("sessions")
    .where("userId", "=", userId)
    .$if(keep !== undefined, (query) => query.where("id", "!=", keep!))
    .returning("id")
    .execute();
  return ended.length;
}
