import { randomUUID } from "node:crypto";
import { createWriteStream, existsSync, readdirSync, rmSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { pipeline } from "node:stream/promises";
import { sql } from "kysely";
import { system } from "~/platform/auth/actor";
import { type ArchiveEnd, type Manifest, unpackArchive } from "~/platform/backup/archive.server";
import { BackupError, errorMessage } from "~/platform/backup/backup-error";
import { fetchArchive, fetchWalFromBucket } from "~/platform/backup/bucket-copies.server";
import { openEncrypted } from "~/platform/backup/encrypted-file.server";
import {
  findArchiveEnd,
  isCopyOf,
  listArchivedSegments,
  walSegmentNumber,
  walSegmentNumberAt,
} from "~/platform/backup/wal-archive.server";
import type { Ctx } from "~/platform/context";
import { createDatabase, type Database } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { checkMigrations, migrate } from "~/platform/database/migrate.server";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { FileStore } from "~/platform/files/file-store.server";
import { syncFolder } from "~/platform/files/write-file-atomic.server";
import { listMailsSentSince, recordSentMails, type SentMail } from "~/platform/jobs/outbound-pause.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { type LastNumber, nextSeriesStart } from "./backup";
import { listSequences, raiseNumbers, raiseSequences, type SequenceValue } from "./raise-numbers.server";

export interface RestoreOptions {
  /** Archive; WAL copies lie beside it. */
  archive: string;
  /** Downloads the WAL copies first if they are not stored on this server. */
  fetchWalCopies?: (chain: string, firstSegment: string) => Promise<void>;
  /** New data folder. */
  dataDir: string;
  passphrase: string;
  /** Target moment; the latest state without one. */
  moment?: Date;
  /** Numbers known to have been issued after the archived state. */
  numbers?: readonly LastNumber[];
  log: (line: string) => void;
}

export interface RestoreResult {
  /** False if the archive holds files and secrets only. */
  withDatabase: boolean;
  /** Last numbers known to have been issued. */
  numbers: LastNumber[];
  /** Emails waiting for the release. */
  mailsWaiting: number;
}

/**
 * Restores a backup into a new data folder, which appears only when complete. PostgreSQL replays its WAL up
 * to the moment. Later numbers and emails are read from the end of the WAL first, so that none is issued or
 * sent twice. Outbound messages wait for a release.
 */
export async function restore(options: RestoreOptions): Promise<RestoreResult> {
  const { archive, passphrase, moment, log } = options;
  const dataDir = resolve(options.dataDir);
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new BackupError("impossible", `${dataDir} is in use: restore into a new folder`);
  }
  await mkdir(dirname(dataDir), { recursive: true });
  const draftDir = `${dataDir}.restoring-${randomUUID()}`;
  return withTemporaryFolder(draftDir, async () => {
    let laterFacts: LaterFacts = { numbers: [], sequences: [], mails: [] };
    if (moment) {
      log("Reading the changes after that moment …");
      const { manifest, end } = await unpackArchive(
        archive,
        passphrase,
        draftDir,
        (top) => top !== "files",
        false,
      );
      requireMoment(moment, end);
      if (!manifest.database) {
        throw new BackupError("impossible", "This backup contains no database: omit --to");
      }
      await copyWal(options, manifest, draftDir);
      // The database is discarded afterwards, so durability is off.
      laterFacts = await withRestoredDatabase(
        options,
        draftDir,
        { fsync: "off" },
        async ({ db, connection }) => {
          await checkMigrations(connection);
          return readLaterFacts(db, moment);
        },
      );
      await rm(draftDir, { recursive: true });
      await mkdir(draftDir, { mode: 0o700 });
    }
    log("Unpacking …");
    const { manifest } = await unpackArchive(archive, passphrase, draftDir, () => true);
    let mailsWaiting = 0;
    if (manifest.database) {
      log("Replaying the database log …");
      const last = await copyWal(options, manifest, draftDir);
      const target: Record<string, string> = moment ? { recovery_target_time: toPostgresTime(moment) } : {};
      mailsWaiting = await withRestoredDatabase(options, draftDir, target, async (database) => {
        if (!moment) await requireReplayed(database.db, last);
        await migrate(database.connection);
        if (!moment) laterFacts = await readLaterFacts(database.db, new Date());
        return finish(database.db, options, laterFacts);
      });
      await copyFiles(archive, manifest, draftDir);
    }
    if (existsSync(dataDir)) await rm(dataDir, { recursive: true });
    await rename(draftDir, dataDir);
    await syncFolder(dirname(dataDir));
    return { withDatabase: manifest.database !== null, numbers: laterFacts.numbers, mailsWaiting };
  });
}

