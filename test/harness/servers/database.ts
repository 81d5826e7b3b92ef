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
  /** Restores the database for the next test file, or closes its connections and removes it. */
  drop(): Promise<void>;
}

/** Each new connection reads the catalogue and prepares its statements, so ten of them took a tenth more processor time. */
const CONNECTIONS = 4;

/** `migrated`: no rows but those of migrations. `company`: also the first data (company/first-data.ts). */
export type Contents = "empty" | "migrated" | "company";

/** A database for the calling test file: create it in beforeAll, drop() it in afterAll. */
export async function createTestDatabase({
  server: kind = "embedded",
  contents = "migrated",
  isReused = contents !== "empty",
}: {
  server?: ServerKind;
  contents?: Contents;
  isReused?: boolean;
} = {}): Promise<TestDatabase> {
  return await (isReused ? reuseDatabase(kind, contents) : copyTemplate(kind, contents));
}

/** Takes about 30 ms. */
async function copyTemplate(kind: ServerKind, contents: Contents): Promise<TestDatabase> {
  const server = await findServer(kind, contents);
  // With the process, so that a later run recognises databases of ended processes.
  const name = `test_${process.pid}_${randomUUID().replaceAll("-", "")}`;
  const template = contents === "empty" ? "template0" : server.template;
  // The default strategy writes the copy to the WAL as well, which doubles the time.
  await administer(server, `CREATE DATABASE ${name} TEMPLATE ${template} OWNER app STRATEGY FILE_COPY`);
  const connectionString = server.connectionString.replace("%s", name);
  const connection = { connectionString };
  const database = createDatabase({ ...connection, max: CONNECTIONS });
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

/** The server with the template of these contents. */
async function findServer(kind: ServerKind, contents: Contents): Promise<TemplateServer> {
  const name = contents === "company" ? `${kind} company` : kind;
  return await requestShared<TemplateServer>(inject("databaseServers"), name);
}

/** Restored databases, by server and contents. */
const unused = new Map<string, TestDatabase[]>();

/** Uses of a database, whose deleted rows stay in its files. */
const MAX_USES = 50;

/**
 * A database that `drop` restores instead of removing it. Its open connections have loaded the schema and prepared their
 * statements, which takes half a second of a new database. One whose schema changed or whose pool is busy is removed.
 */
async function reuseDatabase(kind: ServerKind, contents: Contents): Promise<TestDatabase> {
  const key = `${kind} ${contents}`;
  const restored = unused.get(key)?.pop();
  if (restored) return restored;
  const database = await copyTemplate(kind, contents);
  const { admin } = await findServer(kind, contents);
  const name = new URL(database.connectionString).pathname.slice(1);
  const restorer = new pg.Client({ ...admin, database: name });
  restorer.on("error", () => {});
  await restorer.connect();
  await restorer.query(SAVE_CONTENTS);
  const connections = new Set<number>();
  database.pool.on("connect", (client) => connections.add(processId(client)));
  database.pool.on("remove", (client) => connections.delete(processId(client)));
  const isIdle = () => !database.pool.ending && database.pool.idleCount === database.pool.totalCount;
  async function restore(): Promise<boolean> {
    // The removal of a database closes them, too.
    await restorer.query(CLOSE_OTHERS, [[...connections]]);
    const { rows } = await restorer.query("SELECT saved.restore() AS restored");
    return rows[0].restored;
  }
  let uses = 0;
  const reused: TestDatabase = {
    ...database,
    async drop() {
      uses++;
      if (uses < MAX_USES && isIdle() && (await restore()) && isIdle()) {
        unused.set(key, [...(unused.get(key) ?? []), reused]);
      } else {
        await restorer.end();
        await database.drop();
      }
    },
  };
  return reused;
}

const processId = (client: pg.ClientBase) => (client as pg.ClientBase & { processID: number }).processID;

const CLOSE_OTHERS = `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid() AND pid <> ALL ($1::int[])`;

/**
 * Saves all rows and sequences. `saved.restore` writes back the tables that changed, and returns false if the schema
 * changed.
 */
const SAVE_CONTENTS = `
CREATE SCHEMA saved;
CREATE TABLE saved._sequences AS
  SELECT format('public.%I', sequencename)::regclass AS name, coalesce(last_value, start_value) AS value, last_value IS NOT NULL AS is_called
  FROM pg_sequences WHERE schemaname = 'public';
CREATE TABLE saved._tables (name text, columns text, size bigint);
CREATE TABLE saved._state (xid bigint, schema text);

CREATE FUNCTION saved._schema() RETURNS text LANGUAGE sql AS $$
  SELECT concat_ws(' ',
    (SELECT row(count(*), max(xmin::text::bigint)) FROM pg_class),
    (SELECT row(count(*), max(xmin::text::bigint)) FROM pg_attribute),
    (SELECT row(count(*), max(xmin::text::bigint)) FROM pg_constraint),
    (SELECT row(count(*), max(xmin::text::bigint)) FROM pg_trigger),
    (SELECT row(count(*), max(xmin::text::bigint)) FROM pg_proc),
    (SELECT row(count(*), max(xmin::text::bigint)) FROM pg_db_role_setting))
$$;

CREATE FUNCTION saved.restore() RETURNS boolean LANGUAGE plpgsql SET session_replication_role = replica AS $$
DECLARE saved_table record; is_changed boolean;
BEGIN
  IF (SELECT schema FROM saved._state) <> saved._schema() THEN RETURN false; END IF;
  FOR saved_table IN SELECT name, columns, size FROM saved._tables LOOP
    IF saved_table.size = 0 THEN
      EXECUTE format('DELETE FROM public.%I', saved_table.name);
    ELSE
      EXECUTE format('SELECT count(*) <> $1 OR max(xmin::text::bigint) > (SELECT xid FROM saved._state) FROM public.%I', saved_table.name)
        INTO is_changed USING saved_table.size;
      IF is_changed IS DISTINCT FROM false THEN
        EXECUTE format('DELETE FROM public.%I', saved_table.name);
        EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM saved.%1$I', saved_table.name, saved_table.columns);
      END IF;
    END IF;
  END LOOP;
  PERFORM setval(name, value, is_called) FROM saved._sequences;
  UPDATE saved._state SET xid = pg_current_xact_id()::text::bigint;
  RETURN true;
END $$;

DO $$
DECLARE name text; size bigint;
BEGIN
  FOR name IN SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' LOOP
    EXECUTE format('SELECT count(*) FROM public.%I', name) INTO size;
    IF size > 0 THEN EXECUTE format('CREATE TABLE saved.%1$I AS TABLE public.%1$I', name); END IF;
    INSERT INTO saved._tables SELECT name, string_agg(quote_ident(attname), ', '), size FROM pg_attribute
      WHERE attrelid = format('public.%I', name)::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '';
  END LOOP;
END $$;
INSERT INTO saved._state SELECT pg_current_xact_id()::text::bigint, saved._schema();
`;

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
