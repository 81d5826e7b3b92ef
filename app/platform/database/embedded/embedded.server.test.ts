import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { casesForRun, isOneRunOf, randomOf, rounds } from "../../../../test/faults/rounds";
import { bundledProgram } from "../../../../test/harness/programs/bundled";
import { findPostgres15 } from "../../../../test/harness/servers/postgres-15";
import type { Connection } from "../pool.server";
import { chooseAccount, prepareCluster } from "./cluster.server";
import { type EmbeddedOptions, type EmbeddedPostgres, startEmbeddedPostgres } from "./embedded.server";
import { type Account, findPostgres, preparePostgres } from "./postgres-binaries.server";
import { livingPostmaster, serverProcesses, signal } from "./postmaster.server";

const asRoot = process.getuid?.() === 0;
const UNPRIVILEGED_ACCOUNT: Account = { uid: 65_534, gid: 65_534 };

const random = randomOf("starts of the embedded database");

/** A test that starts servers for seconds: `npm test` runs a random sixth of them. */
function sometimes(title: string, run: () => Promise<void>, timeout?: number): void {
  it.runIf(isOneRunOf(6, random))(title, run, timeout);
}

/** Cases that need root: each run of `npm test` contains a random one. */
const byRoot = casesForRun(["closed folder", "container", "another user", "copied"] as const, random);

interface Ready {
  admin: Connection;
  connection: Connection;
  connectionString: string;
  adopted: boolean;
  ms: number;
}

/** Process that runs the embedded database as the app does. */
class App {
  readonly lines: { log?: string; ready?: Ready; refused?: string }[] = [];
  readonly ended: Promise<number | null>;

  constructor(readonly process: ChildProcess) {
    createInterface({ input: process.stdout! }).on("line", (line) => this.lines.push(JSON.parse(line)));
    this.ended = new Promise((resolve) => process.once("close", resolve));
  }

  async ready(): Promise<Ready> {
    await Promise.race([this.until(({ ready }) => ready), this.ended]);
    const ready = this.lines.find((line) => line.ready)?.ready;
    if (!ready) throw new Error(`It did not start: ${JSON.stringify(this.lines)}`);
    return ready;
  }

  async refusal(): Promise<string | undefined> {
    await this.ended;
    return this.lines.find((line) => line.refused)?.refused;
  }

  async until(matches: (line: App["lines"][number]) => unknown): Promise<void> {
    while (!this.lines.some(matches)) await sleep(10);
  }

  async kill(signal: NodeJS.Signals): Promise<number | null> {
    this.process.kill(signal);
    return this.ended;
  }
}

