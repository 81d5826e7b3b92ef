import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { createDatabase, type Database } from "./database.server";
import type { Tables } from "./tables";
import { inTransaction } from "./transaction.server";

let server: TestDatabase;
/** As in production, with one connection. */
let database: Database;
let ctx: Ctx;
beforeAll(async () => {
  server = await createTestDatabase({ contents: "empty" });
  database = createDatabase({ ...server.connection, max: 1 });
  ctx = { actor: system, db: database.db, now: new Date(), requestId: "test-test", locale: "en" };
  await server.pool.query("CREATE TABLE notes (id int PRIMARY KEY, text text)");
  await server.pool.query("INSERT INTO notes VALUES (1, 'first')");
});
afterAll(async () => {
  await database.close();
  await server.drop();
});

async function read(db: Kysely<Tables>, id = 1) {
  const { rows } = await sql<{ text: string }>`SELECT * FROM notes WHERE id = ${id}`.execute(db);
  return rows;
}

async function prepared(): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(
    database.db,
  );
  return rows.map(({ statement }) => statement);
}

it("prepares a statement once per connection, in transactions only", async () => {
  expect(await read(database.db)).toEqual([{ id: 1, text: "first" }]);
  expect(await prepared()).toEqual([]);
  for (const id of [1, 2])
    await inTransaction(ctx, async ({ db }) => {
      expect(await read(db, id)).toHaveLength(id === 1 ? 1 : 0);
      await read(db, id);
    });
  expect(await prepared()).toEqual(["SELECT * FROM notes WHERE id = $1"]);
});

it("repeats a transaction whose statement was prepared before a migration", async () => {
  await inTransaction(ctx, async ({ db }) => read(db));
  await server.pool.query("ALTER TABLE notes ADD COLUMN author text DEFAULT 'nobody'");
  let attempts = 0;
  const rows = await inTransaction(ctx, async ({ db }) => {
    attempts += 1;
    return read(db);
  });
  expect(rows).toEqual([{ id: 1, text: "first", author: "nobody" }]);
  expect(attempts).toBe(2);
});

it("keeps a limited number of statements per connection", async () => {
  await inTransaction(ctx, async ({ db }) => {
    for (let n = 0; n < 300; n++) await sql`SELECT ${1}::int + ${sql.lit(n)} AS sum`.execute(db);
  });
  expect((await prepared()).length).toBe(200);
});
