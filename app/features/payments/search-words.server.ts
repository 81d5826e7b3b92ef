import { sql } from "kysely";

// As the trigram indexes `payments_search_idx` and `cheques_search_idx` have them.
export const wordsOfPayment = (row: string) =>
  sql<string>`${sql.ref(`${row}.reference`)} || ' ' || ${sql.ref(`${row}.note`)}`;
export const wordsOfCheque = (row: string) =>
  sql<string>`${sql.ref(`${row}.number`)} || ' ' || ${sql.ref(`${row}.bank`)}`;
