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
  isServerProcess,
  livingPostmaster,
  removeStaleLocks,
  serverProcesses,
  signal,
} from "./postmaster.server";
import { DatabaseStartError } from "./start-error.server";

export interface EmbeddedPostgres {
  connection: Connection;
  connectionString: string;
  admin: Connection;
  adopted: boolean;
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  dataDir: string;
  log?: (line: string) => void;
  settings?: Record<string, string>;
  native?: string;
  cacheDirs?: string[];
}

const NAME = "app";
const PORT = 5432;
const LOG_LIMIT = 5 * 1024 * 1024;
const MAX_SOCKET_PATH_BYTES = 107;

/** docs/decisions/0003-embedded-postgresql.md lists the failures that it survives. */
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
      // Sort order independent of the machine's libraries.
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
    this.#alias = direct ? undefined : createSocketAlias(options.cluster);
    this.host = this.#alias ? join(this.#alias, "data") : options.cluster;
    // Ignores PGSSLMODE of the machine.
    this.admin = { host: this.host, port: PORT, user: "postgres", database: "postgres", ssl: false };
    this.#logTimer = setInterval(() => this.#boundLog(), 60_000).unref();
  }

  async start(): Promise<void> {
    process.once("exit", this.#atExit);
    await this.#bringUp();
    this.adopted = this.#child === undefined;
    if (this.adopted) this.#options.log("Took over the PostgreSQL that an earlier run left behind");
  }

  /** Signals the server when the app ends without `stop()`. */
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
        pid === this.#child?.pid ? this.#livingChild() !== undefined : isServerProcess(cluster, pid);
      // Fast shutdown writes everything; PostgreSQL 18 may ignore it during a recovery. Immediate shutdown
      // loses no committed data either.
      const fast = ["SIGINT", 20_000] as const;
      const immediate = ["SIGQUIT", 10_000] as const;
      const last = ["SIGKILL", 10_000] as const;
      for (const [name, deadline] of (await this.#responds()) ? [fast, immediate, last] : [immediate, last]) {
        if (alive()) {
          signal(pid, name);
          signal(pid, "SIGCONT");
        }
        for (const end = Date.now() + deadline; alive() && Date.now() < end; ) await sleep(10);
      }
    }
    await this.#sentinel?.end().catch(() => {});
    if (this.#alias) rmSync(this.#alias, { recursive: true, force: true });
  }

  async #responds(): Promise<boolean> {
    if (!this.#ready) return false;
    const answer = this.#sentinel?.query("SELECT 1").then(
      () => true,
      () => false,
    );
    return (await Promise.race([answer, sleep(2000, false, { ref: false })])) ?? false;
  }

  async #bringUp(): Promise<void> {
    const { cluster, log } = this.#options;
    let launches = 0;
    let deadline = Date.now() + 30_000;
    let loggedAt = Date.now();
    while (!this.#stopping) {
      const answer = await this.#tryConnect();
      if (answer instanceof pg.Client) return this.#watch(answer);
      if (Date.now() - loggedAt > 10_000) {
        loggedAt = Date.now();
        log("Waiting for PostgreSQL, which may be recovering from a crash");
      }
      if (answer === "busy") {
        // Recovery has no time limit.
        deadline = Date.now() + 30_000;
        await sleep(20);
      } else if (answer === "ending" && Date.now() > deadline) {
        const pid = livingPostmaster(cluster);
        if (pid !== undefined) signal(pid, "SIGQUIT");
        await sleep(1000);
      } else if (answer === "ending") {
        await sleep(20);
      } else if (this.#livingChild() ?? livingPostmaster(cluster)) {
        if (Date.now() > deadline)
          throw new DatabaseStartError(`PostgreSQL does not respond; see ${this.#logFile}`);
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

  async #tryConnect(): Promise<pg.Client | "busy" | "ending" | "absent"> {
    const client = new pg.Client({
      ...this.admin,
      application_name: "supervisor",
      connectionTimeoutMillis: 10_000,
    });
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      client.end().catch(() => {});
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (code === "ENOENT" || code === "ECONNREFUSED") return "absent";
      if (error instanceof Error && /is shutting down$/.test(error.message)) return "ending";
      if (["57P03", "57P01", "57P02", "53300"].includes(String(code))) return "busy";
      if (error instanceof pg.DatabaseError)
        throw new DatabaseStartError(`PostgreSQL refused the connection: ${error.message}`);
      if (code === "EACCES" || code === "EPERM")
        throw new DatabaseStartError(`${this.host} cannot be accessed: ${code}`);
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
      // Relative, because socket paths have a length limit.
      unix_socket_directories: ".",
      unix_socket_permissions: "0700",
      fsync: "on",
      full_page_writes: "on",
      timezone: "UTC",
      log_timezone: "UTC",
      logging_collector: "off",
      log_destination: "stderr",
      // Prevents personal data in the log; the app reports failed statements.
      log_min_messages: "log",
      log_min_error_statement: "panic",
      log_checkpoints: "off",
      // Prevents unarchived WAL (backup/wal-archive.server.ts) from filling the disk.
      max_slot_wal_keep_size: "2GB",
      // A query over all months of the audit trail locks each partition and its indexes.
      max_locks_per_transaction: "256",
      // LLVM is not bundled.
      jit: "off",
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
        // Prevents Ctrl-C from reaching PostgreSQL; the app stops it.
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

  /** Orphaned backends hold the shared memory, which prevents a start. */
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

  /** Truncates instead of renaming, because the server keeps the file open. */
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

/** Shortens socket paths, which have a length limit. */
function createSocketAlias(cluster: string): string {
  // TMPDIR may be long as well.
  const base = tmpdir().length <= 40 ? tmpdir() : "/tmp";
  let alias = join(base, `pg-${createHash("sha256").update(cluster).digest("hex").slice(0, 16)}`);
  try {
    mkdirSync(alias, { mode: 0o700 });
  } catch {
    const found = lstatSync(alias);
    const isOwned = found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
    // World-writable: do not trust another user's folder.
    if (!isOwned) alias = mkdtempSync(join(base, "pg-"));
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
