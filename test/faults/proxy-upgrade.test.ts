import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { createCompany } from "../harness/company/company";
import { freePort } from "../harness/free-port";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { sendContactMessage } from "../harness/send-contact-message";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { isLongRun } from "./rounds";

/** Upgrades behind the proxies of deploy/, where they are installed: the product stops and starts again on its port. */
const UPGRADES = 3;
const SENDERS = 8;

let folder: string;
let program: string;
let database: TestDatabase;
const started: ChildProcess[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proxy-upgrade-"));
  program = await bundledProgram("product-process");
  database = await createTestDatabase();
  await createCompany(database.db);
});
afterEach(() => {
  for (const process of started.splice(0)) process.kill("SIGKILL");
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

/** Starts a proxy of `deploy/` on `port` in front of the product's `targets`. */
type StartProxy = (port: number, targets: number[]) => Promise<ChildProcess>;

const startCaddy: StartProxy = async (port, [target]) => {
  const text = (await readFile("deploy/Caddyfile", "utf8"))
    .replace("rukn.example.com", `http://127.0.0.1:${port}`)
    .replace("127.0.0.1:3000 {", `127.0.0.1:${target} {\n\t\ttrusted_proxies 127.0.0.1/32`);
  const path = join(folder, "Caddyfile");
  await writeFile(path, `{\n\tadmin off\n}\n${text}`);
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  return spawn("caddy", ["run", "--config", path, "--adapter", "caddyfile"], { stdio: "ignore", env });
};

const startHaProxy: StartProxy = async (port, targets) => {
  const text = (await readFile("deploy/haproxy.cfg", "utf8"))
    .replace(/^\tbind .*$/m, `\tbind 127.0.0.1:${port}`)
    .replace(/^\t(user|group) .*$/gm, "")
    .replace("set-header X-Forwarded-For %[src]", "add-header X-Forwarded-For %[src]")
    .replace("10.0.0.11:3000", `127.0.0.1:${targets[0]}`)
    .replace("10.0.0.12:3000", `127.0.0.1:${targets.at(-1)}`)
    .replace("127.0.0.1:3000", `127.0.0.1:${targets[0]}`)
    .replace(
      "default_backend several_processes",
      `default_backend ${targets.length > 1 ? "several_processes" : "single_process"}`,
    );
  const path = join(folder, "haproxy.cfg");
  await writeFile(path, text);
  return spawn("haproxy", ["-db", "-f", path], { stdio: "ignore" });
};

// Before this version Caddy cannot repeat a request with a body (https://github.com/caddyserver/caddy/pull/7547).
it.skipIf(!isLongRun || versionOf("caddy version") < 2_011_002)(
  "lets requests wait behind Caddy while the only process is upgraded",
  { timeout: 600_000 },
  () => upgradeBehind(startCaddy, 1),
);

describe.skipIf(!isLongRun || versionOf("haproxy -v") === 0)("HAProxy", () => {
  it("lets requests wait while the only process is upgraded", { timeout: 600_000 }, () =>
    upgradeBehind(startHaProxy, 1),
  );

  it("loses and repeats no request while two processes are upgraded in turn", { timeout: 600_000 }, () =>
    upgradeBehind(startHaProxy, 2),
  );
});

async function upgradeBehind(startProxy: StartProxy, processes: number): Promise<void> {
  const ports = await Promise.all(Array.from({ length: processes }, freePort));
  const products = await Promise.all(ports.map(start));
  const port = await freePort();
  started.push(await startProxy(port, ports));
  const origin = `http://127.0.0.1:${port}`;
  const isReady = () =>
    fetch(`${origin}/healthz`).then(
      ({ ok }) => ok,
      () => false,
    );
  await expect.poll(isReady, { timeout: 60_000 }).toBe(true);

  const earlier = (await database.db.selectFrom("contactMessages").select("email").execute()).map(
    ({ email }) => email,
  );
  let upgrading = true;
  let number = processes << 16;
  const references: string[] = [];
  const failures: string[] = [];
  async function send(): Promise<void> {
    const { answer } = await sendContactMessage(origin, number++);
    if (!answer.ok) return void failures.push(`${answer.status} ${await answer.text()}`);
    references.push(((await answer.json()) as { reference: string }).reference);
  }
  const senders = Array.from({ length: SENDERS }, async () => {
    while (upgrading) await send();
  });
  for (let upgrade = 0; upgrade < UPGRADES; upgrade++) {
    for (const [at, product] of products.entries()) {
      const before = references.length;
      await expect.poll(() => references.length, { timeout: 60_000 }).toBeGreaterThan(before + SENDERS);
      product.process.kill("SIGTERM");
      expect(await product.ended).toBe(0);
      products[at] = await start(ports[at]!);
    }
  }
  upgrading = false;
  await Promise.all(senders);

  expect(failures).toEqual([]);
  const stored = await database.db
    .selectFrom("contactMessages")
    .select("email")
    .where("email", "not in", earlier.length > 0 ? earlier : [""])
    .execute();
  expect(stored).toHaveLength(references.length);
  expect(new Set(stored.map(({ email }) => email)).size).toBe(references.length);
  console.info(`${references.length} forms through ${UPGRADES} upgrades`);
}

async function start(port: number): Promise<Product> {
  const product = await startProduct(program, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, "data"),
    PORT: String(port),
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
    // The test is a proxy too, whose visitors have different addresses.
    TRUST_PROXY: "2",
  });
  started.push(product.process);
  return product;
}

/** 2.11.2 is 2011002. 0: not installed. */
function versionOf(command: string): number {
  const { stdout } = spawnSync("sh", ["-c", command], { encoding: "utf8" });
  const [, major, minor, patch] = /(\d+)\.(\d+)\.(\d+)/.exec(stdout) ?? [0, 0, 0, 0];
  return Number(major) * 1_000_000 + Number(minor) * 1_000 + Number(patch);
}
