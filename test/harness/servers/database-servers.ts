import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import {
  chooseAccount,
  OWN_FOLDER,
  POSTGRES_ENV,
  prepareCluster,
} from "~/platform/database/embedded/cluster.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { preparePostgres } from "~/platform/database/embedded/postgres-binaries.server";
import { clusterName, livingPostmaster, signal } from "~/platform/database/embedded/postmaster.server";
import { type Migrations, migrate } from "~/platform/database/migrate.server";
import type { Connection } from "~/platform/database/pool.server";
import { freePort } from "../free-port";
import { findPostgres15 } from "./postgres-15";

/** `embedded`: bundled PostgreSQL. `external`: PostgreSQL 15 over TCP, as behind a DATABASE_URL. */
export type ServerKind = "embedded" | "external";

/** Connection data for creating databases on a server. */
export interface TestServer {
  admin: Connection;
  /** Connection string of the product's role, with %s for the database name. */
  connectionString: string;
}

export interface StartedServer extends TestServer {
  stop(): Promise<void>;
}

/** A server with a migrated database that test databases copy. */
export interface TemplateServer extends TestServer {
  template: string;
}

const MIGRATIONS = join(import.meta.dirname, "../../../db/migrations");

/**
 * Durability is off, because test data may be lost; crash tests start their own servers. Databases live for seconds, so
 * plans are made once and tables need no vacuum.
 */
const TEST_SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
  autovacuum: "off",
  plan_cache_mode: "force_generic_plan",
};

export async function startServer(kind: ServerKind, folder: string): Promise<StartedServer> {
  mkdirSync(folder, { recursive: true });
  // PostgreSQL 15, unlike 18, needs access to the parent folder.
  chmodSync(folder, 0o711);
  return await (kind === "embedded" ? startEmbedded : startExternal)(join(folder, kind));
}

async function startEmbedded(dataDir: string): Promise<StartedServer> {
  const { admin, connectionString, stop } = await startEmbeddedPostgres({ dataDir, settings: TEST_SETTINGS });
  return { admin, connectionString: connectionString.replace("/app?", "/%s?"), stop };
}

async function startExternal(dataDir: string): Promise<StartedServer> {
  // Left by a standing server that was killed.
  const orphan = livingPostmaster(dataDir);
  if (orphan !== undefined) signal(orphan, "SIGKILL");
  while (livingPostmaster(dataDir) !== undefined) await sleep(10);
  rmSync(dataDir, { recursive: true, force: true });
  const account = chooseAccount(dataDir);
  const cacheDirs = [account ? "/var/cache" : tmpdir(), tmpdir()];
  const native = preparePostgres(await findPostgres15(), account, cacheDirs);
  await prepareCluster(dataDir, native, account, ["--no-sync", "--auth-host=scram-sha-256"]);
  const port = await freePort();
  const settings = {
    ...TEST_SETTINGS,
    listen_addresses: "127.0.0.1",
    port,
    unix_socket_directories: ".",
    cluster_name: clusterName(dataDir) ?? "",
  };
  const child = spawn(
    join(native, "bin/postgres"),
    ["-D", OWN_FOLDER, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
    { ...account, cwd: dataDir, env: POSTGRES_ENV, stdio: "ignore", detached: true },
  );
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const local = { host: dataDir, port, user: "postgres", database: "postgres", ssl: false };
  await waitUntilReady(local);
  await query(local, "CREATE ROLE app LOGIN PASSWORD 'app'");
  await query(local, "ALTER ROLE postgres PASSWORD 'postgres'");
  return {
    admin: { ...local, host: "127.0.0.1", password: "postgres" },
    connectionString: `postgresql://app:app@127.0.0.1:${port}/%s`,
    async stop() {
      child.kill("SIGINT");
      await ended;
    },
  };
}

/**
 * Creates the template of the current migrations unless the server has it already, and removes what earlier runs left on
 * a standing server: other templates, and databases of ended processes.
 */
export async function withTemplate(server: TestServer): Promise<TemplateServer> {
  const migrations = readMigrations();
  const template = `template_${createHash("sha256").update(JSON.stringify(migrations)).digest("hex").slice(0, 16)}`;
  const client = new pg.Client(server.admin);
  await client.connect();
  try {
    // One run at a time. The lock ends with the connection.
    await client.query("SELECT pg_advisory_lock(1)");
    const { rows } = await client.query<{ name: string }>("SELECT datname AS name FROM pg_database");
    for (const { name } of rows) {
      if (name !== template && isLeftOver(name)) await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
    }
    if (!rows.some(({ name }) => name === template)) {
      await client.query("CREATE DATABASE template_unfinished OWNER app");
      const connectionString = server.connectionString.replace("%s", "template_unfinished");
      await migrate({ connectionString }, migrations);
      await client.query(`ALTER DATABASE template_unfinished RENAME TO ${template}`);
    }
  } finally {
    await client.end();
  }
  return { admin: server.admin, connectionString: server.connectionString, template };
}

/**
 * Replaces the template with one that also has the first data, business details and opening hours of a company. Copying
 * them takes a fifth of the time of adding them.
 */
export async function withCompanyTemplate(server: TemplateServer): Promise<TemplateServer> {
  const { addFirstData } = await import("../company/first-data");
  const template = `company_${process.pid}`;
  const client = new pg.Client(server.admin);
  await client.connect();
  try {
    await client.query(`DROP DATABASE IF EXISTS ${template}`);
    await client.query(`CREATE DATABASE ${template} TEMPLATE ${server.template} OWNER app`);
    await addFirstData(server.connectionString.replace("%s", template));
  } finally {
    await client.end();
  }
  return { ...server, template };
}

/** Read from the folder, because a watching run outlives changes of it. */
function readMigrations(): Migrations {
  const names = readdirSync(MIGRATIONS).filter((name) => name.endsWith(".sql"));
  return Object.fromEntries(
    names.map((name) => [name.replace(/\.sql$/, ""), readFileSync(join(MIGRATIONS, name), "utf8")]),
  );
}

function isLeftOver(database: string): boolean {
  if (/^template_(unfinished|[0-9a-f]{16})$/.test(database)) return true;
  const pid = /^(?:test|company)_(\d+)/.exec(database)?.[1];
  return pid !== undefined && !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

async function waitUntilReady(connection: Connection): Promise<void> {
  for (const end = Date.now() + 30_000; ; await sleep(20)) {
    try {
      return await query(connection, "SELECT 1");
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

async function query(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client(connection);
  client.on("error", () => {});
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
