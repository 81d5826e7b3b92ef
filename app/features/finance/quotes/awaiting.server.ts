import { sql } from "kysely";
import { awaitingStates } from "./quote";

/** SQL condition for quotes the customer can still answer; matches the index `quotes_that_expire`. */
export function isAwaiting(today: string) {
  return sql<boolean>`(quotes.state IN (${sql.join(awaitingStates.map((state) => sql.lit(state)))})
    AND quotes.valid_until >= ${today})`;
}
