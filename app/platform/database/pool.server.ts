import pg from "pg";
import { log } from "../log.server";
import { createWatchedPool } from "./watched-pool.server";

/** Where a database is: a connection string, or the parts of one. */
export type Connection = pg.PoolConfig;

const INT8 = 20;
const INT8_ARRAY = 1016;
const DATE = 1082;
const DATE_ARRAY = 1182;
const TEXT_ARRAY = 1009;

/** A pool whose values arrive as the product wants them, and whose sessions cannot hang for ever. */
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
    onConnect: setUp,
    ...connection,
  });
  // An idle connection that the server closes would otherwise end the process; the pool has dropped it already.
  pool.on("error", (error) => log.warn("Database connection lost", { reason: error.message }));
  // So would one that is lost in the middle of a transaction. Whoever holds it is told by the statement that fails.
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/**
 * Days and hours are computed in Asia/Dubai by name; whatever does not name a zone must be UTC everywhere. Queries that are made for
 * a page are over sooner than the server has compiled them, or started further processes for them.
 */
async function setUp(client: pg.ClientBase): Promise<void> {
  await client.query("SET TIME ZONE 'UTC'; SET jit = off; SET max_parallel_workers_per_gather = 0");
}

/** The types name only some of the numbers that the function knows. */
const parserOf = pg.types.getTypeParser as (oid: number, format?: string) => (text: string) => unknown;

function getTypeParser(oid: number, format?: string) {
  if (format === "binary") return parserOf(oid, "binary");
  if (oid === INT8) return toSafeInteger;
  // As Date it would be midnight of the machine's own zone: a day has no zone.
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