describe("startEmbeddedPostgres", () => {
  let folder = "";
  let script = "";
  let node = process.execPath;
  /** Template for usedDataDir(). */
  let templateFolder = "";
  const apps: App[] = [];
  const servers: EmbeddedPostgres[] = [];
  const otherProcesses: ChildProcess[] = [];
  const clusters = new Set<string>();

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "embedded-test-"));
    chmodSync(folder, 0o755);
    script = await bundledProgram("database-app");
    if (asRoot && spawnSync(node, ["--version"], { ...UNPRIVILEGED_ACCOUNT, cwd: "/" }).status !== 0) {
      // The project lies in a folder that only its owner may enter.
      copyFileSync(node, join(folder, "node"));
      node = join(folder, "node");
    }
    templateFolder = newDataDir();
    const server = await startEmbeddedPostgres({ dataDir: templateFolder });
    await server.stop();
    // Each test reads only its own server's log.
    rmSync(join(templateFolder, "postgres.log"));
  });

  afterEach(async () => {
    for (const app of apps.splice(0)) await app.kill("SIGKILL");
    for (const server of servers.splice(0)) await server.stop();
    for (const other of otherProcesses.splice(0)) other.kill("SIGKILL");
    for (const cluster of clusters) for (const pid of serverProcesses(cluster)) signal(pid, "SIGKILL");
    clusters.clear();
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }));

  let folders = 0;
  function newDataDir(parent = folder): string {
    const dataDir = join(parent, `data-${++folders}`);
    clusters.add(join(dataDir, "postgres"));
    return dataDir;
  }

  /** Copy of a data folder after its first start, because creating one takes longer than most tests. */
  function usedDataDir(): string {
    const dataDir = newDataDir();
    execFileSync("cp", ["-a", templateFolder, dataDir]);
    return dataDir;
  }

  function startApp(
    options: EmbeddedOptions,
    account?: Account,
    through: string[] = [],
    stderr: "inherit" | "ignore" = "inherit",
  ): App {
    const command = [...through, node, script, JSON.stringify({ native: findPostgres(), ...options })];
    const child = spawn(command[0]!, command.slice(1), {
      ...account,
      cwd: "/",
      stdio: ["ignore", "pipe", stderr],
      // Separate process group, as a terminal creates it.
      detached: true,
    });
    const app = new App(child);
    apps.push(app);
    return app;
  }

  async function startHere(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres(options);
    servers.push(server);
    return server;
  }

  async function query(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
    const client = new pg.Client(connection);
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  }

  /** Retries while the server is down. */
  async function queryPatiently(connection: Connection, text: string): Promise<Record<string, unknown>[]> {
    for (const end = Date.now() + 15_000; ; await sleep(20)) {
      try {
        return await query(connection, text);
      } catch (error) {
        if (Date.now() > end) throw error;
      }
    }
  }

  function postmasterOf(dataDir: string): number {
    const pid = livingPostmaster(join(dataDir, "postgres"));
    if (pid === undefined) throw new Error("No server is running");
    return pid;
  }

  it("creates a private cluster in UTC with the same settings on every machine", async () => {
    const dataDir = newDataDir();
    const { connection, connectionString, admin, adopted } = await startHere({ dataDir });
    expect(adopted).toBe(false);
    const settings = [
      "fsync",
      "full_page_writes",
      "data_checksums",
      "listen_addresses",
      "TimeZone",
      "server_encoding",
    ];
    const [row] = await query(
      connection,
      `SELECT ${settings.map((name) => `current_setting('${name}') AS "${name}"`).join()},
        current_user AS "user", (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser,
        (SELECT datlocprovider::text || ' ' || datlocale FROM pg_database WHERE datname = current_database()) AS locale,
        upper('é') AS upper, ('B' < 'a')::text AS sorted`,
    );
    expect(row).toEqual({
      fsync: "on",
      full_page_writes: "on",
      data_checksums: "on",
      listen_addresses: "",
      TimeZone: "UTC",
      server_encoding: "UTF8",
      user: "app",
      superuser: false,
      locale: "b C.UTF-8",
      upper: "É",
      sorted: "true",
    });
    await query(connection, "CREATE EXTENSION btree_gist; CREATE EXTENSION pg_trgm");
    const [trigrams] = await query(connection, "SELECT array_length(show_trgm('ركن'), 1) AS found");
    expect(trigrams).toEqual({ found: 4 });
    expect(await query({ connectionString }, "SELECT current_database() AS name")).toEqual([{ name: "app" }]);
    expect(await query(admin, "SELECT current_user AS name")).toEqual([{ name: "postgres" }]);
    for (const name of ["", "postgres"]) expect(statSync(join(dataDir, name)).mode & 0o077).toBe(0);
    expect(statSync(join(dataDir, "postgres.log")).mode & 0o077).toBe(0);
  });

  sometimes("keeps data across a stop and leaves no process", async () => {
    const dataDir = usedDataDir();
    const first = await startHere({ dataDir });
    await query(first.connection, "CREATE TABLE kept AS SELECT 1 AS id");
    await first.stop();
    expect(serverProcesses(join(dataDir, "postgres"))).toEqual([]);
    expect(existsSync(join(dataDir, "postgres/postmaster.pid"))).toBe(false);
    const second = await startHere({ dataDir });
    expect(await query(second.connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
  });

  it("keeps personal data out of its log", async () => {
    const dataDir = usedDataDir();
    const { connection, stop } = await startHere({ dataDir });
    await query(
      connection,
      "CREATE TABLE people (email text UNIQUE); INSERT INTO people VALUES ('a@example.com')",
    );
    await expect(query(connection, "INSERT INTO people VALUES ('a@example.com')")).rejects.toThrow(
      /duplicate key/,
    );
    await expect(query(connection, "SELECT 'a@example.com'::uuid")).rejects.toThrow(/invalid input/);
    await stop();
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toContain("database system is shut down");
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).not.toContain("example.com");
  });

  sometimes("limits the size of its log", async () => {
    const dataDir = usedDataDir();
    writeFileSync(join(dataDir, "postgres.log"), "x".repeat(6_000_000));
    await startHere({ dataDir });
    expect(statSync(join(dataDir, "postgres.log")).size).toBeLessThan(10_000);
    expect(statSync(join(dataDir, "postgres.log.1")).size).toBe(6_000_000);
  });

  it("stops with its app on SIGTERM", async () => {
    const dataDir = usedDataDir();
    const app = startApp({ dataDir });
    await app.ready();
    expect(await app.kill("SIGTERM")).toBe(0);
    expect(serverProcesses(join(dataDir, "postgres"))).toEqual([]);
    expect(readFileSync(join(dataDir, "postgres.log"), "utf8")).toContain("database system is shut down");
  });

  sometimes("keeps the database running on Ctrl-C until the app stops it", async () => {
    const dataDir = usedDataDir();
    const app = startApp({ dataDir });
    await app.ready();
    process.kill(-app.process.pid!, "SIGINT");
    expect(await app.ended).toBe(0);
    const log = readFileSync(join(dataDir, "postgres.log"), "utf8");
    expect(log.match(/received fast shutdown request/g)).toHaveLength(1);
    expect(log).toContain("database system is shut down");
  });

  sometimes(
    "stops the database when the app ends with an error, and the next start waits for it",
    async () => {
      const dataDir = usedDataDir();
      const first = startApp({ dataDir }, undefined, [], "ignore");
      const { connection } = await first.ready();
      await query(connection, "CREATE TABLE kept AS SELECT 1 AS id");
      await first.kill("SIGUSR2");
      const second = startApp({ dataDir });
      expect(await second.ready()).toMatchObject({ adopted: false });
      expect(await query(connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
    },
  );

  it("adopts the running server of a killed app", async () => {
    const dataDir = usedDataDir();
    const first = startApp({ dataDir });
    const { connection } = await first.ready();
    const pid = postmasterOf(dataDir);
    await query(connection, "CREATE TABLE kept AS SELECT 1 AS id");
    await first.kill("SIGKILL");
    await query(connection, "INSERT INTO kept VALUES (2)");

    const second = startApp({ dataDir });
    expect(await second.ready()).toMatchObject({ adopted: true });
    expect(postmasterOf(dataDir)).toBe(pid);
    expect(await query(connection, "SELECT id FROM kept ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);

    // The adopted server is supervised like a child process.
    process.kill(pid, "SIGKILL");
    expect(await queryPatiently(connection, "SELECT count(*)::integer AS kept FROM kept")).toEqual([
      { kept: 2 },
    ]);
    expect(postmasterOf(dataDir)).not.toBe(pid);
    expect(await second.kill("SIGTERM")).toBe(0);
    expect(serverProcesses(join(dataDir, "postgres"))).toEqual([]);
  });

  sometimes("restarts PostgreSQL after each kill with all committed data", async () => {
    const dataDir = usedDataDir();
    const app = startApp({ dataDir });
    const { connection } = await app.ready();
    await query(connection, "CREATE TABLE kept (id integer)");
    const expectRestarts = (times: number) =>
      expect
        .poll(() => app.lines.filter(({ log }) => log === "PostgreSQL runs again").length, {
          timeout: 30_000,
        })
        .toBe(times);
    let committed = 0;
    const roundsWithWrites = rounds({ short: 1, long: 3 });
    for (let round = 1; round <= roundsWithWrites; round++) {
      const pid = postmasterOf(dataDir);
      const writer = new pg.Client(connection);
      writer.on("error", () => {});
      await writer.connect();
      const writing = (async () => {
        for (;;) {
          await writer.query(`INSERT INTO kept VALUES (${committed + 1})`);
          committed++;
        }
      })();
      const before = committed;
      while (committed < before + 10) await sleep(1);
      process.kill(pid, "SIGKILL");
      await expect(writing).rejects.toThrow();
      const [{ found }] = (await queryPatiently(
        connection,
        "SELECT count(*)::integer AS found FROM kept",
      )) as [{ found: number }];
      // One more row may be committed without its response having arrived.
      expect([committed, committed + 1]).toContain(found);
      committed = found;
      expect(postmasterOf(dataDir)).not.toBe(pid);
      // The server accepts connections just before the log line. A kill in between would be logged once for
      // both.
      await expectRestarts(round);
    }
    // Repeated kills must not lengthen the wait.
    for (let round = roundsWithWrites + 1; round <= rounds({ short: 2, long: 10 }); round++) {
      process.kill(postmasterOf(dataDir), "SIGKILL");
      await expectRestarts(round);
    }
    const pauses = app.lines.map(({ log = "" }) => Number(/again in (\d+) ms/.exec(log)?.[1] ?? 0));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(500);
  });

  sometimes("survives the death of one backend", async () => {
    const dataDir = usedDataDir();
    const { connection } = await startHere({ dataDir });
    const pid = postmasterOf(dataDir);
    const client = new pg.Client(connection);
    client.on("error", () => {});
    await client.connect();
    const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
    process.kill(rows[0].pid, "SIGKILL");
    expect(await queryPatiently(connection, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
    expect(postmasterOf(dataDir)).toBe(pid);
    await client.end().catch(() => {});
  });

  // PostgreSQL 18 may ignore a fast shutdown during recovery, so each round can take up to 20 s.
  sometimes(
    "stops the server during a recovery",
    async () => {
      const dataDir = usedDataDir();
      const cluster = join(dataDir, "postgres");
      for (const delay of casesForRun([0, 5, 10, 20, 40], random, 2)) {
        const server = await startHere({ dataDir });
        const client = new pg.Client(server.connection);
        client.on("error", () => {});
        await client.connect();
        const { rows } = await client.query("SELECT pg_backend_pid() AS pid");
        process.kill(rows[0].pid, "SIGKILL");
        await sleep(delay);
        await server.stop();
        expect(serverProcesses(cluster)).toEqual([]);
        await client.end().catch(() => {});
      }
    },
    120_000,
  );

  sometimes("starts after a machine crash with a reused process id", async () => {
    const dataDir = usedDataDir();
    const cluster = join(dataDir, "postgres");
    const app = startApp({ dataDir });
    const { connection } = await app.ready();
    await query(connection, "CREATE TABLE kept AS SELECT 1 AS id");
    const account = chooseAccount(cluster);
    const lockFile = readFileSync(join(cluster, "postmaster.pid"), "utf8");

    async function crash(): Promise<void> {
      for (const running of apps.splice(0)) await running.kill("SIGKILL");
      for (const pid of serverProcesses(cluster)) signal(pid, "SIGKILL");
      while (serverProcesses(cluster).length > 0) await sleep(10);
    }

    // A living process of the same user, and a zombie.
    const living = spawn("sleep", ["60"], { ...account });
    const parent = spawn("/bin/sh", ["-c", "sleep 0 & exec sleep 60"], { ...account });
    otherProcesses.push(living, parent);
    let zombie = 0;
    while (!zombie) {
      await sleep(20);
      const child = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, "utf8").trim();
      if (child && readFileSync(`/proc/${child}/stat`, "utf8").includes(") Z ")) zombie = Number(child);
    }
    for (const pid of [living.pid, zombie, process.pid]) {
      await crash();
      for (const name of ["postmaster.pid", ".s.PGSQL.5432.lock"]) {
        writeFileSync(join(cluster, name), lockFile.replace(/^\d+/, String(pid)), { mode: 0o600 });
        if (account) chownSync(join(cluster, name), account.uid, account.gid);
      }
      const next = startApp({ dataDir });
      expect(await next.ready()).toMatchObject({ adopted: false });
      expect(await query(connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
    }
  });

  sometimes("refuses a second app in one line without disturbing the first", async () => {
    const dataDir = usedDataDir();
    const first = startApp({ dataDir });
    const { connection } = await first.ready();
    const second = startApp({ dataDir });
    expect(await second.refusal()).toBe(
      `${dataDir} is in use by another running copy of this app (process ${first.process.pid}): ` +
        "stop it, or set another DATA_DIR.",
    );
    expect(await query(connection, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
    expect(await first.kill("SIGTERM")).toBe(0);
    expect(await startApp({ dataDir }).ready()).toMatchObject({ adopted: false });
  });

  sometimes("lets one of several concurrent first starts win", async () => {
    for (let round = 0; round < rounds({ short: 1, long: 3 }); round++) {
      const dataDir = newDataDir();
      const rivals = [1, 2, 3].map(() => startApp({ dataDir, settings: { fsync: "off" } }));
      const outcomes = await Promise.all(
        rivals.map((app) =>
          app.ready().then(
            () => "ready",
            () => app.refusal(),
          ),
        ),
      );
      const winner = rivals[outcomes.indexOf("ready")]!;
      expect(outcomes.filter((outcome) => outcome === "ready")).toHaveLength(1);
      for (const outcome of outcomes) {
        if (outcome !== "ready") expect(outcome).toMatch(/is in use by another running copy of this app/);
      }
      const { connection } = await winner.ready();
      await query(connection, "CREATE TABLE intact AS SELECT generate_series(1, 1000) AS id");
      expect(await winner.kill("SIGTERM")).toBe(0);
      expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
    }
  });

  sometimes("starts over after an interrupted creation", async () => {
    const dataDir = newDataDir();
    const first = startApp({ dataDir });
    while (!existsSync(dataDir) || !readdirSync(dataDir).some((name) => name.startsWith("postgres.new-")))
      await sleep(5);
    await sleep(200);
    await first.kill("SIGKILL");
    expect(existsSync(join(dataDir, "postgres"))).toBe(false);
    const second = startApp({ dataDir });
    await second.ready();
    expect(readdirSync(dataDir).filter((name) => name.startsWith("postgres.new-"))).toEqual([]);
  });

  sometimes("supports paths of any length", async () => {
    const dataDir = newDataDir(
      join(folder, "a-folder-with-a-long-name".repeat(4), "and-another-one".repeat(5)),
    );
    const first = startApp({ dataDir });
    const { connection, connectionString } = await first.ready();
    expect(connection.host!.length).toBeLessThan(80);
    await query({ connectionString }, "CREATE TABLE kept AS SELECT 1 AS id");
    await first.kill("SIGKILL");
    const second = startApp({ dataDir });
    expect(await second.ready()).toMatchObject({ adopted: true });
    expect(await query(connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
    expect(await second.kill("SIGTERM")).toBe(0);
    expect(existsSync(connection.host!)).toBe(false);
  });

  sometimes("refuses a folder of another PostgreSQL version and names the way out", async () => {
    const dataDir = newDataDir();
    const cluster = join(dataDir, "postgres");
    mkdirSync(dataDir);
    const account = chooseAccount(cluster);
    const older = preparePostgres(await findPostgres15(), account, [folder]);
    await prepareCluster(cluster, older, account, ["--no-sync"]);
    await expect(startHere({ dataDir })).rejects.toThrow(
      `${cluster} was created by PostgreSQL 15, but this version includes PostgreSQL 18: dump it with the version that created it`,
    );
    expect(readFileSync(join(cluster, "PG_VERSION"), "utf8")).toBe("15\n");
  });

  it("refuses a folder with other content", async () => {
    const dataDir = newDataDir();
    mkdirSync(join(dataDir, "postgres"), { recursive: true });
    writeFileSync(join(dataDir, "postgres/letter.txt"), "Dear …");
    await expect(startHere({ dataDir })).rejects.toThrow("is not empty and not a database");
    expect(readdirSync(join(dataDir, "postgres"))).toEqual(["letter.txt"]);
  });

  sometimes("reports in one line why the server does not start", async () => {
    const dataDir = usedDataDir();
    const starting = startHere({ dataDir, settings: { shared_buffers: "nonsense" } });
    await expect(starting).rejects.toThrow(
      /^PostgreSQL did not start: FATAL: .*invalid value for parameter "shared_buffers": "nonsense" \(see .*postgres\.log\)$/,
    );
    // The lock was released.
    await startHere({ dataDir });
  });

  sometimes("creates missing symbolic links and repairs broken ones", async () => {
    const native = join(folder, "without-links/native");
    cpSync(findPostgres(), native, { recursive: true, verbatimSymlinks: true });
    copyFileSync(join(findPostgres(), "../package.json"), join(native, "../package.json"));
    rmSync(join(native, "lib/libicuuc.so.60"));
    rmSync(join(native, "lib/libicudata.so.60"));
    symlinkSync("nowhere", join(native, "lib/libicudata.so.60"));
    const { connection } = await startHere({ dataDir: newDataDir(), native });
    expect(await query(connection, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
  });

  describe.skipIf(!asRoot)("startEmbeddedPostgres as root", () => {
    sometimes("runs as the same unprivileged user at every start", async () => {
      const dataDir = newDataDir();
      const first = await startHere({ dataDir });
      const status = readFileSync(`/proc/${postmasterOf(dataDir)}/status`, "utf8");
      expect(status).toMatch(/^Uid:\t65529\t65529\t65529\t65529$/m);
      expect(status).toMatch(/^Groups:\s*$/m);
      await first.stop();
      // As restored from a backup by root.
      spawnSync("chown", ["-R", "0:0", join(dataDir, "postgres")]);
      const second = await startHere({ dataDir });
      expect(statSync(join(dataDir, "postgres/base")).uid).toBe(65_529);
      await second.stop();
      spawnSync("chown", ["-R", "65528:65528", join(dataDir, "postgres")]);
      await startHere({ dataDir });
      expect(readFileSync(`/proc/${postmasterOf(dataDir)}/status`, "utf8")).toMatch(/^Uid:\t65528\t/m);
    });

    it.runIf(byRoot.includes("closed folder"))("starts in a folder that only root may enter", async () => {
      const closed = join(folder, "closed");
      const cache = join(folder, "cache");
      mkdirSync(closed, { mode: 0o700 });
      mkdirSync(cache, { mode: 0o755 });
      cpSync(join(findPostgres(), ".."), join(closed, "package"), {
        recursive: true,
        verbatimSymlinks: true,
      });
      const options = {
        dataDir: newDataDir(closed),
        native: join(closed, "package/native"),
        cacheDirs: [cache],
      };
      const first = await startHere(options);
      await query(first.connection, "CREATE EXTENSION btree_gist; CREATE TABLE kept AS SELECT 1 AS id");
      await first.stop();
      const copies = readdirSync(cache);
      expect(copies).toHaveLength(1);

      // A temp cleaner deleted part of the copy.
      rmSync(join(cache, copies[0]!, "native/lib/postgresql/btree_gist.so"));
      const second = await startHere(options);
      await query(
        second.connection,
        "CREATE EXTENSION pg_trgm; DROP EXTENSION btree_gist; CREATE EXTENSION btree_gist",
      );
      expect(await query(second.connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
      expect(readdirSync(cache)).toEqual(copies);
      await second.stop();

      // Files of another user in a shared folder must not be run.
      chownSync(join(cache, copies[0]!), UNPRIVILEGED_ACCOUNT.uid, UNPRIVILEGED_ACCOUNT.gid);
      await startHere(options);
      expect(readdirSync(cache)).toHaveLength(2);
    });

    // A container's root may not inspect processes of other users.
    it.runIf(byRoot.includes("container") && existsSync("/usr/bin/setpriv"))(
      "needs no more rights than a container grants",
      async () => {
        const dataDir = newDataDir();
        const contained = [
          "/usr/bin/setpriv",
          "--bounding-set=-all,+chown,+dac_override,+fowner,+fsetid,+kill,+setgid,+setuid,+setpcap,+net_bind_service",
        ];
        const first = startApp({ dataDir }, undefined, contained);
        const { connection } = await first.ready();
        await query(connection, "CREATE TABLE kept AS SELECT 1 AS id");
        process.kill(postmasterOf(dataDir), "SIGKILL");
        expect(await queryPatiently(connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
        await first.kill("SIGKILL");
        const second = startApp({ dataDir }, undefined, contained);
        expect(await second.ready()).toMatchObject({ adopted: true });
        expect(await second.kill("SIGTERM")).toBe(0);
        expect(serverProcesses(join(dataDir, "postgres"))).toEqual([]);
        expect(await startApp({ dataDir }, undefined, contained).ready()).toMatchObject({ adopted: false });
      },
    );

    it.runIf(byRoot.includes("another user"))("keeps the databases of two users apart", async () => {
      const home = join(folder, "home");
      mkdirSync(home, { mode: 0o700 });
      chownSync(home, UNPRIVILEGED_ACCOUNT.uid, UNPRIVILEGED_ACCOUNT.gid);
      const native = preparePostgres(findPostgres(), UNPRIVILEGED_ACCOUNT, [folder]);
      const dataDir = newDataDir(home);
      const first = startApp({ dataDir, native }, UNPRIVILEGED_ACCOUNT);
      const { connection } = await first.ready();
      expect(readFileSync(`/proc/${postmasterOf(dataDir)}/status`, "utf8")).toMatch(/^Uid:\t65534\t/m);
      await query(connection, "CREATE TABLE kept AS SELECT 1 AS id");
      await first.kill("SIGKILL");
      const second = startApp({ dataDir, native }, UNPRIVILEGED_ACCOUNT);
      expect(await second.ready()).toMatchObject({ adopted: true });
      process.kill(postmasterOf(dataDir), "SIGKILL");
      expect(await queryPatiently(connection, "SELECT * FROM kept")).toEqual([{ id: 1 }]);
      expect(await second.kill("SIGTERM")).toBe(0);

      spawnSync("chown", ["-R", "65529:65529", join(dataDir, "postgres")]);
      const stranger = startApp({ dataDir, native }, UNPRIVILEGED_ACCOUNT);
      expect(await stranger.refusal()).toBe(
        `${join(dataDir, "postgres")} belongs to user 65529 and this process runs as user 65534: ` +
          `start as root, or run "chown -R 65534 ${dataDir}" once.`,
      );
    });

    it.runIf(byRoot.includes("copied"))("copies a PostgreSQL that another user cannot complete", async () => {
      const native = join(folder, "read-only/native");
      cpSync(findPostgres(), native, { recursive: true, verbatimSymlinks: true });
      copyFileSync(join(findPostgres(), "../package.json"), join(native, "../package.json"));
      rmSync(join(native, "lib/libicuuc.so.60"));
      const home = join(folder, "home-2");
      mkdirSync(home);
      chownSync(home, UNPRIVILEGED_ACCOUNT.uid, UNPRIVILEGED_ACCOUNT.gid);
      const app = startApp({ dataDir: newDataDir(home), native }, UNPRIVILEGED_ACCOUNT);
      const { connection } = await app.ready();
      expect(await query(connection, "SELECT 1 AS answer")).toEqual([{ answer: 1 }]);
      expect(existsSync(join(native, "lib/libicuuc.so.60"))).toBe(false);
      expect(await app.kill("SIGTERM")).toBe(0);
    });
  });
});
