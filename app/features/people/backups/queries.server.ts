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
      ctx.db.selectFrom("backups").selectAll().orderBy("requestedAt", "desc").limit(MAX_BACKUPS).execute(),
      ctx.db.selectFrom("walArchive").selectAll().executeTakeFirstOrThrow(),
    ]);
    const embedded = config.databaseUrl === undefined;
    const spans = await ctx.db
      .selectFrom("backups")
      .leftJoin("walChainEnds", "walChainEnds.chain", "backups.chain")
      .select(["backups.chain", "archivedUntil", (eb) => eb.fn.min<Date>("endedAt").as("from")])
      .where("state", "=", "done")
      .where((eb) =>
        eb.or([eb("backups.chain", "=", log.chain), eb("archivedUntil", ">", eb.ref("endedAt"))]),
      )
      .groupBy(["backups.chain", "archivedUntil"])
      .orderBy("from", "desc")
      .execute();
    return {
      isConfigured: config.backupPassphrase !== undefined,
      embedded,
      folder: config.backupDir,
      bucket: config.s3Url !== undefined,
      restorable: spans.map(({ from, archivedUntil }) => ({
        from: from.toISOString(),
        until: archivedUntil?.toISOString() ?? null,
      })),
      log: {
        isGrowing: log.chain !== null,
        copiedAt: log.copiedAt?.toISOString() ?? null,
        failure: log.failure && { reason: log.failure, text: log.failureText },
      },
      backups: rows.map(
        (row): BackupView => ({
          id: row.id,
          origin: row.origin,
          state: row.state,
          requestedAt: row.requestedAt.toISOString(),
          endedAt: row.endedAt?.toISOString() ?? null,
          bytesDone: row.bytesDone,
          bytesTotal: row.bytesTotal,
          // A running backup has a name but no file yet.
          name: row.state === "done" ? row.name : null,
          sizeBytes: row.sizeBytes,
          copied: row.copiedAt !== null,
          copyFailure: config.s3Url ? row.copyFailure : null,
          failure: row.failure && { reason: row.failure, text: row.failureText },
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
          .on(sql`backups.id::text`, "=", sql.ref("trail.subjectId"))
          .on("trail.type", "=", "backup.requested"),
      )
      .leftJoin("users", "users.id", "trail.actorId")
      .selectAll("backups")
      .select("users.name as askedBy")
      .where((eb) => eb.or([eb("endedAt", "is", null), eb("endedAt", ">=", since)]))
      .execute();
    const origins = { office: "person", schedule: "clock", command: "command" } as const;
    return rows.map((row) => ({
      id: row.id,
      kind: "backup",
      label: row.state === "done" ? `${row.name}.age` : "",
      origin: origins[row.origin],
      startedBy: row.origin === "office" ? row.askedBy : null,
      startedAt: row.requestedAt.toISOString(),
      state: row.state,
      stepsDone: row.bytesDone,
      stepsTotal: row.bytesTotal,
      error: row.failure && labelForFailure({ reason: row.failure, text: row.failureText }),
      endedAt: row.endedAt?.toISOString() ?? null,
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
        .select(["endedAt", "copyFailure"])
        .where("state", "=", "done")
        .orderBy("requestedAt", "desc")
        .limit(1)
        .executeTakeFirst(),
      ctx.db
        .selectFrom("backups")
        .select("state")
        .where("state", "in", ["done", "failed"])
        .orderBy("requestedAt", "desc")
        .limit(1)
        .executeTakeFirst(),
      ctx.db.selectFrom("walArchive").select("failure").executeTakeFirstOrThrow(),
      ctx.db
        .selectFrom("backups")
        .select("id")
        .where((eb) =>
          eb.or([
            eb("state", "=", "running").and("dueAt", ">", ctx.now),
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
    const last = lastBackup?.endedAt ?? null;
    // An external database has its own backups.
    const isExpected = config.backupPassphrase !== undefined || config.databaseUrl === undefined;
    const isLate = last !== null && !running && last < addMinutes(ctx.now, -MAX_AGE_HOURS * 60);
    const state = !isExpected
      ? "off"
      : config.backupPassphrase &&
          (ended?.state === "failed" || log.failure || (config.s3Url && lastBackup?.copyFailure))
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
      .select(["restoredAt", "targetTime"])
      .where("releasedAt", "is", null)
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
        restoredAt: restored.restoredAt.toISOString(),
        targetTime: restored.targetTime?.toISOString() ?? null,
        mails: await countQueuedMails(ctx),
        lastInvoice: last("INV"),
        lastCreditNote: last("CN"),
      },
    };
  },
);
