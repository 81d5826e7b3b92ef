import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { connectionsRefused } from "../metrics/metrics.server";
import { createPool } from "./pool.server";

describe("createPool", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase({ contents: "empty" });
  });
  afterAll(() => database.drop());

  async function value(expression: string): Promise<unknown> {
    const { rows } = await database.pool.query(`SELECT ${expression} AS value`);
    return rows[0].value;
  }

  it("returns bigint as number and rejects unsafe integers", async () => {
    expect(await value("9007199254740991::bigint")).toBe(Number.MAX_SAFE_INTEGER);
    expect(await value("ARRAY[1, NULL, -3]::bigint[]")).toEqual([1, null, -3]);
    await expect(value("9007199254740992::bigint")).rejects.toThrow("too large for a number");
  });

  it("returns dates as text without time or zone", async () => {
    expect(await value("date '2026-03-01'")).toBe("2026-03-01");
    expect(await value("ARRAY[date '2026-03-01', NULL]")).toEqual(["2026-03-01", null]);
  });

  it("returns timestamptz as Date", async () => {
    expect(await value("timestamptz '2026-03-01 08:00+04'")).toEqual(new Date("2026-03-01T04:00:00Z"));
  });

  it("uses UTC regardless of the machine's time zone", async () => {
    expect(await value("current_setting('TimeZone')")).toBe("UTC");
    expect(await value("timestamptz '2026-03-01 23:00Z'::date")).toBe("2026-03-01");
  });

  it("sets timeouts for statements, locks and idle transactions", async () => {
    expect(await value("current_setting('statement_timeout')")).toBe("30s");
    expect(await value("current_setting('lock_timeout')")).toBe("10s");
    expect(await value("current_setting('idle_in_transaction_session_timeout')")).toBe("30s");
  });

  it("repeats an attempt that the server refused because it has too many connections, and counts it", async () => {
    const other = await createTestDatabase({ contents: "empty" });
    await other.pool.query(
      `ALTER DATABASE ${new URL(other.connectionString).pathname.slice(1)} CONNECTION LIMIT 2`,
    );
    const limited = createPool(other.connection);
    const refused = async () => (await connectionsRefused.get()).values[0]?.value ?? 0;
    const before = await refused();
    const first = await limited.connect();
    const second = limited.query("SELECT 1 AS value");
    await expect.poll(refused).toBeGreaterThan(before);
    // Closes the connection.
    first.release(true);
    expect((await second).rows).toEqual([{ value: 1 }]);
    await limited.end();
    await other.drop();
  });

  it("recovers after its connections are terminated", async () => {
    const { rows } = await database.pool.query("SELECT pg_backend_pid() AS pid");
    const stderr = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const other = await createTestDatabase({ contents: "empty" });
    await other.pool.query("SELECT pg_terminate_backend($1)", [rows[0].pid]);
    await other.drop();
    await expect.poll(() => database.pool.totalCount).toBe(0);
    expect(stderr.mock.calls.join()).toContain("Database connection lost");
    stderr.mockRestore();
    expect(await value("1")).toBe(1);
  });
});
