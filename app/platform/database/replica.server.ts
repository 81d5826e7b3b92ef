import { type PostgresPool, type PostgresPoolClient, sql } from "kysely";
import type pg from "pg";
import { MAX_LAG_SECONDS, type Replica } from "../http/replica.server";
import { infraFailureOf, isReadOnlyServer } from "../incidents/infra-failure.server";
import { log } from "../log.server";
import { replicaReads } from "../metrics/metrics.server";
import { withTimeout } from "../with-timeout.server";
import { createKysely } from "./database.server";
import type { DatabaseClientConfig } from "./database-client.server";
import { createPool } from "./pool.server";

export interface OpenedReplica extends Replica {
  close(): Promise<void>;
}

/** Longest wait for the replica before the primary answers, in milliseconds. */
const CHECK_MS = 2_000;
/** Pause after a failure, so that only one call in this time waits for an absent replica, in milliseconds. */
const RETRY_MS = 5_000;

interface State {
  /** Null before the first replayed transaction. */
  lag: number | null;
  isStandby: boolean;
  hasReplayed: boolean;
}

/** Connects when the replica is first used, because the product starts and runs without it. */
export function openReplica(
  connection: DatabaseClientConfig,
  primary: pg.Pool,
  maxLagSeconds = MAX_LAG_SECONDS,
): OpenedReplica {
  const pool = createPool({ connectionTimeoutMillis: CHECK_MS, ...connection });
  const db = createKysely(pool);
  let retryAt = Number.NEGATIVE_INFINITY;

  /** Throws if the replica does not answer in time, or is no standby. */
  async function readState(position: string | null): Promise<State> {
    const check = sql<State>`
      SELECT pg_is_in_recovery() AS is_standby,
        extract(epoch FROM clock_timestamp() - pg_last_xact_replay_timestamp())::float8 AS lag,
        coalesce(pg_last_wal_replay_lsn() >= ${position}::pg_lsn, true) AS has_replayed`.execute(db);
    const { rows } = await withTimeout(check, CHECK_MS);
    const state = rows[0]!;
    // A promoted standby has left the history of the primary.
    if (!state.isStandby) throw new Error("The server of DATABASE_READ_URL is no standby");
    return state;
  }

  function noteFailure(error: unknown): void {
    if (performance.now() >= retryAt)
      log.warn("replica-unavailable", "The replica does not answer; the primary does", { error });
    retryAt = performance.now() + RETRY_MS;
  }

  async function choose(
    position: string | null,
  ): Promise<"replica" | "unavailable" | "behind" | "own-writes"> {
    if (performance.now() < retryAt) return "unavailable";
    try {
      const { lag, hasReplayed } = await readState(position);
      if (lag === null || lag > maxLagSeconds) return "behind";
      return hasReplayed ? "replica" : "own-writes";
    } catch (error) {
      noteFailure(error);
      return "unavailable";
    }
  }

  return {
    maxLagSeconds,
    async findDb(position) {
      const chosen = await choose(position);
      replicaReads.inc({ result: chosen });
      return chosen === "replica" ? createKysely(poolWithFallback(pool, primary, noteFailure)) : null;
    },
    skip: () => replicaReads.inc({ result: "own-writes" }),
    async readLag() {
      const { lag } = await readState(null);
      retryAt = Number.NEGATIVE_INFINITY;
      return lag ?? Number.POSITIVE_INFINITY;
    },
    close: () => pool.end(),
  };
}

/**
 * Sends each statement to the replica. After one that failed there, this and all further ones of the call go to the
 * primary: the standby may be lost, cancel statements that its replay conflicts with (40001), or lack the newest
 * migration. Statements are repeated safely because the replica refuses those that write.
 */
function poolWithFallback(
  replica: pg.Pool,
  primary: pg.Pool,
  noteFailure: (error: unknown) => void,
): PostgresPool {
  let source = replica;
  async function query(text: string, values: unknown[]): Promise<pg.QueryResult> {
    if (/^\s*(begin|start transaction|savepoint)\b/i.test(text))
      throw new Error("Endpoint rows that read from the replica use no transactions");
    if (source === primary) return primary.query(text, values);
    try {
      return await replica.query(text, values);
    } catch (error) {
      if (isReadOnlyServer(error)) throw error;
      source = primary;
      replicaReads.inc({ result: "failed" });
      if (infraFailureOf(error) === "database-unavailable") noteFailure(error);
      return primary.query(text, values);
    }
  }
  return {
    options: {},
    connect: async () => ({ query, release() {} }) as unknown as PostgresPoolClient,
    async end() {},
  };
}
