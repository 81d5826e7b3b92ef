import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import pg from "pg";
import { afterAll, describe, expect, it } from "vitest";
import { startForms } from "../harness/form-stream";
import { freePort } from "../harness/free-port";
import { bundledProgram } from "../harness/programs/bundled";
import { startProduct } from "../harness/programs/product";
import { isLongRun } from "./rounds";

/** Runs deploy/patroni.yml and deploy/haproxy-database.cfg with one etcd, where their programs are installed. */

const POSTGRES = "/usr/lib/postgresql/15/bin";
const pathOf = (name: string) =>
  [...(process.env.PATH ?? "").split(delimiter), "/usr/sbin", POSTGRES]
    .map((folder) => join(folder, name))
    .find(existsSync);
const isInstalled = ["patroni", "etcd", "haproxy", "pg_basebackup", "pg_rewind"].every(pathOf);
/** PostgreSQL refuses to run as root. */
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const started: ChildProcess[] = [];
let folder: string | undefined;
afterAll(() => {
  for (const child of started) {
    // The group, because PostgreSQL outlives a killed Patroni.
    if (child.exitCode === null && child.pid) kill(-child.pid);
  }
  for (const node of ["db1", "db2"]) killPostmaster(node);
  if (folder) rmSync(folder, { recursive: true, force: true });
});

function kill(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/** The postmaster has a session of its own. Its process id may be in use again after it ended. */
function killPostmaster(node: string): void {
  const data = join(folder ?? "", node, "data");
  const file = join(data, "postmaster.pid");
  if (!folder || !existsSync(file)) return;
  const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
  const command = `/proc/${pid}/cmdline`;
  if (existsSync(command) && readFileSync(command, "utf8").includes(data)) kill(pid);
}

function start(name: string, args: string[], { cwd = folder!, env = {} } = {}): ChildProcess {
  const child = spawn(pathOf(name)!, args, {
    ...ACCOUNT,
    cwd,
    env: { PATH: "/usr/bin:/bin", HOME: cwd, LC_ALL: "C.UTF-8", ...env },
    stdio: ["ignore", "ignore", "ignore"],
    detached: true,
  });
  started.push(child);
  return child;
}

interface Node {
  name: string;
  database: number;
  api: number;
}

/** Configuration of deploy/patroni.yml for a node of this machine. */
function configurationOf({ name, database, api }: Node, etcd: number): string {
  const home = join(folder!, name);
  return readFileSync("deploy/patroni.yml", "utf8")
    .replace("name: db1", `name: ${name}`)
    .replaceAll("10.0.0.21:8008", `127.0.0.1:${api}`)
    .replaceAll("10.0.0.21:5432", `127.0.0.1:${database}`)
    .replace("10.0.0.31:2379,10.0.0.32:2379,10.0.0.33:2379", `127.0.0.1:${etcd}`)
    .replaceAll("10.0.0.0/24", "127.0.0.1/32")
    .replace("/var/lib/postgresql/15/rukn", join(home, "data"))
    .replace("/usr/lib/postgresql/15/bin", POSTGRES)
    .replace("  authentication:", "  parameters: { unix_socket_directories: '.' }\n  authentication:");
}

async function query(port: number, text: string, database = "rukn"): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({
    connectionString: `postgres://postgres:change-this@127.0.0.1:${port}/${database}`,
    connectionTimeoutMillis: 2_000,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query(text)).rows;
  } finally {
    await client.end().catch(() => {});
  }
}

/** Status of a health check of Patroni. */
async function check({ api }: Node, path: string): Promise<number> {
  return fetch(`http://127.0.0.1:${api}${path}`).then(
    ({ status }) => status,
    () => 0,
  );
}

const waits = { timeout: 120_000, interval: 250 };

