import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/database";
import { system } from "./auth/actor";
import type { Ctx } from "./context";
import { inTransaction } from "./database/transaction.server";
import { takeNumber } from "./numbers.server";

let database: TestDatabase;
const at = (now: string): Ctx => ({
  actor: system,
  db: database.db,
  now: new Date(now),
  requestId: "test-test",
  locale: "en",
});
const take = (ctx: Ctx, kind: "BK" | "QT" | "INV" | "CN") =>
  inTransaction(ctx, (ctx) => takeNumber(ctx, kind));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("numbers", () => {
  it("of each kind and year begin with one", async () => {
    const summer = at("2026-06-01T00:00:00Z");
    expect([await take(summer, "INV"), await take(summer, "INV"), await take(summer, "CN")]).toEqual([
      "INV-2026-000001",
      "INV-2026-000002",
      "CN-2026-000001",
    ]);
    expect(await take(at("2027-06-01T00:00:00Z"), "INV")).toBe("INV-2027-000001");
  });

  it("are of Dubai's year, four hours before UTC's", async () => {
    expect(await take(at("2029-12-31T19:59:59Z"), "QT")).toBe("QT-2029-000001");
    expect(await take(at("2029-12-31T20:00:00Z"), "QT")).toBe("QT-2030-000001");
  });

  it("have no gap and no double, whoever takes them at once and gives them back", async () => {
    const ctx = at("2031-06-01T00:00:00Z");
    const taken = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        inTransaction(ctx, async (ctx) => {
          const number = await takeNumber(ctx, "BK");
          return index % 4 === 0 ? { ok: false, reason: "no" } : number;
        }),
      ),
    );
    expect(taken.filter((number) => typeof number === "string").sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `BK-2031-${String(index + 1).padStart(6, "0")}`),
    );
  });

  it("end at a million rather than grow by a digit", async () => {
    await database.db.insertInto("counters").values({ kind: "BK", year: 2032, value: 999_998 }).execute();
    const ctx = at("2032-06-01T00:00:00Z");
    expect(await take(ctx, "BK")).toBe("BK-2032-999999");
    await expect(take(ctx, "BK")).rejects.toThrow(/counters_value_check/);
  });
});
