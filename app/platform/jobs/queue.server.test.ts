import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../test/harness/servers/database";
import { backoffMs, defineQueue, dueIn, runQueue } from "./queue.server";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await sql`TRUNCATE background_jobs`.execute(database.db);
});

const queue = defineQueue({
  table: "backgroundJobs",
  running: "running",
  condition: sql<boolean>`kind <> 'paused'`,
});
const LEASE_MS = 60_000;
const claim = (max = 10, leaseMs = LEASE_MS) => queue.claim(database.db, max, leaseMs);

/** Adds jobs that are due in this many seconds each. */
async function add(...dueInSeconds: number[]): Promise<void> {
  for (const [index, seconds] of dueInSeconds.entries()) {
    await sql`INSERT INTO background_jobs (kind, label, started_at, request_id, due_at)
      VALUES ('customer-import', ${String(index)}, now(), 'test', ${dueIn(seconds * 1000)})`.execute(
      database.db,
    );
  }
}

describe("queue", () => {
  it("claims due rows that fulfil the condition, longest due first", async () => {
    await add(-1, -3, -2, 60);
    await sql`UPDATE background_jobs SET kind = 'paused' WHERE label = '2'`.execute(database.db);
    const claimed = await claim(2);
    expect(claimed.map(({ label, state, attempts }) => [label, state, attempts]).sort()).toEqual([
      ["0", "running", 1],
      ["1", "running", 1],
    ]);
    await add(-1, -5);
    expect((await claim(1)).map(({ label }) => label)).toEqual(["1"]);
  });

  it("gives each row to one of several concurrent workers", async () => {
    await add(...Array.from({ length: 30 }, () => -1));
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim(5)));
    const ids = claims.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("refuses changes of an attempt whose lease expired", async () => {
    await add(-1);
    const [first] = await claim(1, 0);
    const [second] = await claim(1, LEASE_MS);
    expect([first!.attempts, second!.attempts]).toEqual([1, 2]);
    const ended = { state: "failed" as const, dueAt: null, endedAt: new Date(), error: "failed" };
    expect(await queue.update(database.db, first!, ended)).toBe(false);
    expect(await queue.update(database.db, second!, ended)).toBe(true);
    expect(await claim()).toEqual([]);
  });
});

describe("queue runner", () => {
  it("runs as many rows at once as allowed, and slow ones besides", async () => {
    const jobs = Array.from({ length: 6 }, (_, index) => index);
    const running = new Set<number>();
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const runner = runQueue({
      claim: async (max) => jobs.splice(0, max),
      async run(job) {
        running.add(job);
        await mayEnd;
        running.delete(job);
      },
      concurrency: 2,
      slow: { afterMs: 100, max: 4 },
      stopMs: 1_000,
    });
    await expect.poll(() => running.size).toBe(2);
    await expect.poll(() => running.size).toBe(4);
    await sleep(150);
    expect(running.size).toBe(4);
    letEnd();
    await expect.poll(() => [jobs.length, running.size]).toEqual([0, 0]);
    await runner.stop();
  });

  it("renews the lease of a running row until it counts as hung", async () => {
    await add(-1);
    const renewals: number[] = [];
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const runner = runQueue({
      claim,
      run: () => mayEnd,
      renew: {
        lease: async () => renewals.push(Date.now()),
        everyMs: 20,
        untilMs: 200,
      },
      concurrency: 1,
      stopMs: 1_000,
    });
    await expect.poll(() => renewals.length).toBeGreaterThan(2);
    await sleep(300);
    const count = renewals.length;
    await sleep(100);
    expect(renewals).toHaveLength(count);
    letEnd();
    await runner.stop();
  });

  it("continues after a row whose result could not be recorded", async () => {
    const jobs = [1, 2];
    const done: number[] = [];
    const runner = runQueue({
      claim: async (max) => jobs.splice(0, max),
      async run(job) {
        if (job === 1) throw new Error("The database is away");
        done.push(job);
      },
      concurrency: 1,
      stopMs: 1_000,
    });
    await expect.poll(() => done).toEqual([2]);
    await runner.stop();
  });

  it("releases rows at a stop that were claimed in advance", async () => {
    const jobs = Array.from({ length: 9 }, (_, index) => index);
    const released: number[] = [];
    const { promise: mayEnd, resolve: letEnd } = Promise.withResolvers<void>();
    const started: number[] = [];
    const runner = runQueue({
      claim: async (max) => jobs.splice(0, max),
      async run(job) {
        started.push(job);
        await mayEnd;
      },
      concurrency: 2,
      prefetch: { max: 4, release: async (rows) => void released.push(...rows) },
      stopMs: 1_000,
    });
    await expect.poll(() => started).toEqual([0, 1]);
    expect(jobs).toEqual([6, 7, 8]);
    const stopped = runner.stop();
    letEnd();
    await stopped;
    expect([started, released]).toEqual([
      [0, 1],
      [2, 3, 4, 5],
    ]);
  });

  it("waits for running rows before a stop, up to the limit", async () => {
    const jobs = [1];
    const started = Date.now();
    const runner = runQueue({
      claim: async (max) => jobs.splice(0, max),
      run: () => new Promise(() => {}),
      concurrency: 1,
      stopMs: 200,
    });
    await expect.poll(() => jobs).toEqual([]);
    await runner.stop();
    expect(Date.now() - started).toBeGreaterThanOrEqual(190);
  });
});

it("doubles the pause after each attempt up to 30 minutes", () => {
  for (const [attempt, longest] of [
    [1, 2_000],
    [5, 32_000],
    [20, 1_800_000],
    [100, 1_800_000],
  ] as const) {
    const pause = backoffMs(attempt);
    expect(pause).toBeGreaterThanOrEqual(longest / 2);
    expect(pause).toBeLessThanOrEqual(longest);
  }
});
