import { statfs } from "node:fs/promises";
import { Hono } from "hono";
import type { Kysely } from "kysely";
import type { Config } from "../config.server";
import type { Tables } from "../database/tables";
import { countTrailMonthsAhead } from "../events/trail-months.server";
import type { FileStore } from "../files/file-store.server";
import { wasDiskFull } from "../incidents/infra-failure.server";
import { countLiveWorkers } from "../jobs/worker-heartbeat.server";
import { log } from "../log.server";
import { findMailboxFailure } from "../messaging/inbound-mailboxes.server";
import { withTimeout } from "../with-timeout.server";
import type { Replica } from "./replica.server";

interface RunningApp {
  db: Kysely<Tables>;
  config: Pick<Config, "dataDir" | "s3Url" | "imap">;
  files: Pick<FileStore, "list">;
  replica: Replica | null;
  stopping: boolean;
}

type Degradation =
  | "disk-full"
  | "database-unavailable"
  | "no-worker"
  | "trail-month-missing"
  | "replica-behind"
  | "replica-unavailable"
  | "storage-unavailable"
  | "mailbox-unavailable";

/** PostgreSQL needs 16 MB for its next WAL segment. */
const MIN_FREE_BYTES = 32 * 1024 * 1024;
/** Load balancers give up after a few seconds. */
const CHECK_TIMEOUT_MS = 2_000;

/**
 * Load balancers use /readyz: without a database the process still serves stored pages, so it stays in rotation.
 * Alerts use /readyz/strict.
 */
export function healthApi(running: RunningApp, minFreeBytes = MIN_FREE_BYTES): Hono {
  const health = new Hono();
  health.get("/healthz", (c) => c.json({ status: "ok" }));
  for (const strict of [false, true]) {
    health.get(strict ? "/readyz/strict" : "/readyz", async (c) => {
      c.header("Cache-Control", "no-store");
      if (running.stopping) return c.json({ status: "stopping", degraded: [] }, 503);
      const degraded = await findDegradations(running, minFreeBytes);
      const status = degraded.length > 0 ? "degraded" : "ready";
      return c.json({ status, degraded }, strict && degraded.length > 0 ? 503 : 200);
    });
  }
  return health;
}

async function findDegradations(
  { db, config, files, replica }: RunningApp,
  minFreeBytes: number,
): Promise<Degradation[]> {
  const [diskFull, database, storage, lag] = await Promise.all([
    wasDiskFull() || isDiskFull(config.dataDir, minFreeBytes),
    checkDatabase(db, config),
    // The local folder is covered by the disk.
    config.s3Url ? answerOf("storage", files.list("readyz")) : [],
    replica ? answerOf("replica", replica.readLag()) : 0,
  ]);
  return [
    ...(diskFull ? (["disk-full"] as const) : []),
    ...database,
    ...(lag === null ? (["replica-unavailable"] as const) : []),
    ...(lag !== null && replica && lag > replica.maxLagSeconds ? (["replica-behind"] as const) : []),
    ...(storage === null ? (["storage-unavailable"] as const) : []),
  ];
}

async function checkDatabase(db: Kysely<Tables>, { imap }: Pick<Config, "imap">): Promise<Degradation[]> {
  const reads = [
    countLiveWorkers(db),
    countTrailMonthsAhead(db),
    imap ? findMailboxFailure(db, imap) : null,
  ] as const;
  const answer = await answerOf("database", Promise.all(reads));
  if (answer === null) return ["database-unavailable"];
  const [workers, monthsAhead, mailboxFailure] = answer;
  return [
    ...(workers > 0 ? [] : (["no-worker"] as const)),
    // The worker creates it two months ahead.
    ...(monthsAhead > 0 ? [] : (["trail-month-missing"] as const)),
    ...(mailboxFailure ? (["mailbox-unavailable"] as const) : []),
  ];
}

/** Null if the check fails or does not answer in time. */
async function answerOf<Answer>(name: string, check: Promise<Answer>): Promise<Answer | null> {
  try {
    return await withTimeout(check, CHECK_TIMEOUT_MS);
  } catch (error) {
    log.warn("dependency-unavailable", "A dependency does not respond", { dependency: name, error });
    return null;
  }
}

/** False without a local folder, because external storage needs none. */
async function isDiskFull(folder: string, minFreeBytes: number): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.blocks > 0 && disk.bavail * disk.bsize < minFreeBytes;
}
