import { type Kysely, type Selectable, sql, type UpdateObject } from "kysely";
import type { Tables } from "../database/tables";
import { ANY_TOPIC } from "../events/events";
import { inRows } from "../lists/in-rows.server";
import type { Live } from "../live/live.server";
import { log } from "../log.server";
import { createPoller, type Poller } from "./poller.server";

/*
 * Queues whose jobs are rows of a table: a worker claims due rows for the length of a lease, runs them, and ends
 * or postpones them. Any number of processes may run the same queue (docs/decisions/0084-lease-queue.md).
 */

type Db = Kysely<Tables>;

interface QueueRow {
  state: string;
  /** Incremented by each claim, so that killed attempts count. */
  attempts: number;
  /** Earliest time of the next attempt; end of the lease of a claimed row; null: ended. */
  dueAt: Date | null;
}

/** Tables with the columns of a queue. */
export type QueueTable = {
  [Table in keyof Tables]: Selectable<Tables[Table]> extends QueueRow & { id: unknown } ? Table : never;
}[keyof Tables];

export type Claimed<Table extends QueueTable> = Selectable<Tables[Table]>;

/** Identifies an attempt. */
interface Attempt {
  id: unknown;
  attempts: number;
}

export interface Queue<Table extends QueueTable> {
  /** Claims up to `max` due rows, longest due first. Another worker takes a row whose lease has ended. */
  claim(db: Db, max: number, leaseMs: number): Promise<Claimed<Table>[]>;
  /** SQL: this attempt still owns the row. False after its lease expired and another attempt began. */
  isClaimed(row: Attempt): ReturnType<typeof sql<boolean>>;
  /** Changes a claimed row. Returns false if another attempt owns it. */
  update(db: Db, row: Attempt, changes: UpdateObject<Tables, Table>): Promise<boolean>;
}

/**
 * `running`: state of claimed rows.
 * `condition`: SQL that a due row must fulfil.
 * `initial`: values that each attempt starts with.
 */
export function defineQueue<Table extends QueueTable>({
  table,
  running,
  condition = sql<boolean>`true`,
  initial = {},
}: {
  table: Table;
  running: string;
  condition?: ReturnType<typeof sql<boolean>>;
  initial?: UpdateObject<Tables, Table>;
}): Queue<Table> {
  // Kysely cannot type a query whose table is a parameter.
  const name: string = table;
  const untyped = (db: Db) => db as unknown as Kysely<Record<string, QueueRow & { id: string }>>;
  const isClaimed = ({ id, attempts }: Attempt) =>
    sql<boolean>`id = ${id} AND state = ${running} AND attempts = ${attempts}`;
  return {
    isClaimed,
    async claim(db, max, leaseMs) {
      const rows = await untyped(db)
        .updateTable(name)
        .set({ state: running, attempts: sql`attempts + 1`, dueAt: dueIn(leaseMs), ...(initial as object) })
        .where((eb) =>
          inRows(
            "id",
            eb
              .selectFrom(name)
              .select("id")
              .where("dueAt", "<=", sql<Date>`clock_timestamp()`)
              .where(condition)
              .orderBy("dueAt")
              .limit(max)
              .forUpdate()
              .skipLocked(),
          ),
        )
        .returningAll()
        .execute();
      return rows as unknown as Claimed<Table>[];
    },
    async update(db, row, changes) {
      const { numUpdatedRows } = await untyped(db)
        .updateTable(name)
        .set(changes as object)
        .where(isClaimed(row))
        .executeTakeFirst();
      return numUpdatedRows > 0n;
    },
  };
}

/** By the database clock, because workers' clocks differ. */
export function dueIn(ms: number) {
  return sql<Date>`clock_timestamp() + ${ms} * interval '1 millisecond'`;
}

const MAX_PAUSE_MS = 1_800_000;

/** Pause after a failed attempt: 1–2, 2–4, 4–8 … seconds, up to 30 minutes. */
export function backoffMs(attempt: number): number {
  const longest = Math.min(1000 * 2 ** attempt, MAX_PAUSE_MS);
  return longest * (0.5 + Math.random() / 2);
}

/** With `backoffMs` 100 attempts outlast an outage of nearly two days. */
export const MAX_ATTEMPTS = 100;

