import { type Selectable, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { findAmongNextRows, keyset } from "~/platform/lists/keyset.server";
import { listPropertiesOfCustomers } from "../properties/read-properties.server";
import { findFewCustomerIds, isCustomerSpelled, MAX_HITS } from "./search.server";
import type { CustomerHit } from "./views";

/** A merged customer leads to the kept one. */
export const findCustomer = query("customers.read", async function findCustomer(ctx, id: string): Promise<{
  id: string;
  userId: string | null;
} | null> {
  const row = await ctx.db
    .selectFrom("customers as asked")
    .innerJoin("customers", (join) =>
      join.on("customers.id", "=", sql<string>`coalesce(asked.merged_into, asked.id)`),
    )
    .select(["customers.id", "customers.userId"])
    .where("asked.id", "=", id)
    .executeTakeFirst();
  return row ? { id: row.id, userId: row.userId } : null;
});

/** Customers that sound as typed, among whom the newest are shown. */
const MAX_SOUNDING = 1_000;

const newestFirst = keyset("desc", ["instant", "customers.createdAt"], ["id", "customers.id"]);

/** Names spelled as typed precede those that only sound alike; newest first. */
export const searchCustomers = query(
  "customers.read",
  async function searchCustomers(ctx, search: string): Promise<CustomerHit[]> {
    const ids = await findHits(ctx, search);
    const customers = await ctx.db
      .selectFrom("customers")
      .select(["id", "name", "email", "phone", "userId"])
      .where(sql<boolean>`customers.id = ANY(${ids}::uuid[])`)
      .orderBy(isCustomerSpelled(search), "desc")
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(MAX_HITS)
      .execute();
    return withProperties(ctx, customers);
  },
);

/** Ids among which the hits are. The newest customers are read first, which are enough for a common word. */
async function findHits(ctx: Ctx, search: string): Promise<string[]> {
  const page = {
    table: "customers",
    filters: [sql<boolean>`customers.merged_into IS NULL`],
    order: newestFirst,
    params: { limit: MAX_HITS - 1 },
  };
  const newest = await findAmongNextRows(ctx.db, page, isCustomerSpelled(search));
  return newest?.length === MAX_HITS ? newest : findFewCustomerIds(ctx, search, MAX_SOUNDING);
}

/** A merged customer leads to the kept one. */
export const findCustomerHit = query(
  "customers.read",
  async function findCustomerHit(ctx, id: string): Promise<CustomerHit | null> {
    const found = await findCustomer(ctx, id);
    if (!found) return null;
    const customers = await ctx.db
      .selectFrom("customers")
      .select(["id", "name", "email", "phone", "userId"])
      .where("id", "=", found.id)
      .execute();
    const [hit = null] = await withProperties(ctx, customers);
    return hit;
  },
);

async function withProperties(
  ctx: Ctx,
  customers: Pick<Selectable<Tables["customers"]>, "id" | "name" | "email" | "phone" | "userId">[],
): Promise<CustomerHit[]> {
  const properties = await listPropertiesOfCustomers(
    ctx,
    customers.map(({ id }) => id),
  );
  return customers.map(({ id, name, email, phone, userId }) => ({
    id,
    name,
    email,
    phone,
    account: userId !== null,
    properties: properties
      .filter(({ customerId }) => customerId === id)
      .map(({ id, address }) => ({ id, address })),
  }));
}
