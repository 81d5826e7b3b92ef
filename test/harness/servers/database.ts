import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import pg from "pg";
import { inject } from "vitest";
import { createDatabase, type Database } from "~/platform/database/database.server";
import { nameStatements } from "~/platform/database/named-statements.server";
import type { Connection } from "~/platform/database/pool.server";
import type { Tables } from "~/platform/database/tables";
import { requestShared } from "../shared-resources";
import type { ServerKind, TemplateServer, TestServer } from "./database-servers";

export interface TestDatabase extends Database {
  connection: Connection;
  connectionString: string;
  /** Closes open connections and removes the database. */
  drop(): Promise<void>;
}

/** `migrated`: no rows but those of migrations. `company`: also the first data (company/first-data.ts). */
export type Contents = "empty" | "migrated" | "company";

/**
 * A database for the calling test file. A copy takes about 30 ms: create it in beforeAll, drop() it in
 * afterAll.
 */
export async function createTestDatabase({
  server: kind = "embedded",
  contents = "migrated",
}: {
  server?: ServerKind;
  contents?: Contents;
} = {}): Promise<TestDatabase> {
  const shared = contents === "company" ? `${kind} company` : kind;
  const server = await requestShared<TemplateServer>(inject("databaseServers"), shared);
  // With the process, so that a later run recognises databases of ended processes.
  const name = `test_${process.pid}_${randomUUID().replaceAll("-", "")}`;
  const template = contents === "empty" ? "template0" : server.template;
  // The default strategy writes the copy to the WAL as well, which doubles the time.
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER app STRATEGY FILE_COPY`);
  const connectionString = server.connectionString.replace("%s", name);
  const connection = { connectionString };
  const database = createDatabase(connection);
  // All of them, because parsing took a fifth of the processor time of these tests.
  database.pool.on("connect", (client) => nameStatements(client, () => true));
  return {
    ...database,
    connection,
    connectionString,
    async drop() {
      await database.close();
      await administer(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** One connection per server and process. */
const admins = new Map<string, pg.Pool>();

async function administer({ admin, connectionString }: TestServer, text: string): Promise<void> {
  let pool = admins.get(connectionString);
  if (!pool) {
    pool = new pg.Pool({ ...admin, max: 1, allowExitOnIdle: true });
    // The server may stop before this process.
    pool.on("error", () => {});
    admins.set(connectionString, pool);
  }
  await pool.query(text);
}

/** Empties tables and all that refer to them, including the append-only journal. */
export async function emptyTables(db: Kysely<Tables>, names: string[]): Promise<void> {
  const journal = ["ledger_entries", "ledger_lines"];
  for (const table of journal) await sql`ALTER TABLE ${sql.table(table)} DISABLE TRIGGER USER`.execute(db);
  await sql`TRUNCATE ${sql.join(names.map((name) => sql.table(name)))} CASCADE`.execute(db);
  for (const table of journal) await sql`ALTER TABLE ${sql.table(table)} ENABLE TRIGGER USER`.execute(db);
}
