import { sql } from "kysely";

/** Use as `where("id", "=", anyOf(ids))`. Unlike `in`, it accepts an empty list. */
export function anyOf(ids: readonly string[] = []) {
  return sql<string>`any(${ids}::uuid[])`;
}
