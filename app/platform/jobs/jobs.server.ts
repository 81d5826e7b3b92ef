import { createHash } from "node:crypto";
import type { Kysely } from "kysely";
import type pg from "pg";
import { fromKysely, type JobWithMetadata, PgBoss } from "pg-boss";
import type { Tables } from "../database/tables";
import { log } from "../log.server";

/**
 * Jobs in the database's schema `pgboss`, which pg-boss makes at its first start. Any number of processes may work on
 * them. A job whose process was killed is noticed by its missing heartbeat and tried again some 15 seconds later.
 */
export interface Jobs {
  /** Adds jobs in the caller's transaction: they exist exactly when it commits. Follow the commit with `wake`. */
  add(db: Kysely<Tables>, queue: string, jobs: { id: string; data: object }[]): Promise<void>;
  /** Makes this process look for jobs now rather than at its next poll, which other processes wait for. */
  wake(): void;
  /**
   * Marks the job done in the caller's transaction, so that its effects and its end commit together. False when the
   * job is no longer this try's to end: it was taken for dead, and another try does it or has done it.
   */
  complete(db: Kysely<Tables>, job: Job<object>): Promise<boolean>;
  /** Takes no more jobs, gives those under way 10 seconds to end, and leaves the rest to the next start. */
  stop(): Promise<void>;
}

export interface Queue<Data extends object> {
  name: string;
  /** Jobs that one process runs at once; each may hold a database connection. */
  concurrency: number;
  /** Seconds after which a job that still runs is taken for hung and tried again elsewhere. */
  expireInSeconds: number;
  /** Runs one job. A throw lets it be tried again, unless it was the last try. */
  handle(job: Job<Data>): Promise<void>;
}

export interface Job<Data extends object> {
  id: string;
  queue: string;
  data: Data;
  /** 1 for the first try. Counted before the try begins, so a try that was killed counts too. */
  attempt: number;
  /** True when nothing tries again by itself after this one. */
  last: boolean;
}

/** Pauses of 1–2, 2–4, 4–8 … seconds up to half an hour: 100 tries outlast an outage of nearly two days. */
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
    // An existing queue keeps what it was made with.
    await boss.updateQueue(name, options);
    // Workers of their own rather than one of a higher concurrency, of which only the first could be woken.
    for (let i = 0; i < concurrency; i++) workers.push(await startWorker(name, handle));
  }

  async function startWorker(queue: string, handle: (job: Job<never>) => Promise<void>): Promise<string> {
    const worker = await boss.work(
      queue,
      { includeMetadata: true, pollingIntervalSeconds: 2 },
      async ([job]: JobWithMetadata<never>[]) => {
        // Otherwise it would wait for its next poll, though more jobs may be there.
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
      // Told at run time, left out of the library's types.
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

/** The same id for the same parts, so that what is asked for twice is one job. */
export function jobIdOf(...parts: (string | number)[]): string {
  const hash = createHash("sha256").update(parts.join("\0")).digest("hex");
  // A version 8 UUID: made by a rule of one's own.
  return hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-8$3-8$4-$5");
}