describe.skipIf(!isLongRun || !isInstalled)("Patroni behind HAProxy", () => {
  it("switches and fails over under load, and no acknowledged form is lost or doubled", async () => {
    folder = mkdtempSync(join(tmpdir(), "patroni-"));
    chmodSync(folder, 0o711);
    const ports = await Promise.all(Array.from({ length: 8 }, freePort));
    const [etcd, peer, primaryPort, replicaPort] = ports as [number, number, number, number];
    const nodes: [Node, Node] = [
      { name: "db1", database: ports[4]!, api: ports[5]! },
      { name: "db2", database: ports[6]!, api: ports[7]! },
    ];
    for (const name of ["etcd", "db1", "db2", "product"]) {
      mkdirSync(join(folder, name));
      if (ACCOUNT.uid) chownSync(join(folder, name), ACCOUNT.uid, ACCOUNT.uid);
    }

    start("etcd", [
      ...["--data-dir", join(folder, "etcd/data")],
      ...[
        "--listen-client-urls",
        `http://127.0.0.1:${etcd}`,
        "--advertise-client-urls",
        `http://127.0.0.1:${etcd}`,
      ],
      ...["--listen-peer-urls", `http://127.0.0.1:${peer}`],
    ]);
    const patronis = new Map<Node, ChildProcess>();
    for (const node of nodes) {
      const file = join(folder, `${node.name}.yml`);
      writeFileSync(file, configurationOf(node, etcd), { mode: 0o644 });
      patronis.set(node, start("patroni", [file], { cwd: join(folder, node.name) }));
    }
    await expect
      .poll(() => Promise.all(nodes.map((node) => check(node, "/health"))), waits)
      .toEqual([200, 200]);
    const leader = async () => {
      const statuses = await Promise.all(nodes.map((node) => check(node, "/primary")));
      return nodes.filter((_, at) => statuses[at] === 200).map(({ name }) => name);
    };
    await expect.poll(leader, waits).toHaveLength(1);
    const nodeOf = (name: string) => nodes.find((node) => node.name === name)!;
    const first = nodeOf((await leader())[0]!);
    const second = nodes.find((node) => node !== first)!;
    await expect.poll(() => check(second, "/sync"), waits).toBe(200);
    await query(first.database, "CREATE ROLE rukn LOGIN PASSWORD 'password'", "postgres");
    await query(first.database, "CREATE DATABASE rukn OWNER rukn", "postgres");

    let proxy = readFileSync("deploy/haproxy-database.cfg", "utf8")
      .replace(/^\t(user|group) .*$/gm, "")
      .replace("127.0.0.1:5433\n\toption", `127.0.0.1:${primaryPort}\n\toption`)
      .replace("127.0.0.1:5434\n\toption", `127.0.0.1:${replicaPort}\n\toption`);
    for (const [at, { database, api }] of nodes.entries())
      proxy = proxy.replaceAll(`10.0.0.2${at + 1}:5432`, `127.0.0.1:${database} port ${api}`);
    writeFileSync(join(folder, "haproxy.cfg"), proxy);
    start("haproxy", ["-db", "-f", join(folder, "haproxy.cfg")]);
    await expect.poll(() => query(primaryPort, "SELECT").catch(() => null), waits).not.toBeNull();

    const product = await startProduct(await bundledProgram("product-process"), {
      DATABASE_URL: `postgres://rukn:password@127.0.0.1:${primaryPort}/rukn`,
      DATABASE_READ_URL: `postgres://rukn:password@127.0.0.1:${replicaPort}/rukn`,
      DATA_DIR: join(folder, "product"),
      SAMPLE_DATA: "off",
      SECRET: "a secret of at least 32 characters",
      TRUST_PROXY: "1",
    });
    started.push(product.process);
    const degraded = async () => (await (await fetch(`${product.origin}/readyz`)).json()).degraded;
    await expect.poll(degraded, waits).toEqual([]);

    const forms = startForms(product.origin);
    const sendMore = async () => {
      const before = forms.acknowledged.length;
      await expect.poll(() => forms.acknowledged.length, waits).toBeGreaterThan(before + 50);
    };
    await sendMore();
    const switched = await fetch(`http://127.0.0.1:${first.api}/switchover`, {
      method: "POST",
      body: JSON.stringify({ leader: first.name, candidate: second.name }),
    });
    expect(await switched.text()).toContain("Successfully switched over");
    await sendMore();
    await expect.poll(leader, waits).toEqual([second.name]);
    await expect.poll(() => check(first, "/sync"), waits).toBe(200);
    await expect.poll(degraded, waits).toEqual([]);
    const afterSwitch = forms.acknowledged.length;

    // The machine of the primary is lost.
    kill(-patronis.get(second)!.pid!);
    killPostmaster(second.name);
    await expect.poll(leader, waits).toEqual([first.name]);
    await sendMore();
    await forms.stop();

    expect([...forms.statuses.keys()].filter((status) => status !== 503)).toEqual([]);
    const stored = (await query(first.database, "SELECT email FROM contact_messages")).map(
      ({ email }) => email,
    );
    expect(new Set(stored).size).toBe(stored.length);
    expect(forms.acknowledged.filter((email) => !stored.includes(email))).toEqual([]);
    console.info(
      `${forms.acknowledged.length} forms, of which ${afterSwitch} before the failover; ${forms.statuses.get(503) ?? 0} answered by 503`,
    );
  }, 600_000);
});
