import pg from "pg";
import { MAX_CONNECTIONS } from "../config.server";
import { log } from "../log.server";
import { poolWait } from "../metrics/metrics.server";
import { createWatchedPool } from "./watched-pool.server";

export type Connection = pg.PoolConfig;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

/** Parsers for the product's types, and timeouts so that no session hangs forever. */
export function createPool(connection: Connection): pg.Pool {
  const pool = createWatchedPool({
    max: MAX_CONNECTIONS,
    application_name: "app",
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    statement_timeout: 30_000,
    lock_timeout: 10_000,
    idle_in_transaction_session_timeout: 30_000,
    types: { getTypeParser },
    onConnect: configureSession,
    ...connection,
  });
  // Prevents the loss of an idle connection from ending the process.
  pool.on("error", (error) =>
    log.warn("database-connection-lost", "Database connection lost", { reason: error.message }),
  );
  pool.on("connect", (client) => client.on("error", () => {}));
  measureWait(pool);
  return pool;
}

type OnConnect = Parameters<pg.Pool["connect"]>[0];

/** `pool.query` also calls `connect`. */
function measureWait(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as (callback?: OnConnect) => Promise<pg.PoolClient> | undefined;
  pool.connect = ((callback?: OnConnect) => {
    const observe = poolWait.startTimer();
    if (!callback) return connect()?.finally(observe);
    return connect((...result) => {
      observe();
      callback(...result);
    });
  }) as pg.Pool["connect"];
}

/** Disables JIT and parallel workers, which slow down short page queries. */
async function configureSession(client: pg.ClientBase): Promise<void> {
  await client.query("SET TIME ZONE 'UTC'; SET jit = off; SET max_parallel_workers_per_gather = 0");
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
