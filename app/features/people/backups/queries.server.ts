import { open } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { query } from "~/platform/auth/command.server";
import type { Config } from "~/platform/config.server";
import type { BackgroundJobSummary } from "~/platform/jobs/background-job";
import { countQueuedMails } from "~/platform/jobs/outbound-pause.server";
import { addMinutes, dubaiDate } from "~/platform/time";
import { LEASE_MIN, MAX_AGE_HOURS } from "./backup";
import { labelForFailure } from "./labels";
import type { BackupState, BackupsView, BackupView, OutboundPauseView } from "./views";

type Setup = Pick<Config, "backupDir" | "backupPassphrase" | "databaseUrl" | "s3Url">;

const MAX_BACKUPS = 30;

export const getBackups = query(
  "backups.manage",
  async function getBackups(ctx, config: Setup): Promise<BackupsView> {
    const [rows, log] = await Promise.all([
      ctx.db.selectFrom("backups").selectAll().orderBy("requested_at", "desc").limit(MAX_BACKUPS).execute(),
      ctx.db.selectFrom("wal_archive").selectAll().executeTakeFirstOrThrow(),
    ]);
    const embedded = config.databaseUrl === undefined;
    const spans = await ctx.db
      .selectFrom("backups")
      .leftJoin("wal_chain_ends", "wal_chain_ends.chain", "backups.chain")
      .select(["backups.chain", "archived_until", (eb) => eb.fn.min<Date>("ended_at").as("from")])
      .where("state", "=", "done")
      .where((eb) =>
        eb.or([eb("backups.chain", "=", log.chain), eb("archived_until", ">", eb.ref("ended_at"))]),
      )
      .groupBy(["backups.chain", "archived_until"])
      .orderBy("from", "desc")
      .execute();
    return {
      isConfigured: config.backupPassphrase !== undefined,
      embedded,
      folder: config.backupDir,
      bucket: config.s3Url !== undefined,
      restorable: spans.map(({ from, archived_until }) => ({
        from: from.toISOString(),
        until: archived_until?.toISOString() ?? null,
      })),
      log: {
        isGrowing: log.chain !== null,
        copiedAt: log.copied_at?.toISOString() ?? null,
        failure: log.failure && { reason: log.failure, text: log.failure_text },
      },
      backups: rows.map(
        (row): BackupView => ({
          id: row.id,
          origin: row.origin,
          state: row.state,
          requestedAt: row.requested_at.toISOString(),
          endedAt: row.ended_at?.toISOString() ?? null,
          bytesDone: row.bytes_done,
          bytesTotal: row.bytes_total,
          // A running backup has a name but no file yet.
          name: row.state === "done" ? row.name : null,
          sizeBytes: row.size_bytes,
          copied: row.copied_at !== null,
          copyFailure: config.s3Url ? row.copy_failure : null,
          failure: row.failure && { reason: row.failure, text: row.failure_text },
        }),
      ),
    };
  },
);

export const listBackupJobs = query(
  "backups.manage",
  async function listBackupJobs(ctx, since: Date): Promise<BackgroundJobSummary[]> {
    const rows = await ctx.db
      .selectFrom("backups")
      .leftJoin("trail", (join) =>
        join
          .on(sql`backups.id::text`, "=", sql.ref("trail.subject_id"))
          .on("trail.type", "=", "backup.requested"),
      )
      .leftJoin("users", "users.id", "trail.actor_id")
      .selectAll("backups")
      .select("users.name as asked_by")
      .where((eb) => eb.or([eb("ended_at", "is", null), eb("ended_at", ">=", since)]))
      .execute();
    const origins = { office: "person", schedule: "clock", command: "command" } as const;
    return rows.map((row) => ({
      id: row.id,
      kind: "backup",
      label: row.state === "done" ? `${row.name}.age` : "",
      origin: origins[row.origin],
      startedBy: row.origin === "office" ? row.asked_by : null,
      startedAt: row.requested_at.toISOString(),
      state: row.state,
      stepsDone: row.bytes_done,
      stepsTotal: row.bytes_total,
      error: row.failure && labelForFailure({ reason: row.failure, text: row.failure_text }),
      endedAt: row.ended_at?.toISOString() ?? null,
    }));
  },
);

/** Encrypted archive of a backup; null if unknown or no longer in the backup folder. */
export const findArchive = query(
  "backups.manage",
  async function findArchive(ctx, { backupDir }: Pick<Config, "backupDir">, id: string) {
    const row = await ctx.db
      .selectFrom("backups")
      .select("name")
      .where("id", "=", id)
      .where("state", "=", "done")
      .executeTakeFirst();
    const file = row && (await open(join(backupDir, `${row.name}.age`)).catch(() => null));
    return file ? { name: `${row.name}.age`, file } : null;
  },
);

export const getBackupState = query(
  "backups.manage",
  async function getBackupState(ctx, config: Setup): Promise<BackupState> {
    const [lastBackup, ended, log, running] = await Promise.all([
      ctx.db
        .selectFrom("backups")
        .select(["ended_at", "copy_failure"])
        .where("state", "=", "done")
        .orderBy("requested_at", "desc")
        .limit(1)
        .executeTakeFirst(),
      ctx.db
        .selectFrom("backups")
        .select("state")
        .where("state", "in", ["done", "failed"])
        .orderBy("requested_at", "desc")
        .limit(1)
        .executeTakeFirst(),
      ctx.db.selectFrom("wal_archive").select("failure").executeTakeFirstOrThrow(),
      ctx.db
        .selectFrom("backups")
        .select("id")
        .where((eb) =>
          eb.or([
            eb("state", "=", "running").and("due_at", ">", ctx.now),
            // A worker takes it within the time of a lease.
            eb("state", "=", "waiting").and(
              sql<Date>`greatest(due_at, requested_at)`,
              ">",
              addMinutes(ctx.now, -LEASE_MIN),
            ),
          ]),
        )
        .executeTakeFirst(),
    ]);
    const last = lastBackup?.ended_at ?? null;
    // An external database has its own backups.
    const isExpected = config.backupPassphrase !== undefined || config.databaseUrl === undefined;
    const isLate = last !== null && !running && last < addMinutes(ctx.now, -MAX_AGE_HOURS * 60);
    const state = !isExpected
      ? "off"
      : config.backupPassphrase &&
          (ended?.state === "failed" || log.failure || (config.s3Url && lastBackup?.copy_failure))
        ? "failed"
        : !last
          ? "none"
          : isLate
            ? "late"
            : "ok";
    return { state, lastAt: last?.toISOString() ?? null };
  },
);

export const getOutboundPause = query(
  "office.enter",
  async function getOutboundPause(ctx): Promise<OutboundPauseView> {
    const restored = await ctx.db
      .selectFrom("restores")
      .select(["restored_at", "target_time"])
      .where("released_at", "is", null)
      .executeTakeFirst();
    if (!restored) return { pause: null };
    const year = Number(dubaiDate(ctx.now).slice(0, 4));
    const counters = await ctx.db.selectFrom("counters").selectAll().where("year", "=", year).execute();
    const last = (isExpected: "INV" | "CN") => {
      const value = counters.find(({ kind }) => kind === isExpected)?.value;
      return value ? `${isExpected}-${year}-${String(value).padStart(6, "0")}` : null;
    };
    return {
      pause: {
        restoredAt: restored.restored_at.toISOString(),
        targetTime: restored.target_time?.toISOString() ?? null,
        mails: await countQueuedMails(ctx),
        lastInvoice: last("INV"),
        lastCreditNote: last("CN"),
      },
    };
  },
);
