import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import "~/features/operations/bookings/booking";
import { isLongRun } from "../../../test/faults/rounds";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { type PgBouncer, pgbouncer, startPgBouncer } from "../../../test/harness/servers/pgbouncer";
import { startStuckProxy } from "../../../test/harness/servers/stuck-proxy";
import { system } from "../auth/actor";
import { ConfigError } from "../config.server";
import { emit } from "../events/events.server";
import { infraFailureOf } from "../incidents/infra-failure.server";
import { openLive } from "../live/live.server";
import { type OpenedDatabase, openDatabase } from "./open.server";

describe.skipIf(!pgbouncer)("PgBouncer in transaction mode", () => {
  let server: TestDatabase;
  let bouncer: PgBouncer;
  const cleanups: (() => Promise<void> | void)[] = [];
  beforeAll(async () => {
    server = await createTestDatabase({ server: "external" });
    bouncer = await startPgBouncer(server.connectionString);
  });
  afterEach(async () => {
    for (const cleanUp of cleanups.splice(0).reverse()) await cleanUp();
  });
  afterAll(async () => {
    await bouncer.stop();
    await server.drop();
  });

  async function open(databaseUrl = bouncer.url(server.connectionString)): Promise<OpenedDatabase> {
    const config = { dataDir: "", databaseUrl, databaseDirectUrl: server.connectionString, poolSize: 20 };
    const opened = await openDatabase(config, () => {});
    cleanups.push(() => opened.close());
    return opened;
  }

  async function startBouncer(settings: Record<string, string>): Promise<PgBouncer> {
    const started = await startPgBouncer(server.connectionString, settings);
    cleanups.push(() => started.stop());
    return started;
  }

  it("refuses to start without the address of the server, and names the pooler", async () => {
    const lines: string[] = [];
    const config = {
      dataDir: "",
      databaseUrl: bouncer.url(server.connectionString),
      databaseDirectUrl: server.connectionString,
    };
    const opened = await openDatabase(config, (line) => lines.push(line));
    await opened.close();
    expect(lines).toEqual([
      "DATABASE_URL leads to a connection pooler; live updates and migrations use DATABASE_DIRECT_URL",
    ]);

    const refusal = new ConfigError(
      "DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the address of the server itself",
    );
    // Poolers are often configured to ignore what they refuse by default.
    const ignoring = await startBouncer({
      ignore_startup_parameters: "statement_timeout,lock_timeout,idle_in_transaction_session_timeout",
    });
    for (const { url } of [bouncer, ignoring]) {
      const databaseUrl = url(server.connectionString);
      await expect(openDatabase({ dataDir: "", databaseUrl }, () => {})).rejects.toEqual(refusal);
    }
  });

  it("applies timeouts and time zone to every transaction", async () => {
    const { pool } = await open();
    const settings = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const { rows } = await pool.query(`SELECT current_setting('statement_timeout') AS statement,
          current_setting('lock_timeout') AS lock, current_setting('TimeZone') AS zone, current_setting('jit') AS jit,
          current_setting('idle_in_transaction_session_timeout') AS idle, pg_sleep(0.01)`);
        return rows[0];
      }),
    );
    for (const found of settings)
      expect(found).toMatchObject({ statement: "30s", lock: "10s", idle: "30s", zone: "UTC", jit: "off" });
  });

  it("delivers live updates of transactions behind the pooler", async () => {
    const database = await open();
    const live = await openLive(database);
    cleanups.push(() => live.close());
    const topic = new Promise<string>((resolve) => live.subscribe(null, resolve));
    const ctx = { actor: system, db: database.db, now: new Date(), requestId: "test", locale: "en" } as const;
    await emit(ctx, "booking.status-changed", randomUUID(), {
      transition: "depart",
      to: "en_route",
      visitId: null,
    });
    expect(await topic).toBe("booking");
  });

  it.runIf(isLongRun)("keeps slow and waiting statements, more than the pooler has connections", async () => {
    const { pool } = await open();
    const slow = Array.from({ length: 5 }, () => pool.query("SELECT pg_sleep(8)"));
    const waiting = pool.query<{ answer: number }>("SELECT 1 AS answer");
    expect((await waiting).rows).toEqual([{ answer: 1 }]);
    await Promise.all(slow);
  });

  it.runIf(isLongRun)("closes half-open connections to the pooler", async () => {
    const proxy = await startStuckProxy({ host: "127.0.0.1", port: bouncer.port });
    cleanups.push(() => proxy.close());
    const url = new URL(server.connectionString);
    url.port = String(proxy.port);
    const { pool } = await open(url.href);
    await pool.query("SELECT 1");
    proxy.freeze();
    const error = await pool.query("SELECT 1").catch((error) => error);
    expect(infraFailureOf(error)).toBe("database-unavailable");
    expect((await pool.query("SELECT 1 AS answer")).rows).toEqual([{ answer: 1 }]);
  });

  it("waits for a client connection of a full pooler", async () => {
    const full = await startBouncer({ max_client_conn: "3" });
    const { pool } = await open(full.url(server.connectionString));
    const first = await pool.connect();
    const second = await pool.connect();
    const third = await pool.connect();
    const answer = pool.query("SELECT 1 AS answer");
    first.release(true);
    expect((await answer).rows).toEqual([{ answer: 1 }]);
    second.release();
    third.release();
  });
});
