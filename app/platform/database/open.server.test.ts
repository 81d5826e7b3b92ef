import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isOneRunOf, randomOf } from "../../../test/faults/rounds";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { ConfigError } from "../config.server";
import { openDatabase } from "./open.server";

describe("openDatabase", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "open-test-"));
  let external: TestDatabase;
  beforeAll(async () => {
    external = await createTestDatabase({ server: "external", contents: "empty" });
  });
  afterAll(async () => {
    await external.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function nextNumber(databaseUrl?: string): Promise<unknown> {
    const database = await openDatabase({ dataDir, databaseUrl }, () => {});
    try {
      await sql`CREATE SEQUENCE IF NOT EXISTS kept`.execute(database.db);
      const { rows } = await sql<{ next: number }>`SELECT nextval('kept') AS next`.execute(database.db);
      return { next: rows[0]?.next, migrated: database.migrations.includes("0001-database") };
    } finally {
      await database.close();
    }
  }

  // Each first start in first-start.test.ts migrates it as well.
  it.runIf(isOneRunOf(4, randomOf("embedded database")))(
    "opens, migrates and closes the embedded database",
    async () => {
      expect(await nextNumber()).toEqual({ next: 1, migrated: true });
      expect(await nextNumber()).toEqual({ next: 2, migrated: false });
    },
  );

  it("opens and migrates the database of DATABASE_URL", async () => {
    expect(await nextNumber(external.connectionString)).toEqual({ next: 1, migrated: true });
    expect(await nextNumber(external.connectionString)).toEqual({ next: 2, migrated: false });
  });

  it("reports a wrong DATABASE_URL in one line without the password", async () => {
    const wrong = external.connectionString.replace(":app@", ":secret@");
    const opening = openDatabase({ dataDir, databaseUrl: wrong }, () => {});
    await expect(opening).rejects.toThrow(
      new ConfigError(
        'DATABASE_URL: no connection to the database: password authentication failed for user "app"',
      ),
    );
  });

  it("waits a limited time for a server that is starting", async () => {
    const lines: string[] = [];
    // A port that was free a moment ago.
    const port = await new Promise<number>((resolve) => {
      const probe = createServer().listen(0, "127.0.0.1", () => {
        const address = probe.address();
        probe.close(() => resolve(typeof address === "object" && address ? address.port : 0));
      });
    });
    const databaseUrl = `postgresql://app:secret@127.0.0.1:${port}/app`;
    const opening = openDatabase({ dataDir, databaseUrl }, (line) => lines.push(line), 700);
    await expect(opening).rejects.toThrow(
      new ConfigError(`DATABASE_URL: no connection to the database: connect ECONNREFUSED 127.0.0.1:${port}`),
    );
    expect(lines[0]).toBe(`Waiting for the database: connect ECONNREFUSED 127.0.0.1:${port}`);
  });
});
