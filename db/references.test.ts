import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const referenceOf = async (kind: string, number: number, at: string) => {
  const { rows } = await sql<{ reference: string }>`
    SELECT format_reference(${kind}, ${number}::bigint, ${at}::timestamptz) AS reference`.execute(
    database.db,
  );
  return rows[0]?.reference;
};

describe("format_reference", () => {
  it.each([
    ["2025-12-31T19:59:59Z", "MS-2025-000001"],
    ["2025-12-31T20:00:00Z", "MS-2026-000001"],
  ])("uses the Dubai year of the time: %s", async (at, reference) => {
    expect(await referenceOf("MS", 1, at)).toBe(reference);
  });

  it("adds a digit at the millionth reference", async () => {
    expect(await referenceOf("AMC", 1_000_000, "2026-06-01T00:00:00Z")).toBe("AMC-2026-1000000");
  });
});

it("numbers messages one after the other", async () => {
  await sql`INSERT INTO contact_messages (name, email, message, sent_at)
    SELECT 'Aisha', 'aisha@example.com', 'Hello', now() FROM generate_series(1, 2)`.execute(database.db);
  const { rows } = await sql<{ reference: string }>`
    SELECT reference FROM contact_messages ORDER BY reference`.execute(database.db);
  expect(rows.map(({ reference }) => reference.replace(/^MS-\d{4}/, ""))).toEqual(["-000001", "-000002"]);
});
