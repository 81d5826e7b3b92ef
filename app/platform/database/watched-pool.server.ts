import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import pg from "pg";
import { ConnectionLost, isReadOnlyServer } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import { DatabaseClient, type DatabaseClientConfig } from "./database-client.server";

/**
 * Detects half-open TCP connections, which `pg` would wait on forever. After some seconds without a byte, a
 * new connection asks whether the server still executes the statement.
 *
 * `direct`: the server itself, where `config` leads to a connection pooler. A pooler's clients share the server's
 * processes, but keep their application names.
 */
export function createWatchedPool(config: DatabaseClientConfig, direct?: DatabaseClientConfig): pg.Pool {
  const clients = new Set<Client>();
  const idle = new Set<pg.ClientBase>();

  class Client extends WatchedClient {
    constructor(config?: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis: CONNECT_MS });
      clients.add(this);
      this.once("end", () => {
        clients.delete(this);
        idle.delete(this);
      });
    }

    // biome-ignore lint/suspicious/noExplicitAny: passes on a dozen overloads unchanged.
    override query(...args: any[]): any {
      // Kysely awaits promises.
      const result = super.query(...args);
      if (result instanceof Promise) result.catch((error) => isReadOnlyServer(error) && dropReadOnly(this));
      return result;
    }
  }

  /** A demoted server refuses all writes, so the next connections search the new one. */
  function dropReadOnly(refused: Client): void {
    config.finder?.forget();
    for (const client of clients) if (client === refused || idle.has(client)) client.destroy();
  }

  const pool = new pg.Pool({ ...config, Client });
  pool.on("release", (_, client) => idle.add(client));
  pool.on("acquire", (client) => idle.delete(client));

  let isChecking = false;
  let endingSince: number | undefined;
  const timer = setInterval(async () => {
    if (pool.ending) {
      endingSince ??= performance.now();
      if (clients.size === 0) return clearInterval(timer);
      if (performance.now() - endingSince > CLOSE_MS)
        for (const client of clients) if (idle.has(client)) client.destroy();
    }
    if (isChecking) return;
    isChecking = true;
    await closeDeadClients().catch((error) =>
      log.error("database-connections-unchecked", "Could not check the database connections", { error }),
    );
    isChecking = false;
  }, CHECK_MS).unref();

  async function closeDeadClients(): Promise<void> {
    const silent = [...clients].filter((client) => client.isSilent());
    if (silent.length === 0) return;
    // A pooler without a free server connection keeps statements waiting, which no server process shows.
    if (direct && (await isBusy(config))) return;
    const backends = await queryBackends(direct ?? config, silent);
    await new Promise((resolve) => setTimeout(resolve, CHECK_MS));
    const dead = silent.filter((client) => client.isSilent() && !backends.active.includes(client.name));
    if (dead.length === 0) return backends.end();
    for (const client of clients) if (idle.has(client)) dead.push(client);
    log.warn("half-open-connections-closed", "Closing half-open database connections", {
      connections: dead.length,
    });
    for (const client of dead) client.destroy();
    await backends.end(dead.map(({ name }) => name));
  }

  return pool;
}

const CHECK_MS = 1_000;
const SILENT_MS = 5_000;
const CONNECT_MS = 5_000;
const CLOSE_MS = 3_000;

class WatchedClient extends DatabaseClient {
  /** The application name by which the server knows this connection, because its process id is that of a pooler. */
  readonly name: string;
  #waitingSince: number | undefined;
  #received = { bytes: 0, at: 0 };

  constructor(config?: DatabaseClientConfig) {
    const name = `app-${randomUUID().slice(0, 8)}`;
    super({ ...config, application_name: name });
    this.name = name;
    this.on("drain", () => {
      this.#waitingSince = undefined;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: passes on a dozen overloads unchanged.
  override query(...args: any[]): any {
    this.#waitingSince ??= performance.now();
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }

  /** Samples the byte count, so call it regularly. */
  isSilent(): boolean {
    if (this.#waitingSince === undefined) return false;
    const now = performance.now();
    const bytes = (this.connection.stream as Socket).bytesRead;
    if (bytes !== this.#received.bytes) this.#received = { bytes, at: now };
    return now - Math.max(this.#waitingSince, this.#received.at) >= SILENT_MS;
  }

  destroy(): void {
    this.connection.stream.destroy(new ConnectionLost("The database connection was half-open"));
  }
}

/** True if the pooler accepts a connection but does not answer a statement in time. */
async function isBusy(pooler: DatabaseClientConfig): Promise<boolean> {
  const client = new DatabaseClient({
    ...pooler,
    application_name: "watch",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CHECK_MS,
  });
  client.on("error", () => {});
  try {
    await client.connect();
  } catch (error) {
    return error instanceof pg.DatabaseError;
  }
  try {
    await client.query("SELECT 1");
    return false;
  } catch {
    return true;
  } finally {
    client.connection.stream.destroy();
  }
}

interface BackendStatus {
  /** Names of connections whose statement is executed. */
  active: string[];
  /** Terminates backends, so that they release their locks. */
  end(names?: string[]): Promise<void>;
}

async function queryBackends(
  config: DatabaseClientConfig,
  silent: readonly WatchedClient[],
): Promise<BackendStatus> {
  const names = silent.map(({ name }) => name);
  const client = new DatabaseClient({
    ...config,
    application_name: "watch",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => {});
  const disconnect = () => client.connection.stream.destroy();
  try {
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      `SELECT application_name AS name FROM pg_stat_activity
      WHERE application_name = any($1) AND coalesce(state, '') NOT LIKE 'idle%'
        AND wait_event_type IS DISTINCT FROM 'Client'`,
      [names],
    );
    return {
      active: rows.map(({ name }) => name),
      async end(namesToEnd = []) {
        await client
          .query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
            WHERE application_name = any($1) AND usename = current_user`,
            [namesToEnd],
          )
          .catch(() => {});
        disconnect();
      },
    };
  } catch (error) {
    disconnect();
    const answers = error instanceof pg.DatabaseError && error.code !== "57P03";
    return { active: answers ? names : [], end: async () => {} };
  }
}
