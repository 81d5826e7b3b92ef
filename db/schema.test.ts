import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../test/harness/servers/database";
import { describeSchema } from "./schema.server";
import { describeTableTypes } from "./table-types.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase({ server: "embedded" });
});
afterAll(() => database.drop());

it("matches db/schema.sql with the migrated database", async () => {
  const text = readFileSync("db/schema.sql", "utf8");
  expect(text, "run: node scripts/write-schema.mjs").toBe(await describeSchema(database.db));
});

it("matches db/tables.ts with the migrated database", async () => {
  const text = readFileSync("db/tables.ts", "utf8");
  expect(text, "run: node scripts/write-schema.mjs").toBe(await describeTableTypes(database.db));
});
