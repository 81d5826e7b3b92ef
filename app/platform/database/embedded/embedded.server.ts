import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { Connection } from "../pool.server";
import { chooseAccount, OWN_FOLDER, POSTGRES_ENV, prepareCluster } from "./cluster.server";
import { lockDataDir } from "./data-dir-lock.server";
import { type Account, findPostgres, preparePostgres } from "./postgres-binaries.server";
import {
  clusterName,
  livingPostmaster,
  removeStaleLocks,
  serverProcesses,
  servesFrom,
  signal,
} from "./postmaster.server";
import { DatabaseStartError } from "./start-error.server";

export interface EmbeddedPostgres {
  /** Owner of the product's database, nothing more. */
  connection: Connection;
  /** The same, for what wants it as text. */
  connectionString: string;
  /** Superuser, for maintenance and tests. */
  admin: Connection;
  /** Whether the server was found running, left by an app that was killed. */
  adopted: boolean;
  /** Ends the server and gives the data folder back. The database is closed cleanly. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  /** Server settings on top; fsync=off for tests. */
  settings?: Record<string, string>;
  /** Where the PostgreSQL of the dependencies lies, and where a copy may be put when it cannot be run there. */
  native?: string;
  cacheDirs?: string[];
}

const NAME = "app";
const PORT = 5432;
const LOG_LIMIT = 5 * 1024 * 1024;
const MAX_SOCKET_PATH_BYTES = 107;

/**
 * Starts the PostgreSQL that came with the dependencies on dataDir/postgres and watches over it until stop().
 * What it has to survive is in docs/decisions/0003-embedded-postgresql.md, and each has a test.
 */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const dataDir = resolve(options.dataDir);
  const lock = lockDataDir(dataDir);
  let server: Server | undefined;
  try {
    const cluster = join(dataDir, "postgres");
    const account = chooseAccount(cluster);
    const native = preparePostgres(
      options.native ?? findPostgres(),
      account,
      options.cacheDirs ?? [account ? "/var/cache" : dataDir, tmpdir()],
    );
    await prepareCluster(cluster, native, account, [
      // PostgreSQL's own: sorts by code point, knows every script, and never changes with the machine's libraries.
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--data-checksums",
      ...(options.settings?.fsync === "off" ? ["--no-sync"] : []),
    ]);
    server = new Server({ ...options, log: options.log ?? (() => {}), dataDir, cluster, account, native });
    await server.start();
    await createProductDatabase(server.admin);
  } catch (error) {
    await server?.stop();
    lock.release();
    throw error;
  }
  const running = server;
  const connection = { ...running.admin, user: NAME, database: NAME };
  let stopped: Promise<void> | undefined;
  return {
    connection,
    connectionString: `postgresql://${NAME}@localhost:${PORT}/${NAME}?host=${encodeURIComponent(running.host)}`,
    admin: running.admin,
    adopted: running.adopted,
    stop() {
      stopped ??= running.stop().finally(() => lock.release());
      return stopped;
    },
  };
}

interface ServerOptions extends EmbeddedOptions {
  log: (line: string) => void;
  cluster: string;
  account: Account | undefined;
  native: string;
}

class Server {
  adopted = false;
  readonly host: string;
  readonly admin: Connection;
  readonly #options: ServerOptions;
  readonly #logFile: string;
  readonly #alias: string | undefined;
  #child: ChildProcess | undefined;
  /** An idle connection: its end is the first sign that the server died, be it our child or adopted. */
  #sentinel: pg.Client | undefined;
  #stopping = false;
  #recovery: Promise<void> | undefined;
  #ready = false;
  #readySince = 0;
  #quickDeaths = 0;
  readonly #logTimer: NodeJS.Timeout;

