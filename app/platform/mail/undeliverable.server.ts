import { type Kysely, sql } from "kysely";
import type { Ctx } from "../context";
import type { Tables } from "../database/tables";
import { type Refusal, refuse } from "../http/refusal";

/*
 * Addresses that a mail server refused as recipient. Emails to them fail at once, because repeated attempts make
 * mail servers refuse other emails, too (docs/domain.md, "Notifications").
 */

export async function isUndeliverable(ctx: Ctx, email: string | null): Promise<boolean> {
  if (email === null) return false;
  const row = await ctx.db
    .selectFrom("undeliverableAddresses")
    .select("email")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return row !== undefined;
}

/** Refuses requests whose only result is an email that cannot be delivered. */
export async function refuseUndeliverable(
  ctx: Ctx,
  email: string | null,
): Promise<{ ok: true } | Refusal<"email-undeliverable">> {
  return (await isUndeliverable(ctx, email)) ? refuse("email-undeliverable") : { ok: true };
}

/** SQL: the address in the column accepts no email. False for null. */
export function acceptsNoEmail(column: string) {
  return sql<boolean>`EXISTS (SELECT FROM undeliverable_addresses WHERE undeliverable_addresses.email = lower(${sql.ref(column)}))`;
}

export async function recordUndeliverable(
  db: Kysely<Tables>,
  { recipient, reason }: { recipient: string; reason: string },
): Promise<void> {
  const refused = { reason, refusedAt: new Date() };
  await db
    .insertInto("undeliverableAddresses")
    .values({ email: recipient.toLowerCase(), ...refused })
    .onConflict((conflict) => conflict.column("email").doUpdateSet(refused))
    .execute();
}

/** Returns false if the address is not in the list. */
export async function forgetUndeliverable(db: Kysely<Tables>, email: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom("undeliverableAddresses")
    .where("email", "=", email.toLowerCase())
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

declare module "../http/refusal" {
  interface Refusals {
    "email-undeliverable": unknown;
  }
}
