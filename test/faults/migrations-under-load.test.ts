import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { system } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { bundledMigrations, type Migrations, migrate } from "~/platform/database/migrate.server";
import { inTransaction } from "~/platform/database/transaction.server";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { isLongRun } from "./rounds";

/** Requests of the former version go on while the newest migrations change large tables. */

/** Last migration of the former version. */
const FORMER = "0068-invoices";
const ROWS = 1_000_000;
const CONNECTIONS = 6;
/** Longest wait of a request, in milliseconds. */
const MAX_WAIT_MS = 5_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ contents: "empty" });
});
afterAll(() => database.drop());

const formerMigrations: Migrations = Object.fromEntries(
  Object.entries(bundledMigrations).filter(([name]) => name <= FORMER),
);

/** Events of two years with their values and an email each. */
async function addEvents(): Promise<void> {
  const { db } = database;
  const step = 10_000;
  for (let first = 1; first <= ROWS; first += step) {
    const last = Math.min(first + step - 1, ROWS);
    await sql`WITH entry AS (
        INSERT INTO trail (at, type, actor_role, subject_type, subject_id, data, request_id)
        SELECT now() - interval '2 years' + n * interval '2 years' / ${sql.lit(ROWS)}, 'booking.noted', 'admin', 'booking', (n % 1000)::text,
          '{"version": 2}', 'load'
        FROM generate_series(${first}::int, ${last}::int) AS n RETURNING id, at
      ), apart AS (
        INSERT INTO trail_values (trail_id, actor_name, client_ip) SELECT id, 'Office', '192.0.2.7' FROM entry
      )
      INSERT INTO mails (id, kind, trail_id, recipient, sender_name, subject, html, plain, state, due_at, created_at, sent_at)
      SELECT gen_random_uuid(), 'booking-received', id, 'guest@example.com', '', 'Hello', '', '', 'sent', NULL, at, at FROM entry`.execute(
      db,
    );
  }
  await sql`ANALYZE trail, trail_values, mails`.execute(db);
}

/** A change as the former version records it, and a page that reads the latest ones. */
async function handleRequest(n: number): Promise<void> {
  await inTransaction(ctx(), async ({ db }) => {
    await sql`
      WITH entry AS (
        INSERT INTO trail (id, at, type, actor_role, subject_type, subject_id, data, request_id)
        OVERRIDING SYSTEM VALUE
        VALUES (nextval(pg_get_serial_sequence('trail', 'id')), now(), 'booking.noted', 'admin', 'booking', ${`load ${n}`}, '{}', 'load')
        RETURNING *
      ), apart AS (INSERT INTO trail_values (trail_id, actor_name) SELECT id, 'Office' FROM entry)
      INSERT INTO outbox (trail_id, type, subject_type, data, actor_role, request_id)
      SELECT id, type, subject_type, data, actor_role, request_id FROM entry`.execute(db);
    await sql`SELECT trail.at, actor_name FROM trail LEFT JOIN trail_values ON trail_id = trail.id
      LEFT JOIN mails ON mails.trail_id = trail.id WHERE subject_id = ${String(n % 1000)} ORDER BY trail.id DESC LIMIT 20`.execute(
      db,
    );
  });
}

const ctx = (): Ctx => ({ actor: system, db: database.db, now: new Date(), requestId: "load", locale: "en" });

test.runIf(isLongRun)(
  `makes no request wait for five seconds while ${ROWS.toLocaleString("en")} rows are migrated`,
  {
    timeout: 1_200_000,
  },
  async () => {
    await migrate(database.connection, formerMigrations);
    await addEvents();
    const applied: string[] = [];
    let isMigrating = true;
    let count = 0;
    let longestMs = 0;
    const startedAt = performance.now();
    const requests = Array.from({ length: CONNECTIONS }, async () => {
      while (isMigrating) {
        const sentAt = performance.now();
        await handleRequest(count++);
        longestMs = Math.max(longestMs, performance.now() - sentAt);
      }
    });
    try {
      applied.push(...(await migrate(database.connection)));
    } finally {
      isMigrating = false;
    }
    await Promise.all(requests);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.info(`${count} requests in ${seconds} s; the longest took ${Math.round(longestMs)} ms`);

    expect(applied.length).toBeGreaterThan(1);
    expect(longestMs).toBeLessThan(MAX_WAIT_MS);
    const { rows } = await sql<{ entries: number; values: number }>`
      SELECT (SELECT count(*) FROM trail)::int AS entries, (SELECT count(*) FROM trail_values)::int AS values`.execute(
      database.db,
    );
    expect(rows).toEqual([{ entries: ROWS + count, values: ROWS + count }]);
  },
);
