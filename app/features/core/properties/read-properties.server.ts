import type { Ctx } from "~/platform/context";
import { anyOf } from "~/platform/lists/any-of.server";
import type { CustomerMerge } from "~/platform/personal-data.server";
import { toAddress } from "./property";
import type { Address } from "./schema";
import type { PropertyView } from "./views";

/* Without an actor: the caller has checked that the actor may read the customer or property. */

const addressColumns = ["street", "building", "unit", "area", "landmark"] as const;

interface CustomerProperty extends PropertyView {
  customerId: string;
}

/** Newest first. */
export async function listPropertiesOfCustomers(
  ctx: Ctx,
  customerIds: readonly string[],
): Promise<CustomerProperty[]> {
  if (customerIds.length === 0) return [];
  const rows = await ctx.db
    .selectFrom("properties")
    .select(["id", "customerId", ...addressColumns])
    .where("customerId", "=", anyOf([...customerIds]))
    .orderBy("createdAt", "desc")
    .execute();
  return rows.map(({ id, customerId, ...address }) => ({
    id,
    customerId,
    address: toAddress(address),
  }));
}

/** Newest first. */
export async function listProperties(ctx: Ctx, customerId: string): Promise<PropertyView[]> {
  const properties = await listPropertiesOfCustomers(ctx, [customerId]);
  return properties.map(({ id, address }) => ({ id, address }));
}

export async function findPropertyAddress(ctx: Ctx, propertyId: string): Promise<Address | null> {
  const row = await ctx.db
    .selectFrom("properties")
    .select(addressColumns)
    .where("id", "=", propertyId)
    .executeTakeFirst();
  return row ? toAddress(row) : null;
}

export async function getPropertyAddress(ctx: Ctx, propertyId: string): Promise<Address> {
  const address = await findPropertyAddress(ctx, propertyId);
  if (!address) throw new Error(`Property ${propertyId} does not exist`);
  return address;
}

export async function getCustomerOfProperty(ctx: Ctx, propertyId: string): Promise<string> {
  const { customerId } = await ctx.db
    .selectFrom("properties")
    .select("customerId")
    .where("id", "=", propertyId)
    .executeTakeFirstOrThrow();
  return customerId;
}

export async function isPropertyOf(ctx: Ctx, customerId: string, propertyId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("properties")
    .select("id")
    .where("id", "=", propertyId)
    .where("customerId", "=", customerId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Properties of two customers with the same address. */
export function listDuplicateProperties(
  ctx: Ctx,
  keptId: string,
  mergedId: string,
): Promise<CustomerMerge["properties"]> {
  return ctx.db
    .selectFrom("properties as double")
    .innerJoin("properties as own", (join) =>
      join
        .onRef("own.street", "=", "double.street")
        .onRef("own.building", "=", "double.building")
        .onRef("own.unit", "=", "double.unit")
        .onRef("own.area", "=", "double.area"),
    )
    .select(["double.id as from", "own.id as to"])
    .where("double.customerId", "=", mergedId)
    .where("own.customerId", "=", keptId)
    .execute();
}
