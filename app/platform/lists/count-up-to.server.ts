import { type RawBuilder, sql } from "kysely";
import { MAX_COUNT } from "./counted";

/** How many rows there are of a query that an index answers, as a number of SQL: at most one more than MAX_COUNT. */
export function countUpTo(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.lit(MAX_COUNT + 1)}) AS counted)`;
}
