import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { requestBackup } from "~/features/people/backups/commands.server";
import { getBackupState, getBackups } from "~/features/people/backups/queries.server";
import { openBackups } from "~/features/people/backups/runner.server";
import { withAdminClient } from "~/platform/backup/wal-archive.server";
import { createDatabase, type Database } from "~/platform/database/database.server";
import { startEmbeddedPostgres } from "~/platform/database/embedded/embedded.server";
import { migrate } from "~/platform/database/migrate.server";
import { officeCtx } from "../harness/company/company";
import { canMountDisk, mountDisk } from "../harness/mount-disk";
import { type Bucket, startBucket } from "../harness/servers/bucket";
import { isProofSelected } from "./rounds";

/** The WAL archive of the embedded database during failures, and the messages to the office. */

let folder: string;
let stop: () => Promise<void>;
let database: Database;
let bucket: Bucket;
const isSelected = isProofSelected("WAL archive");

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "wal-archive-"));
  // A small retention limit, so that WAL is lost soon.
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, "data"),
    log: () => {},
    settings: { max_slot_wal_keep_size: "32MB" },
  });
  await migrate(postgres.connection);
  database = { ...createDatabase(postgres.connection), admin: postgres.admin };
  stop = async () => {
    await database.close();
    await postgres.stop();
  };
  await database.db
    .insertInto("settings")
    .values({ name: "backups", value: JSON.stringify({ schedule: "off" }), version: 1 })
    .execute();
  bucket = await startBucket();
}, 60_000);
afterAll(async () => {
  await stop();
  await bucket.close();
  rmSync(folder, { recursive: true });
});

let backupDir: string;
let s3Url: string | undefined;
beforeEach(async () => {
  backupDir = mkdtempSync(join(folder, "backups-"));
  s3Url = undefined;
  await database.db.deleteFrom("backups").execute();
  await database.db
    .updateTable("walArchive")
    .set({ chain: null, failure: null, failureText: null })
    .execute();
});
afterEach(() => bucket.objects.clear());

const config = () => ({
  dataDir: join(folder, "data"),
  backupDir,
  backupPassphrase: "a passphrase of the archive test",
  databaseUrl: undefined,
  s3Url,
});
const ctx = () => officeCtx(database.db);
const loadBackups = () => getBackups(ctx(), config());

async function createBackup() {
  expect(await requestBackup(ctx(), "office", true)).toMatchObject({ ok: true });
  await openBackups(config(), database).makeNow();
  const [backup] = (await loadBackups()).backups;
  expect(backup?.failure).toBeNull();
  return backup!;
}
const archiveWal = () => openBackups(config(), database).archiveWalNow();
/** A change and a WAL segment switch. */
const change = () =>
  withAdminClient(database.admin!, async (client) => {
    await client.query("SELECT pg_logical_emit_message(false, 'test', 'a change')");
    await client.query("SELECT pg_switch_wal()");
  });
const segments = () =>
  readdirSync(backupDir, { recursive: true }).filter((name) => /[0-9A-F]{24}\.age$/.test(String(name)));

test.runIf(isSelected)(
  "reports a gap in the WAL archive and resumes with the next backup",
  {
    timeout: 60_000,
  },
  async () => {
    await createBackup();
    await change();
    await archiveWal();
    const before = await loadBackups();
    expect(before.restorable).toEqual([{ from: expect.any(String), until: null }]);
    for (let segment = 0; segment < 6; segment++) await change();
    await withAdminClient(database.admin!, (client) => client.query("CHECKPOINT"));
    await archiveWal();

    const afterGap = await loadBackups();
    expect(afterGap.log).toMatchObject({ isGrowing: false, failure: { reason: "log-lost" } });
    expect(await getBackupState(ctx(), config())).toMatchObject({ state: "failed" });
    const [first] = before.restorable;
    expect(afterGap.restorable).toEqual([{ from: first!.from, until: before.log.copiedAt }]);

    await database.db
      .updateTable("backups")
      .set({ name: "the first", requestedAt: new Date(0) })
      .execute();
    await createBackup();
    await change();
    await archiveWal();
    const resumed = await loadBackups();
    expect(resumed.log).toMatchObject({ isGrowing: true, failure: null });
    expect(resumed.restorable).toEqual([{ from: expect.any(String), until: null }, ...afterGap.restorable]);
    expect(await getBackupState(ctx(), config())).toMatchObject({ state: "ok" });
  },
);

test.runIf(isSelected)("uploads every WAL segment after a bucket outage", { timeout: 60_000 }, async () => {
  s3Url = bucket.url;
  await createBackup();
  await change();
  await archiveWal();
  bucket.failures.push(403);
  await change();
  await change();
  await archiveWal();
  expect((await loadBackups()).log).toMatchObject({ isGrowing: true, failure: { reason: "bucket" } });
  expect((await loadBackups()).log.failure!.text).toMatch(/403: SlowDown/);
  await change();
  await archiveWal();
  expect((await loadBackups()).log.failure).toBeNull();
  const copies = [...bucket.objects.keys()].filter((key) => key.includes("/log-"));
  expect(copies).toHaveLength(segments().length);
  expect(segments().length).toBeGreaterThanOrEqual(4);
});

test.runIf(isSelected)(
  "ends the WAL archive where the bucket has another one, and keeps the bucket's",
  { timeout: 60_000 },
  async () => {
    s3Url = bucket.url;
    await createBackup();
    await change();
    await archiveWal();
    const [key = ""] = [...bucket.objects.keys()].filter((one) => one.includes("/log-")).sort();
    const segment = /[0-9A-F]{24}/.exec(key)![0];
    const other = { bytes: Buffer.from("the log of another machine"), contentType: undefined };
    bucket.objects.set(key, other);
    await database.db.updateTable("walArchive").set({ bucketSegment: null }).execute();
    await archiveWal();

    const { log } = await loadBackups();
    expect(log).toMatchObject({ isGrowing: false, failure: { reason: "other-history" } });
    expect(log.failure!.text).toContain(segment);
    expect(await getBackupState(ctx(), config())).toMatchObject({ state: "failed" });
    expect(bucket.objects.get(key)).toEqual(other);
    expect([...bucket.objects.keys()].filter((one) => one.includes(`ends-before-${segment}`))).toHaveLength(
      1,
    );

    // The next backup was requested at once. Its slot begins at the last checkpoint.
    await withAdminClient(database.admin!, (client) => client.query("CHECKPOINT"));
    await openBackups(config(), database).makeNow();
    await change();
    await archiveWal();
    expect((await loadBackups()).log).toMatchObject({ isGrowing: true, failure: null });
  },
);

test.runIf(isSelected && canMountDisk())(
  "stops the WAL archive on a full disk without blocking WAL removal",
  {
    timeout: 60_000,
  },
  async () => {
    const disk = join(folder, "a-full-disk");
    mkdirSync(disk);
    await createBackup();
    await change();
    await archiveWal();
    const originalBackupDir = backupDir;
    const unmount = mountDisk(disk, "1m")!;
    try {
      backupDir = disk;
      await change();
      await archiveWal();
    } finally {
      unmount();
      backupDir = originalBackupDir;
    }
    const { log, restorable } = await loadBackups();
    expect(log).toMatchObject({ isGrowing: false, failure: { reason: "disk-full" } });
    expect(log.failure!.text).toMatch(/1 MB left/);
    expect(restorable).toMatchObject([{ until: expect.any(String) }]);
    const slots = await withAdminClient(database.admin!, (client) =>
      client.query("SELECT slot_name FROM pg_replication_slots"),
    );
    expect(slots.rows).toEqual([]);
  },
);
