import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { createPoller, type Poller } from "./poller.server";

/*
 * Each worker records a heartbeat, so that web processes notice when no worker is alive. Times are the
 * database's, because clocks of machines differ.
 */

const BEAT_MS = 5_000;
/** Age at which a worker counts as dead: two lost beats. */
const DEAD_AFTER_SECONDS = 15;

export function startHeartbeat(db: Kysely<Tables>): Poller {
  const id = randomUUID();
  const poller = createPoller(async () => {
    await sql`
      INSERT INTO worker_heartbeats (id, beat_at) VALUES (${id}, clock_timestamp())
      ON CONFLICT (id) DO UPDATE SET beat_at = excluded.beat_at`.execute(db);
    await sql`DELETE FROM worker_heartbeats WHERE beat_at < clock_timestamp() - interval '1 day'`.execute(db);
  }, BEAT_MS);
  poller.wake();
  return {
    ...poller,
    async stop() {
      await poller.stop();
      // Fails while the database is unavailable; the heartbeat then expires.
      await db
        .deleteFrom("workerHeartbeats")
        .where("id", "=", id)
        .execute()
        .catch(() => {});
    },
  };
}

/** Number of workers with a recent heartbeat. */
export async function countLiveWorkers(db: Kysely<Tables>): Promise<number> {
  const { count } = await db
    .selectFrom("workerHeartbeats")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("beatAt", ">", sql<Date>`clock_timestamp() - ${DEAD_AFTER_SECONDS} * interval '1 second'`)
    .executeTakeFirstOrThrow();
  return count;
}
