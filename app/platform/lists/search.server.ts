import { type RawBuilder, sql } from "kysely";
import { searchTerms } from "../text/search-terms";

/** Each word in any spelling and order, phone numbers in any notation. `table` has a column `search_text`. */
export function matchesSearch(table: string, typed: string): RawBuilder<boolean> {
  const column = sql.ref(`${table}.searchText`);
  const contains = (part: string) => sql`${column} LIKE ${`%${part.replace(/[\\%_]/g, "\\$&")}%`}`;
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
