import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { messageSearchText } from "~/features/inbox/queries.server";
import { contractSearchText } from "~/features/packages/queries.server";
import { chequeSearchText, paymentSearchText } from "~/features/payments/search-text.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

/** What the office searches for is written as its trigram index has it, word for word: otherwise the whole table is read. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // So many that looking at all of them, by whatever index, takes longer.
  await sql`WITH somebody AS (INSERT INTO customers (name, created_at) VALUES ('Rania Aziz', now()) RETURNING id)
    INSERT INTO cheques (id, customer_id, number, bank, dated, amount_fils, received_at)
    SELECT gen_random_uuid(), somebody.id, n::text, 'Mashreq', current_date, 100, now() FROM somebody, generate_series(1, 3000) AS n`.execute(
    database.db,
  );
  await sql`VACUUM ANALYZE cheques`.execute(database.db);
});
afterAll(() => database.drop());

it.each([
  ["contracts", contractSearchText, "contracts_search_idx"],
  ["contact_messages", messageSearchText, "contact_messages_search_idx"],
  ["payments", paymentSearchText("payments"), "payments_search_idx"],
  ["cheques", chequeSearchText("cheques"), "cheques_search_idx"],
] as const)("%s are searched by an index", async (table, words, index) => {
  const plan = await database.db.transaction().execute(async (db) => {
    // Few rows are read faster without an index: whether it could be used is the question.
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const found = sql`SELECT FROM ${sql.table(table)} WHERE ${matchesSearch(words, "Latifa")}`;
    return JSON.stringify((await sql`EXPLAIN ${found}`.execute(db)).rows);
  });
  expect(plan).toContain(`Bitmap Index Scan on ${index}`);
});
