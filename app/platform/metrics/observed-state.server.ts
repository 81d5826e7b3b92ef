import { type Kysely, sql } from "kysely";
import type { Config } from "../config.server";
import type { Tables } from "../database/tables";
import { countTrailMonthsAhead } from "../events/trail-months.server";
import type { Replica } from "../http/replica.server";
import { countLiveWorkers } from "../jobs/worker-heartbeat.server";
import type { Live } from "../live/live.server";
import { log } from "../log.server";
import { findMailboxFailure } from "../messaging/inbound-mailboxes.server";
import { withTimeout } from "../with-timeout.server";
import { observedGauge } from "./metrics.server";

/** Counts stop here, because a metric must not read a complete table. */
const MAX_COUNT = 10_000;
/** Below the scrape timeout of Prometheus, so that an exhausted pool still shows in the other metrics. */
const DATABASE_TIMEOUT_MS = 3_000;

const databaseUp = observedGauge("database_up", "1 if the database answered the last request for metrics");
const workersAlive = observedGauge("workers_alive", "Workers with a recent heartbeat");
const poolConnections = observedGauge("db_pool_connections", "Database connections of this process", [
  "state",
]);
const replicaUp = observedGauge("db_replica_up", "1 if the replica answered and is not too far behind");
const replicaLag = observedGauge(
  "db_replica_lag_seconds",
  "Age of the last transaction that the replica replayed",
);
const mailboxUp = observedGauge("mailbox_up", "1 if the worker can read the office's mailbox");
// Without a replica or mailbox they have no value, instead of 0.
for (const gauge of [replicaUp, replicaLag, mailboxUp]) gauge.remove();
const liveStreams = observedGauge("live_streams", "Open event streams of this process");
const queueWaiting = observedGauge("queue_waiting", `Unfinished entries, at most ${MAX_COUNT}`, ["queue"]);
const queueAge = observedGauge(
  "queue_oldest_age_seconds",
  "Time since the longest waiting entry was due; 0 if none is due",
  ["queue"],
);
const failedOfDay = observedGauge(
  "failed_last_day",
  `Final failures of the last 24 hours, at most ${MAX_COUNT}`,
  ["queue"],
);
const trailMonthsAhead = observedGauge(
  "trail_months_ahead",
  "Next months for which the audit trail has partitions",
);
const guestHolds = observedGauge("guest_holds", "Time slots held for unanswered requests of guests");

/** Connections of a `pg.Pool`. */
export interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

interface QueueState {
  queue: string;
  waiting: number;
  age: number;
}

/** Reads the state of pool, queues and workers. The database part is skipped while it is unavailable. */
export async function observeState({
  db,
  config,
  pool,
  live,
  replica,
}: {
  config: Pick<Config, "imap">;
  db: Kysely<Tables>;
  pool: PoolState;
  replica: Replica | null;
  live: Pick<Live, "countStreams">;
}): Promise<void> {
  poolConnections.set({ state: "total" }, pool.totalCount);
  poolConnections.set({ state: "idle" }, pool.idleCount);
  poolConnections.set({ state: "waiting" }, pool.waitingCount);
  liveStreams.set(live.countStreams());
  if (replica) await observeReplica(replica);
  try {
    await withTimeout(observeDatabase(db, config), DATABASE_TIMEOUT_MS);
    databaseUp.set(1);
  } catch (error) {
    log.warn("metrics-incomplete", "Metrics without the database", { error });
    databaseUp.set(0);
  }
}

async function observeReplica(replica: Replica): Promise<void> {
  try {
    const lag = await replica.readLag();
    replicaLag.set(lag);
    replicaUp.set(lag <= replica.maxLagSeconds ? 1 : 0);
  } catch {
    replicaLag.set(Number.NaN);
    replicaUp.set(0);
  }
}

async function observeDatabase(db: Kysely<Tables>, { imap }: Pick<Config, "imap">): Promise<void> {
  workersAlive.set(await countLiveWorkers(db));
  for (const { queue, waiting, age } of await readQueues(db)) {
    queueWaiting.set({ queue }, waiting);
    queueAge.set({ queue }, age);
  }
  for (const { queue, failed } of await readFailures(db)) failedOfDay.set({ queue }, failed);
  if (imap) mailboxUp.set((await findMailboxFailure(db, imap)) ? 0 : 1);
  guestHolds.set(await countHolds(db));
  trailMonthsAhead.set(await countTrailMonthsAhead(db));
}

async function readQueues(db: Kysely<Tables>): Promise<QueueState[]> {
  const due = (table: string) => sql`
    SELECT count(*)::int AS waiting,
      greatest(extract(epoch FROM clock_timestamp() - min(due_at)), 0)::float8 AS age
    FROM (SELECT due_at FROM ${sql.table(table)} WHERE due_at IS NOT NULL ORDER BY due_at LIMIT ${MAX_COUNT}) AS first`;
  const { rows } = await sql<QueueState>`
    SELECT 'emails' AS queue, * FROM (${due("mails")}) AS emails
    UNION ALL SELECT 'webhooks', * FROM (${due("webhook_deliveries")}) AS webhooks
    UNION ALL SELECT 'background-jobs', * FROM (${due("background_jobs")}) AS jobs
    UNION ALL SELECT 'reactions', * FROM (${due("reaction_jobs")}) AS reactions
    UNION ALL SELECT 'events', count(*)::int,
      greatest(extract(epoch FROM clock_timestamp() - min(at)), 0)::float8
    FROM (SELECT at FROM outbox JOIN trail ON trail.id = outbox.trail_id ORDER BY trail_id LIMIT ${MAX_COUNT}) AS first`.execute(
    db,
  );
  return rows;
}

async function readFailures(db: Kysely<Tables>): Promise<{ queue: string; failed: number }[]> {
  const { rows } = await sql<{ queue: string; failed: number }>`
    SELECT 'emails' AS queue, count(*)::int AS failed FROM (
      SELECT FROM mails WHERE state = 'failed' AND created_at > clock_timestamp() - interval '1 day' LIMIT ${MAX_COUNT}
    ) AS emails
    UNION ALL SELECT 'webhooks', count(*)::int FROM (
      SELECT FROM webhook_deliveries
      WHERE state = 'failed' AND created_at > clock_timestamp() - interval '1 day' LIMIT ${MAX_COUNT}
    ) AS webhooks
    UNION ALL SELECT 'background-jobs', count(*)::int FROM (
      SELECT FROM background_jobs
      WHERE state = 'failed' AND started_at > clock_timestamp() - interval '1 day' LIMIT ${MAX_COUNT}
    ) AS jobs
    UNION ALL SELECT 'reactions', count(*)::int FROM (
      SELECT FROM reaction_jobs WHERE ended_at > clock_timestamp() - interval '1 day' LIMIT ${MAX_COUNT}
    ) AS reactions`.execute(db);
  return rows;
}

async function countHolds(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM (SELECT FROM guest_holds LIMIT ${MAX_COUNT}) AS first`.execute(db);
  return rows[0]!.count;
}
