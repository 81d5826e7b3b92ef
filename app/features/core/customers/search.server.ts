import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { idsOfPage, type PageOfTable } from "~/platform/lists/keyset.server";
import {
  hasWordOfTwoLetters,
  matchesSearch,
  matchesSound,
  type SoundCondition,
} from "~/platform/lists/search.server";

/** Names or addresses found by the sound of a word, so that a very common one is not read completely. */
const MAX_BY_SOUND = 1_000;

/** SQL: ids of customers whose name or company sounds like the typed word. */
export const customersBySound = (
  keys: RawBuilder<string[]>,
) => sql`ARRAY(SELECT coalesce(named.merged_into, named.id) FROM customers AS named
  WHERE sound_keys(named.name || ' ' || coalesce(named.company, '')) && ${keys} LIMIT ${MAX_BY_SOUND})`;

/** SQL: a column of the properties whose address sounds like the typed word. */
export const propertiesBySound = (
  column: "id" | "customer_id",
  keys: RawBuilder<string[]>,
) => sql`ARRAY(SELECT ${sql.ref(`placed.${column}`)} FROM properties AS placed
  WHERE sound_keys(placed.street || ' ' || placed.building || ' ' || placed.area || ' ' || placed.landmark) && ${keys}
  LIMIT ${MAX_BY_SOUND})`;

const bySound: SoundCondition = (keys) =>
  sql<boolean>`customers.id = ANY (${customersBySound(keys)}) OR customers.id = ANY (${propertiesBySound("customer_id", keys)})`;

/**
 * Each word in the contact, company, TRN or an address of the customer, or in the contact of one that was merged into it
 * (`customers.search_text`). Words of names and addresses also by sound.
 */
export const isCustomerMatching = (typed: string) =>
  sql<boolean>`(customers.merged_into IS NULL AND ${matchesSearch("customers", typed, { bySound })})`;

/** Above this count a word is too common for an id list. */
export const MAX_ID_LIST = 200;

/** Newest customers among whom a common word of two letters is recognised. */
const SAMPLE_SIZE = 500;

/** Ids of matching customers; null if more than `max` match, because reading them all would be slow. */
export async function findCustomerIds(ctx: Ctx, typed: string, max = MAX_ID_LIST): Promise<string[] | null> {
  const byLetterPairs = hasWordOfTwoLetters(typed);
  // The index of letter pairs is slow only for a pair that most customers have.
  if (byLetterPairs && max < SAMPLE_SIZE) {
    const sample = await sql`SELECT FROM (
        SELECT id, search_text FROM customers WHERE merged_into IS NULL ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE_SIZE}
      ) AS customers WHERE ${matchesSearch("customers", typed, { bySound })} LIMIT ${max + 1}`.execute(
      ctx.db,
    );
    if (sample.rows.length > max) return null;
  }
  const { rows } = await sql<{ id: string }>`${
    byLetterPairs
      ? idsByLetterPairs(typed, max)
      : sql`SELECT id FROM customers WHERE ${isCustomerMatching(typed)}`
  } LIMIT ${max + 1}`.execute(ctx.db);
  return rows.length > max ? null : rows.map(({ id }) => id);
}

/** Two queries, because one with both conditions would compute the letter pairs of each row again. */
function idsByLetterPairs(typed: string, max: number) {
  const contains = sql`SELECT id FROM customers
    WHERE merged_into IS NULL AND ${matchesSearch("customers", typed, { byLetterPairs: true })} LIMIT ${max + 1}`;
  const sounds = matchesSound("customers", typed, bySound);
  if (!sounds) return sql`SELECT id FROM (${contains}) AS found`;
  return sql`(${contains}) UNION (SELECT id FROM customers WHERE merged_into IS NULL AND ${sounds} LIMIT ${max + 1})`;
}

/**
 * SQL: a list row matches by its own text or by its customer. Rare words use one index per table, because an
 * OR over two tables has none, and read a page of each customer; common words are checked row by row.
 */
export async function matchesOwnTextOrCustomer(
  ctx: Ctx,
  typed: string,
  page: PageOfTable & { table: "invoices" | "payments" | "cheques" },
): Promise<RawBuilder<boolean>> {
  const { table } = page;
  const customers = await findCustomerIds(ctx, typed);
  const ownMatch =
    customers &&
    (await sql<{ id: string }>`SELECT found.id FROM ${sql.table(table)} AS found
    WHERE ${matchesSearch("found", typed)} LIMIT ${MAX_ID_LIST + 1}`.execute(ctx.db));
  if (!ownMatch || ownMatch.rows.length > MAX_ID_LIST) {
    return sql<boolean>`(${matchesSearch(table, typed)} OR ${isCustomerMatching(typed)})`;
  }
  return isOneOfOrOwned(
    ctx,
    page,
    ownMatch.rows.map(({ id }) => id),
    customers,
  );
}

/** SQL: a row of the page has one of the ids or customers. */
export function isOneOfOrOwned(
  ctx: Ctx,
  page: PageOfTable,
  ids: readonly string[],
  customers: readonly string[],
): RawBuilder<boolean> {
  const id = sql.ref(`${page.table}.id`);
  const isOwned = sql<boolean>`${sql.ref(`${page.table}.customerId`)} = owner.id`;
  const found = idsOfPage(ctx.db, page, sql<boolean>`${id} = ANY(${ids}::uuid[])`, customers, isOwned);
  return sql<boolean>`${id} IN ${found}`;
}
