import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Tables } from "../database/tables";
import { log } from "../log.server";

/** pg-boss queues, in schema `pgboss`. A killed process's job is retried after about 15 seconds. */
export interface Jobs {
  /** In the caller's transaction. Call `wake` after the commit. */
  add(db: Kysely<Tables>, queue: string, jobs: { id: string; data: object }[]): Promise<void>;
  wake(): void;
  /**
   * In the caller's transaction, so that effects and completion commit together. False if the job timed out
   * and was retried elsewhere.
   */
  complete(db: Kysely<Tables>, job: Job<object>): Promise<boolean>;
  stop(): Promise<void>;
}

export interface Queue<Data extends object> {
  name: string;
  /** Per process; each job may hold a database connection. */
  concurrency: number;
  /** Longer running jobs count as hung and are retried. */
  expireInSeconds: number;
  handle(job: Job<Data>): Promise<void>;
}

export interface Job<Data extends object> {
  id: string;
  queue: string;
  data: Data;
  /** Incremented before the attempt, so that killed ones count. */
  attempt: number;
  last: boolean;
}

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
    // `createQueue` does not update an existing queue.
    await boss.updateQueue(name, options);
    // Starts one worker per job, because `notifyWorker` wakes only one worker of a higher concurrency.
    for (let i = 0; i < concurrency; i++) workers.push(await startWorker(name, handle));
  }

  async function startWorker(queue: string, handle: (job: Job<never>) => Promise<void>): Promise<string> {
    const worker = await boss.work(
      queue,
      { includeMetadata: true, pollingIntervalSeconds: 2 },
      async ([job]: JobWithMetadata<never>[]) => {
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

/** Returns a deterministic id, so that enqueuing twice yields one job. */
export function jobIdOf(...parts: (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest("hex");
  // UUID version 8.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
