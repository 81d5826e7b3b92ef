import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../database/tables";
import { searchSegments, searchTerms } from "../text/search-terms";
import { findAmongNextRows, type PageOfTable } from "./keyset.server";

/** SQL: a row has one of the keys, which are a `text[]`. */
export type SoundCondition = (keys: RawBuilder<string[]>) => RawBuilder<boolean>;

interface SearchOptions {
  /** By the index of letter pairs instead of trigrams. */
  byLetterPairs?: boolean;
  /** Finds a word also by its sound (docs/decisions/0126-search-by-sound.md). */
  bySound?: SoundCondition;
}

/** Each word in any spelling and order, phone numbers in any notation. `table` has a column `search_text`. */
export function matchesSearch(
  table: string,
  typed: string,
  options: SearchOptions = {},
): RawBuilder<boolean> {
  const { bySound } = options;
  if (!bySound) return containsTerms(table, typed, options);
  const segments = searchSegments(typed).map((segment) => {
    const contains = containsTerms(table, segment, options);
    return hasSound(segment)
      ? sql<boolean>`(${contains} OR ${bySound(sql`sound_keys(${segment}, true)`)})`
      : contains;
  });
  if (segments.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(segments, sql` AND `)})`;
}

/** Names by sound alone, other words as in `matchesSearch`. Null if no word has a sound. */
export function matchesSound(
  table: string,
  typed: string,
  bySound: SoundCondition,
): RawBuilder<boolean> | null {
  const segments = searchSegments(typed);
  if (!segments.some(hasSound)) return null;
  const conditions = segments.map((segment) =>
    hasSound(segment)
      ? sql`(${bySound(sql`sound_keys(${segment}, true)`)})`
      : containsTerms(table, segment, {}),
  );
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Latin names of two letters that have a sound: Md Rahman, Um Suqeim, Bu Khatir. */
const SHORT_NAME = /^(?:md|[uo]m|bu)$/i;

/**
 * Three letters, because most names contain a shorter part; two in Arabic, which does not write short vowels. Numbers,
 * references and emails have no sound.
 */
function hasSound(segment: string): boolean {
  return (
    (/(?:\p{L}.*){3}/u.test(segment) && !/[\p{Nd}@]/u.test(segment)) ||
    /^\p{Script=Arabic}{2}$/u.test(segment) ||
    SHORT_NAME.test(segment)
  );
}

/** SQL: the name sounds like the typed one. The table has the index `…_sound_idx` on this expression. */
export function nameSounds(table: "technicians" | "users"): SoundCondition {
  return (keys) => sql<boolean>`sound_keys(${sql.ref(`${table}.name`)}) && ${keys}`;
}

/** `index`: each id is looked up in an index. `rows`: each row is compared with all ids, for conditions on few rows. */
export type LookUp = "index" | "rows";

/** SQL: a row is on the page of a search. Its next rows are read first, which fill a page of a common word. */
export async function isOnPage(
  db: Kysely<Tables>,
  page: PageOfTable,
  matching: (lookUp: LookUp) => RawBuilder<boolean> | Promise<RawBuilder<boolean>>,
): Promise<RawBuilder<boolean>> {
  const next = await findAmongNextRows(db, page, await matching("rows"));
  return next ? hasId(page.table, next) : hasFound(page.table, await matching("index"));
}

export const hasId = (table: string, ids: readonly string[]) =>
  sql<boolean>`${sql.ref(`${table}.id`)} = ANY(${ids}::uuid[])`;

/** SQL: the row meets the condition. All such rows are found by indexes first, instead of reading the list in its order. */
export const hasFound = (table: string, condition: RawBuilder<boolean>) =>
  sql<boolean>`${sql.ref(`${table}.id`)} = ANY (ARRAY(SELECT ${sql.ref(`${table}.id`)} FROM ${sql.table(table)} WHERE ${condition}))`;

/** SQL: the column has one of the ids. */
export function isOneOf(column: string, ids: RawBuilder<string[]>, lookUp: LookUp): RawBuilder<boolean> {
  return lookUp === "index"
    ? sql<boolean>`${sql.ref(column)} = ANY (${ids})`
    : // A hash table instead of a comparison with each id.
      sql<boolean>`${sql.ref(column)} IN (SELECT unnest(${ids}))`;
}

/** Newest rows among which a common sound is recognised, and the matches that make it common. */
const NEWEST_ROWS = 2_000;
const COMMON_MATCHES = 50;
/** Limit of the rows that a word finds by sound. */
const MAX_BY_SOUND = 1_000;

interface SoundSearch {
  table: string;
  /** Column of the row, which is called `named`. */
  id: RawBuilder<unknown>;
  /** Column of the time, by which the table has an index; `indexed` is the condition of a partial one. */
  at: string;
  indexed?: RawBuilder<boolean>;
  /** Names of the row. The index `…_sound_idx` is on the time and the keys of this expression. */
  text: RawBuilder<unknown>;
  keys: RawBuilder<string[]>;
}

/**
 * SQL: ids of rows whose names sound like the typed one, as `uuid[]`; of a common name only those of the newest rows, because
 * the index lists all matches before it returns one.
 */
export function idsBySound({ table, id, at, indexed, text, keys }: SoundSearch): RawBuilder<string[]> {
  const time = sql.ref(`named.${at}`);
  const rows = sql`SELECT ${id} FROM ${sql.table(table)} AS named WHERE sound_keys(${text}) && ${keys}`;
  const oldest = sql`coalesce((SELECT ${time} FROM ${sql.table(table)} AS named
    WHERE ${indexed ?? sql`true`} ORDER BY ${time} DESC OFFSET ${NEWEST_ROWS} LIMIT 1), '-infinity')`;
  // The cast makes the query a value, of which an index can look up each id.
  return sql<
    string[]
  >`(SELECT CASE WHEN cardinality(ids) >= ${COMMON_MATCHES} THEN ids ELSE ARRAY(${rows} LIMIT ${MAX_BY_SOUND}) END
    FROM (SELECT ARRAY(${rows} AND ${time} >= ${oldest}) AS ids OFFSET 0) AS newest)::uuid[]`;
}

/** The row's own name sounds like the typed one. */
export function ownNameSounds(row: Omit<SoundSearch, "id" | "keys">, lookUp: LookUp): SoundCondition {
  return (keys) => isOneOf(`${row.table}.id`, idsBySound({ ...row, id: sql`named.id`, keys }), lookUp);
}

function containsTerms(
  table: string,
  typed: string,
  { byLetterPairs = false }: SearchOptions,
): RawBuilder<boolean> {
  const column = sql.ref(`${table}.searchText`);
  const contains = byLetterPairs
    ? (part: string) => {
        // No index serves `strpos`. A plan with both indexes would compute the pairs of each row again.
        const isContained = sql`strpos(${column}, ${part}) > 0`;
        const letters = [...part];
        if (letters.length < 2) return isContained;
        const pairs = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
        return sql`letter_pairs(${column}) @> ${pairs}::text[] AND ${isContained}`;
      }
    : (part: string) => sql`${column} LIKE ${`%${part.replace(/[\\%_]/g, "\\$&")}%`}`;
  const terms = searchTerms(typed).map(
    (alternatives) =>
      sql`(${sql.join(
        alternatives.map((parts) => sql`(${sql.join(parts.map(contains), sql` AND `)})`),
        sql` OR `,
      )})`,
  );
  // Only punctuation was typed.
  if (terms.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(${sql.join(terms, sql` AND `)})`;
}

/** True if a typed word has two letters, for which a trigram index reads all rows. */
export function hasWordOfTwoLetters(typed: string): boolean {
  return searchTerms(typed)
    .flat(2)
    .some((part) => [...part].length === 2);
}
