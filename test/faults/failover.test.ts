import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterEach, expect, it } from "vitest";
import { startForms } from "../harness/form-stream";
import { freePort } from "../harness/free-port";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { isLongRun } from "./rounds";

/** PostgreSQL with pg_basebackup, which the test package lacks; undefined where it is not installed. */
const programs = ["/usr/lib/postgresql"]
  .filter(existsSync)
  .flatMap((folder) => readdirSync(folder).map((version) => join(folder, version, "bin")))
  .find((folder) => ["initdb", "pg_basebackup", "pg_ctl"].every((name) => existsSync(join(folder, name))));
const ACCOUNT = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanups.splice(0).reverse()) cleanUp();
});

function run(name: string, ...args: string[]): void {
  execFileSync(join(programs!, name), args, { ...ACCOUNT, stdio: "ignore", cwd: "/", env: { LC_ALL: "C" } });
}

function startServer(data: string, port: number): void {
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=`;
  run("pg_ctl", "-w", "-D", data, "-l", join(data, "server.log"), "-o", options, "start");
  cleanups.push(() => {
    try {
      run("pg_ctl", "-D", data, "-m", "immediate", "stop");
    } catch {
      // Stopped by the test.
    }
  });
}

it.skipIf(!isLongRun || !programs)(
  "continues with the promoted standby, and no acknowledged form is lost or doubled",
  { timeout: 600_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "failover-"));
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }));
    if (ACCOUNT.uid) chownSync(folder, ACCOUNT.uid, ACCOUNT.uid);
    const [primary, standby] = [join(folder, "primary"), join(folder, "standby")];
    const ports = [await freePort(), await freePort()] as const;
    run("initdb", "-D", primary, "-U", "app", "-A", "trust", "-E", "UTF8");
    startServer(primary, ports[0]);
    run("pg_basebackup", "-R", "-h", "127.0.0.1", "-p", String(ports[0]), "-U", "app", "-D", standby);
    startServer(standby, ports[1]);
    const query = async (port: number, text: string) => {
      const client = new pg.Client(`postgres://app@127.0.0.1:${port}/postgres`);
      await client.connect();
      const { rows } = await client.query(text);
      await client.end();
      return rows;
    };
    await query(ports[0], "ALTER SYSTEM SET synchronous_standby_names = '*'");
    await query(ports[0], "SELECT pg_reload_conf()");

    const product = await start(
      `postgres://app@127.0.0.1:${ports[0]},127.0.0.1:${ports[1]}/postgres`,
      folder,
    );
    const { acknowledged, statuses, stop } = startForms(product.origin);
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(50);
    run("pg_ctl", "-D", primary, "-m", "immediate", "stop");
    run("pg_ctl", "-w", "-D", standby, "promote");
    const before = acknowledged.length;
    await expect.poll(() => acknowledged.length, { timeout: 60_000 }).toBeGreaterThan(before + 50);
    await stop();

    expect([...statuses.keys()].filter((status) => status !== 503)).toEqual([]);
    const stored = (await query(ports[1], "SELECT email FROM contact_messages")).map(({ email }) => email);
    expect(new Set(stored).size).toBe(stored.length);
    expect(acknowledged.filter((email) => !stored.includes(email))).toEqual([]);
    console.info(
      `${acknowledged.length} forms, of which ${before} before the failover; ${statuses.get(503) ?? 0} answered by 503`,
    );
  },
);

async function start(databaseUrl: string, folder: string): Promise<Product> {
  const dataDir = join(folder, "data");
  mkdirSync(dataDir);
  const product = await startProduct(await bundledProgram("product-process"), {
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
    TRUST_PROXY: "1",
  });
  cleanups.push(() => product.process.kill("SIGKILL"));
  return product;
}
