import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { requestBackup } from "~/features/people/backups/commands.server";
import { getBackupState, getBackups } from "~/features/people/backups/queries.server";
import { restore } from "~/features/people/backups/restore.server";
import { openBackups } from "~/features/people/backups/runner.server";
import { BackupError } from "~/platform/backup/backup-error";
import { loadConfig } from "~/platform/config.server";
import type { Database } from "~/platform/database/database.server";
import { openDatabase } from "~/platform/database/open.server";
import { createRandom } from "~/platform/random";
import { officeCtx } from "../harness/company/company";
import { casesForRun, isProofSelected, seedOfRun } from "./rounds";

/** The data folder is replaced by an earlier copy, as in docs/operations.md, "Back to the version before". */

const PASSPHRASE = "a passphrase of two histories";
const random = createRandom(seedOfRun());

let folder: string;
let database: Database | undefined;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wal-histories-"));
});
afterAll(async () => {
  await database?.close();
  rmSync(folder, { recursive: true });
});

const config = (dataDir = "data") =>
  loadConfig({
    DATA_DIR: join(folder, dataDir),
    BACKUP_DIR: join(folder, "backups"),
    BACKUP_PASSPHRASE: PASSPHRASE,
    SAMPLE_DATA: "off",
  });

async function start(dataDir?: string): Promise<Database> {
  database = await openDatabase(config(dataDir), () => {});
  await database.db
    .insertInto("settings")
    .values({ name: "backups", value: JSON.stringify({ schedule: "off" }), version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return database;
}

async function stop(): Promise<void> {
  await database?.close();
  database = undefined;
}

const copyFolder = (from: string, to: string) =>
  execFileSync("cp", ["-a", join(folder, from), join(folder, to)]);

const note = ({ db }: Database, name: string) =>
  sql`INSERT INTO customers (name, created_at) VALUES (${name}, now())`.execute(db);

async function namesIn({ db }: Database): Promise<string[]> {
  const rows = await db.selectFrom("customers").select("name").orderBy("name").execute();
  return rows.map(({ name }) => name);
}

const backups = (database: Database) => openBackups(config(), database);

async function makeBackup(database: Database, isRequested = false): Promise<string> {
  if (!isRequested) await requestBackup(officeCtx(database.db), "office", true);
  await backups(database).makeNow();
  const [backup] = (await getBackups(officeCtx(database.db), config())).backups;
  expect(backup).toMatchObject({ state: "done", failure: null });
  return join(folder, "backups", `${backup?.name}.age`);
}

async function namesRestoredFrom(archive: string, dataDir: string): Promise<string[]> {
  await restore({ archive, dataDir: join(folder, dataDir), passphrase: PASSPHRASE, log: () => {} });
  const names = await namesIn(await start(dataDir));
  await stop();
  return names;
}

/** Restores copies of the backup whose log misses a segment, or has a damaged one. */
async function expectRefusedGaps(archive: string): Promise<void> {
  const name = basename(archive);
  const lastSegments = (backups: string) =>
    readdirSync(join(folder, backups), { recursive: true })
      .map(String)
      .filter((path) => /\/[0-9A-F]{24}\.age$/.test(path))
      .sort((a, b) => statSync(join(folder, backups, a)).mtimeMs - statSync(join(folder, backups, b)).mtimeMs)
      .slice(-2)
      .map((path) => join(folder, backups, path));
  const damages: [string, RegExp, (paths: string[]) => void][] = [
    ["missing", /has a gap or belongs to another history: use --to/, ([before = ""]) => rmSync(before)],
    ["cut", /is damaged|cannot be opened/, ([, last = ""]) => truncateSync(last, statSync(last).size - 100)],
  ];
  for (const [damage, refusal, apply] of casesForRun(damages, random)) {
    copyFolder("backups", `backups-${damage}`);
    apply(lastSegments(`backups-${damage}`));
    const attempt = restore({
      archive: join(folder, `backups-${damage}`, name),
      dataDir: join(folder, `restored-${damage}`),
      passphrase: PASSPHRASE,
      log: () => {},
    });
    const error = await attempt.catch((error) => error);
    expect(error, damage).toBeInstanceOf(BackupError);
    expect(error.message, damage).toMatch(refusal);
    expect(error.message, damage).not.toContain("\n");
    expect(readdirSync(folder).filter((one) => one.includes(`restored-${damage}`))).toEqual([]);
  }
}

test.runIf(isProofSelected("WAL histories"))(
  "starts a new backup after a rollback and restores the history of each backup only",
  { timeout: 300_000 },
  async () => {
    const first = await start();
    const firstBackup = await makeBackup(first);
    await note(first, "A before the copy");
    await backups(first).archiveWalNow();
    await stop();
    copyFolder("data", "copy");

    const abandoned = await start();
    await note(abandoned, "B abandoned");
    await backups(abandoned).archiveWalNow();
    await note(abandoned, "B abandoned, too");
    await backups(abandoned).archiveWalNow();
    const abandonedBackup = await makeBackup(abandoned);
    await backups(abandoned).archiveWalNow();
    await stop();
    rmSync(join(folder, "data"), { recursive: true });
    copyFolder("copy", "data");

    const current = await start();
    await note(current, "C current");
    await backups(current).archiveWalNow();
    const ctx = officeCtx(current.db);
    expect((await getBackups(ctx, config())).log.failure).toMatchObject({ reason: "other-history" });
    expect(await getBackupState(ctx, config())).toMatchObject({ state: "failed" });
    const newBackup = await makeBackup(current, true);
    for (const name of ["D after the new backup", "E", "F"]) {
      await note(current, name);
      await backups(current).archiveWalNow();
    }
    expect(await getBackupState(ctx, config())).toMatchObject({ state: "ok" });
    await stop();

    expect(await namesRestoredFrom(newBackup, "restored-new")).toEqual([
      "A before the copy",
      "C current",
      "D after the new backup",
      "E",
      "F",
    ]);
    await expectRefusedGaps(newBackup);
    const earlier: [backup: string, names: string[]][] = [
      [firstBackup, ["A before the copy"]],
      [abandonedBackup, ["A before the copy", "B abandoned", "B abandoned, too"]],
    ];
    for (const [backup, names] of casesForRun(earlier, random))
      expect(await namesRestoredFrom(backup, `restored-${basename(backup)}`)).toEqual(names);
  },
);
