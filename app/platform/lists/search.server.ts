import { type Kysely, type RawBuilder, sql } from "kysely";
import type { Tables } from "../database/tables";
import { searchSegments, searchTerms } from "../text/search-terms";
import { findAmongNextRows, type PageOfTable } from "./keyset.server";

/** SQL: the keys of a typed name, as `text[]`. */
export type SoundKeys = RawBuilder<string[]>;

/** SQL: a row has one of the keys of each name. */
export type SoundCondition = (names: readonly SoundKeys[]) => RawBuilder<boolean>;

interface SearchOptions {
  /** By the index of letter pairs instead of trigrams. */
  byLetterPairs?: boolean;
  /** Finds a word also by its sound (docs/decisions/0126-search-by-sound.md). */
  bySound?: SoundCondition;
  /** How ids by sound are looked up. With `index`, the index is also searched for all names together. */
  lookUp?: LookUp;
}

/** Each word in any spelling and order, phone numbers in any notation. `table` has a column `search_text`. */
export function matchesSearch(
  table: string,
  typed: string,
  options: SearchOptions = {},
): RawBuilder<boolean> {
  const { bySound, lookUp } = options;
  if (!bySound) return containsTerms(table, typed, options);
  const segments = searchSegments(typed);
  if (segments.length === 0) return sql<boolean>`false`;
  const [names, others] = partitionBySound(segments);
  const each = names.map(
    (name) => sql<boolean>`(${containsTerms(table, name, options)} OR ${bySound([keysOf(name)])})`,
  );
  const rest = others.map((other) => containsTerms(table, other, options));
  const isEach = all([...each, ...rest]);
  if (lookUp !== "index" || names.length < 2) return isEach;
  const isTogether = all([sql`(${bySound(names.map(keysOf))})`, ...rest]);
  // A common name alone finds only the newest rows, so "Mohd" with a rare name would miss an old Mohammed. Two lists of ids,
  // because one scan with both conditions would check each row against all of them.
  const idsOf = (condition: RawBuilder<boolean>) =>
    sql`ARRAY(SELECT ${sql.ref(`${table}.id`)} FROM ${sql.table(table)} WHERE ${condition})`;
  return sql<boolean>`${sql.ref(`${table}.id`)} = ANY (${idsOf(isEach)} || ${idsOf(isTogether)})`;
}

/** Names by sound alone, other words as in `matchesSearch`. Null if no word has a sound. */
export function matchesSound(
  table: string,
  typed: string,
  bySound: SoundCondition,
): RawBuilder<boolean> | null {
  const [names, others] = partitionBySound(searchSegments(typed));
  if (names.length === 0) return null;
  return all([
    ...names.map((name) => sql<boolean>`(${bySound([keysOf(name)])})`),
    ...others.map((other) => containsTerms(table, other, {})),
  ]);
}

const all = (conditions: readonly RawBuilder<boolean>[]) =>
  sql<boolean>`(${sql.join(conditions, sql` AND `)})`;

const keysOf = (name: string): SoundKeys => sql`sound_keys(${name}, true)`;

function partitionBySound(segments: readonly string[]): [names: string[], others: string[]] {
  return [segments.filter(hasSound), segments.filter((segment) => !hasSound(segment))];
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

/** SQL: the name sounds like the typed ones. The table has the index `…_sound_idx` on this expression. */
export function nameSounds(table: "technicians" | "users"): SoundCondition {
  return (names) => hasKeysOfEach(sql`sound_keys(${sql.ref(`${table}.name`)})`, names);
}

const hasKeysOfEach = (stored: RawBuilder<string[]>, names: readonly SoundKeys[]) =>
  all(names.map((keys) => sql<boolean>`${stored} && ${keys}`));

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
  names: readonly SoundKeys[];
}

/**
 * SQL: ids of rows whose names sound like the typed ones, as `uuid[]`; of common names only those of the newest rows, because
 * the index lists all matches before it returns one.
 */
export function idsBySound({ table, id, at, indexed, text, names }: SoundSearch): RawBuilder<string[]> {
  const time = sql.ref(`named.${at}`);
  const rows = sql`SELECT ${id} FROM ${sql.table(table)} AS named WHERE ${hasKeysOfEach(sql`sound_keys(${text})`, names)}`;
  const oldest = sql`coalesce((SELECT ${time} FROM ${sql.table(table)} AS named
    WHERE ${indexed ?? sql`true`} ORDER BY ${time} DESC OFFSET ${NEWEST_ROWS} LIMIT 1), '-infinity')`;
  // The cast makes the query a value, of which an index can look up each id.
  return sql<
    string[]
  >`(SELECT CASE WHEN cardinality(ids) >= ${COMMON_MATCHES} THEN ids ELSE ARRAY(${rows} LIMIT ${MAX_BY_SOUND}) END
    FROM (SELECT ARRAY(${rows} AND ${time} >= ${oldest}) AS ids OFFSET 0) AS newest)::uuid[]`;
}

/** The row's own name sounds like the typed one. */
export function ownNameSounds(row: Omit<SoundSearch, "id" | "names">, lookUp: LookUp): SoundCondition {
  return (names) => isOneOf(`${row.table}.id`, idsBySound({ ...row, id: sql`named.id`, names }), lookUp);
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
