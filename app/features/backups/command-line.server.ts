import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { system } from "~/platform/auth/actor";
import { BackupError, errorMessage } from "~/platform/backup/backup-error";
import { listArchives } from "~/platform/backup/bucket-copies.server";
import { type Config, ConfigError, loadConfig } from "~/platform/config.server";
import type { Ctx } from "~/platform/context";
import { createDatabase, type Database } from "~/platform/database/database.server";
import { DatabaseStartError } from "~/platform/database/embedded/start-error.server";
import { openDatabase } from "~/platform/database/open.server";
import { type FileStore, openFileStore } from "~/platform/files/file-store.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { DUBAI, dubaiInstant } from "~/platform/time";
import { type LastNumber, nextSeriesStart, readNumber } from "./backup";
import { askForBackup } from "./commands.server";
import { restore, restoreFromBucket } from "./restore.server";
import { startBackups } from "./runner.server";
import "./table";

/** `npm run backup`, `npm run restore` (docs/operations.md, "Backup and restore"). Returns the exit code. */
export async function runBackupCommand(
  command: string,
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  tell: (line: string) => void = console.log,
): Promise<number> {
  try {
    if (command === "backup") await backupNow(env, tell);
    else await restoreNow(args, env, tell);
    return 0;
  } catch (error) {
    const isPlain = error instanceof BackupError || error instanceof ConfigError;
    if (!isPlain) throw error;
    tell(error.message);
    return 1;
  }
}

async function backupNow(
  env: Readonly<Record<string, string | undefined>>,
  tell: (line: string) => void,
): Promise<void> {
  const config = loadConfig(env);
  if (!config.backupPassphrase)
    throw new ConfigError("BACKUP_PASSPHRASE must be set: backups are encrypted with it");
  const { database, running } = await openOrJoin(config);
  try {
    const ctx = asSystem(database.db);
    const asked = await askForBackup(ctx, "command", true);
    if (!asked.ok) throw new BackupError("impossible", "A backup is already running");
    if (running) tell("The running server makes the backup …");
    const backups = running ? null : startBackups(config, database);
    const made = await waitFor(database, asked.id, tell).finally(() => backups?.stop());
    const { state, name, size_bytes, failure, failure_text } = made;
    if (state !== "done")
      throw new BackupError(failure ?? "other", `The backup failed: ${failure_text ?? failure}`);
    tell(`${join(config.backupDir, `${name}.age`)} (${megabytes(size_bytes ?? 0)})`);
  } finally {
    await database.close();
  }
}

/** Connects to the running product's database, or starts it. */
async function openOrJoin(config: Config): Promise<{ database: Database; running: boolean }> {
  try {
    return { database: await openDatabase(config, () => {}), running: false };
  } catch (error) {
    const isRunning = error instanceof DatabaseStartError && /is in use by another/.test(error.message);
    if (!isRunning) throw error;
    const host = join(config.dataDir, "postgres");
    return { database: createDatabase({ host, user: "app", database: "app", ssl: false }), running: true };
  }
}

/** Wait for a worker to start the backup; without one the command makes it. */
const PATIENCE_MS = 60_000;

async function waitFor({ db }: Pick<Database, "db">, id: string, tell: (line: string) => void) {
  const began = Date.now();
  for (let told = 0; ; await sleep(500)) {
    const row = await db.selectFrom("backups").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    if (row.state === "done" || row.state === "failed") return row;
    if (row.state === "waiting" && Date.now() - began > PATIENCE_MS) {
      await db.deleteFrom("backups").where("id", "=", id).where("state", "=", "waiting").execute();
      throw new BackupError(
        "impossible",
        "No worker started the backup. Check that the worker is running and has BACKUP_PASSPHRASE",
      );
    }
    if (row.bytes_total && Date.now() - told > 5000) {
      told = Date.now();
      tell(`${megabytes(row.bytes_done)} of ${megabytes(row.bytes_total)}`);
    }
  }
}

const HOW = `npm run restore -- ARCHIVE --data-dir DIR [--to "2026-11-22 14:00"] [--issued INV-2026-000130]…
ARCHIVE is a file, or s3:backup-20261122-030000 in the bucket of S3_URL; "npm run restore -- s3:" lists the bucket's archives`;

async function restoreNow(
  args: string[],
  env: Readonly<Record<string, string | undefined>>,
  tell: (line: string) => void,
): Promise<void> {
  const { values, positionals } = read(args);
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
  const store = openFileStore(config);
  if (inBucket === "") return tellArchives(store, tell);
  if (!archive || !dataDir || positionals.length > 1) throw new ConfigError(HOW);
  if (!passphrase) throw new ConfigError("BACKUP_PASSPHRASE must be set: the backup is decrypted with it");
  const moment = values.to === undefined ? undefined : readMoment(values.to);
  const numbers = (values.issued ?? []).map(readIssued);
  const wish = { dataDir, passphrase, moment, numbers, tell };
  const restored =
    inBucket === null
      ? await restore({ ...wish, archive })
      : await restoreFromBucket({ ...wish, store, name: inBucket });
  tell(`Restored to ${dataDir}. Start the server with DATA_DIR=${dataDir}.`);
  if (!restored.withDatabase) {
    return tell("The backup contains files and secrets. Restore the database from its provider's backup.");
  }
  for (const { kind, year, value } of restored.numbers.map(nextSeriesStart)) {
    tell(`Numbers continue after ${kind}-${year}-${String(value).padStart(6, "0")}`);
  }
  tell(
    `${restored.mailsWaiting} emails are waiting. New emails wait too, until an admin releases them in the back office.`,
  );
}

async function tellArchives(store: FileStore, tell: (line: string) => void): Promise<void> {
  const names = await listArchives(store).catch((error) => {
    throw new BackupError("bucket", errorMessage(error), { cause: error });
  });
  for (const name of names) tell(`s3:${name}`);
  if (names.length === 0) tell("The bucket contains no backups");
}

function read(args: string[]) {
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
    throw new ConfigError(`${error instanceof Error ? error.message : error}\n${HOW}`);
  }
}

/** Parses a moment of Dubai's clock: "2026-11-22 14:00", optionally with seconds. */
export function readMoment(typed: string): Date {
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
  const number = readNumber(typed);
  if (!number) throw new ConfigError("--issued must be a number like INV-2026-000130 or CN-2026-000012");
  return number;
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;

function asSystem(db: Ctx["db"]): Ctx {
  return { actor: system, db, now: new Date(), requestId: randomUUID(), locale: DEFAULT_LOCALE };
}
