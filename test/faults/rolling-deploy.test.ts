import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createCompany } from "../harness/company/company";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { sendContactMessage } from "../harness/send-contact-message";
import { type Balancer, startBalancer } from "../harness/servers/balancer";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { isProofSelected, rounds } from "./rounds";

/** Two processes behind a load balancer are restarted in turn while forms are submitted. */
const DEPLOYS = rounds({ short: 1, long: 10 });
const SENDERS = 12;

let folder: string;
let program: string;
let database: TestDatabase;
let balancer: Balancer;
const products: Product[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rolling-deploy-"));
  program = await bundledProgram("product-process");
  database = await createTestDatabase();
  await createCompany(database.db);
  balancer = await startBalancer();
});
afterEach(() => {
  for (const { process } of products) process.kill("SIGKILL");
});
afterAll(async () => {
  balancer.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function start(number: number): Promise<Product> {
  const product = await startProduct(program, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, `data-${number}`),
    ROLE: "web",
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
    TRUST_PROXY: "1",
  });
  products.push(product);
  return product;
}

test.runIf(isProofSelected("rolling deploy"))(
  "loses and repeats no request during a rolling deploy",
  {
    timeout: 120_000 + DEPLOYS * 60_000,
  },
  async () => {
    const running = [await start(0), await start(1)];
    balancer.ports = running.map(({ port }) => port);

    let deploying = true;
    let requestCount = 0;
    const references: string[] = [];
    const failures: string[] = [];
    async function send(): Promise<void> {
      const { answer } = await sendContactMessage(balancer.origin, requestCount++);
      if (!answer.ok)
        return void failures.push(`${answer.status} ${answer.headers.get("X-Lost")} ${await answer.text()}`);
      references.push(((await answer.json()) as { reference: string }).reference);
    }
    const senders = Array.from({ length: SENDERS }, async () => {
      while (deploying) await send();
    });

    for (let deploy = 0; deploy < DEPLOYS; deploy++) {
      for (const [index, old] of running.entries()) {
        await sleep(1_000);
        old.process.kill("SIGTERM");
        expect(await old.ended).toBe(0);
        running[index] = await start(products.length);
        balancer.ports = running.map(({ port }) => port);
      }
    }
    await sleep(500);
    deploying = false;
    await Promise.all(senders);

    expect(failures).toEqual([]);
    expect(references.length).toBeGreaterThan(50 * DEPLOYS);
    expect(new Set(references).size).toBe(references.length);
    const stored = await database.db.selectFrom("contactMessages").select("email").execute();
    expect(stored).toHaveLength(references.length);
    expect(new Set(stored.map(({ email }) => email)).size).toBe(references.length);
    console.info(`${references.length} forms through ${DEPLOYS * 2} restarts`);
  },
);

test("announces the stop first and answers requests that arrive meanwhile", async () => {
  const product = await startProduct(program, {
    DATABASE_URL: database.connectionString,
    DATA_DIR: join(folder, "data-drained"),
    DRAIN_SECONDS: "3",
    ROLE: "web",
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
  });
  products.push(product);
  const ready = () => fetch(`${product.origin}/readyz`);
  const first = await ready();
  expect([first.status, first.headers.get("connection")]).toEqual([200, "keep-alive"]);
  product.process.kill("SIGTERM");
  await expect.poll(async () => (await ready()).status).toBe(503);
  expect(await (await ready()).json()).toEqual({ status: "stopping", degraded: [] });
  const answer = await fetch(`${product.origin}/api/services`);
  expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
  expect(await product.ended).toBe(0);
  await expect(ready()).rejects.toThrow();
});
