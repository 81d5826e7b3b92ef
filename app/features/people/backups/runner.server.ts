import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { sql } from "kysely";
import { system } from "~/platform/auth/actor";
import { BackupError, type BackupFailure, errorMessage } from "~/platform/backup/backup-error";
import { copyToBucket, isOtherInBucket, removeFromBucket } from "~/platform/backup/bucket-copies.server";
import { makeBackup } from "~/platform/backup/make-backup.server";
import {
  archiveNewFiles,
  archiveWal,
  dropReplicationSlot,
  ensureReplicationSlot,
  listArchivedSegments,
  markArchiveEnd,
  OtherHistoryError,
  pruneWal,
  requireFreeSpace,
  requireSameHistory,
  switchWal,
  type WalArchive,
  withAdminClient,
} from "~/platform/backup/wal-archive.server";
import type { Config } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import type { Database } from "~/platform/database/database.server";
import { inTransaction, violatesConstraint } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { BACKGROUND_TIMEOUT_MS, openFileStore } from "~/platform/files/file-store.server";
import { createPoller } from "~/platform/jobs/poller.server";
import { type Claimed, defineQueue, dueIn } from "~/platform/jobs/queue.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { log } from "~/platform/log.server";
import { addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import { readSettings } from "../../core/business/read-settings.server";
import { LEASE_MIN, MAX_ATTEMPTS, RETRY_MIN, WAL_ARCHIVE_INTERVAL_MIN } from "./backup";
import { getBackupState } from "./queries.server";
import { readBackupSchedule } from "./schedule.server";

type Where = Pick<
  Config,
  "dataDir" | "backupDir" | "backupPassphrase" | "backupPassphraseFile" | "s3Url" | "databaseUrl"
>;

export interface Backups {
  /** Makes a requested or due backup. */
  makeNow(): Promise<void>;
  archiveWalNow(): Promise<void>;
  /** The next start repeats the running backup. */
  abort(): void;
}

const LOOK_MS = 5_000;
const LEASE_MS = LEASE_MIN * 60_000;
/** Minutes until an upload refused by the bucket is retried. */
const UPLOAD_RETRY_MIN = 10;
/** Retention of failed backups, in days. */
const FAILURE_RETENTION_DAYS = 90;

const queue = defineQueue({
  table: "backups",
  running: "running",
  // `restartDead` returns a backup whose lease has ended.
  condition: sql<boolean>`state = 'waiting'`,
});

/**
 * Makes backups one at a time and archives the WAL of the embedded database. Errors never stop the app; they
 * appear on /admin/settings/backups.
 */
export function openBackups(config: Where, database: Pick<Database, "db" | "admin">): Backups {
  const { db, admin } = database;
  const stopping = new AbortController();
  // The embedded database belongs to one process, so an earlier run has ended.
  let hasStarted = admin === undefined;

  let walWorkBefore: Promise<unknown> = Promise.resolve();

  /** One at a time, because both the archive and a backup may find another history and end the chain. */
  function walWork<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = walWorkBefore.then(work);
    walWorkBefore = result.catch(() => {});
    return result;
  }

  async function makeNow(): Promise<void> {
    const ctx = asSystem(db);
    if (!hasStarted) await endLeases();
    hasStarted = true;
    await restartDead(ctx);
    if (!config.backupPassphrase) return emitLateBackup(ctx);
    await copyBackups(ctx);
    if (await isDue(ctx, admin !== undefined)) await requestDueBackup(ctx.now);
    await emitLateBackup(ctx);
    const [claimed] = await queue.claim(db, 1, LEASE_MS);
    if (!claimed) return;
    try {
      await makeOne(claimed, config.backupPassphrase);
    } catch (error) {
      if (stopping.signal.aborted) await restartInterrupted(asSystem(db), claimed);
      else await recordFailure(claimed, error);
    }
    await copyBackups(asSystem(db), true);
    await purgeOld().catch((error) =>
      log.error("backups-not-purged", "Old backups could not be removed", { error }),
    );
  }

  async function requestDueBackup(requestedAt: Date): Promise<void> {
    const due = db.insertInto("backups").values({ origin: "schedule", requestedAt });
    await due.onConflict((conflict) => conflict.doNothing()).execute();
  }

  async function makeOne(claimed: ClaimedBackup, passphrase: string): Promise<void> {
    const { id } = claimed;
    await mkdir(config.backupDir, { recursive: true, mode: 0o700 });
    await requireFreeSpace(config.backupDir);
    const chain = admin ? await walWork(() => startChain(admin)) : null;
    // Created first, because the archive must contain the key of the WAL copies.
    if (chain) await walIdentity(config.dataDir);
    const name = await claimName(claimed);
    const path = join(config.backupDir, `${name}.age`);
    const { sizeBytes, firstSegment } = await makeBackup({
      dataDir: config.dataDir,
      admin,
      chain: chain ?? "",
      passphrase,
      passphraseFile: config.backupPassphraseFile,
      path,
      signal: stopping.signal,
      async onProgress(bytesDone, bytesTotal) {
        requireClaim(await queue.update(db, claimed, { bytesDone, bytesTotal, dueAt: dueIn(LEASE_MS) }));
      },
    });
    const ctx = asSystem(db);
    await inTransaction(ctx, async (ctx) => {
      const isOwned = await queue.update(ctx.db, claimed, {
        state: "done",
        dueAt: null,
        endedAt: ctx.now,
        sizeBytes,
        chain,
        firstWalSegment: firstSegment,
      });
      if (!isOwned) await rm(path, { force: true });
      requireClaim(isOwned);
      await emit(ctx, "backup.completed", id, { name });
    });
    log.info("backup-made", "A backup was made", { archive: name, sizeBytes });
  }

  /**
   * Named by its second, with a suffix if the name is taken. A later attempt gets another suffix, because the
   * process of an earlier attempt may still write or remove its file.
   */
  async function claimName(claimed: ClaimedBackup): Promise<string> {
    const base = nameOf(new Date());
    for (let number = claimed.attempts; ; number++) {
      const name = number === 1 ? base : `${base}-${number}`;
      if (existsSync(join(config.backupDir, `${name}.age`))) continue;
      try {
        requireClaim(await queue.update(db, claimed, { name }));
        return name;
      } catch (error) {
        if (!violatesConstraint("unique", error)) throw error;
      }
    }
  }

  /** Returns the chain that WAL copies belong to. */
  async function startChain(admin: NonNullable<Database["admin"]>): Promise<string> {
    const known = await db.selectFrom("walArchive").select(["chain", "copiedAt"]).executeTakeFirstOrThrow();
    const isNew = await withAdminClient(admin, ensureReplicationSlot);
    if (known.chain && !isNew) {
      const archive = await walArchiveOf(known.chain);
      const other = await withAdminClient(admin, (client) => requireSameHistory(client, archive)).catch(
        asOtherHistory,
      );
      if (!other) return known.chain;
      log.warn("wal-of-other-history", "The WAL archive does not continue this database", { error: other });
      await markEnd(archive.folder, other);
    }
    if (known.chain) await endChain(known.chain, known.copiedAt);
    const chain = randomBytes(8).toString("hex");
    await db
      .updateTable("walArchive")
      .set({ chain, copiedAt: null, failure: null, failureText: null, bucketSegment: null })
      .execute();
    return chain;
  }

  let copyAgainAt = new Date(0);

  /** Uploads new archives, newest first. `now`: skips the pause after a failure. */
  async function copyBackups(ctx: Ctx, now = false): Promise<void> {
    if (!config.s3Url || (!now && ctx.now < copyAgainAt)) return;
    copyAgainAt = addMinutes(ctx.now, UPLOAD_RETRY_MIN);
    const missing = await ctx.db
      .selectFrom("backups")
      .select(["id", "name"])
      .where("state", "=", "done")
      .where("copiedAt", "is", null)
      .orderBy("requestedAt", "desc")
      .execute();
    for (const { id, name } of missing) {
      const path = join(config.backupDir, `${name}.age`);
      if (!existsSync(path)) continue;
      const update = ctx.db.updateTable("backups").where("id", "=", id);
      try {
        await copyToBucket(openFileStore(config, BACKGROUND_TIMEOUT_MS), config.backupDir, path);
        await update.set({ copiedAt: new Date(), copyFailure: null }).execute();
      } catch (error) {
        log.error("backup-not-copied", "A backup could not be copied to the bucket", {
          error,
          archive: name,
        });
        await update.set({ copyFailure: errorMessage(error) }).execute();
        // The next upload would fail too.
        return;
      }
    }
  }

  async function copyWalToBucket(folder: string): Promise<void> {
    if (!config.s3Url) return;
    const { bucketSegment } = await db
      .selectFrom("walArchive")
      .select("bucketSegment")
      .executeTakeFirstOrThrow();
    for (const segment of await listArchivedSegments(folder, bucketSegment)) {
      const path = join(folder, `${segment}.age`);
      try {
        if (await isOtherInBucket(openFileStore(config, BACKGROUND_TIMEOUT_MS), config.backupDir, path))
          throw new OtherHistoryError(segment);
        await copyToBucket(openFileStore(config, BACKGROUND_TIMEOUT_MS), config.backupDir, path);
      } catch (cause) {
        if (cause instanceof OtherHistoryError) throw cause;
        throw new BackupError("bucket", errorMessage(cause), { cause });
      }
      await db.updateTable("walArchive").set({ bucketSegment: segment }).execute();
    }
  }

  async function walArchiveOf(chain: string): Promise<WalArchive> {
    const folder = join(config.backupDir, `log-${chain}`);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return { cluster: join(config.dataDir, "postgres"), folder, identity: await walIdentity(config.dataDir) };
  }

  /** A restore of the chain's backups must not use segments of another history. */
  async function markEnd(folder: string, { segment }: OtherHistoryError): Promise<void> {
    const path = await markArchiveEnd(folder, segment, await walIdentity(config.dataDir));
    if (!config.s3Url) return;
    await copyToBucket(openFileStore(config, BACKGROUND_TIMEOUT_MS), config.backupDir, path).catch((error) =>
      log.error("wal-end-not-copied", "The end of a WAL archive could not be copied to the bucket", {
        error,
      }),
    );
  }

  async function endChain(chain: string, copiedUntil: Date | null): Promise<void> {
    if (!copiedUntil) return;
    await db
      .insertInto("walChainEnds")
      .values({ chain, archivedUntil: copiedUntil })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async function recordFailure(claimed: ClaimedBackup, error: unknown): Promise<void> {
    log.error("backup-failed", "A backup failed", { error });
    await failBackup(asSystem(db), claimed, reasonOf(error), errorMessage(error));
  }

  async function failBackup(
    ctx: Ctx,
    claimed: ClaimedBackup,
    failure: BackupFailure,
    failureText: string | null,
  ): Promise<void> {
    await inTransaction(ctx, async (ctx) => {
      const ended = { state: "failed" as const, dueAt: null, endedAt: ctx.now, name: null };
      const isOwned = await queue.update(ctx.db, claimed, { ...ended, failure, failureText });
      if (isOwned) await emit(ctx, "backup.failed", claimed.id, { failure });
    });
  }

  /** Repeats a backup whose process died, up to the limit. */
  async function restartInterrupted(ctx: Ctx, claimed: ClaimedBackup): Promise<void> {
    if (claimed.attempts >= MAX_ATTEMPTS) return failBackup(ctx, claimed, "interrupted", null);
    await queue.update(ctx.db, claimed, {
      state: "waiting",
      dueAt: dueIn(0),
      name: null,
      bytesDone: 0,
      bytesTotal: null,
    });
  }

  async function endLeases(): Promise<void> {
    await db
      .updateTable("backups")
      .set({ dueAt: dueIn(0) })
      .where("state", "=", "running")
      .execute();
  }

  /** Also in processes without a passphrase, which cannot repeat the backup themselves. */
  async function restartDead(ctx: Ctx): Promise<void> {
    const dead = await ctx.db
      .selectFrom("backups")
      .selectAll()
      .where("state", "=", "running")
      .where("dueAt", "<=", dueIn(0))
      .execute();
    for (const claimed of dead) {
      // The partial file is no archive.
      if (claimed.name) await rm(`${join(config.backupDir, claimed.name)}.age.part`, { force: true });
      await restartInterrupted(ctx, claimed);
    }
  }

  /** Emits one event per backup that is the last and older than a day. */
  async function emitLateBackup(ctx: Ctx): Promise<void> {
    const { state, lastAt } = await getBackupState(ctx, config);
    if (state !== "late" || !lastAt) return;
    await inTransaction(ctx, async (ctx) => {
      const overdue = await ctx.db
        .updateTable("backups")
        .set({ overdueNotifiedAt: ctx.now })
        .where("state", "=", "done")
        .where("overdueNotifiedAt", "is", null)
        .where("id", "=", (eb) =>
          eb
            .selectFrom("backups")
            .select("id")
            .where("state", "=", "done")
            .orderBy("requestedAt", "desc")
            .limit(1),
        )
        .returning("id")
        .executeTakeFirst();
      if (overdue) await emit(ctx, "backup.late", overdue.id, { madeAt: lastAt });
    });
  }

  async function archiveWalNow(): Promise<void> {
    if (!admin || !config.backupPassphrase) return;
    const { chain, copiedAt: copiedUntil } = await db
      .selectFrom("walArchive")
      .select(["chain", "copiedAt"])
      .executeTakeFirstOrThrow();
    if (!chain) return;
    const folder = join(config.backupDir, `log-${chain}`);
    try {
      const archive = await walArchiveOf(chain);
      await requireFreeSpace(folder);
      await requireFreeSpace(config.dataDir);
      // Written into the database, so that the WAL itself records how far the copies reach.
      await db.updateTable("walArchive").set({ copiedAt: new Date() }).execute();
      await withAdminClient(admin, async (client) => {
        await switchWal(client);
        await archiveWal(client, archive);
      });
      const oldest = await oldestOf(chain);
      if (oldest && !config.s3Url) {
        const recipient = await identityToRecipient(archive.identity);
        await archiveNewFiles(join(config.dataDir, "files"), oldest.requestedAt, folder, recipient);
      }
      await copyWalToBucket(folder);
      await db.updateTable("walArchive").set({ failure: null, failureText: null }).execute();
    } catch (error) {
      log.error("wal-not-archived", "The database's log could not be copied for backups", { error });
      const failure = reasonOf(error);
      // The database must keep running, so the slot is dropped when the disk is full.
      const isSlotLost = failure === "log-lost" || failure === "disk-full" || failure === "other-history";
      if (error instanceof OtherHistoryError) await markEnd(folder, error);
      if (isSlotLost) await withAdminClient(admin, dropReplicationSlot);
      if (isSlotLost) await endChain(chain, copiedUntil);
      await db
        .updateTable("walArchive")
        .set({
          failure,
          failureText: errorMessage(error),
          // The local copies succeeded.
          ...(failure === "bucket" ? {} : { copiedAt: copiedUntil }),
          ...(isSlotLost ? { chain: null } : {}),
        })
        .execute();
      // Until the next backup, no change of this history can be restored.
      if (failure === "other-history") await requestDueBackup(new Date());
    }
  }

  const oldestOf = (chain: string) =>
    db
      .selectFrom("backups")
      .select(["firstWalSegment", "requestedAt"])
      .where("state", "=", "done")
      .where("chain", "=", chain)
      .orderBy("requestedAt")
      .limit(1)
      .executeTakeFirst();

  async function purgeOld(): Promise<void> {
    const ctx = asSystem(db);
    const { values } = await readSettings(ctx, "backups");
    const over = await db
      .selectFrom("backups")
      .select(["id", "name", "sizeBytes", "copiedAt", "chain"])
      .where("state", "=", "done")
      .orderBy("requestedAt", "desc")
      .offset(values.keep)
      .execute();
    for (const { id, name, sizeBytes, copiedAt } of over) {
      const path = join(config.backupDir, `${name}.age`);
      await rm(path, { force: true });
      if (copiedAt)
        await removeFromBucket(openFileStore(config, BACKGROUND_TIMEOUT_MS), config.backupDir, {
          path,
          size: sizeBytes ?? 0,
        });
      await db.deleteFrom("backups").where("id", "=", id).execute();
    }
    await db
      .deleteFrom("backups")
      .where("state", "=", "failed")
      .where("requestedAt", "<", addMinutes(ctx.now, -FAILURE_RETENTION_DAYS * 24 * 60))
      .execute();
    await pruneWalChains(over.map(({ chain }) => chain));
  }

  /** `left`: chains of backups removed just now. */
  async function pruneWalChains(left: (string | null)[]): Promise<void> {
    const { chain: current } = await db.selectFrom("walArchive").select("chain").executeTakeFirstOrThrow();
    for (const chain of new Set([...left, current])) {
      if (!chain) continue;
      const folder = join(config.backupDir, `log-${chain}`);
      const oldest = await oldestOf(chain);
      const isOver = !oldest && chain !== current;
      if (!oldest?.firstWalSegment && !isOver) continue;
      // Sorts after every segment name.
      const removed = await pruneWal(
        folder,
        oldest?.firstWalSegment ?? "~",
        oldest?.requestedAt ?? new Date(),
      );
      if (config.s3Url) {
        for (const one of removed)
          await removeFromBucket(openFileStore(config, BACKGROUND_TIMEOUT_MS), config.backupDir, one);
      }
      if (!isOver) continue;
      await rm(folder, { recursive: true, force: true });
      await db.deleteFrom("walChainEnds").where("chain", "=", chain).execute();
    }
  }

  return { makeNow, archiveWalNow: () => walWork(archiveWalNow), abort: () => stopping.abort() };
}

export function startBackups(...of: Parameters<typeof openBackups>): { stop(): Promise<void> } {
  const backups = openBackups(...of);
  const making = createPoller(backups.makeNow, LOOK_MS);
  const copying = createPoller(backups.archiveWalNow, WAL_ARCHIVE_INTERVAL_MIN * 60_000);
  making.wake();
  copying.wake();
  return {
    async stop() {
      backups.abort();
      await Promise.all([making.stop(), copying.stop()]);
    },
  };
}

type ClaimedBackup = Claimed<"backups">;

function requireClaim(isOwned: boolean): void {
  if (!isOwned) throw new Error("Another process has taken over this backup");
}

/** True if the scheduled backup is missing and none was attempted within the hour. */
async function isDue(ctx: Ctx, embedded: boolean): Promise<boolean> {
  const { isScheduled, isMissing, triedAt } = await readBackupSchedule(ctx);
  if (!isScheduled) return false;
  const { chain } = await ctx.db.selectFrom("walArchive").select("chain").executeTakeFirstOrThrow();
  return (isMissing || (embedded && !chain)) && (!triedAt || triedAt < addMinutes(ctx.now, -RETRY_MIN));
}

function nameOf(now: Date): string {
  const seconds = String(now.getUTCSeconds()).padStart(2, "0");
  return `backup-${dubaiDate(now).replaceAll("-", "")}-${dubaiTime(now).replace(":", "")}${seconds}`;
}

/** Private key of the WAL copies, contained in each archive, which the passphrase opens. */
export async function walIdentity(dataDir: string): Promise<string> {
  const folder = join(dataDir, "secrets");
  const path = join(folder, "backup-key");
  if (!existsSync(path)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const draft = `${path}.${randomUUID()}`;
    writeFileSync(draft, `${await generateX25519Identity()}\n`, { mode: 0o600, flush: true });
    try {
      // Never replaces a file of a concurrent process.
      linkSync(draft, path);
    } catch (error) {
      if (!existsSync(path)) throw error;
    } finally {
      rmSync(draft);
    }
  }
  return readFileSync(path, "utf8").trim();
}

function asOtherHistory(error: unknown): OtherHistoryError {
  if (error instanceof OtherHistoryError) return error;
  throw error;
}

function reasonOf(error: unknown): BackupError["reason"] {
  if (error instanceof BackupError) return error.reason;
  return error instanceof Error && "code" in error && error.code === "ENOSPC" ? "disk-full" : "other";
}

function asSystem(db: Ctx["db"]): Ctx {
  return { actor: system, db, now: new Date(), requestId: "backups", locale: DEFAULT_LOCALE };
}
