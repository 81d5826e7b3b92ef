import { type RawBuilder, sql } from "kysely";
import { searchSegments, searchTerms } from "../text/search-terms";

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
      ? sql<boolean>`(${contains} OR ${bySound(sql`sound_keys(${segment})`)})`
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
    hasSound(segment) ? sql`(${bySound(sql`sound_keys(${segment})`)})` : containsTerms(table, segment, {}),
  );
  return sql<boolean>`(${sql.join(conditions, sql` AND `)})`;
}

/** Three letters, because most names contain a shorter part. Numbers, references and emails have no sound. */
function hasSound(segment: string): boolean {
  return /(?:\p{L}.*){3}/u.test(segment) && !/[\p{Nd}@]/u.test(segment);
}

/** SQL: the name sounds like the typed one. The table has the index `…_sound_idx` on this expression. */
export function nameSounds(table: "conversations" | "technicians" | "users"): SoundCondition {
  return (keys) => sql<boolean>`sound_keys(${sql.ref(`${table}.name`)}) && ${keys}`;
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
