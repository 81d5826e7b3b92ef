import { randomUUID } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import PostalMime from "postal-mime";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { releaseAfterRestore, requestBackup } from "~/features/people/backups/commands.server";
import { getBackups, getOutboundPause } from "~/features/people/backups/queries.server";
import { restore } from "~/features/people/backups/restore.server";
import { openBackups } from "~/features/people/backups/runner.server";
import { type Config, loadConfig } from "~/platform/config.server";
import type { Database } from "~/platform/database/database.server";
import { openDatabase } from "~/platform/database/open.server";
import { inTransaction } from "~/platform/database/transaction.server";
import { type Live, openLive } from "~/platform/live/live.server";
import { queueMail } from "~/platform/mail/mail.server";
import { startWorker, type Worker } from "~/server/worker.server";
import { addCustomer, createIssuedInvoice } from "../harness/company/billing";
import { addOfficeUser, book, createCompany, office, officeCtx, setTrn } from "../harness/company/company";
import { isProofSelected, rounds } from "./rounds";

/**
 * A complete disaster recovery: a backup is made while the product runs, the data folder is lost, and it is
 * restored to a moment between two bookings.
 */

/** Every run tests one of the ways to restore. */
const isSelected = isProofSelected("restore from an archive");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "restore-drill-"));
});
const products = new Set<Product>();
afterAll(async () => {
  for (const product of products) await product.close();
  await rm(folder, { recursive: true });
});

interface Product {
  config: Config;
  database: Database;
  close(): Promise<void>;
}

const PASSPHRASE = "a passphrase of the drill";

