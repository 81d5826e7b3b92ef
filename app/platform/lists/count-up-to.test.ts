import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { countUpTo } from "./count-up-to.server";
import { MAX_COUNT } from "./max-count";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ contents: "empty" });
});
afterAll(() => database.drop());

it.each([0, 7, MAX_COUNT])("counts %i rows exactly", async (rows) => {
  expect(await counted(rows)).toBe(rows);
});

it("stops counting one above the maximum", async () => {
  expect(await counted(MAX_COUNT * 10)).toBe(MAX_COUNT + 1);
});

async function counted(rows: number): Promise<number> {
  const count = countUpTo(sql`SELECT FROM generate_series(1, ${rows}::int)`);
  const answer = await sql<{ count: number }>`SELECT ${count} AS count`.execute(database.db);
  return answer.rows[0]!.count;
}
