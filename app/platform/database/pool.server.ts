import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { DEFAULT_POOL_SIZE } from "../config.server";
import { log } from "../log.server";
import { connectionsRefused, poolWait } from "../metrics/metrics.server";
import type { DatabaseClientConfig } from "./database-client.server";
import { nameStatements } from "./named-statements.server";
import { sqlState } from "./transaction.server";
import { createWatchedPool } from "./watched-pool.server";

export interface Connection extends DatabaseClientConfig {
  /** The server itself, where the connection leads to a connection pooler. */
  direct?: DatabaseClientConfig;
}

/** Limits of a session in milliseconds, so that none hangs forever. */
const TIMEOUTS = {
  statement_timeout: 30_000,
  lock_timeout: 10_000,
  idle_in_transaction_session_timeout: 30_000,
};

/**
 * Settings of every session. A pooler refuses or ignores the settings of a client, and passes its server connections
 * from one client to the next, so there the database role has them (session-defaults.server.ts).
 */
export const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TIMEOUTS).map(([name, value]) => [name, String(value)])),
  TimeZone: "UTC",
  // JIT and parallel workers slow down short page queries.
  jit: "off",
  max_parallel_workers_per_gather: "0",
};

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

/** Parsers for the product's types, and the settings of each session. */
export function createPool({ direct, ...connection }: Connection): pg.Pool {
  const pool = createWatchedPool(
    {
      max: DEFAULT_POOL_SIZE,
      connectionTimeoutMillis: 10_000,
      idleTimeoutMillis: 30_000,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: { getTypeParser },
      ...(direct ? {} : { ...TIMEOUTS, onConnect: configureSession }),
      ...connection,
    },
    direct,
  );
  // Prevents the loss of an idle connection from ending the process.
  pool.on("error", (error) =>
    log.warn("database-connection-lost", "Database connection lost", { reason: error.message }),
  );
  pool.on("connect", (client) => client.on("error", () => {}));
  if (!direct) pool.on("connect", (client) => nameStatements(client));
  observeConnects(pool);
  return pool;
}

type OnConnect = Parameters<pg.Pool["connect"]>[0];

/** Measures the wait for a connection and repeats refused attempts. `pool.query` also calls `connect`. */
function observeConnects(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = ((callback?: OnConnect) => {
    const connected = connectPatiently(connect).finally(poolWait.startTimer());
    if (!callback) return connected;
    connected.then(
      (client) => callback(undefined, client, client.release),
      (error) => callback(error, undefined, () => {}),
    );
  }) as pg.Pool["connect"];
}

/** PgBouncer 1.18 reports its limit as a protocol violation. */
function isFull(error: unknown): boolean {
  const tooManyConnections = "53300";
  return (
    sqlState(error) === tooManyConnections ||
    (error instanceof pg.DatabaseError && error.message.startsWith("no more connections allowed"))
  );
}

/** Pauses before further attempts, in milliseconds: other processes may release connections meanwhile. */
const RETRY_PAUSES = [100, 300, 900, 2_700];

async function connectPatiently(connect: () => Promise<pg.PoolClient>): Promise<pg.PoolClient> {
  for (const pause of RETRY_PAUSES) {
    try {
      return await connect();
    } catch (error) {
      if (!isFull(error)) throw error;
      connectionsRefused.inc();
      await sleep(pause * (0.5 + Math.random() / 2));
    }
  }
  return connect();
}

const CONFIGURE_SESSION = ["TimeZone", "jit", "max_parallel_workers_per_gather"]
  .map((name) => `SET ${name} = '${SESSION_SETTINGS[name]}'`)
  .join("; ");

async function configureSession(client: pg.ClientBase): Promise<void> {
  await client.query(CONFIGURE_SESSION);
}

const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown;

function getTypeParser(oid: number, format?: string) {
  if (format === "binary") return parserOf(oid, "binary");
  if (oid === INT8) return toSafeInteger;
  // A Date would be midnight in the machine's time zone.
  if (oid === DATE) return (text: string) => text;
  if (oid === DATE_ARRAY) return parserOf(TEXT_ARRAY);
  if (oid === INT8_ARRAY) {
    const texts = parserOf(TEXT_ARRAY) as (text: string) => (string | null)[];
    return (text: string) => texts(text).map((item) => (item === null ? null : toSafeInteger(item)));
  }
  return parserOf(oid);
}

function toSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database holds ${text}, too large for a number`);
  return value;
}
