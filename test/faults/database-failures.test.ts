import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { livingPostmaster, serverProcesses, signal } from "~/platform/database/embedded/postmaster.server";
import { mountDisk } from "../harness/mount-disk";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { isProofSelected } from "./rounds";

/** The product's PostgreSQL is alive but does not answer, or its disk is full. */
let folder: string;
let program: string;
let dataDir: string;
let product: Product;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "database-failures-"));
  program = await bundledProgram("product-process");
});
afterEach(async () => {
  for (const pid of serverProcesses(cluster())) signal(pid, "SIGCONT");
  product.process.kill("SIGTERM");
  await product.ended;
});
afterAll(() => rm(folder, { recursive: true }));

const cluster = () => join(dataDir, "postgres");

async function start(directory: string): Promise<void> {
  dataDir = directory;
  product = await startProduct(program, {
    DATA_DIR: dataDir,
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
  });
}

interface TimedResponse {
  status: number;
  reason: string | undefined;
  retryAfter: number;
  seconds: number;
}

async function call(path: string): Promise<TimedResponse> {
  const startedAt = performance.now();
  const answer = await fetch(`${product.origin}${path}`, { signal: AbortSignal.timeout(60_000) });
  const seconds = (performance.now() - startedAt) / 1000;
  const { reason } = await answer.json();
  return { status: answer.status, reason, retryAfter: Number(answer.headers.get("Retry-After")), seconds };
}

async function readiness(): Promise<{ status: number; degraded: string[] }> {
  const response = await fetch(`${product.origin}/readyz/strict`, { signal: AbortSignal.timeout(60_000) });
  const { degraded } = await response.json();
  return { status: response.status, degraded };
}

const callReading = () => call("/api/services");
/** Stores a new security check. */
const callWriting = () => call("/api/security-check");

/** Each call returns within 25 seconds, with 200 or 503. */
function expectTimelyResponses(answers: TimedResponse[]) {
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(25);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([]);
}

async function expectRecovered(): Promise<void> {
  await expect.poll(async () => (await callReading()).status, { timeout: 40_000 }).toBe(200);
  await expect.poll(async () => (await callWriting()).status, { timeout: 40_000 }).toBe(200);
  // The state of a full disk is cached for 20 seconds.
  await expect.poll(readiness, { timeout: 40_000 }).toEqual({ status: 200, degraded: [] });
}

/*
 * Each case takes as long as the request timeout. The answers are tested in app/infra-failures.test.ts, in
 * every run.
 */

const processesToStop = {
  // Existing connections work; new ones are not accepted.
  "stopped postmaster": () => [livingPostmaster(cluster())!],
  "stopped PostgreSQL": () => serverProcesses(cluster()),
};
for (const target of ["stopped postmaster", "stopped PostgreSQL"] as const) {
  test.runIf(isProofSelected(target))(`answers in time and recovers afterwards: ${target}`, async () => {
    await start(join(folder, target.replaceAll(" ", "-")));
    expect((await callReading()).status).toBe(200);
    for (const pid of processesToStop[target]()) signal(pid, "SIGSTOP");
    // More concurrent calls than connections.
    const answers = await Promise.all([
      ...Array.from({ length: 30 }, callReading),
      ...Array.from({ length: 10 }, callWriting),
    ]);
    expectTimelyResponses(answers);
    if (target === "stopped PostgreSQL") {
      expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(["database-unavailable"]));
      expect(await readiness()).toEqual({ status: 503, degraded: ["database-unavailable"] });
      expect((await call("/healthz")).status).toBe(200);
    }
    for (const pid of serverProcesses(cluster())) signal(pid, "SIGCONT");
    await expectRecovered();
  });
}

test.runIf(isProofSelected("full disk"))(
  "reports a full disk at once and loses no confirmed change",
  async (context) => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    const unmount = mountDisk(disk, "256m");
    if (!unmount) return context.skip("This account may not mount disks");
    try {
      await start(join(disk, "data"));
      expect((await callWriting()).status).toBe(200);
      await fillDisk(join(disk, "filler"));
      expect(await readiness()).toEqual({ status: 503, degraded: ["disk-full"] });
      expect((await callReading()).status).toBe(200);

      // Uses up the space that PostgreSQL has already allocated.
      const answers: TimedResponse[] = [];
      while (!answers.some(({ status }) => status === 503) && answers.length < 2000)
        answers.push(await callWriting());
      expect(answers.at(-1)).toMatchObject({ status: 503, reason: "disk-full", retryAfter: 60 });
      expect((await callReading()).status).toBe(200);
      const storedQuestions = answers.length;

      // Without space for WAL, PostgreSQL stops and cannot start.
      await fillWal();
      const responses = await Promise.all(Array.from({ length: 20 }, callWriting));
      expectTimelyResponses(responses);
      expect(responses.every(({ status }) => status === 503)).toBe(true);
      await sleep(2000);
      expectTimelyResponses(await Promise.all(Array.from({ length: 5 }, callReading)));

      await rm(join(disk, "filler"));
      await expectRecovered();
      expect(await countSecurityChecks()).toBeGreaterThanOrEqual(storedQuestions);
    } finally {
      product.process.kill("SIGTERM");
      await product.ended;
      unmount();
    }
  },
);

async function fillDisk(path: string): Promise<void> {
  const file = await open(path, "w");
  const block = Buffer.alloc(1024 * 1024);
  try {
    for (;;) await file.write(block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    await file.close();
  }
}

async function withDatabase<Result>(work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ host: cluster(), user: "postgres", database: "app" });
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Fills only the WAL until PostgreSQL stops. */
function fillWal(): Promise<void> {
  return withDatabase(async (client) => {
    try {
      for (;;) await client.query("SELECT pg_logical_emit_message(false, 'filler', repeat('x', 4000000))");
    } catch {}
  });
}

function countSecurityChecks(): Promise<number> {
  return withDatabase(async (client) => {
    const { rows } = await client.query("SELECT count(*)::int AS count FROM security_checks");
    return rows[0].count;
  });
}
