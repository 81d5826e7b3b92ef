import { Kysely, type LogEvent, PostgresDialect } from "kysely";
import type pg from "pg";
import { requestScope } from "../http/request-scope.server";
import { log } from "../log.server";
import { slowQueries } from "../metrics/metrics.server";
import { type Connection, createPool } from "./pool.server";
import type { Tables } from "./tables";

export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  admin?: Connection;
  close(): Promise<void>;
}

export function createDatabase(connection: Connection): Database {
  const pool = createPool(connection);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log: logSlowQuery });
  return { db, pool, close: () => db.destroy() };
}

/** Limit in milliseconds above which a statement is logged. */
const SLOW_QUERY_MS = 500;

/** Logs the statement without its values, which may be personal data. */
function logSlowQuery({ queryDurationMillis, query }: LogEvent): void {
  if (queryDurationMillis < SLOW_QUERY_MS) return;
  slowQueries.inc();
  const durationMs = Math.round(queryDurationMillis);
  log.warn("A database statement was slow", { durationMs, statement: query.sql, ...requestScope() });
}
