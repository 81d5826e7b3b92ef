import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { log } from "../log.server";
import { createDatabase } from "./database.server";
import { DatabaseStartError } from "./embedded/start-error.server";
import type { Connection } from "./pool.server";
import { isWithoutTransaction, splitStatements, waitsWithoutBlocking } from "./sql-statements";
import { sqlState } from "./transaction.server";

export type Migrations = Readonly<Record<string, string>>;

/** Bundled because the built server runs without the sources. */
export const bundledMigrations: Migrations = byName(
  import.meta.glob<string>("/db/migrations/*.sql", { query: "?raw", import: "default", eager: true }),
);

export async function checkMigrations(
  connection: Connection,
  migrations: Migrations = bundledMigrations,
): Promise<void> {
  const database = createDatabase({ ...connection, max: 1 });
  try {
    await checkApplied(database.db, migrations);
  } finally {
    await database.close();
  }
}

/**
 * Longest wait for a table lock in milliseconds, because requests queue behind a waiting migration. Below
 * `deadlock_timeout` (one second), so that a migration in a deadlock gives up before a request does. Each third attempt
 * waits longer than that, because autovacuum gives way only then.
 */
const LOCK_TIMEOUT_MS = { usual: 500, third: 1_500 };
/** A migration that gets no lock is repeated for this long, in milliseconds. */
const MAX_LOCK_WAIT_MS = 10 * 60_000;
/** Pauses between attempts let the queued requests pass, in milliseconds. */
const LOCK_PAUSE_MS = { min: 500, max: 1_500 };
/** Interval of attempts to become the only migrating process, in milliseconds. */
const TURN_INTERVAL_MS = 100;

export interface MigrateOptions {
  maxLockWaitMs?: number;
}

/**
 * One transaction per file, or per statement where the file asks for it (docs/decisions/0109-online-migrations.md).
 * One process migrates at a time.
 */
export async function migrate(
  connection: Connection,
  migrations: Migrations = bundledMigrations,
  { maxLockWaitMs = MAX_LOCK_WAIT_MS }: MigrateOptions = {},
): Promise<string[]> {
  // Large tables take long to check, index and analyze.
  const limits = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const database = createDatabase({ ...connection, ...limits, max: 1 });
  try {
    checkNames(migrations);
    return await database.db.connection().execute(async (db) => {
      await checkApplied(db, migrations);
      if ((await listPending(db, migrations)).length === 0) return [];
      await takeTurn(db);
      try {
        return await applyPending(db, migrations, maxLockWaitMs);
      } finally {
        await sql`SELECT pg_advisory_unlock(${TURN_LOCK})`.execute(db).catch(() => {});
      }
    });
  } finally {
    await database.close();
  }
}

const TURN_LOCK = sql`hashtext('migrations')`;

/** Polls, because a session that waits inside PostgreSQL would block CREATE INDEX CONCURRENTLY of the other process. */
async function takeTurn<DB>(db: Kysely<DB>): Promise<void> {
  for (;;) {
    const { rows } = await sql<{
      taken: boolean;
    }>`SELECT pg_try_advisory_lock(${TURN_LOCK}) AS taken`.execute(db);
    if (rows[0]?.taken) return;
    await sleep(TURN_INTERVAL_MS);
  }
}

async function applyPending<DB>(
  db: Kysely<DB>,
  migrations: Migrations,
  maxLockWaitMs: number,
): Promise<string[]> {
  await sql`CREATE TABLE IF NOT EXISTS kysely_migration (
    name varchar(255) PRIMARY KEY, timestamp varchar(255) NOT NULL)`.execute(db);
  await sql`CREATE TABLE IF NOT EXISTS migration_checksums (
    name text PRIMARY KEY, checksum text NOT NULL)`.execute(db);
  // Another process may have migrated meanwhile.
  await checkApplied(db, migrations);
  const pending = await listPending(db, migrations);
  const endsAt = Date.now() + maxLockWaitMs;
  for (const name of pending) {
    try {
      await apply(db, name, migrations[name]!, endsAt);
    } catch (error) {
      throw asStartError(error, name);
    }
  }
  // Updates planner statistics: without ANALYZE a new column made the board four times slower.
  if (pending.length > 0 && pending.length < Object.keys(migrations).length) await sql`ANALYZE`.execute(db);
  return pending;
}

async function apply<DB>(db: Kysely<DB>, name: string, text: string, endsAt: number): Promise<void> {
  if (isWithoutTransaction(text)) {
    for (const statement of splitStatements(text)) {
      const run = async () => void (await sql.raw(statement).execute(db));
      if (waitsWithoutBlocking(statement)) await run();
      else await untilLocked(db, name, endsAt, run);
    }
    await db.transaction().execute((trx) => markApplied(trx, name, text));
    return;
  }
  await untilLocked(db, name, endsAt, () =>
    db.transaction().execute(async (trx) => {
      await sql.raw(text).execute(trx);
      await markApplied(trx, name, text);
    }),
  );
}

async function markApplied<DB>(db: Kysely<DB>, name: string, text: string): Promise<void> {
  await sql`INSERT INTO kysely_migration VALUES (${name}, ${new Date().toISOString()})`.execute(db);
  await sql`INSERT INTO migration_checksums VALUES (${name}, ${checksumOf(text)})`.execute(db);
}

/** PostgreSQL manual, appendix A: lock_not_available, deadlock_detected. */
const UNLOCKED = ["55P03", "40P01"];

