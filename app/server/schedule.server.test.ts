import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/servers/database";
import { system } from "../platform/auth/actor";
import { type Config, loadConfig } from "../platform/config.server";
import { ERASED_MAIL, erasedRecipient } from "../platform/mail/mail.server";
import { hourlyJobs } from "./schedule.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

const noFiles = { ...loadConfig({}), dataDir: "/nowhere" };

async function runSchedule(now: Date, config: Config = noFiles): Promise<void> {
  for (const job of hourlyJobs)
    await job({ actor: system, db: database.db, now, requestId: "test", locale: "en" }, config);
}

test("purges expired idempotency keys, rate limits and security checks", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
  for (const [name, minutes] of [
    ["old", 24 * 60 + 1],
    ["new", -1],
  ] as const) {
    await sql`INSERT INTO idempotency_keys (key, scope, body_hash, created_at)
      VALUES (${name}, 'test', '', ${ago(minutes)})`.execute(database.db);
    await sql`INSERT INTO rate_limits (key, attempts, last_allowed, expires_at)
      VALUES (${name}, '{}', true, ${ago(minutes)})`.execute(database.db);
    await sql`INSERT INTO security_checks (id, a, b, expires_at)
      VALUES (gen_random_uuid(), 1, ${name === "old" ? 1 : 2}, ${ago(minutes)})`.execute(database.db);
  }
  await runSchedule(now);
  const { rows } = await sql`SELECT
    (SELECT array_agg(key) FROM idempotency_keys) AS answers,
    (SELECT array_agg(key) FROM rate_limits) AS attempts,
    (SELECT array_agg(b) FROM security_checks) AS checks`.execute(database.db);
  expect(rows).toEqual([{ answers: ["new"], attempts: ["new"], checks: [2] }]);
});

test("keeps security events for the configured retention period", async () => {
  const now = new Date("2026-11-21T12:00:00Z");
  await sql`INSERT INTO settings (name, value, version)
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
  await runSchedule(now);
  const { rows } = await sql`SELECT message FROM security_events`.execute(database.db);
  expect(rows).toEqual([{ message: "kept" }]);
  await sql`DELETE FROM settings`.execute(database.db);
  await sql`DELETE FROM security_events`.execute(database.db);
});

test("purges old emails and security events but no queued email", async () => {
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
  await runSchedule(now);
  const { rows } = await sql`SELECT
    (SELECT array_agg(subject ORDER BY subject) FROM mails) AS mails,
    (SELECT array_agg(message) FROM security_events) AS events`.execute(database.db);
  expect(rows).toEqual([{ mails: ["recent", "waiting"], events: ["recent"] }]);
});

async function addMail(state: "queued" | "sent", hours: number, isFinal: boolean): Promise<string> {
  const id = randomUUID();
  const at = new Date(NOW.getTime() - hours * 3_600_000);
  await sql`INSERT INTO mails (id, kind, recipient, reply_to, sender_name, subject, html, plain, is_final, state, due_at,
      last_error, created_at, sent_at)
    VALUES (${id}, 'test', 'zebulon@example.com', null, '', 'Hello Zebulon', 'Zebulon', 'Zebulon', ${isFinal}, ${state},
      ${state === "queued" ? at : null}, 'zebulon@example.com is unknown', ${at},
      ${state === "sent" ? at : null})`.execute(database.db);
  return id;
}
const mailIds = async () =>
  (await database.db.selectFrom("mails").select("id").where(naming, "=", true).execute()).map(({ id }) => id);
const naming = sql<boolean>`mails::text ILIKE '%zebulon%'`;
const NOW = new Date("2026-11-21T12:00:00Z");

test("stops retrying the last email to an erased person after a day", async () => {
  await sql`DELETE FROM mails`.execute(database.db);
  const waits = [await addMail("queued", 22, true), await addMail("queued", 24, false)];
  const over = await addMail("queued", 24, true);
  await runSchedule(NOW);
  expect((await mailIds()).sort()).toEqual(waits.sort());
  const failed = await database.db
    .selectFrom("mails")
    .select(["state", "recipient"])
    .where("id", "=", over)
    .execute();
  expect(failed).toEqual([{ state: "failed", recipient: `deleted-${over}@deleted.invalid` }]);
});

test("removes the files of purged and erased emails", async () => {
  await sql`DELETE FROM mails`.execute(database.db);
  const dataDir = await mkdtemp(join(tmpdir(), "mails-"));
  const keptMail = await addMail("sent", 1, false);
  const old = await addMail("sent", 500 * 24, false);
  const forgotten = await addMail("sent", 1, false);
  await database.db
    .updateTable("mails")
    .set({ ...ERASED_MAIL, recipient: erasedRecipient })
    .where("id", "=", forgotten)
    .execute();
  await mkdir(join(dataDir, "mail"));
  for (const name of [keptMail, old, forgotten]) await writeFile(join(dataDir, "mail", `${name}.eml`), "x");
  await writeFile(join(dataDir, "mail", "notes.txt"), "x");
  // File of another installation that shares the folder.
  const foreign = `${randomUUID()}.eml`;
  await writeFile(join(dataDir, "mail", foreign), "x");
  await runSchedule(NOW, { ...noFiles, dataDir });
  const left = [`${keptMail}.eml`, foreign, "notes.txt"].sort();
  expect((await readdir(join(dataDir, "mail"))).sort()).toEqual(left);

  // Written shortly after its email was purged.
  await writeFile(join(dataDir, "mail", `${old}.eml`), "x");
  await runSchedule(NOW, { ...noFiles, dataDir });
  expect((await readdir(join(dataDir, "mail"))).sort()).toEqual(left);
  await rm(dataDir, { recursive: true });
});