export interface QueueRunner extends Pick<Poller, "wake"> {
  /** Waits up to `stopMs`; leases protect the rest. */
  stop(): Promise<void>;
}

/** Polls because expired leases are not notified. */
const POLL_MS = 2_000;

/**
 * Claims and runs rows, `concurrency` at a time.
 * `run`: records the result itself.
 * `renew`: extends the lease of a claimed row, every `everyMs` until `untilMs` after the claim; then the row
 * counts as hung.
 * `slow`: rows that run longer than `afterMs` occupy no slot, up to `max` rows in total.
 * `prefetch`: claims up to `max` rows more than it has slots, so that one claim serves many short rows, and
 * releases them at a stop.
 * `wakeOn`: topic of the notification of new rows.
 */
export function runQueue<Row>({
  claim,
  run,
  renew,
  concurrency,
  slow,
  prefetch,
  wakeOn,
  stopMs,
  pollMs = POLL_MS,
}: {
  claim(max: number): Promise<Row[]>;
  run(row: Row): Promise<void>;
  renew?: { lease(row: Row): Promise<unknown>; everyMs: number; untilMs?: number };
  concurrency: number;
  slow?: { afterMs: number; max: number };
  prefetch?: { max: number; release(rows: Row[]): Promise<unknown> };
  wakeOn?: { live: Pick<Live, "subscribe">; topic: string };
  stopMs: number;
  pollMs?: number;
}): QueueRunner {
  const waiting: Claim<Row>[] = [];
  const running = new Set<Promise<void>>();
  const slowJobs = new Set<Promise<void>>();
  const maxWaiting = prefetch?.max ?? 0;
  let isStopping = false;

  function hold(row: Row): Claim<Row> {
    if (!renew) return { row, endRenewal() {} };
    const { lease, everyMs, untilMs = Number.POSITIVE_INFINITY } = renew;
    const claimedAt = Date.now();
    const timer = setInterval(() => {
      if (Date.now() - claimedAt > untilMs) return;
      lease(row).catch((error) =>
        log.warn("lease-not-renewed", "Could not renew the lease of a queued job", { error }),
      );
    }, everyMs);
    return { row, endRenewal: () => clearInterval(timer) };
  }

  function start({ row, endRenewal }: Claim<Row>): void {
    let timer: NodeJS.Timeout | undefined;
    const job = run(row)
      .catch((error) =>
        log.error("job-result-not-recorded", "The result of a queued job could not be recorded", { error }),
      )
      .finally(() => {
        endRenewal();
        clearTimeout(timer);
        running.delete(job);
        slowJobs.delete(job);
        startWaiting();
        poller.wake();
      });
    running.add(job);
    if (!slow) return;
    timer = setTimeout(() => {
      slowJobs.add(job);
      startWaiting();
      poller.wake();
    }, slow.afterMs);
  }

  function countFree(): number {
    const max = slow?.max ?? concurrency;
    return Math.min(concurrency - (running.size - slowJobs.size), max - running.size);
  }

  function startWaiting(): void {
    while (!(isStopping && prefetch) && countFree() > 0 && waiting.length > 0) start(waiting.shift()!);
  }

  const poller = createPoller(async () => {
    const max = countFree() + maxWaiting - waiting.length;
    if (max <= 0 || waiting.length > maxWaiting / 2) return;
    for (const row of await claim(max)) waiting.push(hold(row));
    startWaiting();
  }, pollMs);
  const unsubscribe = wakeOn?.live.subscribe(null, (topic) => {
    if (topic === wakeOn.topic || topic === ANY_TOPIC) poller.wake();
  });
  poller.wake();

  return {
    wake: poller.wake,
    async stop() {
      isStopping = true;
      unsubscribe?.();
      await poller.stop();
      const unstarted = waiting.splice(0);
      for (const { endRenewal } of unstarted) endRenewal();
      let timer: NodeJS.Timeout | undefined;
      const timeout = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, stopMs);
      });
      const released =
        unstarted.length > 0 &&
        prefetch?.release(unstarted.map(({ row }) => row)).catch((error) => {
          log.warn(
            "claimed-jobs-not-released",
            "Could not release claimed jobs; they run after their lease",
            { error },
          );
        });
      await Promise.race([Promise.all([...running, released]), timeout]);
      clearTimeout(timer);
    },
  };
}

interface Claim<Row> {
  row: Row;
  endRenewal(): void;
}
