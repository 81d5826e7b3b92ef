import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { runBackupCommand } from "~/features/people/backups/command-line.server";
import { requestBackup } from "~/features/people/backups/commands.server";
import { getBackups } from "~/features/people/backups/queries.server";
import { openBackups } from "~/features/people/backups/runner.server";
import { type Config, loadConfig } from "~/platform/config.server";
import type { Database } from "~/platform/database/database.server";
import { openDatabase } from "~/platform/database/open.server";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { allocateBookingNumbers, allocateNumber } from "~/platform/numbers.server";
import { dubaiDate, dubaiTime } from "~/platform/time";
import { addOfficeUser, book, createCompany, officeCtx } from "../harness/company/company";
import { type Bucket, startBucket } from "../harness/servers/bucket";
import { isProofSelected } from "./rounds";

/**
 * The machine is lost; only the bucket and the passphrase are left. The product is restored to a moment
 * between two bookings, and no number that may be on a customer's document is issued again.
 */

const PASSPHRASE = "nothing is left but the bucket";

/** Every run tests one of the ways to restore. */
const isSelected = isProofSelected("restore from a bucket");

let folder: string;
let bucket: Bucket;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "restore-from-bucket-"));
  bucket = await startBucket();
});
const open = new Set<Database>();
afterAll(async () => {
  for (const database of open) await database.close();
  await bucket.close();
  rmSync(folder, { recursive: true });
});

async function start(name: string): Promise<{ config: Config; database: Database }> {
  const config = loadConfig({
    DATA_DIR: join(folder, name),
    BACKUP_PASSPHRASE: PASSPHRASE,
    S3_URL: bucket.url,
    SAMPLE_DATA: "off",
  });
  const database = await openDatabase(config, () => {});
  open.add(database);
  return { config, database };
}

async function stop(database: Database): Promise<void> {
  open.delete(database);
  await database.close();
}

/** Output of a command in words. */
async function run(...args: string[]): Promise<{ code: number; output: string[] }> {
  const output: string[] = [];
  const env = { BACKUP_PASSPHRASE: PASSPHRASE, S3_URL: bucket.url };
  const code = await runBackupCommand("restore", args, env, (line) => output.push(line));
  return { code, output };
}

/** The next number of each kind, such as bookings, quotes and contracts. */
async function allocateOneOfEachKind(db: Kysely<Tables>): Promise<string[]> {
  const defaults = await sql<{ next: string }>`
    SELECT pg_get_expr(adbin, adrelid) AS next FROM pg_attrdef
    WHERE pg_get_expr(adbin, adrelid) ~ '^format_reference' ORDER BY next`.execute(db);
  expect(defaults.rows.length).toBeGreaterThanOrEqual(4);
  const expressions = defaults.rows.map(({ next }) => next).join(", ");
  return inTransaction(officeCtx(db), async (ctx) => {
    const { rows } = await sql<{
      numbers: string[];
    }>`SELECT ARRAY[${sql.raw(expressions)}] AS numbers`.execute(ctx.db);
    const [booking = ""] = await allocateBookingNumbers(ctx, 1);
    const sequential: string[] = [];
    for (const kind of ["QT", "INV", "CN"] as const) sequential.push(await allocateNumber(ctx, kind));
    return [...rows[0]!.numbers, booking, ...sequential];
  });
}

/** More of each kind than PostgreSQL logs ahead for a sequence (32). */
const MANY = 40;
async function allocateMany(db: Kysely<Tables>): Promise<string[]> {
  const numbers: string[] = [];
  for (let count = 0; count < MANY; count++) numbers.push(...(await allocateOneOfEachKind(db)));
  return numbers;
}

