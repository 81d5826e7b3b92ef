import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Tables } from "../database/tables";
import { log } from "../log.server";

/**
 * Job queues of pg-boss, in the database schema `pgboss`. Any number of processes may work on them. A job of
 * a killed process misses its heartbeat and is retried about 15 seconds later.
 */
export interface Jobs {
  /**
   * Adds jobs in the caller's transaction, so that they exist only if it commits. Call `wake` after the
   * commit.
   */
  add(db: Kysely<Tables>, queue: string, jobs: { id: string; data: object }[]): Promise<void>;
  /** Polls now instead of at the next interval. Other processes notice at their own interval. */
  wake(): void;
  /**
   * Completes the job in the caller's transaction, so that effects and completion commit together. Returns
   * false if the job timed out and was retried elsewhere.
   */
  complete(db: Kysely<Tables>, job: Job<object>): Promise<boolean>;
  /** Stops polling and waits up to 10 seconds for running jobs. The rest is retried after the next start. */
  stop(): Promise<void>;
}

export interface Queue<Data extends object> {
  name: string;
  /** Concurrent jobs per process; each may hold a database connection. */
  concurrency: number;
  /** Seconds after which a running job counts as hung and is retried. */
  expireInSeconds: number;
  /** An exception causes a retry, unless this was the last attempt. */
  handle(job: Job<Data>): Promise<void>;
}

export interface Job<Data extends object> {
  id: string;
  queue: string;
  data: Data;
  /** Starts at 1. Incremented before the attempt, so that a killed attempt counts too. */
  attempt: number;
  /** True for the last automatic attempt. */
  last: boolean;
}

/**
 * Backoff of 1–2, 2–4, 4–8 … seconds up to half an hour: 100 attempts outlast an outage of nearly two days.
 */
const RETRY = { retryLimit: 100, retryDelay: 1, retryBackoff: true, retryDelayMax: 1800 };
const HEARTBEAT_SECONDS = 10;
const WATCH_SECONDS = 5;
const STOP_MS = 10_000;

export async function openJobs(pool: pg.Pool, queues: Queue<never>[]): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
    superviseIntervalSeconds: WATCH_SECONDS,
    monitorIntervalSeconds: WATCH_SECONDS,
  });
  boss.on("error", (error) => log.error("Jobs: background work failed", { error }));
  boss.on("warning", ({ message }) => log.warn(`Jobs: ${message}`));
  await boss.start();

  const workers: string[] = [];
  for (const { name, concurrency, expireInSeconds, handle } of queues) {
    const options = { ...RETRY, expireInSeconds, heartbeatSeconds: HEARTBEAT_SECONDS };
    await boss.createQueue(name, options);
    // `createQueue` does not change the options of an existing queue.
    await boss.updateQueue(name, options);
    // Separate workers instead of one with a higher concurrency, because `notifyWorker` wakes only one.
    for (let i = 0; i < concurrency; i++) workers.push(await startWorker(name, handle));
  }

  async function startWorker(queue: string, handle: (job: Job<never>) => Promise<void>): Promise<string> {
    const worker = await boss.work(
      queue,
      { includeMetadata: true, pollingIntervalSeconds: 2 },
      async ([job]: JobWithMetadata<never>[]) => {
        // Polls again at once, because more jobs may be waiting.
        boss.notifyWorker(worker);
        if (job) await handle(asJob(job));
      },
    );
    return worker;
  }

  return {
    async add(db, queue, jobs) {
      await boss.insert(queue, jobs, { db: fromKysely(db) });
    },
    wake() {
      for (const worker of workers) boss.notifyWorker(worker);
    },
    async complete(db, { queue, id, attempt }) {
      const claim = { id, retryCount: attempt - 1 };
      const result = await boss.complete(queue, claim, null, { db: fromKysely(db) });
      // Present at run time, missing from the library's types.
      return (result as { affected: number }).affected === 1;
    },
    stop: () => boss.stop({ close: false, timeout: STOP_MS }),
  };
}

function asJob<Data extends object>(job: JobWithMetadata<Data>): Job<Data> {
  return {
    id: job.id,
    queue: job.name,
    data: job.data,
    attempt: job.retryCount + 1,
    last: job.retryCount >= job.retryLimit,
  };
}

/** Deterministic id, so that enqueuing the same parts twice yields one job. */
export function jobIdOf(...parts: (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest("hex");
  // UUID version 8 (custom).
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
