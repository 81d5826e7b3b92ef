import { mkdir, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { livingPostmaster, serverProcesses, signal } from "~/platform/database/embedded/postmaster.server";
import { createRandom } from "~/platform/random";
import { mountDisk } from "../harness/mount-disk";
import { bundledProgram } from "../harness/programs/bundled";
import { type Product, startProduct } from "../harness/programs/product";
import { SILENT_DATABASES, seedOfRun, someOf } from "./rounds";

/** The product's PostgreSQL is alive but does not answer, or its disk is full. */
let folder: string;
let program: string;
let dataDir: string;
let product: Product;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "troubled-database-"));
  program = await bundledProgram("product-process");
});
afterEach(async () => {
  for (const pid of serverProcesses(cluster())) signal(pid, "SIGCONT");
  product.process.kill("SIGTERM");
  await product.ended;
});
afterAll(() => rm(folder, { recursive: true }));

const cluster = () => join(dataDir, "postgres");

async function start(where: string): Promise<void> {
  dataDir = where;
  product = await startProduct(program, {
    DATA_DIR: dataDir,
    SAMPLE_DATA: "off",
    SECRET: "a secret of at least 32 characters",
  });
}

interface Answered {
  status: number;
  reason: string | undefined;
  retryAfter: number;
  seconds: number;
}

async function call(path: string): Promise<Answered> {
  const began = performance.now();
  const answer = await fetch(`${product.origin}${path}`, { signal: AbortSignal.timeout(60_000) });
  const seconds = (performance.now() - began) / 1000;
  const { reason } = await answer.json();
  return { status: answer.status, reason, retryAfter: Number(answer.headers.get("Retry-After")), seconds };
}

const reading = () => call("/api/services");
/** Stores a new security check. */
const writing = () => call("/api/security-check");

/** No call hangs, and no answer blames the caller or the product. */
function expectToldInTime(answers: Answered[]) {
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([]);
  expect(Math.max(...answers.map(({ seconds }) => seconds))).toBeLessThan(25);
  const refused = answers.filter(({ status }) => status === 503);
  expect(refused.filter(({ retryAfter }) => !(retryAfter > 0))).toEqual([]);
}

async function expectRecovered(): Promise<void> {
  await expect.poll(async () => (await reading()).status, { timeout: 40_000 }).toBe(200);
  await expect.poll(async () => (await writing()).status, { timeout: 40_000 }).toBe(200);
  // The state of a full disk is cached for 20 seconds.
  await expect.poll(async () => (await call("/readyz")).status, { timeout: 40_000 }).toBe(200);
}

/**
 * Each case takes as long as the request timeout. The answers are tested in app/infra-failures.test.ts, in
 * every run.
 */
const tried = someOf(SILENT_DATABASES, createRandom(seedOfRun()));

const stopped = {
  // Existing connections work; new ones are not accepted.
  postmaster: () => [livingPostmaster(cluster())!],
  "all of it": () => serverProcesses(cluster()),
};
for (const which of ["postmaster", "all of it"] as const) {
  test.runIf(tried.includes(which))(
    `answers in time while PostgreSQL is stopped (${which}) and recovers afterwards`,
    async () => {
      await start(join(folder, which.replaceAll(" ", "-")));
      expect((await reading()).status).toBe(200);
      for (const pid of stopped[which]()) signal(pid, "SIGSTOP");
      // More concurrent calls than connections.
      const answers = await Promise.all([
        ...Array.from({ length: 30 }, reading),
        ...Array.from({ length: 10 }, writing),
      ]);
      expectToldInTime(answers);
      if (which === "all of it") {
        expect(new Set(answers.map(({ reason }) => reason))).toEqual(new Set(["database-unavailable"]));
        expect(await call("/readyz")).toMatchObject({ status: 503, reason: "database-unavailable" });
        expect((await call("/healthz")).status).toBe(200);
      }
      for (const pid of serverProcesses(cluster())) signal(pid, "SIGCONT");
      await expectRecovered();
    },
  );
}

test.runIf(tried.includes("disk"))(
  "reports a full disk at once and loses no confirmed change",
  async (context) => {
    const disk = join(folder, "disk");
    await mkdir(disk);
    const unmount = mountDisk(disk, "256m");
    if (!unmount) return context.skip("This account may mount no disk to be filled");
    try {
      await start(join(disk, "data"));
      expect((await writing()).status).toBe(200);
      await fill(join(disk, "filler"));
      expect(await call("/readyz")).toMatchObject({ status: 503, reason: "disk-full" });
      expect((await reading()).status).toBe(200);

      // Uses up the space that PostgreSQL has already allocated.
      const answers: Answered[] = [];
      while (!answers.some(({ status }) => status === 503) && answers.length < 2000)
        answers.push(await writing());
      expect(answers.at(-1)).toMatchObject({ status: 503, reason: "disk-full", retryAfter: 60 });
      expect((await reading()).status).toBe(200);
      const kept = answers.length;

      // Without space for WAL, PostgreSQL stops and cannot start.
      await fillLog();
      const away = await Promise.all(Array.from({ length: 20 }, writing));
      expectToldInTime(away);
      expect(away.every(({ status }) => status === 503)).toBe(true);
      await sleep(2000);
      expectToldInTime(await Promise.all(Array.from({ length: 5 }, reading)));

      await rm(join(disk, "filler"));
      await expectRecovered();
      expect(await countQuestions()).toBeGreaterThanOrEqual(kept);
    } finally {
      product.process.kill("SIGTERM");
      await product.ended;
      unmount();
    }
  },
);

async function fill(path: string): Promise<void> {
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
function fillLog(): Promise<void> {
  return withDatabase(async (client) => {
    try {
      for (;;) await client.query("SELECT pg_logical_emit_message(false, 'filler', repeat('x', 4000000))");
    } catch {}
  });
}

function countQuestions(): Promise<number> {
  return withDatabase(async (client) => {
    const { rows } = await client.query("SELECT count(*)::int AS count FROM security_checks");
    return rows[0].count;
  });
}
