import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { bundledMigrations, migrate } from "~/platform/database/migrate.server";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

/** A database of before messages and contract requests had a reference. */

const REFERENCES = "0027-references";
let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ empty: true });
  const before = Object.entries(bundledMigrations).filter(([name]) => name < REFERENCES);
  await migrate(database.connection, Object.fromEntries(before));
  await sql`INSERT INTO contact_messages (name, email, message, sent_at) VALUES
    ('Second', 'second@example.com', 'Hello', '2025-12-31T20:00:00Z'),
    ('First', 'first@example.com', 'Hello', '2025-12-31T19:59:59Z')`.execute(database.db);
  await migrate(database.connection);
});
afterAll(() => database.drop());

it("gives theirs to those that are there, the oldest first and of the year in Dubai, and goes on from there", async () => {
  await sql`INSERT INTO contact_messages (name, email, message, sent_at)
    VALUES ('Third', 'third@example.com', 'Hello', now())`.execute(database.db);
  const { rows } = await sql<{ name: string; reference: string }>`
    SELECT name, reference FROM contact_messages ORDER BY sent_at`.execute(database.db);
  expect(rows).toEqual([
    { name: "First", reference: "MS-2025-000001" },
    { name: "Second", reference: "MS-2026-000002" },
    { name: "Third", reference: expect.stringMatching(/^MS-\d{4}-000003$/) },
  ]);
});

it("grows by a digit rather than refuse the millionth", async () => {
  const { rows } =
    await sql`SELECT reference_of('AMC', 1000000, '2026-06-01T00:00:00Z') AS reference`.execute(database.db);
  expect(rows).toEqual([{ reference: "AMC-2026-1000000" }]);
});
