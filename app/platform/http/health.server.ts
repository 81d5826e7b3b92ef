import { statfs } from "node:fs/promises";
import { Hono } from "hono";
import { type Kysely, sql } from "kysely";
import type { Tables } from "../database/tables";
import { type InfraFailure, wasDiskFull } from "../incidents/infra-failure.server";
import { log } from "../log.server";

interface RunningApp {
  db: Kysely<Tables>;
  config: { dataDir: string };
  stopping: boolean;
}

/** Below this, PostgreSQL may not be able to allocate its next WAL segment of 16 MB. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

/**
 * Health checks: /healthz reports that the process lives, /readyz that its database responds, its disk has
 * space and it is not stopping.
 */
export function healthApi(running: RunningApp, minFreeBytes = MIN_FREE_BYTES): Hono {
  const health = new Hono();
  health.get("/healthz", (c) => c.json({ status: "ok" }));
  health.get("/readyz", async (c) => {
    const reason = await findNotReadyReason(running, minFreeBytes);
    c.header("Cache-Control", "no-store");
    return reason ? c.json({ status: "not-ready", reason }, 503) : c.json({ status: "ready" });
  });
  return health;
}

async function findNotReadyReason(
  { db, config, stopping }: RunningApp,
  minFreeBytes: number,
): Promise<InfraFailure | "stopping" | null> {
  if (stopping) return "stopping";
  if (wasDiskFull() || (await isDiskFull(config.dataDir, minFreeBytes))) return "disk-full";
  try {
    await sql`SELECT 1`.execute(db);
    return null;
  } catch (error) {
    log.warn("Not ready: the database does not respond", { error });
    return "database-unavailable";
  }
}

/**
 * Missing folders and disks without a size do not count as full, because external storage needs no local
 * space.
 */
async function isDiskFull(folder: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.blocks > 0 && disk.bavail * disk.bsize < minFreeBytes;
}