/** The product without its pages, on its own database. */
async function start(name: string): Promise<Product> {
  const config = loadConfig({
    DATA_DIR: join(folder, name),
    BACKUP_DIR: join(folder, "backups"),
    BACKUP_PASSPHRASE: PASSPHRASE,
    SAMPLE_DATA: "off",
  });
  const database = await openDatabase(config, () => {});
  // Automatic backups are off, because the test decides when to make one.
  await database.db
    .insertInto("settings")
    .values({ name: "backups", value: JSON.stringify({ schedule: "off" }), version: 1 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const live: Live = await openLive(database);
  const worker: Worker = await startWorker({ config, database, live });
  const product = {
    config,
    database,
    async close() {
      if (!products.delete(product)) return;
      await worker.stop();
      await live.close();
      await database.close();
    },
  };
  products.add(product);
  return product;
}

async function readSentSubjects({ config }: Product): Promise<string[]> {
  const names = await readdir(join(config.dataDir, "mail")).catch(() => []);
  const mails = names.filter((name) => name.endsWith(".eml"));
  const read = await Promise.all(
    mails.map(async (name) => PostalMime.parse(await readFile(join(config.dataDir, "mail", name)))),
  );
  return read.map(({ subject = "", to }) => `${to?.[0]?.address} ${subject}`);
}

/** Reads the database, because polling the emails would slow down the worker in this process. */
async function expectSent({ database }: Product, start: string): Promise<void> {
  const sent = database.db.selectFrom("mails").select("id").where("state", "=", "sent");
  expect(await sent.where("recipient", "like", `${start}@%`).execute()).not.toEqual([]);
}

const waitFor = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

const emailTo = (name: string) => ({
  kind: "drill",
  trailId: null,
  recipient: `${name}@customer.example`,
  replyTo: null,
  senderName: "Drill",
  subject: `Drill ${name}`,
  html: "<p>Drill</p>",
  plain: "Drill",
});

test.skipIf(!isSelected)(
  "restores to a moment between two bookings without loss and without repeated effects",
  {
    timeout: 300_000,
  },
  async () => {
    const first = await start("before");
    const { db } = first.database;
    const ctx = () => officeCtx(db);
    await createCompany(db);
    await setTrn(db, "100000000000003");
    await addOfficeUser(db);
    const customerId = await addCustomer(ctx());
    await db
      .insertInto("sessions")
      .values({
        id: randomUUID(),
        token: "a session of before",
        userId: office.userId,
        createdAt: new Date(),
        updatedAt: new Date(),
        expiresAt: new Date(Date.now() + 86_400_000),
      })
      .execute();

    // Bookings arrive meanwhile.
    let isBooking = true;
    const bookings: { id: string; at: Date }[] = [];
    const bookingLoop = (async () => {
      while (isBooking) {
        bookings.push({ id: await book(ctx(), { email: `${randomUUID()}@load.example` }), at: new Date() });
        await sleep(rounds({ short: 40, long: 5 }));
      }
    })();
    const size = rounds({ short: 5, long: 400 });
    await waitFor(async () => expect(bookings.length).toBeGreaterThan(size));
    const bookingsBefore = bookings.length;
    const request = await requestBackup(ctx(), "office", true);
    expect(request.ok).toBe(true);
    expect(await requestBackup(ctx(), "office", true)).toEqual({ ok: false, reason: "backup-running" });
    await waitFor(async () => expect((await getBackups(ctx(), first.config)).backups[0]?.state).toBe("done"));
    expect(bookings.length).toBeGreaterThan(bookingsBefore);
    const [backup] = (await getBackups(ctx(), first.config)).backups;

    const bookingBefore = await book(ctx(), { email: "earlier@customer.example" });
    await createIssuedInvoice(ctx(), customerId, 100_00);
    // Due at the restore moment and sent right after it. The other one waits longer than the product lives.
    await inTransaction(ctx(), async (ctx) => {
      await queueMail(ctx, emailTo("soon"));
      await queueMail(ctx, emailTo("later"));
      await ctx.db
        .updateTable("mails")
        .set({ dueAt: new Date(Date.now() + 3_600_000) })
        .where("subject", "like", "Drill%")
        .execute();
    });
    // Bookings arrive faster than emails leave, and this email is last in the queue.
    isBooking = false;
    await bookingLoop;
    await waitFor(() => expectSent(first, "earlier"));
    await sleep(20);
    const moment = new Date();
    await sleep(20);
    const bookingAfter = await book(ctx(), { email: "later@customer.example" });
    await createIssuedInvoice(ctx(), customerId, 100_00);
    await createIssuedInvoice(ctx(), customerId, 100_00);
    await db.updateTable("mails").set({ dueAt: new Date() }).where("subject", "=", "Drill soon").execute();
    for (const start of ["later", "soon"]) await waitFor(() => expectSent(first, start));
    const before = await readSentSubjects(first);
    expect(before).toContain("soon@customer.example Drill soon");
    // The periodic job of the worker.
    await openBackups(first.config, first.database).archiveWalNow();
    const log = await db.selectFrom("walArchive").selectAll().executeTakeFirstOrThrow();
    expect(log.failure).toBeNull();
    await first.close();
    await rm(first.config.dataDir, { recursive: true });

    const dataDir = join(folder, "after");
    const archive = join(folder, "backups", `${backup?.name}.age`);
    const restored = await restore({ archive, dataDir, passphrase: PASSPHRASE, moment, log: () => {} });
    expect(restored.numbers).toContainEqual(expect.objectContaining({ kind: "INV", value: 3 }));

    const second = await start("after");
    const restoredCtx = () => officeCtx(second.database.db);
    const restoredBookings = await second.database.db.selectFrom("bookings").select("id").execute();
    const ids = new Set(restoredBookings.map(({ id }) => id));
    expect(ids.has(bookingBefore)).toBe(true);
    expect(ids.has(bookingAfter)).toBe(false);
    expect(bookings.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(await second.database.db.selectFrom("sessions").select("id").execute()).toEqual([]);

    // All pending reactions have run, and no email is sent.
    await waitFor(async () =>
      expect(await second.database.db.selectFrom("outbox").select("trailId").execute()).toEqual([]),
    );
    expect((await getOutboundPause(restoredCtx())).pause).toMatchObject({ targetTime: moment.toISOString() });
    const newBooking = await book(restoredCtx(), { email: "again@customer.example" });
    expect(newBooking).toBeTruthy();
    await waitFor(async () => {
      const waiting = second.database.db.selectFrom("mails").select("id").where("dueAt", "is not", null);
      expect((await waiting.where("recipient", "like", "again@%").execute()).length).toBe(1);
    });
    expect(await readSentSubjects(second)).toEqual([]);

    // Numbers continue above the issued ones, and the audit log lists the skipped numbers.
    const next = await createIssuedInvoice(restoredCtx(), customerId, 100_00);
    expect(next.reference).toMatch(/-000004$/);
    const skipped = await second.database.db
      .selectFrom("trail")
      .select("data")
      .where("type", "=", "restore.numbers-skipped")
      .execute();
    expect(skipped.map(({ data }) => data)).toContainEqual(
      expect.objectContaining({ kind: "INV", first: 2, last: 3 }),
    );

    await releaseAfterRestore(restoredCtx(), { lastInvoice: null, lastCreditNote: null, mails: "send" });
    await second.database.db
      .updateTable("mails")
      .set({ dueAt: new Date() })
      .where("subject", "=", "Drill later")
      .execute();
    for (const start of ["later", "again"]) await waitFor(() => expectSent(second, start));
    const sent = await readSentSubjects(second);
    expect(sent).toContain("later@customer.example Drill later");
    expect(sent.filter((subject) => subject.startsWith("again@"))).toHaveLength(1);
    const repeated = sent.filter((subject) => before.includes(subject));
    expect(repeated).toEqual([]);
  },
);
