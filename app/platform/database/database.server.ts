import { Kysely, PostgresDialect } from "kysely";
import type pg from "pg";
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
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}
