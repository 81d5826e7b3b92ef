import { sql } from "kysely";
import { afterAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "./database";

describe.each([
  { server: "embedded" as const, major: 18 },
  { server: "external" as const, major: 15 },
])("test database on the $server server", ({ server, major }) => {
  const made: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of made) await database.drop();
  });

  it("runs the expected PostgreSQL version with all migrations in UTC", async () => {
    const database = await createTestDatabase({ server });
    made.push(database);
    const { rows } = await sql<{ version: string; zone: string; tables: number }>`
      SELECT current_setting('server_version') AS version, current_setting('TimeZone') AS zone,
        (SELECT count(*) FROM information_schema.tables WHERE table_schema = 'public') AS tables
    `.execute(database.db);
    expect(Number.parseInt(rows[0]!.version, 10)).toBe(major);
    expect(rows[0]!.zone).toBe("UTC");
    expect(rows[0]!.tables).toBeGreaterThan(5);
  });

  it("creates a separate database for each caller", async () => {
    const [one, other] = await Promise.all([createTestDatabase({ server }), createTestDatabase({ server })]);
    made.push(one, other);
    await sql`CREATE TABLE only_here ()`.execute(one.db);
    await expect(sql`SELECT FROM only_here`.execute(other.db)).rejects.toThrow(/does not exist/);
  });

  it("creates a database without migrations", async () => {
    const database = await createTestDatabase({ server, empty: true });
    made.push(database);
    const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(database.db);
    expect(rows).toEqual([]);
  });
});
