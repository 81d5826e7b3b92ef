import { type Selectable, sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { matchesSearch } from "~/platform/lists/search.server";
import { listPropertiesOfCustomers } from "../properties/read-properties.server";
import { findCustomerIds, isCustomerMatching } from "./search.server";
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

const MAX_HITS = 5;

export const searchCustomers = query(
  "customers.read",
  async function searchCustomers(ctx, search: string): Promise<CustomerHit[]> {
    const few = await findCustomerIds(ctx, search);
    const customers = await ctx.db
      .selectFrom("customers")
      .select(["id", "name", "email", "phone", "userId"])
      .where("mergedInto", "is", null)
      .where(few ? sql<boolean>`customers.id = ANY(${few}::uuid[])` : isCustomerMatching(search))
      // Names spelled as typed precede those that only sound alike.
      .$if(few !== null, (found) => found.orderBy(matchesSearch("customers", search), "desc"))
      .orderBy("createdAt", "desc")
      .orderBy("id", "desc")
      .limit(MAX_HITS)
      .execute();
    return withProperties(ctx, customers);
  },
);

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
