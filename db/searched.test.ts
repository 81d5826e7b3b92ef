import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { contractSearchText } from "~/features/core/packages/queries.server";
import { chequeSearchText, paymentSearchText } from "~/features/finance/payments/search-text.server";
import { messageSearchText } from "~/features/people/inbox/queries.server";
import { matchesSearch } from "~/platform/lists/search.server";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

/** Search expressions must match their trigram index exactly, otherwise PostgreSQL reads the whole table. */

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  // Enough rows that a full index scan would be slower.
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
] as const)("uses an index to search %s", async (table, words, index) => {
  const plan = await database.db.transaction().execute(async (db) => {
    // Sequential scans are faster on few rows; the test only checks that the index is usable.
    await sql`SET LOCAL enable_seqscan = off`.execute(db);
    const found = sql`SELECT FROM ${sql.table(table)} WHERE ${matchesSearch(words, "Latifa")}`;
    return JSON.stringify((await sql`EXPLAIN ${found}`.execute(db)).rows);
  });
  expect(plan).toContain(`Bitmap Index Scan on ${index}`);
});
