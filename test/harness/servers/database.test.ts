import { sql } from "kysely";
import pg from "pg";
import { afterAll, describe, expect, inject, it } from "vitest";
import { requestShared } from "../shared-resources";
import { createTestDatabase, type TestDatabase } from "./database";
import { type TemplateServer, withTemplate } from "./database-servers";

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

  it("creates a database with the first data of a company", async () => {
    const database = await createTestDatabase({ server, contents: "company" });
    made.push(database);
    const services = await database.db.selectFrom("services").select("id").execute();
    expect(services.length).toBeGreaterThan(5);
    expect(await database.db.selectFrom("bookings").select("id").execute()).toEqual([]);
  });

  it("creates a database without migrations", async () => {
    const database = await createTestDatabase({ server, contents: "empty" });
    made.push(database);
    const { rows } = await sql`SELECT FROM pg_tables WHERE schemaname = 'public'`.execute(database.db);
    expect(rows).toEqual([]);
  });
});

describe("reused database", () => {
  const create = () => createTestDatabase({ contents: "company" });
  const contents = async ({ db }: TestDatabase) => {
    const services = await db.selectFrom("services").selectAll().orderBy("id").execute();
    const customers = await db.selectFrom("customers").selectAll().execute();
    const { rows } =
      await sql`SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public'`.execute(db);
    return { services, customers, rows };
  };

  it("starts again with its first rows and sequences", async () => {
    const database = await create();
    const before = await contents(database);
    await database.db.updateTable("services").set({ active: false }).execute();
    await sql`INSERT INTO customers (name, created_at) VALUES ('Aisha', now())`.execute(database.db);
    await sql`INSERT INTO trail (at, type, actor_role, subject_type, request_id)
      VALUES (now(), 'test.added', 'system', 'test', 'test')`.execute(database.db);
    expect(await contents(database)).not.toEqual(before);
    await database.drop();
    const again = await create();
    expect(again.connectionString).toBe(database.connectionString);
    expect(await contents(again)).toEqual(before);
    await again.drop();
  });

  it("serves no other test after a change of the schema or with a connection in use", async () => {
    const changed = await create();
    await sql`ALTER TABLE trail DISABLE TRIGGER USER`.execute(changed.db);
    await changed.drop();
    const busy = await create();
    expect(busy.connectionString).not.toBe(changed.connectionString);
    const query = sql`SELECT pg_sleep(0.2)`.execute(busy.db);
    await expect.poll(() => busy.pool.totalCount - busy.pool.idleCount).toBe(1);
    await busy.drop();
    await query;
    const next = await create();
    expect(next.connectionString).not.toBe(busy.connectionString);
    await next.drop();
  });
});

it("removes databases of ended runs and templates of other migrations from a server", async () => {
  const server = await requestShared<TemplateServer>(inject("databaseServers"), "embedded");
  const admin = new pg.Client(server.admin);
  await admin.connect();
  try {
    // No process has this number.
    const leftOvers = ["test_4194305_left", "template_0123456789abcdef"];
    const current = [`test_${process.pid}_current`, server.template];
    for (const name of [...leftOvers, current[0]]) await admin.query(`CREATE DATABASE ${name}`);
    const { template } = await withTemplate(server);
    const { rows } = await admin.query<{ datname: string }>("SELECT datname FROM pg_database");
    const names = rows.map(({ datname }) => datname);
    expect(template).toBe(server.template);
    expect(names).toEqual(expect.arrayContaining(current));
    expect(names.filter((name) => leftOvers.includes(name))).toEqual([]);
    await admin.query(`DROP DATABASE ${current[0]}`);
  } finally {
    await admin.end();
  }
});
