import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBackupCommand } from "~/features/people/backups/command-line.server";
import { requestBackup } from "~/features/people/backups/commands.server";
import { openBackups } from "~/features/people/backups/runner.server";
import { loadConfig } from "~/platform/config.server";
import { openDatabase } from "~/platform/database/open.server";
import { officeCtx } from "../harness/company/company";
import { isProofSelected } from "./rounds";

const PASSPHRASE = "the passphrase of an old backup";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "restore-before-baseline-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** A backup whose database has a migration that no longer exists. Returns its path. */
async function backUpOldDatabase(): Promise<string> {
  const config = loadConfig({
    DATA_DIR: join(folder, "data"),
    BACKUP_DIR: join(folder, "backups"),
    BACKUP_PASSPHRASE: PASSPHRASE,
    SAMPLE_DATA: "off",
  });
  const database = await openDatabase(config, () => {});
  try {
    await sql`DELETE FROM kysely_migration WHERE name = '0006-events'`.execute(database.db);
    await sql`INSERT INTO kysely_migration (name, timestamp) VALUES ('0006-catalogue', '2026-01-01')`.execute(
      database.db,
    );
    expect((await requestBackup(officeCtx(database.db), "office", true)).ok).toBe(true);
    await openBackups(config, database).makeNow();
    const { name, state } = await database.db
      .selectFrom("backups")
      .select(["name", "state"])
      .executeTakeFirstOrThrow();
    expect(state).toBe("done");
    return join(config.backupDir, `${name}.age`);
  } finally {
    await database.close();
  }
}

test.runIf(isProofSelected("restore of a backup from before the baseline"))(
  "refuses to restore a backup from before the baseline and leaves no data folder",
  async () => {
    const archive = await backUpOldDatabase();
    const before = await readdir(folder);
    const lines: string[] = [];
    const args = [archive, "--data-dir", join(folder, "restored")];
    const env = { BACKUP_PASSPHRASE: PASSPHRASE };
    expect(await runBackupCommand("restore", args, env, (line) => lines.push(line))).toBe(1);
    expect(lines.at(-1)).toMatch(
      /^This database was created before all migrations were replaced by a baseline: .+$/,
    );
    expect(await readdir(folder)).toEqual(before);
  },
);
