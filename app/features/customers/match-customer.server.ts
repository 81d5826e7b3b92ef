import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import { may } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import type { Silent } from "~/platform/events/events";
import { emit } from "~/platform/events/events.server";
import { anyOf } from "~/platform/lists/any-of.server";
import type { Person } from "~/platform/personal-data.server";
import "./table";

declare module "~/platform/events/events" {
  interface Events {
    /** Somebody books or asks for the first time. */
    "customer.added": Silent;
  }
}

export interface Contact {
  name: string;
  /** Lower case. Null: nobody knows. */
  email: string | null;
  /** As `normalizePhone` makes it. */
  phone: string;
}

/**
 * The customer a contact belongs to: the signed-in person's own record, else one with the same phone, else a new one
 * (docs/domain.md, "Words"). An email that nobody confirmed never matches: it could be anybody's.
 * Runs in the caller's transaction; two first bookings from one phone make one customer.
 */
export async function matchCustomer(ctx: Ctx, contact: Contact): Promise<string> {
  // The office writes down what others ask for.
  const own = may(ctx.actor, "bookings.manage") ? null : userIdOf(ctx.actor);
  await lockCustomer(ctx, own ?? contact.phone);
  const known = await ctx.db
    .selectFrom("customers")
    .select(sql<string>`coalesce(merged_into, id)`.as("id"))
    .$if(own !== null, (query) => query.where("user_id", "=", own))
    .$if(own === null, (query) => query.where("phone", "=", contact.phone))
    // Whoever has the number now goes before whoever had it once.
    .orderBy(sql`merged_into IS NOT NULL`)
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  if (known) return known.id;
  const made = await ctx.db
    .insertInto("customers")
    .values({ user_id: own, ...contact, created_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  await emit(ctx, "customer.added", made.id, {});
  return made.id;
}

/**
 * The customer's record becomes the account's, unless it has one, or somebody else's records hang on it: guests are
 * matched by a phone that nobody has confirmed.
 */
export async function takeOverCustomer(ctx: Ctx, { userId, email, customerIds }: Person): Promise<void> {
  const [own, free] = await Promise.all([
    ctx.db.selectFrom("customers").select("id").where("user_id", "=", userId).executeTakeFirst(),
    ctx.db
      .selectFrom("customers")
      .select("id")
      .where("id", "=", anyOf(customerIds))
      .where("user_id", "is", null)
      .where("merged_into", "is", null)
      .orderBy("created_at")
      .limit(1)
      .executeTakeFirst(),
  ]);
  if (own || !free) return;
  await ctx.db.updateTable("customers").set({ user_id: userId, email }).where("id", "=", free.id).execute();
}

/** Makes everybody who matches a customer by this phone or account wait until the transaction ends. */
export async function lockCustomer(ctx: Ctx, phoneOrUserId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`customer:${phoneOrUserId}`}, 0))`.execute(
    ctx.db,
  );
}

export interface PropertyAddress {
  street: string;
  buildingName: string;
  unitNumber: string;
  area: string;
  landmark: string;
}

/** The customer's property at this address, made when it is new. */
export async function matchProperty(ctx: Ctx, customerId: string, address: PropertyAddress): Promise<string> {
  const property = await ctx.db
    .insertInto("properties")
    .values({
      customer_id: customerId,
      street: address.street,
      building: address.buildingName,
      unit: address.unitNumber,
      area: address.area,
      landmark: address.landmark,
      created_at: ctx.now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["customer_id", "street", "building", "unit", "area"])
        // Only what is missing: anybody may write down a customer's phone and address.
        .doUpdateSet({ landmark: sql`coalesce(nullif(properties.landmark, ''), excluded.landmark)` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return property.id;
}
