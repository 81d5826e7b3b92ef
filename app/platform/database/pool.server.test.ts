import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";

describe("the pool", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ empty: true });
  });
  afterAll(() => database.drop());

  async function value(expression: string): Promise<unknown> {
    const { rows } = await database.pool.query(`SELECT ${expression} AS value`);
    return rows[0].value;
  }

  it("gives whole numbers as numbers, and refuses those that a number cannot hold", async () => {
    expect(await value("9007199254740991::bigint")).toBe(Number.MAX_SAFE_INTEGER);
    expect(await value("ARRAY[1, NULL, -3]::bigint[]")).toEqual([1, null, -3]);
    await expect(value("9007199254740992::bigint")).rejects.toThrow("too large for a number");
  });

  it("gives a day as a day, without an hour or a zone", async () => {
    expect(await value("date '2026-03-01'")).toBe("2026-03-01");
    expect(await value("ARRAY[date '2026-03-01', NULL]")).toEqual(["2026-03-01", null]);
  });

  it("gives a moment as Date", async () => {
    expect(await value("timestamptz '2026-03-01 08:00+04'")).toEqual(new Date("2026-03-01T04:00:00Z"));
  });

  it("works in UTC whatever the zone of the machine", async () => {
    expect(await value("current_setting('TimeZone')")).toBe("UTC");
    expect(await value("timestamptz '2026-03-01 23:00Z'::date")).toBe("2026-03-01");
  });

  it("ends what hangs", async () => {
    expect(await value("current_setting('statement_timeout')")).toBe("30s");
    expect(await value("current_setting('lock_timeout')")).toBe("10s");
    expect(await value("current_setting('idle_in_transaction_session_timeout')")).toBe("30s");
  });

  it("outlives the loss of its connections", async () => {
    const { rows } = await database.pool.query("SELECT pg_backend_pid() AS pid");
    const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const other = await createTestDatabase({ empty: true });
    await other.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await other.drop();
    await expect.poll(() => database.pool.totalCount).toBe(0);
    expect(told.mock.calls.join()).toContain("Database connection lost");
    told.mockRestore();
    expect(await value("1")).toBe(1);
  });
});
