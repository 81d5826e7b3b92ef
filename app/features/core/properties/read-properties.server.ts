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
    .select(["id", "customer_id", ...addressColumns])
    .where("customer_id", "=", anyOf([...customerIds]))
    .orderBy("created_at", "desc")
    .execute();
  return rows.map(({ id, customer_id, ...address }) => ({
    id,
    customerId: customer_id,
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
  const { customer_id } = await ctx.db
    .selectFrom("properties")
    .select("customer_id")
    .where("id", "=", propertyId)
    .executeTakeFirstOrThrow();
  return customer_id;
}

export async function isPropertyOf(ctx: Ctx, customerId: string, propertyId: string): Promise<boolean> {
  const row = await ctx.db
    .selectFrom("properties")
    .select("id")
    .where("id", "=", propertyId)
    .where("customer_id", "=", customerId)
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
    .where("double.customer_id", "=", mergedId)
    .where("own.customer_id", "=", keptId)
    .execute();
}
