import { sql } from "kysely";
import { awaitingAnswer } from "./quote";
import "./table";

/** That the customer has the quote, and can still answer it today; as the index `quotes_that_expire` has it. */
export function isAwaiting(today: string) {
  return sql<boolean>`(quotes.state IN (${sql.join(awaitingAnswer.map((state) => sql.lit(state)))})
    AND quotes.valid_until >= ${today})`;
}
