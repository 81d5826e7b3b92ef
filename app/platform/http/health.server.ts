import { statfs } from "node:fs/promises";
import { Hono } from "hono";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { type InfraFailure, wasDiskFull } from "../incidents/infra-failure.server";
import { log } from "../log.server";

interface Watched {
  db: Kysely<Tables>;
  config: { dataDir: string };
  stopping: boolean;
}

/** With less than this on the disk of DATA_DIR PostgreSQL may not get room for its next 16 MB of log. */
const ROOM_NEEDED = 32 * 1024 * 1024;

/**
 * For whatever watches over the process: /healthz, it lives; /readyz, requests may be sent to it, as its database answers, its
 * disk has room, and it is not about to stop.
 */
export function healthApi(running: Watched, roomNeeded = ROOM_NEEDED): Hono {
  const health = new Hono();
  health.get("/healthz", (c) => c.json({ status: "ok" }));
  health.get("/readyz", async (c) => {
    const reason = await whyNotReady(running, roomNeeded);
    c.header("Cache-Control", "no-store");
    return reason ? c.json({ status: "not-ready", reason }, 503) : c.json({ status: "ready" });
  });
  return health;
}

async function whyNotReady(
  { db, config, stopping }: Watched,
  roomNeeded: number,
): Promise<InfraFailure | "stopping" | null> {
  if (stopping) return "stopping";
  if (wasDiskFull() || (await isDiskFull(config.dataDir, roomNeeded))) return "disk-full";
  try {
    await sql`SELECT 1`.execute(db);
    return null;
  } catch (error) {
    log.warn("Not ready: the database does not answer", { error });
    return "database-unavailable";
  }
}

/** A folder that is not there is not full, nor a disk that tells no size: what is kept elsewhere needs none. */
async function isDiskFull(folder: string, roomNeeded: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.blocks > 0 && disk.bavail * disk.bsize < roomNeeded;
}
