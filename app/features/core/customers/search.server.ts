import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "~/platform/context";
import {
  findAmongNextRows,
  idsOfPage,
  type PageOfTable,
  type PageParams,
} from "~/platform/lists/keyset.server";
import {
  hasId,
  hasWordOfTwoLetters,
  idsBySound,
  isOneOf,
  type LookUp,
  matchesSearch,
  matchesSound,
  type SoundCondition,
  type SoundKeys,
} from "~/platform/lists/search.server";
import { parseCompletePhone } from "~/platform/text/phone-input";

/** SQL: ids of customers whose name or company sounds like the typed names. */
export const customersBySound = (names: readonly SoundKeys[]) =>
  idsBySound({
    table: "customers",
    id: sql`coalesce(named.merged_into, named.id)`,
    at: "createdAt",
    indexed: sql`named.merged_into IS NULL`,
    text: sql`named.name || ' ' || coalesce(named.company, '')`,
    names,
  });

/** SQL: a column of the properties whose address sounds like the typed names. */
export const propertiesBySound = (column: "id" | "customer_id", names: readonly SoundKeys[]) =>
  idsBySound({
    table: "properties",
    id: sql.ref(`named.${column}`),
    at: "createdAt",
    text: sql`named.street || ' ' || named.building || ' ' || named.area || ' ' || named.landmark`,
    names,
  });

const bySound =
  (lookUp: LookUp): SoundCondition =>
  (names) =>
    sql<boolean>`${isOneOf("customers.id", customersBySound(names), lookUp)}
      OR ${isOneOf("customers.id", propertiesBySound("customer_id", names), lookUp)}`;

/**
 * Each word in the contact, company, TRN or an address of the customer, or in the contact of one that was merged into it
 * (`customers.search_text`). Words of names and addresses also by sound.
 */
export const isCustomerMatching = (typed: string, lookUp: LookUp = "index") =>
  sql<boolean>`(customers.merged_into IS NULL AND ${hasPhone(typed) ?? matchesSearch("customers", typed, { bySound: bySound(lookUp), lookUp })})`;

/** SQL: a customer contains each word as typed. */
export const isCustomerSpelled = (typed: string) => hasPhone(typed) ?? matchesSearch("customers", typed);

/**
 * SQL: the complete UAE phone number of a customer, by its own index, because most numbers share their groups of digits. Null if
 * another text was typed; other long numbers may be a TRN or a Makani number.
 */
function hasPhone(typed: string): RawBuilder<boolean> | null {
  const phone = parseCompletePhone(typed);
  return !phone?.startsWith("+971")
    ? null
    : sql<boolean>`customers.id = ANY (ARRAY(SELECT coalesce(holder.merged_into, holder.id) FROM customers AS holder WHERE holder.phone = ${phone}))`;
}

/** Above this count a word is too common for an id list. */
export const MAX_ID_LIST = 200;

/** Newest customers among whom a common word of two letters is recognised. */
const SAMPLE_SIZE = 500;

/** Ids of matching customers; null if more than `max` match, because reading them all would be slow. */
export async function findCustomerIds(ctx: Ctx, typed: string, max = MAX_ID_LIST): Promise<string[] | null> {
  const ids = await findSomeCustomerIds(ctx, typed, max + 1);
  return ids.length > max ? null : ids;
}

/** Ids of matching customers, at most `limit`; of a common word any of them. */
async function findSomeCustomerIds(ctx: Ctx, typed: string, limit: number): Promise<string[]> {
  const byLetterPairs = hasWordOfTwoLetters(typed);
  // The index of letter pairs is slow only for a pair that most customers have.
  if (byLetterPairs && limit <= SAMPLE_SIZE) {
    const sample = await sql<{ id: string }>`SELECT id FROM (
        SELECT id, search_text FROM customers WHERE merged_into IS NULL ORDER BY created_at DESC, id DESC LIMIT ${SAMPLE_SIZE}
      ) AS customers WHERE ${matchesSearch("customers", typed, { bySound: bySound("rows") })} LIMIT ${limit}`.execute(
      ctx.db,
    );
    if (sample.rows.length === limit) return sample.rows.map(({ id }) => id);
  }
  const { rows } = await sql<{ id: string }>`${
    byLetterPairs
      ? idsByLetterPairs(typed, limit)
      : sql`SELECT id FROM customers WHERE ${isCustomerMatching(typed)}`
  } LIMIT ${limit}`.execute(ctx.db);
  return rows.map(({ id }) => id);
}

