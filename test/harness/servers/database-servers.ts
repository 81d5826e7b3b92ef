import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { TestProject } from "vitest/node";
import {
  chooseAccount,
  OWN_FOLDER,
  POSTGRES_ENV,
  prepareCluster,
} from "~/platform/database/embedded/cluster.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { findPostgres, preparePostgres } from "~/platform/database/embedded/postgres-binaries.server";
import { migrate } from "~/platform/database/migrate.server";
import type { Connection } from "~/platform/database/pool.server";
import { freePort } from "../free-port";
import { serveShared, socketFolder } from "../shared-resources";

/** `embedded`: bundled PostgreSQL. `external`: PostgreSQL 15 over TCP, as behind a DATABASE_URL. */
export type ServerKind = "embedded" | "external";

/** Connection data for creating databases on a server. */
export interface TestServer {
  admin: Connection;
  /** Connection string of the product's role, with %s for the database name. */
  connectionString: string;
}

export const TEMPLATE = "template_app";

declare module "vitest" {
  interface ProvidedContext {
    /** Socket that answers "embedded" or "external" with a TestServer. */
    databaseServers: string;
  }
}

/** Durability is off, because test data may be lost; crash tests start their own servers. */
const TEST_SETTINGS = {
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  max_connections: "200",
};

interface StartedServer extends TestServer {
  stop(): Promise<void>;
}

/** One server of each kind per run, started when the first test needs it, so that unit tests do not wait. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(socketFolder(), "test-database-"));
  // PostgreSQL 15, unlike 18, needs access to the parent folder.
  chmodSync(folder, 0o711);
  const start = { embedded: startEmbedded, external: startExternal };
  const socketPath = join(folder, "servers.sock");
  const { resources, close } = await serveShared(socketPath, (kind) =>
    start[kind as ServerKind](join(folder, kind)).then(withTemplate),
  );
  project.provide("databaseServers", socketPath);
  return async () => {
    close();
    for (const server of resources.values()) await server.then(({ stop }) => stop()).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
}

async function startEmbedded(dataDir: string): Promise<StartedServer> {
  const { admin, connectionString, stop } = await startEmbeddedPostgres({ dataDir, settings: TEST_SETTINGS });
  return { admin, connectionString: connectionString.replace("/app?", "/%s?"), stop };
}

async function startExternal(dataDir: string): Promise<StartedServer> {
  const account = chooseAccount(dataDir);
  const cacheDirs = [account ? "/var/cache" : tmpdir(), tmpdir()];
  const native = preparePostgres(findPostgres("postgres-15-linux"), account, cacheDirs);
  await prepareCluster(dataDir, native, account, ["--no-sync", "--auth-host=scram-sha-256"]);
  const port = await freePort();
  const settings = { ...TEST_SETTINGS, listen_addresses: "127.0.0.1", port, unix_socket_directories: "." };
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

/** Migrated once; each test database is a copy. */
async function withTemplate(server: StartedServer): Promise<StartedServer> {
  await query(server.admin, `CREATE DATABASE ${TEMPLATE} OWNER app`);
  await migrate({ connectionString: server.connectionString.replace("%s", TEMPLATE) });
  return server;
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
