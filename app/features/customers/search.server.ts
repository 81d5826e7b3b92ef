import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { containsTyped } from "~/platform/lists/search.server";
import "./table";

// As the trigram indexes `customers_search` and `properties_search` have them.
const personOf = (row: string) => {
  const of = (column: string) => sql.ref(`${row}.${column}`);
  return sql<string>`${of("name")} || ' ' || coalesce(${of("phone")}, '') || ' ' || coalesce(${of("email")}, '')
    || ' ' || coalesce(${of("company")}, '') || ' ' || coalesce(${of("trn")}, '')`;
};
const placeOf = sql<string>`place.street || ' ' || place.building || ' ' || place.unit || ' ' || place.area`;

/** One may come several times. */
export const foundBy = (typed: string) => sql`
    SELECT coalesce(found.merged_into, found.id) AS id FROM customers AS found WHERE ${containsTyped(personOf("found"), typed)}
    UNION ALL
    SELECT place.customer_id FROM properties AS place WHERE ${containsTyped(placeOf, typed)}`;

/** A word that finds more than these is one that most share. */
export const FEW = 200;

/**
 * The ids of customers by a part of their name, company, phone, email, TRN or an address; null: they are many, and nobody waits until
 * all of them, more than `most`, are found. Those that were merged lead to the one that was kept: its lost phone and email still find it.
 */
export async function findFewCustomers(ctx: Ctx, typed: string, most = FEW): Promise<string[] | null> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM (${foundBy(typed)}) AS found LIMIT ${most + 1}`.execute(ctx.db);
  return rows.length > most ? null : [...new Set(rows.map(({ id }) => id))];
}

/**
 * The same as `findFewCustomers`, asked of one row of a list after the other: for a word that most customers share, as a page is full
 * soon. `OFFSET 0` keeps PostgreSQL from looking for all of them first.
 */
export function isCustomerMatching(typed: string): RawBuilder<boolean> {
  return sql<boolean>`(${containsTyped(personOf("customers"), typed)}
    OR customers.id = ANY(ARRAY(SELECT merged.merged_into FROM customers AS merged WHERE merged.merged_into IS NOT NULL
      AND ${containsTyped(personOf("merged"), typed)}))
    OR EXISTS (SELECT FROM properties AS place WHERE place.customer_id = customers.id
      AND ${containsTyped(placeOf, typed)} OFFSET 0))`;
}
