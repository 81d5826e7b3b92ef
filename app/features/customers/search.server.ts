import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { containsTyped } from "~/platform/lists/search.server";
import "./table";

// As the trigram indexes `customers_search_idx` and `properties_search_idx` have them.
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
export async function findFewCustomers(ctx: Ctx, typed: string, max = FEW): Promise<string[] | null> {
  const { rows } = await sql<{
    id: string;
  }>`SELECT id FROM (${foundBy(typed)}) AS found LIMIT ${max + 1}`.execute(ctx.db);
  return rows.length > max ? null : [...new Set(rows.map(({ id }) => id))];
}

/**
 * That a row of a list, which is about a customer, is found by a text of its own or by its customer. Few are looked for each by an index
 * of its own, as an "or" over two tables has none; a word that most share is looked for row by row.
 */
export async function isFoundOrOfFound(
  ctx: Ctx,
  table: "invoices" | "payments" | "cheques",
  textOf: (row: string) => RawBuilder<string>,
  typed: string,
): Promise<RawBuilder<boolean>> {
  const customers = await findFewCustomers(ctx, typed);
  const own =
    customers &&
    (await sql<{ id: string }>`SELECT found.id FROM ${sql.table(table)} AS found
    WHERE ${containsTyped(textOf("found"), typed)} LIMIT ${FEW + 1}`.execute(ctx.db));
  if (!own || own.rows.length > FEW) {
    return sql<boolean>`(${containsTyped(textOf(table), typed)} OR ${isCustomerMatching(typed)})`;
  }
  return sql<boolean>`${sql.table(table)}.id IN (SELECT unnest(${own.rows.map(({ id }) => id)}::uuid[])
    UNION SELECT owned.id FROM ${sql.table(table)} AS owned WHERE owned.customer_id = ANY(${customers}::uuid[]))`;
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