/** Removes the folder afterwards, unless it was renamed, even if the process ends before. */
async function withTemporaryFolder<Result>(folder: string, work: () => Promise<Result>): Promise<Result> {
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.once("exit", remove);
  try {
    await mkdir(folder, { mode: 0o700 });
    return await work();
  } finally {
    process.off("exit", remove);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Downloads the copies beside the new data folder. */
export async function restoreFromBucket({
  store,
  name,
  ...options
}: Omit<RestoreOptions, "archive" | "bringCopies"> & {
  store: FileStore;
  name: string;
}): Promise<RestoreResult> {
  const folder = `${resolve(options.dataDir)}.fetched-${randomUUID()}`;
  const asBucketError = (error: unknown) => {
    if (error instanceof BackupError) throw error;
    throw new BackupError("bucket", errorMessage(error), { cause: error });
  };
  await mkdir(dirname(folder), { recursive: true });
  return withTemporaryFolder(folder, async () => {
    options.log("Fetching the archive …");
    const archive = await fetchArchive(store, folder, name).catch(asBucketError);
    return restore({
      ...options,
      archive,
      fetchWalCopies: (chain, first) => fetchWalFromBucket(store, folder, chain, first).catch(asBucketError),
    });
  });
}

/** UTC with an offset, because PostgreSQL reads the setting before it knows time zone names. */
function toPostgresTime(moment: Date): string {
  return moment.toISOString().replace("T", " ").replace("Z", "+00");
}

function requireMoment(moment: Date, end: ArchiveEnd): void {
  if (moment >= new Date(end.endedAt)) return;
  throw new BackupError(
    "impossible",
    `This backup was completed at ${end.endedAt}: use an older backup for an earlier moment`,
  );
}

function walFolder(archive: string, { database }: Manifest): string {
  return join(dirname(resolve(archive)), `log-${database?.chain}`);
}

/** Returns the last segment that the replay has to reach; null if none was archived. */
async function copyWal(
  options: RestoreOptions,
  manifest: Manifest,
  draftDir: string,
): Promise<string | null> {
  const { database } = manifest;
  if (database) await options.fetchWalCopies?.(database.chain, database.firstSegment);
  const folder = walFolder(options.archive, manifest);
  const end = await findArchiveEnd(folder);
  const identity = await readIdentity(draftDir);
  let last: string | null = null;
  for (const segment of await listArchivedSegments(folder, null)) {
    if (segment < (database?.firstSegment ?? "")) continue;
    if (end && segment >= end) break;
    const sealed = join(folder, `${segment}.age`);
    const target = join(draftDir, "postgres/pg_wal", segment);
    if (!existsSync(target)) await decryptTo(sealed, identity, target);
    else if (!(await isCopyOf(sealed, target, identity))) {
      throw new BackupError(
        "impossible",
        `${folder} does not continue this backup from ${segment} on: move it away to restore the backup alone`,
      );
    }
    last = segment;
  }
  return last;
}

/** Adds files stored after the backup. Files that were deleted before the restored moment do no harm. */
async function copyFiles(archive: string, manifest: Manifest, draftDir: string): Promise<void> {
  const folder = walFolder(archive, manifest);
  const names = (await readdir(folder).catch(() => [])).filter((name) => /^file-[\w-]+\.age$/.test(name));
  if (names.length > 0) await mkdir(join(draftDir, "files"), { recursive: true, mode: 0o700 });
  const identity = await readIdentity(draftDir);
  for (const name of names) {
    const target = join(draftDir, "files", basename(name, ".age").slice("file-".length));
    if (!existsSync(target)) await decryptTo(join(folder, name), identity, target);
  }
}

async function readIdentity(draftDir: string): Promise<string> {
  return (await readFile(join(draftDir, "secrets/backup-key"), "utf8")).trim();
}

async function decryptTo(sealed: string, identity: string, target: string): Promise<void> {
  const plain = await openEncrypted(sealed, { identity });
  await pipeline(plain, createWriteStream(target, { mode: 0o600, flush: true }));
}

type RestoredDatabase = Pick<Database, "db"> & { connection: Parameters<typeof migrate>[0] };

/** Replays the WAL to `target` or its end and works on the resulting database. */
async function withRestoredDatabase<Result>(
  { log }: RestoreOptions,
  dataDir: string,
  target: Record<string, string>,
  operation: (database: RestoredDatabase) => Promise<Result>,
): Promise<Result> {
  await writeFile(join(dataDir, "postgres/recovery.signal"), "", { mode: 0o600 });
  const embedded = await startEmbeddedPostgres({
    dataDir,
    log,
    settings: {
      // All segments are in pg_wal already.
      restore_command: "false",
      recovery_target_timeline: "current",
      recovery_target_action: "promote",
      // No connections before the target is reached.
      hot_standby: "off",
      ...target,
    },
  }).catch((error) => {
    if (!/recovery ended before configured recovery target/.test(String(error))) throw error;
    throw new BackupError("impossible", "The archived database log ends before that moment", {
      cause: error,
    });
  });
  try {
    const database = createDatabase(embedded.connection);
    try {
      return await operation({ db: database.db, connection: embedded.connection });
    } finally {
      await database.close();
    }
  } finally {
    await embedded.stop();
    for (const name of ["postgres.log", "app.lock", "app.pid"])
      await rm(join(dataDir, name), { force: true });
  }
}

/** PostgreSQL ends the replay without an error where segments are missing or belong to another history. */
async function requireReplayed(db: Ctx["db"], last: string | null): Promise<void> {
  if (!last) return;
  const { rows } = await sql<{ lsn: string | null; at: Date | null }>`
    SELECT pg_last_wal_replay_lsn()::text AS lsn, pg_last_xact_replay_timestamp() AS at`.execute(db);
  const { lsn = null, at = null } = rows[0] ?? {};
  if (lsn !== null && walSegmentNumberAt(lsn) >= walSegmentNumber(last)) return;
  throw new BackupError(
    "impossible",
    `The archived database log has a gap or belongs to another history: use --to with a moment before ${at ? `${dubaiDate(at)} ${dubaiTime(at)}` : "the gap"}`,
  );
}

interface LaterFacts {
  numbers: LastNumber[];
  sequences: SequenceValue[];
  mails: SentMail[];
}

async function readLaterFacts(db: Ctx["db"], moment: Date): Promise<LaterFacts> {
  const { rows: numbers } = await sql<LastNumber>`SELECT kind, year, value FROM last_numbers`.execute(db);
  return {
    numbers,
    sequences: await listSequences(db),
    mails: await listMailsSentSince(db, moment),
  };
}

/** Records the restore in the database in one transaction. Returns the number of waiting emails. */
async function finish(
  db: Ctx["db"],
  { archive, moment, numbers = [] }: RestoreOptions,
  laterFacts: LaterFacts,
) {
  const ctx: Ctx = { actor: system, db, now: new Date(), requestId: "restore", locale: DEFAULT_LOCALE };
  return inTransaction(ctx, async (ctx) => {
    const { db, now } = ctx;
    // Supersedes an earlier restore that was never released.
    await db.updateTable("restores").set({ releasedAt: now }).where("releasedAt", "is", null).execute();
    await db.deleteFrom("mailsSentBeforeRestore").execute();
    await db
      .insertInto("restores")
      .values({
        restoredAt: now,
        targetTime: moment ?? null,
        archive: basename(archive),
        releasedAt: null,
      })
      .execute();
    await emit(ctx, "restore.completed", null, {
      archive: basename(archive),
      moment: moment?.toISOString() ?? null,
    });
    await recordSentMails(ctx, laterFacts.mails);
    await raiseNumbers(ctx, [...laterFacts.numbers, ...numbers].map(nextSeriesStart));
    await raiseSequences(ctx, laterFacts.sequences);
    await db.deleteFrom("sessions").execute();
    await sql`INSERT INTO wal_chain_ends SELECT chain, copied_at FROM wal_archive
      WHERE chain IS NOT NULL AND copied_at IS NOT NULL ON CONFLICT DO NOTHING`.execute(db);
    await db
      .updateTable("walArchive")
      .set({ chain: null, copiedAt: null, failure: null, bucketSegment: null })
      .execute();
    await db
      .updateTable("backups")
      .set({ state: "failed", dueAt: null, failure: "interrupted", endedAt: now })
      .where("state", "in", ["waiting", "running"])
      .execute();
    const waiting = await db
      .selectFrom("mails")
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("dueAt", "is not", null)
      .executeTakeFirstOrThrow();
    return waiting.count;
  });
}
