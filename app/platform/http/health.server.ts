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

/** PostgreSQL needs 16 MB for its next WAL segment. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;

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

/** False without a local folder, because external storage needs none. */
async function isDiskFull(folder: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.blocks > 0 && disk.bavail * disk.bsize < minFreeBytes;
}
