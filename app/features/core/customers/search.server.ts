import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { matchesSearch } from "~/platform/lists/search.server";

/** SQL; ids may repeat. */
export const matchingCustomerIds = (typed: string) => sql`
    SELECT coalesce(found.merged_into, found.id) AS id FROM customers AS found WHERE ${matchesSearch("found", typed)}
    UNION ALL
    SELECT place.customer_id FROM properties AS place WHERE ${matchesSearch("place", typed)}`;

/** Above this count a word is too common for an id list. */
export const MAX_ID_LIST = 200;

/**
 * Ids of customers by part of name, company, phone, email, TRN or address; null if more than `max` match,
 * because reading them all would be slow. Merged customers lead to the kept one, so that former contacts
 * still find it.
 */
export async function findCustomerIds(ctx: Ctx, typed: string, max = MAX_ID_LIST): Promise<string[] | null> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM (${matchingCustomerIds(typed)}) AS found LIMIT ${max + 1}`.execute(ctx.db);
  return rows.length > max ? null : [...new Set(rows.map(({ id }) => id))];
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

/**
 * Row-by-row version of `findCustomerIds` for common words, which fill a page quickly. `OFFSET 0` prevents
 * PostgreSQL from computing all matches first.
 */
export function isCustomerMatching(typed: string): RawBuilder<boolean> {
  return sql<boolean>`(${matchesSearch("customers", typed)}
    OR customers.id = ANY(ARRAY(SELECT merged.merged_into FROM customers AS merged WHERE merged.merged_into IS NOT NULL
      AND ${matchesSearch("merged", typed)}))
    OR EXISTS (SELECT FROM properties AS place WHERE place.customer_id = customers.id
      AND ${matchesSearch("place", typed)} OFFSET 0))`;
}
