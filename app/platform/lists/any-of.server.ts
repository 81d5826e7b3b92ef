import { sql } from "kysely";

/** For `where("id", "=", anyOf(ids))`: unlike `in`, it takes none at all. */
export function anyOf(ids: readonly string[] = []) {
  return sql<string>`any(${ids}::uuid[])`;
}
