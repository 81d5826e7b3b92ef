import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { storedArea } from "../geography/community-names";
import type { AddressColumns } from "./property";
import type { Address } from "./schema";

/* Parts of other features' commands: they run in the caller's transaction, which has checked the actor. */

const uniqueAddress = ["customerId", "street", "building", "unit", "area"] as const;

/** Finds the customer's property with this address or adds it. */
export async function matchProperty(ctx: Ctx, customerId: string, address: Address): Promise<string> {
  const { id } = await ctx.db
    .insertInto("properties")
    .values({ customerId, ...toAddressColumns(address), createdAt: ctx.now })
    .onConflict((conflict) =>
      conflict
        .columns(uniqueAddress)
        // Fills in missing parts only, because any caller may state a customer's phone and address.
        .doUpdateSet({ landmark: sql`coalesce(nullif(properties.landmark, ''), excluded.landmark)` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds a property to an account, or an existing one of the same customer with the new landmark. */
export async function addPropertyToAccount(
  ctx: Ctx,
  { customerId, userId, address }: { customerId: string; userId: string; address: Address },
): Promise<string> {
  const { id } = await ctx.db
    .insertInto("properties")
    .values({
      customerId,
      ...toAddressColumns(address),
      addedBy: userId,
      createdAt: ctx.now,
    })
    .onConflict((conflict) =>
      conflict.columns(uniqueAddress).doUpdateSet({ addedBy: userId, landmark: sql`excluded.landmark` }),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Adds the properties that do not exist yet. */
export async function addProperties(
  ctx: Ctx,
  properties: readonly { customerId: string; address: Address }[],
): Promise<void> {
  await ctx.db
    .insertInto("properties")
    .values(
      properties.map(({ customerId, address }) => ({
        customerId,
        ...toAddressColumns(address),
        createdAt: ctx.now,
      })),
    )
    .onConflict((conflict) => conflict.columns(uniqueAddress).doNothing())
    .execute();
}

export async function updatePropertyAddress(ctx: Ctx, propertyId: string, address: Address): Promise<void> {
  await ctx.db
    .updateTable("properties")
    .set(toAddressColumns(address))
    .where("id", "=", propertyId)
    .execute();
}

/** Locks a property until the end of the transaction. */
export function lockProperty(ctx: Ctx, propertyId: string): Promise<{ makani: string | null } | undefined> {
  return ctx.db
    .selectFrom("properties")
    .select("makani")
    .where("id", "=", propertyId)
    .forUpdate()
    .executeTakeFirst();
}

/** `makani`: ten digits of the building's Makani number. */
export async function updateMakani(ctx: Ctx, propertyId: string, makani: string | null): Promise<void> {
  await ctx.db.updateTable("properties").set({ makani }).where("id", "=", propertyId).execute();
}

/** Violates a foreign key if records refer to the property. */
export async function deleteProperty(ctx: Ctx, propertyId: string): Promise<void> {
  await ctx.db.deleteFrom("properties").where("id", "=", propertyId).execute();
}

function toAddressColumns(address: Address): AddressColumns {
  const { street, buildingName, unitNumber, area, landmark } = address;
  return { street, building: buildingName, unit: unitNumber, area: storedArea(area), landmark };
}
