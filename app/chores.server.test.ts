import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/harness/database";
import { chores } from "./chores.server";
import { system } from "./platform/actor";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test("what can no longer be used is forgotten, what still counts is kept", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  for (const [name, minutes] of [
    ["old", 24 * 60 + 1],
    ["new", -1],
  ] as const) {
    await sql`INSERT INTO idempotency_keys (key, scope, body_hash, created_at)
      VALUES (${name}, 'test', '', ${ago(minutes)})`.execute(database.db);
    await sql`INSERT INTO rate_limits (key, attempts, last_taken, expires_at)
      VALUES (${name}, '{}', true, ${ago(minutes)})`.execute(database.db);
    await sql`INSERT INTO security_checks (id, a, b, expires_at)
      VALUES (gen_random_uuid(), 1, ${name === "old" ? 1 : 2}, ${ago(minutes)})`.execute(database.db);
  }
  for (const chore of chores)
    await chore({ actor: system, db: database.db, now, requestId: "test", locale: "en" });
  const { rows } = await sql`SELECT
    (SELECT array_agg(key) FROM idempotency_keys) AS answers,
    (SELECT array_agg(key) FROM rate_limits) AS attempts,
    (SELECT array_agg(b) FROM security_checks) AS checks`.execute(database.db);
  expect(rows).toEqual([{ answers: ["new"], attempts: ["new"], checks: [2] }]);
});
