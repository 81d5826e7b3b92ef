import { sql } from "kysely";

/** Unlike `in`, it accepts an empty list. */
export function anyOf(ids: readonly string[] = []) {
  return sql<string>`any(${ids}::uuid[])`;
}
