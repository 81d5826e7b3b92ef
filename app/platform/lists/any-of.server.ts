import { sql } from "kysely";

/** SQL condition for one of several ids. Unlike `in`, it accepts an empty list. */
export function anyOf(ids: readonly string[] = []) {
  return sql<string>`any(${ids}::uuid[])`;
}
