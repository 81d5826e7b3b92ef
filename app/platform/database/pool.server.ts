import pg from "pg";
import { log } from "../log.server";
import { createWatchedPool } from "./watched-pool.server";

export type Connection = pg.PoolConfig;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

/** Pool with the product's type parsers, and timeouts so that no session hangs forever. */
export function createPool(connection: Connection): pg.Pool {
  const pool = createWatchedPool({
    max: 20,
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
  // Without a listener, an idle connection that the server closes would end the process. The pool has dropped
  // it already.
  pool.on("error", (error) => log.warn("Database connection lost", { reason: error.message }));
  // The same applies to connections lost during a transaction, where the failing statement reports the error.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Sessions use UTC, because Asia/Dubai is always named explicitly. JIT and parallel workers are off: short
 * page queries finish before either would pay off.
 */
async function configureSession(client: pg.ClientBase): Promise<void> {
  await client.query("SET TIME ZONE 'UTC'; SET jit = off; SET max_parallel_workers_per_gather = 0");
}

/** pg's types name only some of the known type ids. */
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
