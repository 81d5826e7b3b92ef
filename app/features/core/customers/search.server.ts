import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { matchesSearch } from "~/platform/lists/search.server";

/**
 * Each word in the contact, company, TRN or an address of the customer, or in the contact of one that was merged into it
 * (`customers.search_text`).
 */
export const isCustomerMatching = (typed: string) =>
  sql<boolean>`(customers.merged_into IS NULL AND ${matchesSearch("customers", typed)})`;

/** Above this count a word is too common for an id list. */
export const MAX_ID_LIST = 200;

/** Ids of matching customers; null if more than `max` match, because reading them all would be slow. */
export async function findCustomerIds(ctx: Ctx, typed: string, max = MAX_ID_LIST): Promise<string[] | null> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM customers WHERE ${isCustomerMatching(typed)} LIMIT ${max + 1}`.execute(ctx.db);
  return rows.length > max ? null : rows.map(({ id }) => id);
}

/**
 * SQL: a list row matches by its own text or by its customer. Rare words use one index per table, because an
 * OR over two tables has none; common words are checked row by row.
 */
export async function matchesOwnTextOrCustomer(
  ctx: Ctx,
  table: "invoices" | "payments" | "cheques",
  typed: string,
): Promise<RawBuilder<boolean>> {
  const customers = await findCustomerIds(ctx, typed);
  const ownMatch =
    customers &&
    (await sql<{ id: string }>`SELECT found.id FROM ${sql.table(table)} AS found
    WHERE ${matchesSearch("found", typed)} LIMIT ${MAX_ID_LIST + 1}`.execute(ctx.db));
  if (!ownMatch || ownMatch.rows.length > MAX_ID_LIST) {
    return sql<boolean>`(${matchesSearch(table, typed)} OR ${isCustomerMatching(typed)})`;
  }
  return sql<boolean>`${sql.table(table)}.id IN (SELECT unnest(${ownMatch.rows.map(({ id }) => id)}::uuid[])
    UNION SELECT owned.id FROM ${sql.table(table)} AS owned WHERE owned.customer_id = ANY(${customers}::uuid[]))`;
}
