import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { isOneRunOf, randomOf } from "../../../test/faults/rounds";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { DatabaseStartError } from "./embedded/start-error.server";
import { bundledMigrations, checkMigrations, migrate } from "./migrate.server";

const FIRST = "CREATE TABLE things (id integer PRIMARY KEY); INSERT INTO things VALUES (1);";
const SECOND = "ALTER TABLE things ADD COLUMN name text; INSERT INTO things VALUES (2, 'two');";

const random = randomOf("migrations");

const databases: TestDatabase[] = [];
afterEach(async () => {
  for (const database of databases.splice(0)) await database.drop();
});

async function emptyDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase({ contents: "empty" });
  databases.push(database);
  return database;
}

async function listThings({ db }: TestDatabase): Promise<unknown[]> {
  const { rows } = await sql`SELECT * FROM things ORDER BY id`.execute(db);
  return rows;
}

describe("migrate", () => {
  it("bundles the product's migrations", () => {
    expect(Object.keys(bundledMigrations)).toContain("0001-database");
    expect(bundledMigrations["0001-database"]).toContain("CREATE TABLE");
  });

  it.each(["embedded", "external"] as const)("migrates an empty %s database once", async (server) => {
    // Copied from a template that this test run migrated from empty.
    const database = await createTestDatabase({ server });
    databases.push(database);
    const { rows } = await sql<{
      name: string;
    }>`SELECT name FROM migration_checksums ORDER BY name`.execute(database.db);
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(bundledMigrations).sort());
    expect(await migrate(database.connection)).toEqual([]);
  });

  it("applies pending migrations in order", async () => {
    const database = await emptyDatabase();
    expect(await migrate(database.connection, { "0001-first": FIRST })).toEqual(["0001-first"]);
    const both = { "0002-second": SECOND, "0001-first": FIRST };
    expect(await migrate(database.connection, both)).toEqual(["0002-second"]);
    expect(await listThings(database)).toEqual([
      { id: 1, name: null },
      { id: 2, name: "two" },
    ]);
  });

  it("analyzes tables after adding a column", async () => {
    const database = await emptyDatabase();
    const filled = `${FIRST} INSERT INTO things SELECT generate_series(2, 500);`;
    await migrate(database.connection, { "0001-first": filled });
    const added = "ALTER TABLE things ADD COLUMN lead integer;";
    await migrate(database.connection, { "0001-first": filled, "0002-added": added });
    const { rows } =
      await sql`SELECT null_frac FROM pg_stats WHERE tablename = 'things' AND attname = 'lead'`.execute(
        database.db,
      );
    expect(rows).toEqual([{ nullFrac: 1 }]);
  });

  it("applies each migration once when several processes start together", async () => {
    const database = await emptyDatabase();
    const slow = { "0001-first": `${FIRST} SELECT pg_sleep(0.2);`, "0002-second": SECOND };
    const applied = await Promise.all(Array.from({ length: 4 }, () => migrate(database.connection, slow)));
    expect(applied.flat().sort()).toEqual(["0001-first", "0002-second"]);
    expect(await listThings(database)).toHaveLength(2);
  });

  it("creates an index concurrently in a file without transaction while other processes wait for their turn", async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, { "0001-first": FIRST });
    const indexed = {
      "0001-first": FIRST,
      "0002-indexed": `-- transaction: none
        DROP INDEX CONCURRENTLY IF EXISTS things_id_idx;
        CREATE INDEX CONCURRENTLY things_id_idx ON things (id);`,
    };
    const applied = await Promise.all(Array.from({ length: 3 }, () => migrate(database.connection, indexed)));
    expect(applied.flat()).toEqual(["0002-indexed"]);
    const { rows } = await sql`SELECT indisvalid AS valid FROM pg_index
      WHERE indexrelid = 'things_id_idx'::regclass`.execute(database.db);
    expect(rows).toEqual([{ valid: true }]);
  });

  describe("of a table that a transaction uses", () => {
    const renamed = { "0001-first": FIRST, "0002-second": SECOND };

    // It waits for seconds.
    it.runIf(isOneRunOf(4, random))(
      "lets requests pass between its attempts and succeeds after the transaction",
      async () => {
        const database = await emptyDatabase();
        await migrate(database.connection, { "0001-first": FIRST });
        const report = await database.db.startTransaction().execute();
        await sql`SELECT FROM things`.execute(report);
        let isMigrating = true;
        const migrating = migrate(database.connection, renamed).finally(() => {
          isMigrating = false;
        });
        let longestMs = 0;
        const startedAt = performance.now();
        while (isMigrating) {
          const askedAt = performance.now();
          await sql`SELECT FROM things`.execute(database.db);
          longestMs = Math.max(longestMs, performance.now() - askedAt);
          if (performance.now() - startedAt > 2_500 && !report.isCommitted) await report.commit().execute();
        }
        expect(await migrating).toEqual(["0002-second"]);
        // Half a second is the usual limit, a second and a half that of each third attempt.
        expect(longestMs).toBeGreaterThan(250);
        expect(longestMs).toBeLessThan(2_500);
      },
    );

    it("gives up with advice and leaves the table as it was", async () => {
      const database = await emptyDatabase();
      await migrate(database.connection, { "0001-first": FIRST });
      const report = await database.db.startTransaction().execute();
      await sql`SELECT FROM things`.execute(report);
      await expect(migrate(database.connection, renamed, { maxLockWaitMs: 0 })).rejects.toThrow(
        "Migration 0002-second.sql failed and was undone: other transactions kept its tables locked.",
      );
      await report.rollback().execute();
      expect(await listThings(database)).toEqual([{ id: 1 }]);
    });
  });

  it("refuses a migration with a number before applied ones", async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, { "0002-second": FIRST });
    await expect(
      migrate(database.connection, { "0001-late": "SELECT 1;", "0002-second": FIRST }),
    ).rejects.toThrow("Migration 0001-late.sql was not applied to this database, but later ones were.");
  });

  it("rolls back and names a failing migration, and keeps earlier ones", async () => {
    const database = await emptyDatabase();
    const broken = { "0001-first": FIRST, "0002-broken": `${SECOND} INSERT INTO nowhere VALUES (1);` };
    await expect(migrate(database.connection, broken)).rejects.toThrow(
      'Migration 0002-broken.sql failed and was undone: relation "nowhere" does not exist',
    );
    expect(await listThings(database)).toEqual([{ id: 1 }]);
    const mended = { "0001-first": FIRST, "0002-broken": SECOND };
    expect(await migrate(database.connection, mended)).toEqual(["0002-broken"]);
  });

  it.each([
    { rule: "things_id_limit_check", sql: "ADD CONSTRAINT things_id_limit_check CHECK (id < 1)" },
    {
      rule: "things_name_key",
      sql: "ADD name text DEFAULT 'x', ADD CONSTRAINT things_name_key UNIQUE (name)",
    },
    { rule: "NOT NULL of column name", sql: "ADD name text, ALTER name SET NOT NULL" },
  ])("names table and constraint when stored rows violate $rule", async ({ rule, sql: change }) => {
    const database = await emptyDatabase();
    const first = `${FIRST} INSERT INTO things VALUES (2);`;
    await migrate(database.connection, { "0001-first": first });
    await expect(
      migrate(database.connection, { "0001-first": first, "0002-stricter": `ALTER TABLE things ${change};` }),
    ).rejects.toThrow(
      new DatabaseStartError(
        `Migration 0002-stricter.sql was not applied: table things contains rows that violate its new constraint ${rule}. ` +
          'No row was changed. See "Stored data that a new version rejects" in docs/operations.md.',
      ),
    );
    expect(await listThings(database)).toEqual([{ id: 1 }, { id: 2 }]);
  });

  // It runs all migrations, whose files never change.
  it.runIf(isOneRunOf(4, random))(
    "stops the upgrade at a stored amount above the limit and continues without it",
    async () => {
      const database = await emptyDatabase();
      const earlier = Object.entries(bundledMigrations).filter(([name]) => name < "0113");
      await migrate(database.connection, Object.fromEntries(earlier));
      await sql`INSERT INTO bank_deposits VALUES
      (gen_random_uuid(), '2026-11-20', 10000000001, 'Slip', NULL, '2026-11-20T08:00:00Z')`.execute(
        database.db,
      );
      await expect(migrate(database.connection)).rejects.toThrow(
        "Migration 0114-invoices.sql was not applied: table bank_deposits contains rows that violate its new constraint " +
          "bank_deposits_amount_limit_check.",
      );
      await sql`TRUNCATE bank_deposits`.execute(database.db);
      expect(await migrate(database.connection)).toContain("0114-invoices");
    },
  );

  it("refuses a migration that changed after it was applied", async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, { "0001-first": FIRST });
    const changed = { "0001-first": `${FIRST} -- more`, "0002-second": SECOND };
    await expect(migrate(database.connection, changed)).rejects.toThrow(
      "Migration 0001-first.sql was changed after it was applied to this database. " +
        "Put the file back as it was and make the change in a new migration.",
    );
    expect(await listThings(database)).toEqual([{ id: 1 }]);
  });

  it("ignores changed line endings", async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, { "0001-first": "SELECT 1;\nSELECT 2;\n" });
    expect(await migrate(database.connection, { "0001-first": "SELECT 1;\r\nSELECT 2;\r\n" })).toEqual([]);
  });

  it("refuses a database created before the baseline and leaves it unchanged", async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, { "0001-first": FIRST, "0002-old": SECOND });
    const contents = () =>
      sql`
      SELECT table_name, to_jsonb(columns) AS row FROM information_schema.columns WHERE table_schema = 'public'
      UNION ALL SELECT 'kysely_migration', to_jsonb(kysely_migration) FROM kysely_migration
      UNION ALL SELECT 'migration_checksums', to_jsonb(migration_checksums) FROM migration_checksums
      ORDER BY 1, 2`.execute(database.db);
    const before = (await contents()).rows;
    const baseline = { "0001-first": "CREATE TABLE other_things ();", "0002-second": "SELECT 1;" };
    const refusal =
      "This database was created before all migrations were replaced by a baseline: it has migration 0002-old, which no longer " +
      "exists. It cannot be updated, and was not changed. Use the version that created it, or an empty database.";
    await expect(migrate(database.connection, baseline)).rejects.toThrow(new DatabaseStartError(refusal));
    await expect(checkMigrations(database.connection, baseline)).rejects.toThrow(refusal);
    expect((await contents()).rows).toEqual(before);
  });

  it("refuses a database newer than the program", async () => {
    const database = await emptyDatabase();
    await migrate(database.connection, { "0001-first": FIRST, "0002-second": SECOND });
    await expect(migrate(database.connection, { "0001-first": FIRST })).rejects.toThrow(
      "The database is newer than this program: it has migration 0002-second",
    );
  });

  it("refuses migrations with unsortable names or duplicate numbers", async () => {
    const database = await emptyDatabase();
    await expect(migrate(database.connection, { "1-first": FIRST })).rejects.toThrow("not named like");
    const twice = { "0001-first": FIRST, "0001-other": SECOND };
    await expect(migrate(database.connection, twice)).rejects.toThrow("Two migrations have the number 0001");
  });
});
