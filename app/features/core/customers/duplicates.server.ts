import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import { type CustomerContact, type DuplicateField, duplicateFields } from "./customer";

/** Customer who has a phone or email, or had it before a merge. */
export interface DuplicateMatch {
  id: string;
  matchedFields: DuplicateField[];
}

const MAX_ITEMS = 5;

/** Finds duplicate customers by phone and email. Returns the five oldest matches. */
export const findDuplicateCustomers = query(
  "customers.read",
  async function findDuplicateCustomers(
    ctx,
    exceptId: string,
    contacts: readonly Partial<CustomerContact>[],
  ): Promise<DuplicateMatch[]> {
    const valuesOf = (field: DuplicateField) => contacts.map((contact) => contact[field] ?? null);
    const rows = await ctx.db
      .selectFrom("customers")
      .select([
        sql<string>`coalesce(merged_into, id)`.as("id"),
        sql<boolean>`coalesce(bool_or(phone = any(${valuesOf("phone")}::text[])), false)`.as("phone"),
        sql<boolean>`coalesce(bool_or(email = any(${valuesOf("email")}::text[])), false)`.as("email"),
      ])
      .where(
        sql<boolean>`(phone = any(${valuesOf("phone")}::text[]) OR email = any(${valuesOf("email")}::text[]))`,
      )
      .where(sql<boolean>`coalesce(merged_into, id) <> ${exceptId}`)
      .groupBy(sql`coalesce(merged_into, id)`)
      .orderBy(sql`min(created_at)`)
      .limit(MAX_ITEMS)
      .execute();
    return rows.map((row) => ({ id: row.id, matchedFields: duplicateFields.filter((field) => row[field]) }));
  },
);

/** SQL: another customer has the same phone or email, now or before a merge. */
export const hasDuplicateContact = sql<boolean>`(
  EXISTS (SELECT FROM customers AS other WHERE other.phone = customers.phone
    AND coalesce(other.merged_into, other.id) <> customers.id)
  OR EXISTS (SELECT FROM customers AS other WHERE other.email = customers.email
    AND coalesce(other.merged_into, other.id) <> customers.id)
  OR EXISTS (SELECT FROM customers AS former JOIN customers AS other
      ON other.phone = former.phone OR other.email = former.email
    WHERE former.merged_into = customers.id AND coalesce(other.merged_into, other.id) <> customers.id))`;

/** Same check for lists: reads the flags that the database maintains in `duplicate_customers`. */
export const isFlaggedDuplicate = sql<boolean>`(customers.id = ANY (ARRAY(SELECT customer_id FROM duplicate_customers))
  AND ${hasDuplicateContact})`;
