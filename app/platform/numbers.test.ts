import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../test/harness/servers/database";
import { system } from "./auth/actor";
import type { Ctx } from "./context";
import { inTransaction } from "./database/transaction.server";
import { allocateBookingNumbers, allocateNumber } from "./numbers.server";

let database: TestDatabase;
const at = (now: string): Ctx => ({
  actor: system,
  db: database.db,
  now: new Date(now),
  requestId: "test-test",
  locale: "en",
});
const take = (ctx: Ctx, kind: "QT" | "INV" | "CN") => inTransaction(ctx, (ctx) => allocateNumber(ctx, kind));
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

describe("allocateNumber", () => {
  it("starts at one for each kind and year", async () => {
    const summer = at("2026-06-01T00:00:00Z");
    expect([await take(summer, "INV"), await take(summer, "INV"), await take(summer, "CN")]).toEqual([
      "INV-2026-000001",
      "INV-2026-000002",
      "CN-2026-000001",
    ]);
    expect(await take(at("2027-06-01T00:00:00Z"), "INV")).toBe("INV-2027-000001");
  });

  it("uses the Dubai year, which begins four hours before UTC's", async () => {
    expect(await take(at("2029-12-31T19:59:59Z"), "QT")).toBe("QT-2029-000001");
    expect(await take(at("2029-12-31T20:00:00Z"), "QT")).toBe("QT-2030-000001");
  });

  it("leaves no gaps and duplicates across concurrent and rolled-back transactions", async () => {
    const ctx = at("2031-06-01T00:00:00Z");
    const numbers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        inTransaction(ctx, async (ctx) => {
          const number = await allocateNumber(ctx, "INV");
          return index % 4 === 0 ? { ok: false, reason: "no" } : number;
        }),
      ),
    );
    expect(numbers.filter((number) => typeof number === "string").sort()).toEqual(
      Array.from({ length: 30 }, (_, index) => `INV-2031-${String(index + 1).padStart(6, "0")}`),
    );
  });

  it("fails at a million instead of adding a digit", async () => {
    await database.db.insertInto("counters").values({ kind: "INV", year: 2032, value: 999_998 }).execute();
    const ctx = at("2032-06-01T00:00:00Z");
    expect(await take(ctx, "INV")).toBe("INV-2032-999999");
    await expect(take(ctx, "INV")).rejects.toThrow(/counters_value_check/);
  });
});

describe("allocateBookingNumbers", () => {
  const takeAt = (now: string, count = 1) =>
    inTransaction(at(now), (ctx) => allocateBookingNumbers(ctx, count));

  it("starts at one each year and continues in order", async () => {
    expect(await takeAt("2033-06-01T00:00:00Z", 2)).toEqual(["BK-2033-000001", "BK-2033-000002"]);
    expect(await takeAt("2033-06-02T00:00:00Z")).toEqual(["BK-2033-000003"]);
    expect(await takeAt("2033-12-31T20:00:00Z")).toEqual(["BK-2034-000001"]);
  });

  it("allocates unique numbers without waiting for open transactions", async () => {
    const now = "2035-06-01T00:00:00Z";
    await takeAt(now);
    const otherNumbers = await inTransaction(at(now), async (ctx) => {
      const [first] = await allocateBookingNumbers(ctx, 1);
      const otherNumbers = await Promise.all(Array.from({ length: 10 }, () => takeAt(now, 3)));
      return [first!, ...otherNumbers.flat()];
    });
    expect(new Set(otherNumbers).size).toBe(31);
  });

  it("does not repeat numbers after the year's first transaction rolls back", async () => {
    const now = "2036-06-01T00:00:00Z";
    await inTransaction(at(now), async (ctx) => {
      await allocateBookingNumbers(ctx, 5);
      return { ok: false, reason: "no" };
    });
    expect(await takeAt(now)).toEqual(["BK-2036-000001"]);
  });

  it("fails at a million instead of adding a digit", async () => {
    await takeAt("2037-06-01T00:00:00Z");
    await sql`SELECT setval('booking_numbers', numbers_before + 999998) FROM booking_years WHERE year = 2037`.execute(
      database.db,
    );
    expect(await takeAt("2037-06-01T00:00:00Z")).toEqual(["BK-2037-999999"]);
    await expect(takeAt("2037-06-01T00:00:00Z")).rejects.toThrow(/are used up/);
  });
});
