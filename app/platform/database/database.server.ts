import { CamelCasePlugin, Kysely, type LogEvent, PostgresDialect, type PostgresPool } from "kysely";
import type pg from "pg";
import { requestScope } from "../http/request-scope.server";
import { log } from "../log.server";
import { slowQueries } from "../metrics/metrics.server";
import { recordStatement } from "../tracing/tracing.server";
import type { DatabaseClientConfig } from "./database-client.server";
import { type Connection, createPool } from "./pool.server";
import type { Tables } from "./tables";

export interface Database {
  db: Kysely<Tables>;
  pool: pg.Pool;
  /** The server itself, for LISTEN and other work that a connection pooler does not pass on. */
  direct: DatabaseClientConfig;
  admin?: Connection;
  close(): Promise<void>;
}

export function createDatabase(connection: Connection): Database {
  const pool = createPool(connection);
  const db = createKysely(pool);
  return { db, pool, direct: connection.direct ?? connection, close: () => db.destroy() };
}

export function createKysely(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({
    dialect: new PostgresDialect({ pool }),
    // Keys inside JSON values stay as they are stored.
    plugins: [new CamelCasePlugin({ maintainNestedObjectKeys: true })],
    log: observeQuery,
  });
}

/** Limit in milliseconds above which a statement is logged. */
const SLOW_QUERY_MS = 500;

/** Records and logs the statement without its values, which may be personal data. */
function observeQuery({ queryDurationMillis, query, ...event }: LogEvent): void {
  recordStatement(query.sql, queryDurationMillis, event.level === "error" ? event.error : undefined);
  if (queryDurationMillis < SLOW_QUERY_MS) return;
  slowQueries.inc({ route: requestScope().route ?? "background" });
  const durationMs = Math.round(queryDurationMillis);
  log.warn("slow-statement", "A database statement was slow", {
    durationMs,
    statement: query.sql,
    ...requestScope(),
  });
}
