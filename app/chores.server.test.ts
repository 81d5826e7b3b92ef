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

async function doChores(now: Date): Promise<void> {
  for (const chore of chores)
    await chore({ actor: system, db: database.db, now, requestId: "test", locale: "en" });
}

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
  await doChores(now);
  const { rows } = await sql`SELECT
    (SELECT array_agg(key) FROM idempotency_keys) AS answers,
    (SELECT array_agg(key) FROM rate_limits) AS attempts,
    (SELECT array_agg(b) FROM security_checks) AS checks`.execute(database.db);
  expect(rows).toEqual([{ answers: ["new"], attempts: ["new"], checks: [2] }]);
});

test("what happened is kept as long as the settings say", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  await sql`INSERT INTO settings (name, kept, version)
    VALUES ('retention', '{"securityEventDays": 50}', 1)`.execute(database.db);
  for (const [name, days] of [
    ["too old", 51],
    ["kept", 49],
  ] as const) {
    await sql`INSERT INTO security_events (type, message, request_id, received_at)
      VALUES ('rate_limit', ${name}, 'test', ${new Date(now.getTime() - days * 86_400_000)})`.execute(
      database.db,
    );
  }
  await doChores(now);
  const { rows } = await sql`SELECT message FROM security_events`.execute(database.db);
  expect(rows).toEqual([{ message: "kept" }]);
  await sql`DELETE FROM settings`.execute(database.db);
  await sql`DELETE FROM security_events`.execute(database.db);
});

test("mails and security events of long ago are removed, what still waits is kept", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  for (const [name, days, state] of [
    ["old", 500, "sent"],
    ["given up", 500, "failed"],
    ["waiting", 500, "queued"],
    ["recent", 100, "sent"],
  ] as const) {
    const at = new Date(now.getTime() - days * 86_400_000);
    await sql`INSERT INTO mails (id, kind, recipient, sender_name, subject, html, plain, state, due_at, created_at, sent_at)
      VALUES (gen_random_uuid(), 'test', 'a@example.com', '', ${name}, '', '', ${state},
        ${state === "queued" ? at : null}, ${at}, ${state === "sent" ? at : null})`.execute(database.db);
    await sql`INSERT INTO security_events (type, message, request_id, received_at)
      VALUES ('rate_limit', ${name}, 'test', ${at})`.execute(database.db);
  }
  await doChores(now);
  const { rows } = await sql`SELECT
    (SELECT array_agg(subject ORDER BY subject) FROM mails) AS mails,
    (SELECT array_agg(message) FROM security_events) AS events`.execute(database.db);
  expect(rows).toEqual([{ mails: ["recent", "waiting"], events: ["recent"] }]);
});