  constructor(options: ServerOptions) {
    this.#options = options;
    this.#logFile = join(options.dataDir, "postgres.log");
    const direct = Buffer.byteLength(join(options.cluster, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES;
    this.#alias = direct ? undefined : makeAlias(options.cluster);
    this.host = this.#alias ? join(this.#alias, "data") : options.cluster;
    // Of this machine's PGSSLMODE and the like nothing may leak in.
    this.admin = { host: this.host, port: PORT, user: "postgres", database: "postgres", ssl: false };
    this.#logTimer = setInterval(() => this.#boundLog(), 60_000).unref();
  }

  async start(): Promise<void> {
    process.once("exit", this.#atExit);
    await this.#bringUp();
    this.adopted = this.#child === undefined;
    if (this.adopted) this.#options.log("Took over the PostgreSQL that an earlier run left behind");
  }

  /** An app that ends without stop(), as after an error, can at least tell the server to; it then ends by itself. */
  readonly #atExit = () => {
    const pid = livingPostmaster(this.#options.cluster);
    if (pid !== undefined) signal(pid, this.#ready ? "SIGINT" : "SIGQUIT");
  };

  async stop(): Promise<void> {
    this.#stopping = true;
    process.off("exit", this.#atExit);
    clearInterval(this.#logTimer);
    await this.#recovery;
    const { cluster } = this.#options;
    const pid = this.#livingChild() ?? livingPostmaster(cluster);
    if (pid !== undefined) {
      const alive = () =>
        pid === this.#child?.pid ? this.#livingChild() !== undefined : servesFrom(cluster, pid);
      // Fast: connections are cut, what is committed is written. Immediate leaves the writing to the next start. In the
      // midst of a recovery PostgreSQL 18 may never end on the first, and the second loses nothing.
      const fast = ["SIGINT", 20_000] as const;
      const immediate = ["SIGQUIT", 10_000] as const;
      const last = ["SIGKILL", 10_000] as const;
      for (const [name, patience] of (await this.#answers()) ? [fast, immediate, last] : [immediate, last]) {
        if (alive()) {
          signal(pid, name);
          // One that was stopped hears nothing until it goes on.
          signal(pid, "SIGCONT");
        }
        for (const end = Date.now() + patience; alive() && Date.now() < end; ) await sleep(10);
      }
    }
    await this.#sentinel?.end().catch(() => {});
    if (this.#alias) rmSync(this.#alias, { recursive: true, force: true });
  }

  async #answers(): Promise<boolean> {
    if (!this.#ready) return false;
    const answer = this.#sentinel?.query("SELECT 1").then(
      () => true,
      () => false,
    );
    return (await Promise.race([answer, sleep(2000, false, { ref: false })])) ?? false;
  }

  /** Returns once a connection is accepted: to the server that runs already, or to one started here. */
  async #bringUp(): Promise<void> {
    const { cluster, log } = this.#options;
    let launches = 0;
    let patience = Date.now() + 30_000;
    let told = Date.now();
    while (!this.#stopping) {
      const answer = await this.#knock();
      if (answer instanceof pg.Client) return this.#watch(answer);
      if (Date.now() - told > 10_000) {
        told = Date.now();
        log("Waiting for PostgreSQL, which may be recovering from a crash");
      }
      if (answer === "busy") {
        // It says itself that it is starting or recovering: as long as that takes.
        patience = Date.now() + 30_000;
        await sleep(20);
      } else if (answer === "ending" && Date.now() > patience) {
        // See stop(): it may hang. The signal to end at once does no harm to what is committed.
        const pid = livingPostmaster(cluster);
        if (pid !== undefined) signal(pid, "SIGQUIT");
        await sleep(1000);
      } else if (answer === "ending") {
        await sleep(20);
      } else if (this.#livingChild() ?? livingPostmaster(cluster)) {
        if (Date.now() > patience)
          throw new DatabaseStartError(`PostgreSQL does not answer; see ${this.#logFile}`);
        await sleep(10);
      } else {
        if (launches === 3) throw new DatabaseStartError(`PostgreSQL did not start: ${this.#lastLabels()}`);
        if (launches > 0) await sleep(100 * launches);
        launches++;
        await this.#endOrphans();
        removeStaleLocks(cluster);
        await this.#launch();
      }
    }
  }

  async #knock(): Promise<pg.Client | "busy" | "ending" | "absent"> {
    const client = new pg.Client({
      ...this.admin,
      application_name: "supervisor",
      connectionTimeoutMillis: 10_000,
    });
    // Its errors are told by connect(), and later by #watch.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.end().catch(() => {});
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOENT" || code === "ECONNREFUSED") return "absent";
      // Starting, recovering, stopping, or full.
      if (error instanceof Error && /is shutting down$/.test(error.message)) return "ending";
      if (["57P03", "57P01", "57P02", "53300"].includes(String(code))) return "busy";
      if (error instanceof pg.DatabaseError)
        throw new DatabaseStartError(`PostgreSQL refuses: ${error.message}`);
      if (code === "EACCES" || code === "EPERM")
        throw new DatabaseStartError(`${this.host} may not be entered: ${code}`);
      return "absent";
    }
  }

  async #launch(): Promise<void> {
    const { cluster, account, native, settings } = this.#options;
    this.#boundLog();
    const log = openSync(this.#logFile, "a", 0o600);
    const fixed: Record<string, string> = {
      listen_addresses: "",
      port: String(PORT),
      // Relative to the data folder: no path is too long.
      unix_socket_directories: ".",
      unix_socket_permissions: "0700",
      fsync: "on",
      full_page_writes: "on",
      timezone: "UTC",
      log_timezone: "UTC",
      logging_collector: "off",
      log_destination: "stderr",
      // A failed statement is the app's to report; here it could put people's data into a log.
      log_min_messages: "log",
      log_min_error_statement: "panic",
      log_checkpoints: "off",
      // What backups have not copied yet (backup/kept-log.server.ts) may take this much of the disk and no more.
      max_slot_wal_keep_size: "2GB",
      // No LLVM comes along.
      jit: "off",
      // By this the processes are known again.
      cluster_name: clusterName(cluster) ?? "",
      ...settings,
    };
    const child = spawn(
      join(native, "bin/postgres"),
      ["-D", OWN_FOLDER, ...Object.entries(fixed).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      {
        ...account,
        cwd: cluster,
        env: POSTGRES_ENV,
        stdio: ["ignore", log, log],
        // A session of its own: Ctrl-C in the terminal is for the app, which then stops the server in good order.
        detached: true,
      },
    );
    closeSync(log);
    this.#child = child;
    await new Promise<void>((done, fail) => {
      child.once("spawn", done);
      child.once("error", (error) =>
        fail(new DatabaseStartError(`PostgreSQL cannot be run: ${error.message}`)),
      );
    });
    child.unref();
  }

  #livingChild(): number | undefined {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null
      ? child.pid
      : undefined;
  }

  /** A connection's process that outlived its postmaster keeps the shared memory, and PostgreSQL does not start. */
  async #endOrphans(): Promise<void> {
    const { cluster } = this.#options;
    for (const end = Date.now() + 3000; serverProcesses(cluster).length > 0 && Date.now() < end; )
      await sleep(20);
    for (const pid of serverProcesses(cluster)) signal(pid, "SIGKILL");
    while (serverProcesses(cluster).length > 0) await sleep(20);
  }

  #watch(client: pg.Client): void {
    this.#sentinel = client;
    this.#ready = true;
    this.#readySince = Date.now();
    client.once("end", () => {
      this.#ready = false;
      if (this.#stopping) return;
      this.#recovery = this.#recover();
    });
  }

  async #recover(): Promise<void> {
    const { log } = this.#options;
    this.#quickDeaths = Date.now() - this.#readySince > 60_000 ? 0 : this.#quickDeaths + 1;
    for (let failures = 0; !this.#stopping; ) {
      // What comes up again is not kept waiting, however often it is killed; what does not may need longer.
      const delay = failures > 0 ? Math.min(10_000, 250 * 2 ** failures) : this.#quickDeaths > 3 ? 500 : 0;
      log(`PostgreSQL stopped unexpectedly; starting it again${delay ? ` in ${delay} ms` : ""}`);
      for (const end = Date.now() + delay; !this.#stopping && Date.now() < end; ) await sleep(50);
      try {
        await this.#bringUp();
        if (!this.#stopping) log("PostgreSQL runs again");
        return;
      } catch (error) {
        failures++;
        log(error instanceof Error ? error.message : String(error));
      }
    }
  }

  /** Copied and cut rather than renamed: the server keeps writing into the file it was given. */
  #boundLog(): void {
    if (!existsSync(this.#logFile) || statSync(this.#logFile).size <= LOG_LIMIT) return;
    copyFileSync(this.#logFile, `${this.#logFile}.1`);
    truncateSync(this.#logFile);
  }

  #lastLabels(): string {
    const lines = readFileSync(this.#logFile, "utf8").trim().split("\n").slice(-50);
    const reason = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? "no reason given";
    return `${reason.replace(/^.*?(?=FATAL|PANIC)/, "")} (see ${this.#logFile})`;
  }
}

/** A short name for a data folder whose own path is longer than a socket's may be. */
function makeAlias(cluster: string): string {
  // TMPDIR may be long as well.
  const base = tmpdir().length <= 40 ? tmpdir() : "/tmp";
  let alias = join(base, `pg-${createHash("sha256").update(cluster).digest("hex").slice(0, 16)}`);
  try {
    mkdirSync(alias, { mode: 0o700 });
  } catch {
    const found = lstatSync(alias);
    const ours = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    // Everybody may write there: somebody else's folder of that name is not to be trusted.
    if (!ours) alias = mkdtempSync(join(base, "pg-"));
  }
  rmSync(join(alias, "data"), { force: true });
  symlinkSync(cluster, join(alias, "data"));
  return alias;
}

async function createProductDatabase(admin: Connection): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  try {
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [NAME],
    );
    if (!rows[0]?.role) await client.query(`CREATE ROLE ${NAME} LOGIN`);
    if (!rows[0]?.database) await client.query(`CREATE DATABASE ${NAME} OWNER ${NAME}`);
  } finally {
    await client.end();
  }
}
