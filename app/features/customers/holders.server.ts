import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { type CustomerContact, type Likeness, likenesses } from "./customer";
import "./table";

/** A customer who has a phone or an email, or had it until another record became a part of theirs. */
export interface Holder {
  id: string;
  by: Likeness[];
}

const MAX_ITEMS = 5;

/** Who else than this customer has one of these phones or emails, and by what; the oldest five. */
export const listHolders = query(
  "customers.read",
  async (ctx, exceptId: string, contacts: readonly Partial<CustomerContact>[]): Promise<Holder[]> => {
    const given = (likeness: Likeness) => contacts.map((contact) => contact[likeness] ?? null);
    const rows = await ctx.db
      .selectFrom("customers")
      .select([
        sql<string>`coalesce(merged_into, id)`.as("id"),
        sql<boolean>`coalesce(bool_or(phone = any(${given("phone")}::text[])), false)`.as("phone"),
        sql<boolean>`coalesce(bool_or(email = any(${given("email")}::text[])), false)`.as("email"),
      ])
      .where(sql<boolean>`(phone = any(${given("phone")}::text[]) OR email = any(${given("email")}::text[]))`)
      .where(sql<boolean>`coalesce(merged_into, id) <> ${exceptId}`)
      .groupBy(sql`coalesce(merged_into, id)`)
      .orderBy(sql`min(created_at)`)
      .limit(MAX_ITEMS)
      .execute();
    return rows.map((row) => ({ id: row.id, by: likenesses.filter((likeness) => row[likeness]) }));
  },
);

/** That another customer has a phone or an email of one in a query of `customers`, now or before a merge. */
export const isHeldTwice = sql<boolean>`(
  EXISTS (SELECT FROM customers AS other WHERE other.phone = customers.phone
    AND coalesce(other.merged_into, other.id) <> customers.id)
  OR EXISTS (SELECT FROM customers AS other WHERE other.email = customers.email
    AND coalesce(other.merged_into, other.id) <> customers.id)
  OR EXISTS (SELECT FROM customers AS former JOIN customers AS other
      ON other.phone = former.phone OR other.email = former.email
    WHERE former.merged_into = customers.id AND coalesce(other.merged_into, other.id) <> customers.id))`;

/** The same for a list of them all: those that are marked (the database marks whoever shares a phone or an email) are looked at. */
export const isOneOfThoseHeldTwice = sql<boolean>`(customers.id = ANY (ARRAY(SELECT customer_id FROM customers_alike))
  AND ${isHeldTwice})`;
