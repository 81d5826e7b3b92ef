import { type RawBuilder, sql } from "kysely";
import { matchesSearch } from "~/platform/lists/search.server";

/** SQL: part of the address. Same expression as the trigram index `properties_search_idx`. */
export function matchesAddress(row: string, typed: string): RawBuilder<boolean> {
  const ref = (column: string) => sql.ref(`${row}.${column}`);
  const text = sql<string>`${ref("street")} || ' ' || ${ref("building")} || ' ' || ${ref("unit")} || ' ' || ${ref("area")}`;
  return matchesSearch(text, typed);
}
