import crypto from "node:crypto";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { Decrypter } from "age-encryption";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { UserRole } from "~/platform/auth/actor";
import { writeEncrypted } from "~/platform/backup/encrypted-file.server";
import type { Config } from "~/platform/config.server";
import type { BackgroundJobSummary } from "~/platform/jobs/background-job";
import { queueMail } from "~/platform/mail/mail.server";
import { addMinutes, dubaiInstant } from "~/platform/time";
import { isOneRunOf, randomOf, rounds } from "../../../../test/faults/rounds";
import { officeCtx } from "../../../../test/harness/company/company";
import { createTestApp } from "../../../../test/harness/http-app";
import { canMountDisk, mountDisk } from "../../../../test/harness/mount-disk";
import { type Bucket, startBucket } from "../../../../test/harness/servers/bucket";
import { createTestDatabase, type TestDatabase } from "../../../../test/harness/servers/database";
import {
  notifyOfFailedBackup,
  notifyOfLateBackup,
} from "../../oversight/notifications/mails/backup-mails.server";
import { lastScheduledTime, parseNumber } from "./backup";
import { parseMoment, runBackupCommand } from "./command-line.server";
import { releaseAfterRestore, requestBackup } from "./commands.server";
import { getBackupState, getBackups } from "./queries.server";
import { restore } from "./restore.server";
import { openBackups } from "./runner.server";
import type { BackupsView } from "./views";

/**
 * Backups with an external database: files and secrets. Point-in-time restore of the embedded database:
 * test/faults/restore-drill.test.ts.
 */

const PASSPHRASE = "correct horse battery staple";
const DATABASE_URL = "postgres://somebody/elses";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

let folder: string;
let config: Pick<
  Config,
  "dataDir" | "backupDir" | "backupPassphrase" | "backupPassphraseFile" | "databaseUrl" | "s3Url"
>;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "backups-"));
  const dataDir = join(folder, "data");
  mkdirSync(join(dataDir, "files"), { recursive: true });
  mkdirSync(join(dataDir, "secrets"));
  writeFileSync(join(dataDir, "files", "a-picture"), "its bytes".repeat(50_000));
  writeFileSync(join(dataDir, "secrets", "secret"), "what signs sessions");
  config = {
    dataDir,
    backupDir: join(folder, "backups"),
    backupPassphrase: PASSPHRASE,
    databaseUrl: DATABASE_URL,
  };
  await database.db.deleteFrom("backups").execute();
  await keepSettings({ schedule: "off" });
});
afterEach(() => rmSync(folder, { recursive: true }));

async function keepSettings(kept: object): Promise<void> {
  await database.db
    .insertInto("settings")
    .values({ name: "backups", value: JSON.stringify(kept), version: 1 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: JSON.stringify(kept) }))
    .execute();
}

async function keepAddress(backups: string): Promise<void> {
  await database.db
    .insertInto("settings")
    .values({ name: "notifications", value: JSON.stringify({ backups }), version: 1 })
    .execute();
}

const ctx = (now = new Date()) => officeCtx(database.db, now);
const runner = () => openBackups(config, { db: database.db });

/** Makes a backup and returns the path of its archive. */
async function makeOne(): Promise<string> {
  expect(await requestBackup(ctx(), "office", true)).toMatchObject({ ok: true });
  await runner().makeNow();
  const [backup] = (await getBackups(ctx(), config)).backups;
  expect(backup?.failure).toBeNull();
  return join(config.backupDir, `${backup?.name}.age`);
}

const restoreFrom = (archive: string, passphrase = PASSPHRASE) =>
  restore({ archive, dataDir: join(folder, "new"), passphrase, log: () => {} });

/** Decides which tests of several seconds run under `npm test`. */
const random = randomOf("backups");

