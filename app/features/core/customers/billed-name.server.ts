import { sql } from "kysely";

/** SQL: name of the buyer on documents, as in `currentBuyer`: the company, if the customer has one. */
export const billedName = sql<string>`coalesce(customers.company, customers.name)`;