/** Repeats work that did not get its table locks in time. */
async function untilLocked<DB>(
  db: Kysely<DB>,
  name: string,
  endsAt: number,
  work: () => Promise<void>,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const timeoutMs = attempt % 3 === 0 ? LOCK_TIMEOUT_MS.third : LOCK_TIMEOUT_MS.usual;
      await sql`SET lock_timeout = ${sql.lit(timeoutMs)}`.execute(db);
      await work();
      await sql`SET lock_timeout = 0`.execute(db);
      return;
    } catch (error) {
      if (!UNLOCKED.includes(sqlState(error) ?? "")) throw error;
      if (Date.now() > endsAt)
        throw new Error(
          "other transactions kept its tables locked. End long transactions on the database, such as reports and dumps, " +
            "and start again",
          { cause: error },
        );
      log.warn("migration-locked-out", "A migration waits for a table and is repeated", { name, attempt });
      await sleep(LOCK_PAUSE_MS.min + Math.random() * (LOCK_PAUSE_MS.max - LOCK_PAUSE_MS.min));
    }
  }
}

/** In order of their numbers, by code point instead of the machine's locale. */
async function listPending<DB>(db: Kysely<DB>, migrations: Migrations): Promise<string[]> {
  const names = Object.keys(migrations).sort((a, b) => (a < b ? -1 : 1));
  const known = await sql<{ exists: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AS exists`.execute(db);
  if (!known.rows[0]?.exists) return names;
  const { rows } = await sql<{ name: string }>`SELECT name FROM kysely_migration`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  const pending = names.filter((name) => !applied.has(name));
  const skipped = pending.find((name) => [...applied].some((later) => later > name));
  if (skipped !== undefined)
    throw new DatabaseStartError(
      `Migration ${skipped}.sql was not applied to this database, but later ones were. Use the version that migrated it.`,
    );
  return pending;
}

function byName(files: Record<string, string>): Migrations {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => [path.replace(/^.*\/|\.sql$/g, ""), text]),
  );
}

function checkNames(migrations: Migrations): void {
  const numbers = new Set<string>();
  for (const name of Object.keys(migrations)) {
    const number = /^(\d{4})-[a-z0-9-]+$/.exec(name)?.[1];
    if (!number) throw new DatabaseStartError(`Migration ${name}.sql is not named like 0001-bookings.sql`);
    if (numbers.has(number)) throw new DatabaseStartError(`Two migrations have the number ${number}`);
    numbers.add(number);
  }
}

async function checkApplied<DB>(db: Kysely<DB>, migrations: Migrations): Promise<void> {
  const known = await sql<{ exists: boolean }>`
    SELECT to_regclass('kysely_migration') IS NOT NULL AND to_regclass('migration_checksums') IS NOT NULL AS exists
  `.execute(db);
  if (!known.rows[0]?.exists) return;
  const { rows: applied } = await sql<{ name: string; checksum: string | null }>`
    SELECT name, checksum FROM kysely_migration LEFT JOIN migration_checksums USING (name) ORDER BY name
  `.execute(db);
  const unknown = applied.find(({ name }) => migrations[name] === undefined)?.name;
  if (unknown !== undefined) throw unknownMigration(unknown, applied, migrations);
  for (const { name, checksum } of applied) {
    if (checksum !== null && checksum !== checksumOf(migrations[name] ?? "")) {
      throw new DatabaseStartError(
        `Migration ${name}.sql was changed after it was applied to this database. ` +
          "Put the file back as it was and make the change in a new migration.",
      );
    }
  }
}

function unknownMigration(
  unknown: string,
  applied: readonly { name: string }[],
  migrations: Migrations,
): DatabaseStartError {
  const names = new Set(applied.map(({ name }) => name));
  const isNewer = Object.keys(migrations).every((name) => names.has(name));
  return new DatabaseStartError(
    isNewer
      ? `The database is newer than this program: it has migration ${unknown}, which this version does not know. ` +
          "Start the newer version, or restore a backup made before it."
      : `This database was created before all migrations were replaced by a baseline: it has migration ${unknown}, which no longer ` +
          "exists. It cannot be updated, and was not changed. Use the version that created it, or an empty database.",
  );
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

function asStartError(error: unknown, name: string | undefined): unknown {
  if (!name || !(error instanceof Error)) return error;
  if (sqlState(error)?.startsWith(INTEGRITY_VIOLATION)) return rejectedRows(error, name);
  return new DatabaseStartError(`Migration ${name}.sql failed and was undone: ${error.message}`, {
    cause: error,
  });
}

/** PostgreSQL manual, appendix A: class of unique, foreign key, check and not-null violations. */
const INTEGRITY_VIOLATION = "23";

/** Names stored data as the cause, which PostgreSQL's own message leaves open. */
function rejectedRows(
  cause: Error & { table?: string; constraint?: string; column?: string },
  name: string,
): DatabaseStartError {
  const { table, constraint, column } = cause;
  const rule = constraint ?? (column && `NOT NULL of column ${column}`);
  return new DatabaseStartError(
    `Migration ${name}.sql was not applied: ${table ? `table ${table}` : "a table"} contains rows that violate its new ` +
      `constraint${rule ? ` ${rule}` : ""}. No row was changed. See "Stored data that a new version rejects" in ` +
      "docs/operations.md.",
    { cause },
  );
}