describe("backup archive", () => {
  it("restores files and secrets unchanged", async () => {
    const archive = await makeOne();
    expect(await restoreFrom(archive)).toMatchObject({ withDatabase: false });
    for (const path of ["files/a-picture", "secrets/secret"]) {
      expect(readFileSync(join(folder, "new", path))).toEqual(readFileSync(join(config.dataDir, path)));
    }
  });

  it.runIf(isOneRunOf(4, random))("writes an age file without the passphrase in it", async () => {
    config.backupPassphraseFile = join(config.dataDir, "secrets", "passphrase");
    writeFileSync(config.backupPassphraseFile, PASSPHRASE);
    // Tests use a cheaper scrypt work factor than age's default.
    const quick = crypto.scrypt;
    crypto.scrypt = Reflect.get(quick, "ofNode");
    syncBuiltinESMExports();
    const archive = await makeOne().finally(() => {
      crypto.scrypt = quick;
      syncBuiltinESMExports();
    });
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PASSPHRASE);
    const packed = await decrypter.decrypt(readFileSync(archive));
    const plain = gunzipSync(packed);
    expect(plain.includes("what signs sessions")).toBe(true);
    expect(plain.includes(PASSPHRASE)).toBe(false);
  });

  it.each([
    ["truncated", (path: string) => truncateSync(path, readFileSync(path).length - 100)],
    [
      "altered in one byte",
      (path: string) => {
        const bytes = readFileSync(path);
        bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1);
        writeFileSync(path, bytes);
      },
    ],
    ["not a backup", (path: string) => writeFileSync(path, "nothing")],
  ])("refuses an archive that is %s and writes no files", async (_, harm) => {
    const archive = await makeOne();
    harm(archive);
    await expect(restoreFrom(archive)).rejects.toMatchObject({ reason: "unreadable" });
    expect(readdirSync(folder).sort()).toEqual(["backups", "data"]);
  });

  it("refuses archives cut or changed at any place in one line and leaves no data behind", async () => {
    for (let file = 0; file < 40; file++)
      writeFileSync(join(config.dataDir, "files", `picture-${file}`), crypto.randomBytes(15_000));
    const archive = await makeOne();
    const bytes = readFileSync(archive);
    const harmed = join(folder, "harmed.age");
    const expectRefusal = async (content: Buffer, harm: string) => {
      writeFileSync(harmed, content);
      const lines: string[] = [];
      const exitCode = await runBackupCommand(
        "restore",
        [harmed, "--data-dir", join(folder, "new")],
        { BACKUP_PASSPHRASE: PASSPHRASE },
        (line) => lines.push(line),
      );
      expect({ exitCode, folder: readdirSync(folder).sort() }, harm).toEqual({
        exitCode: 1,
        folder: ["backups", "data", "harmed.age"],
      });
      expect(lines.filter((line) => line !== "Unpacking …").join("\n"), harm).toMatch(/^.*harmed\.age .+$/);
    };
    const randomPlace = () => random.below(bytes.length);
    const cuts = Array.from({ length: rounds({ short: 4, long: 40 }) }, randomPlace);
    for (const cut of [0, 100, bytes.length - 16, bytes.length - 1, ...cuts])
      await expectRefusal(bytes.subarray(0, cut), `cut at ${cut} of ${bytes.length}`);
    const places = Array.from({ length: rounds({ short: 3, long: 10 }) }, randomPlace);
    for (const place of places) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8(changed.readUInt8(place) ^ 1, place);
      await expectRefusal(changed, `byte ${place} of ${bytes.length} changed`);
    }
  }, 60_000);

  it("refuses another encrypted file in one line", async () => {
    const path = join(folder, "a-letter.age");
    await writeEncrypted(path, Readable.from([Buffer.alloc(2000, "a letter")]), { passphrase: PASSPHRASE });
    await expect(restoreFrom(path)).rejects.toThrow(/a-letter\.age cannot be restored: it is no backup/);
  });

  it("refuses a wrong passphrase and a folder in use", async () => {
    const archive = await makeOne();
    await expect(restoreFrom(archive, "another passphrase")).rejects.toMatchObject({ reason: "unreadable" });
    mkdirSync(join(folder, "new"));
    writeFileSync(join(folder, "new", "something"), "");
    await expect(restoreFrom(archive)).rejects.toThrow(/is in use/);
    expect(readdirSync(join(folder, "new"))).toEqual(["something"]);
  });

  it("allows one backup at a time and needs a passphrase", async () => {
    expect(await requestBackup(ctx(), "office", false)).toEqual({ ok: false, reason: "backup-not-set-up" });
    const results = await Promise.all([1, 2, 3].map(() => requestBackup(ctx(), "office", true)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results).toContainEqual({ ok: false, reason: "backup-running" });
  });

  it("restarts after its process died, without partial files", async () => {
    const startedAt = addMinutes(new Date(), -10);
    mkdirSync(config.backupDir);
    writeFileSync(join(config.backupDir, "backup-20261122-030000.age.part"), "half of it");
    const { id } = await database.db
      .insertInto("backups")
      .values({
        origin: "office",
        state: "running",
        requestedAt: startedAt,
        dueAt: startedAt,
        attempts: 1,
      } as never)
      .returning("id")
      .executeTakeFirstOrThrow();
    await database.db.updateTable("backups").set({ name: "backup-20261122-030000" }).execute();
    await runner().makeNow();
    const { backups } = await getBackups(ctx(), config);
    expect(backups).toMatchObject([{ id, state: "done", origin: "office" }]);
    expect(readdirSync(config.backupDir)).toEqual([`${backups[0]?.name}.age`]);
    expect(await getBackupState(ctx(), config)).toMatchObject({ state: "ok" });
  });

  it("continues a backup interrupted by a stop at the next start", async () => {
    writeFileSync(join(config.dataDir, "files", "large"), crypto.randomBytes(20_000_000));
    await requestBackup(ctx(), "office", true);
    const stopped = runner();
    const making = stopped.makeNow();
    await vi.waitFor(
      async () => expect((await getBackups(ctx(), config)).backups).toMatchObject([{ state: "running" }]),
      { timeout: 10_000, interval: 5 },
    );
    stopped.abort();
    await making;
    expect((await getBackups(ctx(), config)).backups).toMatchObject([
      { state: "waiting", bytesDone: 0, bytesTotal: null, failure: null },
    ]);
    expect(readdirSync(config.backupDir)).toEqual([]);
    await runner().makeNow();
    expect((await getBackups(ctx(), config)).backups).toMatchObject([{ state: "done" }]);
  });

  it("reports a backup as interrupted after its process died three times", async () => {
    await requestBackup(ctx(), "office", true);
    const die = () =>
      database.db
        .updateTable("backups")
        .set({ state: "running", dueAt: addMinutes(new Date(), -8), attempts: sql`attempts + 1` })
        .where("state", "=", "waiting")
        .execute();
    for (let time = 1; time <= 3; time++) {
      expect(await database.db.selectFrom("backups").select("state").execute()).toEqual([
        { state: "waiting" },
      ]);
      await die();
      // Another process without a passphrase finds it.
      await openBackups({ ...config, backupPassphrase: undefined }, { db: database.db }).makeNow();
    }
    expect((await getBackups(ctx(), config)).backups).toMatchObject([
      { state: "failed", failure: { reason: "interrupted" } },
    ]);
    expect(await getBackupState(ctx(), config)).toMatchObject({ state: "failed" });
    await makeOne();
    expect(await getBackupState(ctx(), config)).toMatchObject({ state: "ok" });
  });

  it.runIf(isOneRunOf(4, random))(
    "continues only in the process that claimed the backup last, even within a second",
    async () => {
      vi.useFakeTimers({ now: new Date("2026-11-22T10:00:00Z"), toFake: ["Date"] });
      writeFileSync(join(config.dataDir, "files", "large"), crypto.randomBytes(20_000_000));
      await requestBackup(ctx(), "office", true);
      const late = runner().makeNow();
      const named = () => database.db.selectFrom("backups").select("name").executeTakeFirstOrThrow();
      await vi.waitFor(async () => expect((await named()).name).not.toBeNull(), {
        timeout: 10_000,
        interval: 5,
      });
      // No progress for longer than allowed.
      await database.db
        .updateTable("backups")
        .set({ dueAt: addMinutes(new Date(), -1) })
        .execute();
      await Promise.all([runner().makeNow(), late]);
      const { backups } = await getBackups(ctx(), config);
      expect(backups).toMatchObject([{ state: "done" }]);
      expect(readdirSync(config.backupDir)).toEqual([`${backups[0]?.name}.age`]);
    },
  );

  it("reports the reason of a failure and leaves no partial file", async () => {
    await requestBackup(ctx(), "office", true);
    // A file blocks the folder.
    writeFileSync(config.backupDir, "");
    await runner().makeNow();
    const { backups } = await getBackups(ctx(), config);
    expect(backups).toMatchObject([{ state: "failed", failure: { reason: "other" } }]);
    expect(backups[0]?.failure?.text).toMatch(/EEXIST/);
  });

  it("emails a failure once per cause until a backup succeeds", async () => {
    await keepAddress("watch@company.example");
    let at = addMinutes(new Date(), -10 * 60);
    const fail = async (failure: "other" | "disk-full") => {
      at = addMinutes(at, 60);
      const { id } = await database.db
        .insertInto("backups")
        .values({
          origin: "schedule",
          state: "failed",
          dueAt: null,
          requestedAt: at,
          endedAt: at,
          failure,
          failureText: "ENOSPC: no space",
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const event = { id: null, type: "backup.failed", subjectId: id, data: { failure }, reason: null };
      const publicUrl = "https://company.example";
      await notifyOfFailedBackup.run(ctx(), event as never, { config: { publicUrl } as Config } as never);
    };
    const mails = () =>
      database.db
        .selectFrom("mails")
        .select(["recipient", "plain"])
        .where("kind", "=", "office-backup-failed")
        .execute();
    await fail("disk-full");
    await fail("disk-full");
    await fail("disk-full");
    expect(await mails()).toMatchObject([{ recipient: "watch@company.example" }]);
    expect((await mails())[0]?.plain).toMatch(/ENOSPC: no space[\s\S]*\/admin\/settings\/backups/);
    await fail("other");
    expect(await mails()).toHaveLength(2);
    at = addMinutes(at, 60);
    await database.db
      .insertInto("backups")
      .values({
        origin: "schedule",
        state: "done",
        dueAt: null,
        requestedAt: at,
        endedAt: at,
        name: "a",
        sizeBytes: 1,
      } as never)
      .execute();
    await fail("disk-full");
    expect(await mails()).toHaveLength(3);
    await database.db.deleteFrom("mails").execute();
  });

  it("names backups of the same second differently", async () => {
    vi.setSystemTime(new Date("2026-11-22T10:00:00Z"));
    const first = await makeOne();
    const bytes = readFileSync(first);
    // Archives unknown to a restored database are not overwritten either.
    writeFileSync(first.replace(".age", "-2.age"), "from before a restore");
    vi.setSystemTime(new Date("2026-11-22T10:00:00.400Z"));
    const second = await makeOne();
    vi.setSystemTime(new Date("2026-11-22T10:00:00.800Z"));
    const third = await makeOne();
    vi.useRealTimers();
    expect([first, second, third].map((path) => path.slice(config.backupDir.length + 1))).toEqual([
      "backup-20261122-140000.age",
      "backup-20261122-140000-3.age",
      "backup-20261122-140000-4.age",
    ]);
    expect(readFileSync(first)).toEqual(bytes);
    expect(readFileSync(first.replace(".age", "-2.age"), "utf8")).toBe("from before a restore");
    await restoreFrom(second);
  });

  it("removes archives beyond the retention count", async () => {
    await keepSettings({ schedule: "off", keep: 2 });
    const archives: string[] = [];
    for (let count = 0; count < 3; count++) {
      archives.push(await makeOne());
      await sql`UPDATE backups SET requested_at = requested_at - interval '1 hour'`.execute(database.db);
    }
    expect(readdirSync(config.backupDir).sort()).toEqual(
      // Archives of the same second differ in a suffix, which sorts before the extension.
      archives
        .slice(1)
        .map((path) => path.slice(config.backupDir.length + 1))
        .sort(),
    );
    expect((await getBackups(ctx(), config)).backups).toHaveLength(2);
  });
});

describe("bucket copies", () => {
  let bucket: Bucket;
  beforeEach(async () => {
    bucket = await startBucket();
    config.s3Url = bucket.url;
  });
  afterEach(() => bucket.close());

  const inBucket = () => {
    const keys = [...bucket.objects.keys()].sort();
    return Buffer.concat(keys.map((key) => bucket.objects.get(key)!.bytes));
  };

  it("stores pieces that form the archive and removes them together with it", async () => {
    // Random bytes do not compress, so there is more than one piece.
    writeFileSync(join(config.dataDir, "files", "large"), crypto.randomBytes(9_000_000));
    const archive = await makeOne();
    expect(bucket.objects.size).toBe(2);
    expect(inBucket().equals(readFileSync(archive))).toBe(true);
    expect((await getBackups(ctx(), config)).backups).toMatchObject([{ copied: true, copyFailure: null }]);

    await keepSettings({ schedule: "off", keep: 2 });
    await sql`UPDATE backups SET requested_at = requested_at - interval '1 hour', name = 'older'`.execute(
      database.db,
    );
    await sql`INSERT INTO backups (origin, state, due_at, requested_at, ended_at, name, size_bytes, copied_at)
      SELECT origin, state, due_at, requested_at + interval '1 minute', ended_at, 'one between', 1, copied_at FROM backups`.execute(
      database.db,
    );
    renameSync(archive, join(config.backupDir, "older.age"));
    for (const [key, object] of [...bucket.objects]) {
      bucket.objects.delete(key);
      bucket.objects.set(key.replace(/backup-\d+-\d+/, "older"), object);
    }
    const next = await makeOne();
    expect(inBucket().equals(readFileSync(next))).toBe(true);
  });

  it("reports and retries copies refused by the bucket; the backup stays valid", async () => {
    bucket.failures.push(403);
    const archive = await makeOne();
    expect((await getBackups(ctx(), config)).backups).toMatchObject([
      { state: "done", copied: false, copyFailure: expect.stringContaining("403: SlowDown") },
    ]);
    expect(await getBackupState(ctx(), config)).toMatchObject({ state: "failed" });
    expect(await restoreFrom(archive)).toBeTruthy();

    await runner().makeNow();
    expect(inBucket().equals(readFileSync(archive))).toBe(true);
    expect((await getBackups(ctx(), config)).backups).toMatchObject([{ copied: true, copyFailure: null }]);
    expect(await getBackupState(ctx(), config)).toMatchObject({ state: "ok" });
  });
});

describe("full disk", () => {
  const canMount = canMountDisk();
  const mount = (size: string) => {
    mkdirSync(config.backupDir);
    return mountDisk(config.backupDir, size)!;
  };

  it.runIf(canMount && isOneRunOf(4, random))(
    "ends a backup before it takes the reserved space and removes partial files",
    async () => {
      const unmount = mount("536m");
      try {
        writeFileSync(join(config.dataDir, "files", "large"), crypto.randomBytes(40_000_000));
        await requestBackup(ctx(), "office", true);
        await runner().makeNow();
        const { backups } = await getBackups(ctx(), config);
        expect(backups).toMatchObject([{ state: "failed", failure: { reason: "disk-full" } }]);
        expect(backups[0]?.failure?.text).toMatch(/Not enough disk space in .*: 5\d\d MB left/);
        expect(readdirSync(config.backupDir)).toEqual([]);
        // The backed-up file is the only one missing now.
        rmSync(join(config.dataDir, "files", "large"));
        await makeOne();
      } finally {
        unmount();
      }
    },
  );

  it.skipIf(!canMount)("leaves no partial file after a failed write", async () => {
    const unmount = mount("1m");
    try {
      const path = join(config.backupDir, "a.age");
      const source = Readable.from([crypto.randomBytes(3_000_000)]);
      await expect(writeEncrypted(path, source, { passphrase: PASSPHRASE })).rejects.toMatchObject({
        code: "ENOSPC",
      });
      expect(readdirSync(config.backupDir)).toEqual([]);
    } finally {
      unmount();
    }
  });
});

describe("backups page", () => {
  it.runIf(isOneRunOf(4, random))(
    "starts a backup, shows progress across page loads, and downloads the archive",
    async () => {
      const { dataDir, backupDir } = config;
      // Large enough to be observed while running.
      writeFileSync(join(dataDir, "files", "large"), crypto.randomBytes(40_000_000));
      const app = await createTestApp({
        DATA_DIR: dataDir,
        BACKUP_DIR: backupDir,
        BACKUP_PASSPHRASE: PASSPHRASE,
      });
      try {
        const signedIn = async (role: UserRole, name: string) => {
          const person = { email: `${name}@company.example`, password: `the password of ${name}`, role };
          await app.addUser(person);
          return { Cookie: await app.signIn(person) };
        };
        const [asker, colleague, dispatcher] = [
          await signedIn("admin", "asker"),
          await signedIn("admin", "colleague"),
          await signedIn("dispatcher", "dispatcher"),
        ];
        const look = async (headers: Record<string, string>) =>
          (await (await app.http.request("/api/admin/backups", { headers })).json()) as BackupsView;
        const results = await app.post("/api/admin/backups", {}, asker);
        expect(results.status).toBe(200);
        const [waiting] = ((await results.json()) as BackupsView).backups;
        expect(waiting).toMatchObject({ state: "waiting", origin: "office" });
        expect((await app.post("/api/admin/backups", {}, asker)).status).toBe(409);

        const making = openBackups(app.config, { db: app.db }).makeNow();
        await vi.waitFor(
          async () => {
            const [backup] = (await look(colleague)).backups;
            expect(backup).toMatchObject({
              id: waiting!.id,
              state: "running",
              bytesTotal: expect.any(Number),
            });
            expect(backup!.name).toBeNull();
          },
          { timeout: 10_000, interval: 20 },
        );
        const listed = async (headers: Record<string, string>) =>
          (await (await app.http.request("/api/admin/background-jobs", { headers })).json()) as {
            jobs: BackgroundJobSummary[];
          };
        const running = { id: waiting!.id, kind: "backup", state: "running", origin: "person" };
        expect((await listed(colleague)).jobs).toMatchObject([{ ...running, startedBy: "Test admin" }]);
        expect((await listed(dispatcher)).jobs).toEqual([]);
        await making;
        const one = await app.http.request(`/api/admin/background-jobs/${waiting!.id}`, { headers: asker });
        expect(await one.json()).toMatchObject({
          job: { state: "done", label: expect.stringMatching(/^backup-.*\.age$/) },
          result: null,
        });
        const [done] = (await look(asker)).backups;
        expect(done).toMatchObject({ id: waiting!.id, state: "done" });

        const path = `/api/admin/backups/${done!.id}/archive`;
        const archive = await app.http.request(path, { headers: asker });
        expect(archive.headers.get("Content-Disposition")).toBe(`attachment; filename="${done!.name}.age"`);
        const bytes = Buffer.from(await archive.arrayBuffer());
        expect(bytes.equals(readFileSync(join(backupDir, `${done!.name}.age`)))).toBe(true);
        expect((await app.http.request(path, { headers: dispatcher })).status).toBe(403);
        rmSync(join(backupDir, `${done!.name}.age`));
        expect((await app.http.request(path, { headers: asker })).status).toBe(404);
      } finally {
        await app.close();
      }
    },
  );
});

describe("backup schedule", () => {
  it.each([
    ["2026-11-22", "02:59", "2026-11-21"],
    ["2026-11-22", "03:00", "2026-11-22"],
    ["2026-11-22", "23:59", "2026-11-22"],
    ["2026-12-01", "00:00", "2026-11-30"],
  ])("computes the last due backup on %s at %s Dubai time as %s", (day, time, due) => {
    expect(lastScheduledTime(dubaiInstant(day, time), 3)).toEqual(dubaiInstant(due, "03:00"));
  });

  it("makes one backup, not a second, and retries a failure after an hour", async () => {
    await keepSettings({ schedule: "on", hour: 3 });
    await runner().makeNow();
    await runner().makeNow();
    expect((await getBackups(ctx(), config)).backups).toMatchObject([{ origin: "schedule", state: "done" }]);
    await database.db
      .updateTable("backups")
      .set({ state: "failed", failure: "other", requestedAt: addMinutes(new Date(), -50) })
      .execute();
    await runner().makeNow();
    expect((await getBackups(ctx(), config)).backups).toHaveLength(1);
    await database.db
      .updateTable("backups")
      .set({ requestedAt: addMinutes(new Date(), -61) })
      .execute();
    await runner().makeNow();
    expect((await getBackups(ctx(), config)).backups).toHaveLength(2);
  });
});

describe("backup warning on the dashboard", () => {
  const inMinutes = (minutes: number) => ctx(addMinutes(new Date(), minutes));
  const DAY_MIN = 24 * 60;

  it("warns of a backup older than a day, unless backups are off", async () => {
    expect(await getBackupState(ctx(), config)).toEqual({ state: "none", lastAt: null });
    await makeOne();
    expect(await getBackupState(inMinutes(DAY_MIN - 1), config)).toMatchObject({ state: "ok" });
    expect(await getBackupState(inMinutes(DAY_MIN + 1), config)).toMatchObject({ state: "late" });
    await database.db.deleteFrom("backups").execute();
    const elsewhere = { ...config, backupPassphrase: undefined };
    expect(await getBackupState(ctx(), elsewhere)).toEqual({ state: "off", lastAt: null });
    expect(await getBackupState(ctx(), { ...elsewhere, databaseUrl: undefined })).toMatchObject({
      state: "none",
    });
  });

  it("gives no warning while the next backup is running", async () => {
    await makeOne();
    await requestBackup(inMinutes(DAY_MIN), "office", true);
    expect(await getBackupState(inMinutes(DAY_MIN + 1), config)).toMatchObject({ state: "ok" });
    // The backup was never started, or its process died.
    expect(await getBackupState(inMinutes(DAY_MIN + 3), config)).toMatchObject({ state: "late" });
    await database.db
      .updateTable("backups")
      .set({ state: "running", dueAt: addMinutes(new Date(), DAY_MIN + 62) })
      .where("state", "=", "waiting")
      .execute();
    expect(await getBackupState(inMinutes(DAY_MIN + 61), config)).toMatchObject({ state: "ok" });
  });

  it("sends one email per late backup across processes", async () => {
    await makeOne();
    const late = async () => {
      const events = await database.db
        .selectFrom("trail")
        .select(["id", "type", "subjectId", "data"])
        .where("type", "=", "backup.late")
        .orderBy("id")
        .execute();
      return events;
    };
    const before = (await late()).length;
    await runner().makeNow();
    expect(await late()).toHaveLength(before);
    const age = () =>
      sql`UPDATE backups SET requested_at = requested_at - interval '25 hours',
      ended_at = ended_at - interval '25 hours' WHERE state = 'done'`.execute(database.db);
    await age();
    await Promise.all([runner().makeNow(), runner().makeNow()]);
    await runner().makeNow();
    const events = (await late()).slice(before);
    expect(events).toHaveLength(1);
    const event = { ...events[0], subjectId: events[0]!.subjectId, reason: null };
    const publicUrl = "https://company.example";
    await notifyOfLateBackup.run(ctx(), event as never, { config: { publicUrl } as Config } as never);
    const mails = await database.db
      .selectFrom("mails")
      .select("plain")
      .where("kind", "=", "office-backup-late")
      .execute();
    expect(mails).toHaveLength(1);
    expect(mails[0]?.plain).toMatch(/No backup has been made since[\s\S]*\/admin\/settings\/backups/);
    await database.db.deleteFrom("mails").execute();

    await makeOne();
    await runner().makeNow();
    expect(await late()).toHaveLength(before + 1);
    await age();
    await runner().makeNow();
    expect(await late()).toHaveLength(before + 2);
  });
});

describe("release after a restore", () => {
  const counted = async (kind: "INV" | "CN") => {
    const found = database.db.selectFrom("counters").select("value").where("kind", "=", kind);
    return (await found.where("year", "=", 2026).executeTakeFirst())?.value ?? 0;
  };

  it("releases once, raises counters to the entered numbers and can drop emails", async () => {
    expect(
      await releaseAfterRestore(ctx(), { lastInvoice: null, lastCreditNote: null, mails: "send" }),
    ).toEqual({ ok: false, reason: "not-paused" });
    await database.db
      .insertInto("restores")
      .values({ restoredAt: new Date(), targetTime: null, archive: "a.age", releasedAt: null })
      .execute();
    await queueMail(ctx(), {
      kind: "test",
      trailId: null,
      recipient: "somebody@customer.example",
      replyTo: null,
      senderName: "Test",
      subject: "Waiting",
      html: "",
      plain: "",
    });
    const release = { lastCreditNote: null, mails: "drop" } as const;
    expect(await releaseAfterRestore(ctx(), { ...release, lastInvoice: "CN-2026-000007" })).toMatchObject({
      reason: "number-unknown",
      field: "lastInvoice",
    });
    expect(await releaseAfterRestore(ctx(), { ...release, lastInvoice: "inv-2026-000007" })).toEqual({
      ok: true,
    });
    expect(await counted("INV")).toBe(7);
    expect(await counted("CN")).toBe(0);
    const mails = await database.db.selectFrom("mails").select("state").execute();
    expect(mails).toEqual([{ state: "failed" }]);
    const trail = database.db
      .selectFrom("trail")
      .select("data")
      .where("type", "=", "restore.numbers-skipped");
    expect(await trail.execute()).toEqual([{ data: { kind: "INV", year: 2026, first: 1, last: 7 } }]);
  });
});

describe("parsing of typed values", () => {
  it("parses numbers as printed on documents", () => {
    expect(parseNumber(" inv-2026-000130 ")).toEqual({ kind: "INV", year: 2026, value: 130 });
    for (const wrong of ["", "130", "INV-2026-130", "XX-2026-000130"]) expect(parseNumber(wrong)).toBeNull();
  });

  it("parses a moment of Dubai's clock", () => {
    expect(parseMoment("2026-01-22 14:00")).toEqual(new Date("2026-01-22T10:00:00Z"));
    expect(parseMoment("2026-01-22T14:00:07.250")).toEqual(new Date("2026-01-22T10:00:07.250Z"));
    for (const wrong of ["yesterday", "2026-01-22", "2099-01-01 00:00"]) {
      expect(() => parseMoment(wrong)).toThrow(/past moment/);
    }
  });
});
