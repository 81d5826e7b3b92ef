import { type RawBuilder, sql } from "kysely";
import { MOST_COUNTED } from "./counted";

/** How many rows there are of a query that an index answers, as a number of SQL: at most one more than MOST_COUNTED. */
export function countUpTo(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.lit(MOST_COUNTED + 1)}) AS counted)`;
}
