import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { roleMay } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import type { Silent } from "~/platform/events/events";
import { emit } from "~/platform/events/events.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { Person } from "~/platform/personal-data.server";

declare module "~/platform/events/events" {
  interface Events {
    "customer.added": Silent;
  }
}

export interface Contact {
  name: string;
  /** Lower case; null if unknown. */
  email: string | null;
  /** Normalised by `normalizePhone`. */
  phone: string;
}

/**
 * Finds the customer of a contact: the signed-in person's record, else one with the same phone, else a new
 * one (docs/domain.md, "Customers and properties"). An unconfirmed email never matches, because it proves nothing. Runs in the
 * caller's transaction; two concurrent first bookings with one phone create one customer.
 */
export async function matchCustomer(ctx: Ctx, contact: Contact): Promise<string> {
  // Office users enter requests of others, so their account does not count.
  const ownUserId = roleMay(ctx.actor.role, "bookings.manage") ? null : userIdOf(ctx.actor);
  await lockCustomerKey(ctx, ownUserId ?? contact.phone);
  const existing = await ctx.db
    .selectFrom("customers")
    .select(sql<string>`coalesce(merged_into, id)`.as("id"))
    .$if(ownUserId !== null, (query) => query.where("userId", "=", ownUserId))
    .$if(ownUserId === null, (query) => query.where("phone", "=", contact.phone))
    // Current owners of a number come before former ones, and of several owners the one with the name.
    .orderBy(sql`merged_into IS NOT NULL`)
    .orderBy(sql`fold_search_text(name) <> fold_search_text(${contact.name})`)
    .orderBy("createdAt")
    .limit(1)
    .executeTakeFirst();
  if (existing) return existing.id;
  const created = await ctx.db
    .insertInto("customers")
    .values({ userId: ownUserId, ...contact, createdAt: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await emit(ctx, "customer.added", created.id, {});
  return created.id;
}

/**
 * Links the customer's record to the account, unless the account has one or other people's records belong to
 * it, because guests match by an unconfirmed phone.
 */
export async function linkCustomerToAccount(ctx: Ctx, { userId, email, customerIds }: Person): Promise<void> {
  const [linkedCustomer, guestCustomer] = await Promise.all([
    ctx.db.selectFrom("customers").select("id").where("userId", "=", userId).executeTakeFirst(),
    ctx.db
      .selectFrom("customers")
      .select("id")
      .where("id", "=", anyOf(customerIds))
      .where("userId", "is", null)
      .where("mergedInto", "is", null)
      .orderBy("createdAt")
      .limit(1)
      .executeTakeFirst(),
  ]);
  if (linkedCustomer || !guestCustomer) return;
  await ctx.db.updateTable("customers").set({ userId, email }).where("id", "=", guestCustomer.id).execute();
}

/** Locks a phone or account until the end of the transaction, so that concurrent matches wait. */
export async function lockCustomerKey(ctx: Ctx, phoneOrUserId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`customer:${phoneOrUserId}`}, 0))`.execute(
    ctx.db,
  );
}
