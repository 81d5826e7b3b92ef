import { randomUUID } from "node:crypto";
import { constants } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { system } from "~/platform/auth/actor";
import { BackupError, errorMessage, isSystemError } from "~/platform/backup/backup-error";
import { listArchives } from "~/platform/backup/bucket-copies.server";
import { type Config, ConfigError, loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { createDatabase, type Database } from "~/platform/database/database.server";
import { DatabaseStartError } from "~/platform/database/embedded/start-error.server";
import { openDatabase } from "~/platform/database/open.server";
import { BACKGROUND_TIMEOUT_MS, type FileStore, openFileStore } from "~/platform/files/file-store.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { DUBAI, dubaiInstant } from "~/platform/time";
import { type LastNumber, nextSeriesStart, parseNumber } from "./backup";
import { requestBackup } from "./commands.server";
import { restore, restoreFromBucket } from "./restore.server";
import { startBackups } from "./runner.server";

/** `npm run backup`, `npm run restore` (docs/operations.md, "Backup and restore"). Returns the exit code. */
export async function runBackupCommand(
  command: string,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void = console.log,
): Promise<number> {
  try {
    if (command === "backup") await backupNow(env, log);
    else await restoreUntilSignal(args, env, log);
    return 0;
  } catch (error) {
    // A full disk and missing rights are errors of system calls.
    const isPlain = error instanceof BackupError || error instanceof ConfigError || isSystemError(error);
    if (!isPlain) throw error;
    log(error.message);
    return 1;
  }
}

/** Ends the process on a signal, which removes the decrypted data. */
async function restoreUntilSignal(...[args, env, log]: Parameters<typeof restoreNow>): Promise<void> {
  const stop = (signal: NodeJS.Signals) => {
    log("Interrupted: nothing was restored");
    process.exit(128 + constants.signals[signal]);
  };
  const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
  for (const signal of signals) process.once(signal, stop);
  try {
    await restoreNow(args, env, log);
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}

async function backupNow(
  env: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): Promise<void> {
  const config = loadConfig(env);
  if (!config.backupPassphrase)
    throw new ConfigError("BACKUP_PASSPHRASE must be set: backups are encrypted with it");
  const { database, running } = await openOrConnect(config);
  try {
    const ctx = asSystem(database.db);
    const request = await requestBackup(ctx, "command", true);
    if (!request.ok) throw new BackupError("impossible", "A backup is already running");
    if (running) log("The running server makes the backup …");
    const backups = running ? null : startBackups(config, database);
    const backup = await waitFor(database, request.id, log).finally(() => backups?.stop());
    const { state, name, sizeBytes, failure, failureText } = backup;
    if (state !== "done")
      throw new BackupError(failure ?? "other", `The backup failed: ${failureText ?? failure}`);
    log(`${join(config.backupDir, `${name}.age`)} (${megabytes(sizeBytes ?? 0)})`);
  } finally {
    await database.close();
  }
}

/** Connects to the running product's database, or starts it. */
async function openOrConnect(config: Config): Promise<{ database: Database; running: boolean }> {
  try {
    return { database: await openDatabase(config, () => {}), running: false };
  } catch (error) {
    const isRunning = error instanceof DatabaseStartError && /is in use by another/.test(error.message);
    if (!isRunning) throw error;
    const host = join(config.dataDir, "postgres");
    return { database: createDatabase({ host, user: "app", database: "app", ssl: false }), running: true };
  }
}

/** Wait for a worker to start the backup. */
const WORKER_WAIT_MS = 60_000;

async function waitFor({ db }: Pick<Database, "db">, id: string, log: (line: string) => void) {
  const startedAt = Date.now();
  for (let lastReportAt = 0; ; await sleep(500)) {
    const row = await db.selectFrom("backups").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    if (row.state === "done" || row.state === "failed") return row;
    if (row.state === "waiting" && Date.now() - startedAt > WORKER_WAIT_MS) {
      await db.deleteFrom("backups").where("id", "=", id).where("state", "=", "waiting").execute();
      throw new BackupError(
        "impossible",
        "No worker started the backup. Check that the worker is running and has BACKUP_PASSPHRASE",
      );
    }
    if (row.bytesTotal && Date.now() - lastReportAt > 5000) {
      lastReportAt = Date.now();
      log(`${megabytes(row.bytesDone)} of ${megabytes(row.bytesTotal)}`);
    }
  }
}

const USAGE = `npm run restore -- ARCHIVE --data-dir DIR [--to "2026-11-22 14:00"] [--issued INV-2026-000130]…
ARCHIVE is a file, or s3:backup-20261122-030000 in the bucket of S3_URL; "npm run restore -- s3:" lists the bucket's archives`;

async function restoreNow(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  log: (line: string) => void,
): Promise<void> {
  const { values, positionals } = parseCommandLine(args);
  const [archive] = positionals;
  const dataDir = values["data-dir"];
  // Reads passphrase and backup folder from the configuration without touching its data folder.
  const config = loadConfig({
    SECRET: "0".repeat(32),
    BACKUP_PASSPHRASE: env.BACKUP_PASSPHRASE,
    BACKUP_PASSPHRASE_FILE: env.BACKUP_PASSPHRASE_FILE,
    S3_URL: env.S3_URL,
  });
  const { backupPassphrase: passphrase } = config;
  const inBucket = archive?.startsWith("s3:") ? archive.slice("s3:".length).replace(/\.age$/, "") : null;
  if (inBucket !== null && !config.s3Url)
    throw new ConfigError("S3_URL must be set: it is the address of the bucket");
  const store = openFileStore(config, BACKGROUND_TIMEOUT_MS);
  if (inBucket === "") return printArchives(store, log);
  if (!archive || !dataDir || positionals.length > 1) throw new ConfigError(USAGE);
  if (!passphrase) throw new ConfigError("BACKUP_PASSPHRASE must be set: the backup is decrypted with it");
  const moment = values.to === undefined ? undefined : parseMoment(values.to);
  const numbers = (values.issued ?? []).map(readIssued);
  const options = { dataDir, passphrase, moment, numbers, log };
  const restored =
    inBucket === null
      ? await restore({ ...options, archive })
      : await restoreFromBucket({ ...options, store, name: inBucket });
  log(`Restored to ${dataDir}. Start the server with DATA_DIR=${dataDir}.`);
  if (!restored.withDatabase) {
    return log("The backup contains files and secrets. Restore the database from its provider's backup.");
  }
  for (const { kind, year, value } of restored.numbers.map(nextSeriesStart)) {
    log(`Numbers continue after ${kind}-${year}-${String(value).padStart(6, "0")}`);
  }
  log(
    `${restored.mailsWaiting} emails are waiting. New emails wait too, until an admin releases them in the back office.`,
  );
}

async function printArchives(store: FileStore, log: (line: string) => void): Promise<void> {
  const names = await listArchives(store).catch((error) => {
    throw new BackupError("bucket", errorMessage(error), { cause: error });
  });
  for (const name of names) log(`s3:${name}`);
  if (names.length === 0) log("The bucket contains no backups");
}

function parseCommandLine(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        "data-dir": { type: "string" },
        to: { type: "string" },
        issued: { type: "string", multiple: true },
      },
    });
  } catch (error) {
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n${USAGE}`);
  }
}

/** Parses a moment of Dubai's clock: "2026-11-22 14:00", optionally with seconds. */
export function parseMoment(typed: string): Date {
  const [, day, time, seconds = ":00"] =
    /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?$/.exec(typed.trim()) ?? [];
  const moment = day && time ? dubaiInstant(day, time) : new Date(Number.NaN);
  const exact = new Date(moment.getTime() + Number(seconds.slice(1)) * 1000);
  if (Number.isNaN(exact.getTime()) || exact > new Date()) {
    throw new ConfigError(`--to must be a past moment like "2026-11-22 14:00" (${DUBAI})`);
  }
  return exact;
}

function readIssued(typed: string): LastNumber {
  const number = parseNumber(typed);
  if (!number) throw new ConfigError("--issued must be a number like INV-2026-000130 or CN-2026-000012");
  return number;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function asSystem(db: Ctx["db"]): Ctx {
  return { actor: system, db, now: new Date(), requestId: randomUUID(), locale: DEFAULT_LOCALE };
}
