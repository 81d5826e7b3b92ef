import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
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
import { preparePostgres } from "~/platform/database/embedded/postgres-binaries.server";
import { migrate } from "~/platform/database/migrate.server";
import { freePort } from "../free-port";
import { findPostgres15 } from "./postgres-15";

export interface ReplicatedServer {
  /** Address of the primary, with the migrations applied. */
  primary: string;
  standby: string;
  startStandby(): Promise<void>;
  stopStandby(): Promise<void>;
  /** Stops both servers and removes their data. */
  drop(): Promise<void>;
}

/** A primary and a standby that follows it, both PostgreSQL 15. */
export async function startReplicatedServer(): Promise<ReplicatedServer> {
  const folder = mkdtempSync(join(tmpdir(), "replicated-"));
  // The account of PostgreSQL enters it.
  chmodSync(folder, 0o711);
  const [primaryFolder, standbyFolder] = [join(folder, "primary"), join(folder, "standby")];
  const account = chooseAccount(primaryFolder);
  const native = preparePostgres(await findPostgres15(), account, [
    account ? "/var/cache" : tmpdir(),
    tmpdir(),
  ]);
  await prepareCluster(primaryFolder, native, account, ["--no-sync", "--auth-host=trust"]);
  const ports = { primary: await freePort(), standby: await freePort() };
  const addressOf = (port: number, database = "app") => `postgres://postgres@127.0.0.1:${port}/${database}`;

  async function start(dataDir: string, port: number): Promise<ChildProcess> {
    const settings = {
      fsync: "off",
      listen_addresses: "127.0.0.1",
      // Replay cancels conflicting statements at once.
      max_standby_streaming_delay: "0",
      port,
      unix_socket_directories: ".",
    };
    const child = spawn(
      join(native, "bin/postgres"),
      ["-D", OWN_FOLDER, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])],
      { ...account, cwd: dataDir, env: POSTGRES_ENV, stdio: "ignore", detached: true },
    );
    for (const end = Date.now() + 30_000; !(await answers(addressOf(port, "postgres"))); await sleep(20))
      if (Date.now() > end) throw new Error("PostgreSQL did not start");
    return child;
  }

  let primary = await start(primaryFolder, ports.primary);
  await execute(addressOf(ports.primary, "postgres"), "CREATE DATABASE app");
  await migrate({ connectionString: addressOf(ports.primary) });
  await stop(primary);
  execFileSync("cp", ["-a", primaryFolder, standbyFolder]);
  writeFileSync(join(standbyFolder, "standby.signal"), "");
  writeFileSync(
    join(standbyFolder, "postgresql.auto.conf"),
    `primary_conninfo = 'host=127.0.0.1 port=${ports.primary} user=postgres'\n`,
  );
  primary = await start(primaryFolder, ports.primary);
  let standby: ChildProcess | null = await start(standbyFolder, ports.standby);

  async function stopStandby(): Promise<void> {
    if (standby) await stop(standby);
    standby = null;
  }

  return {
    primary: addressOf(ports.primary),
    standby: addressOf(ports.standby),
    async startStandby() {
      standby ??= await start(standbyFolder, ports.standby);
    },
    stopStandby,
    async drop() {
      await stopStandby();
      await stop(primary);
      rmSync(folder, { recursive: true });
    },
  };
}

async function stop(server: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => server.once("exit", () => resolve()));
  server.kill("SIGINT");
  await ended;
}

async function answers(address: string): Promise<boolean> {
  return execute(address, "SELECT 1").then(
    () => true,
    () => false,
  );
}

/** Runs a statement on a connection of its own. */
export async function execute(address: string, text: string): Promise<void> {
  const client = new pg.Client(address);
  client.on("error", () => {});
  try {
    await client.connect();
    await client.query(text);
  } finally {
    await client.end();
  }
}
