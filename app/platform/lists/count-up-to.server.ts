import { type RawBuilder, sql } from "kysely";
import { MAX_COUNT } from "./max-count";

export function countUpTo(rows: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`(SELECT count(*)::int FROM (${rows} LIMIT ${sql.lit(MAX_COUNT + 1)}) AS counted)`;
}
