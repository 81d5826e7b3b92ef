import type { Socket } from "node:net";
import pg from "pg";
import { ConnectionLost } from "../incidents/infra-failure.server";
import { log } from "../log.server";

/**
 * A pool that notices connections which died without a word: a proxy that forwards no more, a machine that is gone. pg itself
 * would wait for ever, and hand the dead connection to the next. A statement without a byte of an answer for some seconds is
 * asked after on a new connection: while the database works on it, it may take as long as `statement_timeout` lets it;
 * otherwise its connection is dead. Then it is given up, and with it those that are idle, which went the same way.
 */
export function createWatchedPool(config: pg.PoolConfig): pg.Pool {
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
  }
  const pool = new pg.Pool({ ...config, Client });
  pool.on("release", (_, client) => idle.add(client));
  pool.on("acquire", (client) => idle.delete(client));

  let looking = false;
  let endingSince: number | undefined;
  const timer = setInterval(async () => {
    if (pool.ending) {
      endingSince ??= performance.now();
      if (clients.size === 0) return clearInterval(timer);
      // They were told to end, and do not.
      if (performance.now() - endingSince > GOODBYE_MS)
        for (const client of clients) if (idle.has(client)) client.giveUp();
    }
    if (looking) return;
    looking = true;
    await look().catch((error) => log.error("Database connections could not be looked after", { error }));
    looking = false;
  }, LOOK_MS).unref();

  async function look(): Promise<void> {
    const silent = [...clients].filter((client) => client.isSilent());
    if (silent.length === 0) return;
    const asked = await askAfter(config, silent);
    // What was answered meanwhile may still be on its way.
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const dead = silent.filter((client) => client.isSilent() && !asked.atWork.includes(client.pid));
    if (dead.length === 0) return asked.end();
    for (const client of clients) if (idle.has(client)) dead.push(client);
    log.warn("Database connections died without a word and are given up", { connections: dead.length });
    for (const client of dead) client.giveUp();
    await asked.end(dead.map(({ pid }) => pid));
  }

  return pool;
}

const LOOK_MS = 1_000;
/** A statement without an answer for this long is asked after. */
const SILENT_MS = 5_000;
/** How long a new connection is waited for, and an answer to what is asked on it. */
const CONNECT_MS = 5_000;
/** How long a connection may take to end when the pool does. */
const GOODBYE_MS = 3_000;

class WatchedClient extends pg.Client {
  #waitingSince: number | undefined;
  #heard = { bytes: 0, at: 0 };

  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on("drain", () => {
      this.#waitingSince = undefined;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: it has a dozen forms, and each is passed on as it is.
  override query(...args: any[]): any {
    this.#waitingSince ??= performance.now();
    return (super.query as (...args: unknown[]) => unknown)(...args);
  }

  /** The number of its process at the server, by which one can ask after it. */
  get pid(): number {
    return (this as unknown as { processID: number | null }).processID ?? 0;
  }

  /** Whether an answer is waited for, and nothing was heard for long. To be called again and again. */
  isSilent(): boolean {
    if (this.#waitingSince === undefined) return false;
    const now = performance.now();
    const bytes = (this.connection.stream as Socket).bytesRead;
    if (bytes !== this.#heard.bytes) this.#heard = { bytes, at: now };
    return now - Math.max(this.#waitingSince, this.#heard.at) >= SILENT_MS;
  }

  giveUp(): void {
    this.connection.stream.destroy(new ConnectionLost("The database connection died without a word"));
  }
}

interface Asked {
  /** Those that the server works for. */
  atWork: number[];
  /** Ends at the server what was given up here, so that it holds no lock any longer. */
  end(givenUp?: number[]): Promise<void>;
}

async function askAfter(config: pg.PoolConfig, silent: readonly WatchedClient[]): Promise<Asked> {
  const pids = silent.map(({ pid }) => pid);
  const client = new pg.Client({
    ...config,
    application_name: "watch",
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: CONNECT_MS,
  });
  client.on("error", () => {});
  const leave = () => client.connection.stream.destroy();
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity
      WHERE pid = any($1) AND coalesce(state, '') NOT LIKE 'idle%' AND wait_event_type IS DISTINCT FROM 'Client'`,
      [pids],
    );
    return {
      atWork: rows.map(({ pid }) => pid),
      async end(givenUp = []) {
        await client
          .query(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = any($1) AND usename = current_user",
            [givenUp],
          )
          .catch(() => {});
        leave();
      },
    };
  } catch (error) {
    leave();
    // It answers, and has no room: nothing is known of the others.
    const answers = error instanceof pg.DatabaseError && error.code !== "57P03";
    return { atWork: answers ? pids : [], end: async () => {} };
  }
}
