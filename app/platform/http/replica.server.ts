import type { Kysely } from "kysely";
import type { Tables } from "../database/tables";

/**
 * `replica`: answers may be up to MAX_LAG_SECONDS old. `replica-after-own-writes`: they contain all earlier changes of
 * the session.
 */
export type ReplicaReads = "replica" | "replica-after-own-writes";

/** Standby server of DATABASE_READ_URL. */
export interface Replica {
  /** Null: the primary must answer. `position`: WAL position that the standby must have replayed; null for any. */
  findDb(position: string | null): Promise<Kysely<Tables> | null>;
  /** Counts a read that the primary answers because the session's last write is unknown. */
  skip(): void;
  /** Age of the last replayed transaction in seconds. Throws if no standby answers. */
  readLag(): Promise<number>;
  maxLagSeconds: number;
}

/**
 * The replica is not used when its last replayed transaction is older. Workers write a heartbeat every 5 seconds, so
 * that a quiet database does not look late. Lists of the same minute come from the primary and should agree.
 */
export const MAX_LAG_SECONDS = 30;