test.skipIf(!isSelected)(
  "restores from the bucket alone without repeating a number of any kind",
  {
    timeout: 120_000,
  },
  async () => {
    const { config, database } = await start("before");
    const { db } = database;
    const ctx = () => officeCtx(db);
    await createCompany(db);
    await addOfficeUser(db);
    const issuedNumbers = await allocateOneOfEachKind(db);
    expect((await requestBackup(ctx(), "office", true)).ok).toBe(true);
    const backups = openBackups(config, database);
    await backups.makeNow();
    const [backup] = (await getBackups(ctx(), config)).backups;
    expect(backup).toMatchObject({ state: "done", copied: true });

    const earlier = await book(ctx(), { email: "earlier@customer.example" });
    await sleep(20);
    const moment = new Date();
    await sleep(20);
    const later = await book(ctx(), { email: "later@customer.example" });
    issuedNumbers.push(...(await allocateMany(db)));
    await backups.archiveWalNow();
    expect((await getBackups(ctx(), config)).log.failure).toBeNull();
    // Covers the unknown minutes after the last copy: numbers that may have gaps do not repeat either.
    const unarchivedNumbers = (await allocateMany(db)).filter((number) => !/^(INV|CN)/.test(number));
    const { rows: ids } = await sql<{ last: number }>`SELECT max(id) AS last FROM trail`.execute(db);
    await stop(database);
    rmSync(config.dataDir, { recursive: true });

    expect((await run("s3:")).output).toEqual([`s3:${backup!.name}`]);
    const momentText = `${dubaiDate(moment)} ${dubaiTime(moment)}:${moment.toISOString().slice(17, 23)}`;
    const dataDir = join(folder, "after");
    const unknownBackup = await run("s3:backup-20200101-000000", "--data-dir", dataDir);
    expect(unknownBackup).toMatchObject({ code: 1 });
    expect(unknownBackup.output.at(-1)).toMatch(/is not in the bucket/);
    const { code, output } = await run(`s3:${backup!.name}`, "--data-dir", dataDir, "--to", momentText);
    expect(output).toContainEqual(expect.stringMatching(/^Restored to/));
    expect(code).toBe(0);
    // The downloaded files are removed.
    expect(readdirSync(folder)).toEqual(["after"]);

    const after = await start("after");
    const restoredBookings = await after.database.db.selectFrom("bookings").select("id").execute();
    expect(restoredBookings.map(({ id }) => id)).toEqual([earlier]);
    expect(restoredBookings).not.toContainEqual({ id: later });
    const newNumbers = await allocateMany(after.database.db);
    expect(newNumbers.filter((number) => issuedNumbers.includes(number))).toEqual([]);
    expect(newNumbers.filter((number) => unarchivedNumbers.includes(number))).toEqual([]);
    // Other programs identify an event by its number.
    await book(officeCtx(after.database.db), { email: "again@customer.example" });
    const { rows } = await sql<{ last: number }>`SELECT max(id) AS last FROM trail`.execute(
      after.database.db,
    );
    expect(rows[0]!.last).toBeGreaterThan(ids[0]!.last);
    const skipped = await after.database.db
      .selectFrom("trail")
      .select("data")
      .where("type", "=", "restore.numbers-skipped")
      .execute();
    const kinds = skipped.map(({ data }) => (data as { kind: string }).kind);
    expect(kinds.sort()).toEqual(["AMC", "BK", "CN", "INV", "MS", "QT", "RC", "RF"]);
  },
);

test.skipIf(!isSelected)(
  "reports a missing object in the bucket and leaves no files behind",
  {
    timeout: 60_000,
  },
  async () => {
    const keys = [...bucket.objects.keys()].filter((key) => /\/backup-/.test(key));
    const name = /backup-\d+-\d+/.exec(keys[0]!)![0];
    const first = bucket.objects.get(keys[0]!)!;
    bucket.objects.delete(keys[0]!);
    bucket.objects.set(keys[0]!.replace(/\d{4}$/, "0002"), first);
    const before = readdirSync(folder);
    const { code, output } = await run(`s3:${name}`, "--data-dir", join(folder, "never"));
    expect(code).toBe(1);
    expect(output.at(-1)).toMatch(/Piece 1 of backup-.* is missing/);
    expect(readdirSync(folder)).toEqual(before);
  },
);
