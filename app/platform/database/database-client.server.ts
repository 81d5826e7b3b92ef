import pg from "pg";
import { ConnectionLost } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import { isSuitable, parseDatabaseAddress, type Server, type ServerChoice } from "./database-address";

export interface DatabaseClientConfig extends pg.PoolConfig {
  /** Shared by all connections of an address with several servers. */
  finder?: ServerFinder;
}

/** Settings of connections to an address with one or several servers. Throws a TypeError if it is no such address. */
export function connectionTo(address: string): DatabaseClientConfig {
  const parsed = parseDatabaseAddress(address);
  if (!parsed) throw new TypeError("Not an address of a database");
  const { connectionString, servers } = parsed;
  return servers
    ? { connectionString, finder: new ServerFinder(connectionString, servers) }
    : { connectionString };
}

/** A connection to the suitable server of its address. */
export class DatabaseClient extends pg.Client {
  readonly finder: ServerFinder | undefined;

  constructor(config?: DatabaseClientConfig) {
    super(config);
    this.finder = config?.finder;
  }

  override connect(): Promise<pg.Client>;
  override connect(callback: (error?: Error) => void): void;
  override connect(callback?: (error?: Error) => void): Promise<pg.Client> | undefined {
    const connected = this.finder ? this.#connectToFound(this.finder) : super.connect();
    if (!callback) return connected;
    connected.then(() => callback(), callback);
  }

  async #connectToFound(finder: ServerFinder): Promise<pg.Client> {
    // Read by `pg` when it connects.
    Object.assign(this, await finder.find());
    try {
      return await super.connect();
    } catch (error) {
      finder.forget();
      throw error;
    }
  }
}

/** Longest wait for one server, in milliseconds. */
const PROBE_MS = 3_000;

/** Remembers the suitable server until a connection fails or the server refuses to write. */
export class ServerFinder {
  readonly #connectionString: string;
  readonly #choice: ServerChoice;
  #found: Promise<Server> | undefined;
  #last: Server | undefined;

  constructor(connectionString: string, choice: ServerChoice) {
    this.#connectionString = connectionString;
    this.#choice = choice;
  }

  find(): Promise<Server> {
    this.#found ??= this.#search().catch((error) => {
      this.#found = undefined;
      throw error;
    });
    return this.#found;
  }

  forget(): void {
    this.#found = undefined;
  }

  async #search(): Promise<Server> {
    const { servers, session } = this.#choice;
    const rounds = session === "prefer-standby" ? (["standby", "any"] as const) : ([session] as const);
    let reason: unknown;
    for (const wanted of rounds) {
      for (const server of servers) {
        try {
          if (!isSuitable(wanted, await this.#probe(server))) continue;
          if (this.#last && this.#last !== server)
            log.warn("database-server-changed", "Another database server is used", {
              host: server.host,
              port: server.port,
            });
          this.#last = server;
          return server;
        } catch (error) {
          reason = error;
        }
      }
    }
    throw new ConnectionLost(`No database server for ${session} sessions`, { cause: reason });
  }

  async #probe({ host, port }: Server): Promise<{ isReadOnly: boolean; isStandby: boolean }> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: "probe",
      connectionTimeoutMillis: PROBE_MS,
      query_timeout: PROBE_MS,
    });
    client.on("error", () => {});
    Object.assign(client, { host, port });
    try {
      await client.connect();
      const { rows } = await client.query<{ isReadOnly: boolean; isStandby: boolean }>(
        `SELECT current_setting('transaction_read_only') = 'on' AS "isReadOnly", pg_is_in_recovery() AS "isStandby"`,
      );
      return rows[0]!;
    } finally {
      client.end().catch(() => {});
    }
  }
}
