import { type Selectable, sql } from "kysely";
import { may } from "~/platform/auth/permissions";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import type { CustomerHit } from "./views";
import "./table";

/** A customer by id; of one that was merged into another, the other. */
export async function findCustomer(
  ctx: Ctx,
  id: string,
): Promise<{ id: string; userId: string | null } | null> {
  const row = await ctx.db
    .selectFrom("customers as asked")
    .innerJoin("customers", (join) =>
      join.on("customers.id", "=", sql<string>`coalesce(asked.merged_into, asked.id)`),
    )
    .select(["customers.id", "customers.user_id"])
    .where("asked.id", "=", id)
    .executeTakeFirst();
  return row ? { id: row.id, userId: row.user_id } : null;
}

const MOST_HITS = 5;

/** The customers whose phone, name or email contains what was typed, with their addresses; null to all but the office. */
export async function lookUpCustomers(ctx: Ctx, search: string): Promise<CustomerHit[] | null> {
  if (!may(ctx.actor, "customers.read")) return null;
  const customers = await ctx.db
    .selectFrom("customers")
    .select(["id", "name", "email", "phone", "user_id"])
    .where("merged_into", "is", null)
    .where(matchesCustomer(search))
    .orderBy("created_at", "desc")
    .orderBy("id")
    .limit(MOST_HITS)
    .execute();
  return withProperties(ctx, customers);
}

/** A customer as they are looked up, by id; of one that was merged, the other. Null to all but the office. */
export async function findCustomerHit(ctx: Ctx, id: string): Promise<CustomerHit | null> {
  if (!may(ctx.actor, "customers.read")) return null;
  const found = await findCustomer(ctx, id);
  if (!found) return null;
  const customers = await ctx.db
    .selectFrom("customers")
    .select(["id", "name", "email", "phone", "user_id"])
    .where("id", "=", found.id)
    .execute();
  const [hit = null] = await withProperties(ctx, customers);
  return hit;
}

async function withProperties(
  ctx: Ctx,
  customers: Pick<Selectable<Tables["customers"]>, "id" | "name" | "email" | "phone" | "user_id">[],
): Promise<CustomerHit[]> {
  if (customers.length === 0) return [];
  const properties = await ctx.db
    .selectFrom("properties")
    .select(["customer_id", "id", "street", "building", "unit", "area", "landmark"])
    .where(
      "customer_id",
      "in",
      customers.map(({ id }) => id),
    )
    .orderBy("created_at", "desc")
    .execute();
  return customers.map(({ id, name, email, phone, user_id }) => ({
    id,
    name,
    email,
    phone,
    account: user_id !== null,
    properties: properties
      .filter(({ customer_id }) => customer_id === id)
      .map(({ id, street, building, unit, area, landmark }) => ({
        id,
        address: { street, buildingName: building, unitNumber: unit, area, landmark },
      })),
  }));
}

/** As the trigram index `customers_search` has it. A local phone number finds its +971 form. */
export function matchesCustomer(search: string) {
  const phone = search.replace(/[\s()-]/g, "");
  const text = /^\+?\d{4,}$/.test(phone) ? phone.replace(/^(?:\+?971|0)/, "") : search;
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  return sql<boolean>`(customers.name || ' ' || coalesce(customers.phone, '') || ' ' || coalesce(customers.email, ''))
    ILIKE ${pattern}`;
}
