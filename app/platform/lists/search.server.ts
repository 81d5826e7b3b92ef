import { type RawBuilder, sql } from "kysely";
import { searchTerms } from "../text/search-terms";

/**
 * Each word in any spelling and order, phone numbers in any notation. `table` has a column `search_text`.
 * `byLetterPairs`: by the index of letter pairs instead of trigrams.
 */
export function matchesSearch(
  table: string,
  typed: string,
  { byLetterPairs = false }: { byLetterPairs?: boolean } = {},
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
