import { sql } from "kysely";

// Same expressions as the trigram indexes `payments_search_idx` and `cheques_search_idx`.
export const paymentSearchText = (row: string) =>
  sql<string>`${sql.ref(`${row}.reference`)} || ' ' || ${sql.ref(`${row}.note`)}`;
export const chequeSearchText = (row: string) =>
  sql<string>`${sql.ref(`${row}.number`)} || ' ' || ${sql.ref(`${row}.bank`)}`;