/** Ids of customers whose rows belong to the page; null if there are too many for an id list. */
export function findOwnerIds(ctx: Ctx, typed: string, { params }: PageOfTable): Promise<string[] | null> {
  return params.few?.() ?? findCustomerIds(ctx, typed);
}

/** Matches of the index that are sorted to find the newest. */
const MAX_SORTED = 500;

/** Fewer customers that are spelled as typed are supplemented by those that sound alike. */
export const MAX_HITS = 5;

/** Ids of customers that are spelled as typed, the newest of MAX_SORTED; if they are few, also of some that sound alike. */
export async function findFewCustomerIds(ctx: Ctx, typed: string, limit: number): Promise<string[]> {
  const isSpelled = hasWordOfTwoLetters(typed)
    ? matchesSearch("customers", typed, { byLetterPairs: true })
    : isCustomerSpelled(typed);
  const { rows } = await sql<{ id: string }>`SELECT id FROM (
      SELECT id, created_at FROM customers WHERE merged_into IS NULL AND ${isSpelled} LIMIT ${MAX_SORTED}
    ) AS found ORDER BY created_at DESC, id DESC LIMIT ${limit}`.execute(ctx.db);
  const ids = rows.map(({ id }) => id);
  return ids.length >= MAX_HITS ? ids : [...ids, ...(await findSomeCustomerIds(ctx, typed, limit))];
}

/** Two queries, because one with both conditions would compute the letter pairs of each row again. */
function idsByLetterPairs(typed: string, limit: number) {
  const contains = sql`SELECT id FROM customers
    WHERE merged_into IS NULL AND ${matchesSearch("customers", typed, { byLetterPairs: true })} LIMIT ${limit}`;
  const sounds = matchesSound("customers", typed, bySound("index"));
  if (!sounds) return sql`SELECT id FROM (${contains}) AS found`;
  return sql`(${contains}) UNION (SELECT id FROM customers WHERE merged_into IS NULL AND ${sounds} LIMIT ${limit})`;
}

/**
 * SQL: a list row matches by its own text or by its customer. The next rows of the list are read first, which fill a page of a
 * common word. Rare words use one index per table, because an OR over two tables has none, and read a page of each customer.
 */
export async function matchesOwnTextOrCustomer(
  ctx: Ctx,
  typed: string,
  page: PageOfTable & { table: "invoices" | "payments" | "cheques" },
): Promise<RawBuilder<boolean>> {
  const { table } = page;
  const ownMatch = sql`SELECT found.id FROM ${sql.table(table)} AS found WHERE ${matchesSearch("found", typed)}`;
  const isMatching = sql<boolean>`(${matchesSearch(table, typed)} OR ${isOwnedByMatching(table, typed, page.params)})`;
  return matchesOwnOrCustomer(ctx, typed, page, { ownMatch, isMatching });
}

/** SQL: the customer of the row matches; of a few matches only by spelling, because `few` finds those that sound alike. */
export const isOwnedByMatching = (table: string, typed: string, { few }: PageParams) =>
  // OFFSET 0 keeps the planner from reading all matching customers.
  sql<boolean>`EXISTS (SELECT FROM customers WHERE customers.id = ${sql.ref(`${table}.customerId`)}
    AND ${few ? isCustomerSpelled(typed) : isCustomerMatching(typed)} OFFSET 0)`;

interface OwnMatch {
  /** SQL: ids of rows that match by their own text. */
  ownMatch: RawBuilder<unknown>;
  /** SQL: a row matches by its own text or by its customer. */
  isMatching: RawBuilder<boolean>;
}

export async function matchesOwnOrCustomer(
  ctx: Ctx,
  typed: string,
  page: PageOfTable,
  { ownMatch, isMatching }: OwnMatch,
): Promise<RawBuilder<boolean>> {
  const next = await findAmongNextRows(ctx.db, page, isMatching);
  if (next) return hasId(page.table, next);
  const customers = await findOwnerIds(ctx, typed, page);
  if (!customers) return isMatching;
  const { rows } = await sql<{ id: string }>`${ownMatch} LIMIT ${MAX_ID_LIST + 1}`.execute(ctx.db);
  if (rows.length > MAX_ID_LIST && !page.params.few) return isMatching;
  return isOneOfOrOwned(
    ctx,
    page,
    rows.map(({ id }) => id),
    customers,
  );
}

/** SQL: a row of the page has one of the ids or customers. */
function isOneOfOrOwned(
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
