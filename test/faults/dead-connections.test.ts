import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { type StuckProxy, startStuckProxy } from "../harness/servers/stuck-proxy";
import { isProofSelected } from "./rounds";

/** A proxy between the product and PostgreSQL drops connections silently: no refusal, no reset, no answer. */
let folder: string;
let program: string;
let database: TestDatabase;
let proxy: StuckProxy;
let product: Product;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dead-connections-"));
  program = await bundledProgram("product-process");
  database = await createTestDatabase({ server: "external" });
});
afterEach(() => {
  product.process.kill("SIGKILL");
  proxy.close();
});
afterAll(async () => {
  await database.drop();
  await rm(folder, { recursive: true });
});

async function start(): Promise<void> {
  const { hostname, port } = new URL(database.connectionString);
  proxy = await startStuckProxy({ host: hostname, port: Number(port) });
  product = await startProduct(program, {
    DATABASE_URL: database.connectionString.replace(`:${port}/`, `:${proxy.port}/`),
    DATA_DIR: join(folder, "data"),
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
  });
}

/** A call that reads the database, with its response time in seconds. */
async function call(): Promise<{ status: number; seconds: number }> {
  const startedAt = performance.now();
  const { status } = await fetch(`${product.origin}/api/services`, { signal: AbortSignal.timeout(60_000) });
  return { status, seconds: (performance.now() - startedAt) / 1000 };
}

const calls = (count: number) => Promise.all(Array.from({ length: count }, call));

describe("half-open database connections", () => {
  test.runIf(isProofSelected("half-open connections"))(
    "closes half-open connections of the pool and answers all calls meanwhile",
    async () => {
      await start();
      // As many connections as the pool holds.
      expect(new Set((await calls(40)).map(({ status }) => status))).toEqual(new Set([200]));
      proxy.freeze();
      const frozenAt = performance.now();
      const answers: { status: number; seconds: number }[] = [];
      const pendingCalls: Promise<unknown>[] = [];
      // Four calls a second, so that a dead connection would be used repeatedly.
      let consecutiveSuccesses = 0;
      while (consecutiveSuccesses < 8 && performance.now() - frozenAt < 60_000) {
        pendingCalls.push(
          call().then((answer) => {
            answers.push(answer);
            consecutiveSuccesses = answer.status === 200 ? consecutiveSuccesses + 1 : 0;
          }),
        );
        await sleep(250);
      }
      const recovered = (performance.now() - frozenAt) / 1000;
      await Promise.all(pendingCalls);
      expect(recovered).toBeLessThan(40);
      // Each call returns within 25 seconds, with 200 or 503.
      expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(25);
      expect([...new Set(answers.map(({ status }) => status))].sort()).toEqual([200, 503]);
      await expect.poll(async () => (await fetch(`${product.origin}/readyz/strict`)).status).toBe(200);
      // LISTEN is restored, and the worker's periodic jobs continue.
      await expect
        .poll(product.output, { timeout: 40_000 })
        .toContain("Live connection to the database is back");
    },
  );

  test.runIf(isProofSelected("locks of half-open connections"))(
    "releases the locks of half-open connections at the server",
    async () => {
      await start();
      await calls(20);
      const listBackends = () =>
        database.pool
          .query<{ pid: number }>(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE 'app-%' AND pid <> pg_backend_pid()",
          )
          .then(({ rows }) => rows.map(({ pid }) => pid));
      const backendsBefore = await listBackends();
      expect(backendsBefore.length).toBeGreaterThan(2);
      proxy.freeze();
      await call();
      await expect
        .poll(async () => (await listBackends()).filter((pid) => backendsBefore.includes(pid)).length, {
          timeout: 60_000,
        })
        // The connection of the live updates ends by itself.
        .toBeLessThanOrEqual(1);
    },
  );

  test.runIf(isProofSelected("stop with half-open connections"))(
    "stops the process despite half-open connections",
    async () => {
      await start();
      await calls(20);
      proxy.freezeAll();
      const pendingCall = call().catch(() => null);
      await sleep(300);
      product.process.kill("SIGTERM");
      const stoppedAt = performance.now();
      expect(await product.ended).toBe(0);
      expect((performance.now() - stoppedAt) / 1000).toBeLessThan(45);
      await pendingCall;
    },
  );
});
