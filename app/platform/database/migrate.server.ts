import { createHash } from "node:crypto";
import { type Kysely, sql } from "kysely";
import { type Migration, Migrator } from "kysely/migration";
import { createDatabase } from "./database.server";
import { DatabaseStartError } from "./embedded/start-error.server";
import type { Connection } from "./pool.server";

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

/** One transaction per file. Kysely's lock serializes processes. */
export async function migrate(
  connection: Connection,
  migrations: Migrations = bundledMigrations,
): Promise<string[]> {
  // No timeouts: large tables take long, and other processes wait for the lock.
  const limits = { statement_timeout: 0, lock_timeout: 0, idle_in_transaction_session_timeout: 0 };
  const database = createDatabase({ ...connection, ...limits, max: 1 });
  try {
    checkNames(migrations);
    await checkApplied(database.db, migrations);
    const migrator = new Migrator({
      db: database.db,
      provider: { getMigrations: async () => toKysely(migrations) },
      // Code-point order instead of the machine's locale.
      nameComparator: (a, b) => (a < b ? -1 : Number(a > b)),
    });
    const applied: string[] = [];
    for (;;) {
      const { error, results = [] } = await migrator.migrateUp();
      if (error) throw asStartError(error, results.find(({ status }) => status === "Error")?.migrationName);
      if (results.length === 0) break;
      applied.push(...results.map(({ migrationName }) => migrationName));
    }
    // Updates planner statistics: without ANALYZE a new column made the board four times slower.
    if (applied.length > 0 && applied.length < Object.keys(migrations).length)
      await sql`ANALYZE`.execute(database.db);
    return applied;
  } finally {
    await database.close();
  }
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

function toKysely(migrations: Migrations): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, text]) => [
      name,
      {
        async up(db: Kysely<unknown>) {
          await sql.raw(text).execute(db);
          await sql`CREATE TABLE IF NOT EXISTS migration_checksums (
            name text PRIMARY KEY, checksum text NOT NULL
          )`.execute(db);
          await sql`INSERT INTO migration_checksums VALUES (${name}, ${checksumOf(text)})`.execute(db);
        },
      },
    ]),
  );
}

function checksumOf(text: string): string {
  return createHash("sha256").update(text.replaceAll("\r\n", "\n")).digest("hex");
}

function asStartError(error: unknown, name: string | undefined): unknown {
  if (!name || !(error instanceof Error)) return error;
  return new DatabaseStartError(`Migration ${name}.sql failed and was undone: ${error.message}`, {
    cause: error,
  });
}
