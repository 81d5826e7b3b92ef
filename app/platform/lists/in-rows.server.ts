import { type Expression, sql } from "kysely";

/**
 * SQL: the id is among the rows of a query with LIMIT and SKIP LOCKED, which runs once. For `in`, the planner may run
 * the query again for each row, which locks and returns further rows, beyond the limit.
 */
export function inRows(id: string, rows: Expression<unknown>) {
  return sql<boolean>`${sql.ref(id)} = any(array(${rows}))`;
}
