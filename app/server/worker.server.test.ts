import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import PostalMime, { type Email } from "postal-mime";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { isOneRunOf, randomOf, rounds } from "../../test/faults/rounds";
import { addCustomer } from "../../test/harness/company/billing";
import { book, createCompany, dayFromNow, officeCtx } from "../../test/harness/company/company";
import { createTestDatabase, type TestDatabase } from "../../test/harness/servers/database";
import { startFakeStripe } from "../../test/harness/servers/fake-stripe";
import { startMailServer } from "../../test/harness/servers/mail-server";
import { refundWithoutLimit } from "../features/finance/payments/commands/refunds.server";
import { takePayment } from "../features/finance/payments/take-payment.server";
import { system } from "../platform/auth/actor";
import { loadConfig } from "../platform/config.server";
import { inTransaction } from "../platform/database/transaction.server";
import { emit } from "../platform/events/events.server";
import { type Live, openLive } from "../platform/live/live.server";
import type { SmtpTimes } from "../platform/mail/mail-transport.server";
import { dubaiDate } from "../platform/time";
import { startWorker, type Worker } from "./worker.server";

let database: TestDatabase;
let folder: string;
let live: Live;
const workers: Worker[] = [];

beforeEach(async () => {
  database = await createTestDatabase();
  folder = await mkdtemp(join(tmpdir(), "worker-"));
  live = await openLive(database);
  await createCompany(database.db);
});
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await live.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

async function startTestWorker(
  smtpUrl?: string,
  { smtpTimes, ...env }: { smtpTimes?: SmtpTimes; MAIL_STOP_SECONDS?: string; [name: string]: unknown } = {},
): Promise<void> {
  const config = loadConfig({
    ...{ DATA_DIR: folder, PUBLIC_URL: "https://company.example", SMTP_URL: smtpUrl, ALERT_SECONDS: "0" },
    ...env,
  });
  workers.push(await startWorker({ config, database, live, smtpTimes }));
}

/** Requests a refund of a card payment that exceeds the customer's debt. */
async function requestProviderRefund(): Promise<string> {
  const ctx = officeCtx(database.db);
  const customerId = await addCustomer(ctx);
  const provider = { name: "stripe", payment: "pi_of_before" };
  const paid = { method: "card" as const, fils: 50_00, receivedOn: dubaiDate(ctx.now), invoiceIds: [] };
  return inTransaction(ctx, async (ctx) => {
    const { id } = await takePayment({ ...ctx, actor: system }, { customerId, provider, ...paid });
    const request = {
      customerId,
      method: "card" as const,
      fils: 50_00,
      reason: "Wanted back",
      paymentId: id,
    };
    const refund = await refundWithoutLimit({ ...ctx, actor: system }, request);
    if (!refund.ok) throw new Error(refund.reason);
    return refund.id;
  });
}

/** Waits until all jobs are done, and returns the emails by kind. */
async function waitForMails(mails: number) {
  return await vi.waitFor(
    async () => {
      const rows = await database.db.selectFrom("mails").selectAll().orderBy("kind").execute();
      expect(rows.map(({ kind, state }) => `${kind} ${state}`)).toHaveLength(mails);
      expect(rows.filter(({ dueAt }) => dueAt !== null)).toEqual([]);
      const waiting = await database.db.selectFrom("outbox").select("type").execute();
      expect(waiting).toEqual([]);
      return rows;
    },
    { timeout: 15_000, interval: 50 },
  );
}

async function readMails(): Promise<Email[]> {
  const files = await readdir(join(folder, "mail"));
  expect(files.every((file) => file.endsWith(".eml"))).toBe(true);
  return Promise.all(files.map(async (file) => PostalMime.parse(await readFile(join(folder, "mail", file)))));
}

const random = randomOf("worker");

/** A test that waits for seconds: `npm test` runs it in one of four runs. */
function testOfWaiting(title: string, run: () => Promise<void>): void {
  test.runIf(isOneRunOf(4, random))(title, run);
}

describe("worker", () => {
  test("sends one email to the customer and one to the office for a booking", async () => {
    await startTestWorker();
    await book(officeCtx(database.db), { preferredDate: dayFromNow(3), preferredTime: "10:00" });
    await waitForMails(2);
    const mails = await readMails();
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual([
      "aisha@customer.example",
      "office@company.example",
    ]);
  });

  test("holds no transaction open while the card provider answers a refund", async () => {
    const stripe = await startFakeStripe();
    let answer = () => {};
    stripe.responseGate = new Promise((resolve) => {
      answer = resolve;
    });
    try {
      await startTestWorker(undefined, stripe.env);
      const refund = await requestProviderRefund();
      await vi.waitFor(() => expect(stripe.calls).toContain("POST /v1/refunds"), { timeout: 15_000 });
      // The email with the receipt may still be sending.
      await vi.waitFor(
        async () => {
          const open = await sql<{ query: string }>`SELECT query FROM pg_stat_activity
            WHERE datname = current_database() AND state LIKE 'idle in transaction%'`.execute(database.db);
          expect(open.rows).toEqual([]);
        },
        { timeout: 15_000, interval: 50 },
      );
      answer();
      await vi.waitFor(
        async () =>
          // The fake provider does not know the payment and rejects the refund, which becomes credit again.
          expect(
            await database.db.selectFrom("refunds").select("state").where("id", "=", refund).execute(),
          ).toEqual([{ state: "failed" }]),
        { timeout: 15_000 },
      );
    } finally {
      answer();
      await stripe.close();
    }
  });

  test("leaves no job after a rolled back booking", async () => {
    await startTestWorker();
    await inTransaction(officeCtx(database.db), async (ctx) => {
      await book(ctx);
      return { ok: false, reason: "changed-mind" };
    });
    await book(officeCtx(database.db));
    await waitForMails(2);
    expect(await readMails()).toHaveLength(2);
  });

  test("processes events of a worker outage at the next start", async () => {
    await book(officeCtx(database.db));
    await startTestWorker();
    await waitForMails(2);
  });

  testOfWaiting("reacts as soon as the trail can be read again", async () => {
    await book(officeCtx(database.db));
    const rename = (from: string, to: string) =>
      sql`ALTER TABLE ${sql.table(from)} RENAME TO ${sql.table(to)}`.execute(database.db);
    await rename("trail_values", "trail_values_away");
    await startTestWorker();
    await vi.waitFor(
      async () =>
        expect(await database.db.selectFrom("reactionJobs").select("id").execute()).not.toHaveLength(0),
      { timeout: 15_000 },
    );
    await rename("trail_values_away", "trail_values");
    await waitForMails(2);
  });

  test("sends each email once with two workers on one database", async () => {
    await Promise.all([startTestWorker(), startTestWorker()]);
    const count = rounds({ short: 6, long: 20 });
    const days = Array.from({ length: count }, (_, index) => dayFromNow(index + 2));
    for (const day of days)
      await book(officeCtx(database.db), { preferredDate: day, preferredTime: "10:00" });
    const rows = await waitForMails(2 * count);
    expect(await readMails()).toHaveLength(2 * count);
    expect(rows.every(({ attempts, state }) => attempts === 1 && state === "sent")).toBe(true);
  });

  testOfWaiting("sends each email once after an outage of the mail server", async () => {
    const mailServer = await startMailServer();
    await mailServer.close();
    await startTestWorker(mailServer.url);
    await book(officeCtx(database.db));
    await vi.waitFor(
      async () => {
        const tried = await database.db.selectFrom("mails").select(["attempts", "lastError"]).execute();
        expect(tried.filter(({ attempts, lastError }) => attempts >= 2 && lastError)).toHaveLength(2);
      },
      { timeout: 15_000 },
    );
    const server = await startMailServer({ port: mailServer.port });
    try {
      const rows = await waitForMails(2);
      expect(rows.every(({ state, lastError }) => state === "sent" && lastError === null)).toBe(true);
      expect(server.received.map(({ to }) => to[0]).sort()).toEqual([
        "aisha@customer.example",
        "office@company.example",
      ]);
    } finally {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await server.close();
    }
  });

  test("marks an email as failed without retry after a permanent rejection", async () => {
    const server = await startMailServer();
    server.answer = (recipient) =>
      recipient.startsWith("aisha") ? Object.assign(new Error("No such user"), { responseCode: 550 }) : null;
    try {
      await startTestWorker(server.url);
      await book(officeCtx(database.db));
      const rows = await waitForMails(2);
      expect(rows.map(({ kind, state, attempts }) => [kind, state, attempts])).toEqual([
        ["booking-received", "failed", 1],
        ["office-alert", "sent", 1],
      ]);
      expect(rows[0]?.lastError).toContain("No such user");
    } finally {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await server.close();
    }
  });

  test("completes and records the email in progress before a stop", async () => {
    const server = await startMailServer();
    const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<null>();
    server.answerContent = () => mayAnswer;
    try {
      await startTestWorker(server.url);
      await book(officeCtx(database.db));
      await server.waitFor(2);
      const stopped = Promise.all(workers.splice(0).map((worker) => worker.stop()));
      letAnswer(null);
      await stopped;
      await waitForMails(2);
      expect(server.received).toHaveLength(2);
    } finally {
      await server.close();
    }
  });

  testOfWaiting("resends an email without a clear answer under the same Message-ID", async () => {
    const server = await startMailServer();
    const answers = [Object.assign(new Error("Lost"), { responseCode: 451 })];
    server.answerContent = async () => answers.pop() ?? null;
    try {
      await startTestWorker(server.url);
      await book(officeCtx(database.db));
      await waitForMails(2);
      const ids = server.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
      expect(ids).toHaveLength(3);
      expect(new Set(ids).size).toBe(2);
    } finally {
      await Promise.all(workers.splice(0).map((worker) => worker.stop()));
      await server.close();
    }
  });

  /** Shortened from minutes to seconds. */
  const times: SmtpTimes = { envelopeMs: 5_000, answerMs: 1_500, contentMs: 10_000 };
  const readAll = () => database.db.selectFrom("mails").selectAll().orderBy("kind").execute();
  const minutesAhead = (at: Date | null) => Math.round((at!.getTime() - Date.now()) / 60_000);
  const stopAll = () => Promise.all(workers.splice(0).map((worker) => worker.stop()));
  const makeDue = (state: "queued" | "sending") =>
    database.db.updateTable("mails").set({ dueAt: sql`now()` }).where("state", "=", state).execute();

  testOfWaiting("sends each email once to a slow mail server without an open transaction", async () => {
    const server = await startMailServer();
    const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
    server.answerContent = () => answered;
    try {
      await Promise.all([startTestWorker(server.url), startTestWorker(server.url)]);
      await book(officeCtx(database.db));
      await server.waitFor(2);
      // Longer than the worker's polling interval.
      await sleep(2_500);
      expect((await readAll()).map(({ state }) => state)).toEqual(["sending", "sending"]);
      const { rows } = await sql`
        SELECT query FROM pg_stat_activity
        WHERE datname = current_database() AND xact_start < now() - interval '1 second'`.execute(database.db);
      expect(rows).toEqual([]);
      answer(null);
      const mails = await waitForMails(2);
      expect(mails.every(({ attempts, state }) => attempts === 1 && state === "sent")).toBe(true);
      expect(server.received).toHaveLength(2);
    } finally {
      await stopAll();
      await server.close();
    }
  });

  testOfWaiting("retries an unanswered email late and rarely under the same Message-ID", async () => {
    const server = await startMailServer();
    server.answerContent = () => new Promise(() => {});
    const waiting = (unanswered: number) =>
      vi.waitFor(
        async () => {
          const rows = await readAll();
          expect(rows.map((row) => [row.state === "sending", row.unansweredAttempts])).toEqual([
            [false, unanswered],
            [false, unanswered],
          ]);
          return rows;
        },
        { timeout: 10_000, interval: 50 },
      );
    try {
      await startTestWorker(server.url, { smtpTimes: times });
      await book(officeCtx(database.db));
      const [first] = await waiting(1);
      expect([first!.state, minutesAhead(first!.dueAt)]).toEqual(["queued", 30]);
      expect(server.received).toHaveLength(2);
      await makeDue("queued");
      const [second] = await waiting(2);
      expect([second!.state, minutesAhead(second!.dueAt)]).toEqual(["queued", 240]);
      await makeDue("queued");
      const rows = await waiting(3);
      expect(rows.map(({ state, dueAt }) => [state, dueAt])).toEqual([
        ["failed", null],
        ["failed", null],
      ]);
      const ids = server.received.map(({ raw }) => /^Message-ID: (.*)$/im.exec(raw)?.[1]);
      expect([ids.length, new Set(ids).size]).toEqual([6, 2]);
    } finally {
      await stopAll();
      await server.close();
    }
  });

  testOfWaiting(
    "waits the configured time for an answer before a stop and keeps the email's lease",
    async () => {
      const server = await startMailServer();
      const { promise: answered, resolve: answer } = Promise.withResolvers<null>();
      server.answerContent = () => answered;
      try {
        await startTestWorker(server.url, { MAIL_STOP_SECONDS: "1" });
        await book(officeCtx(database.db));
        await server.waitFor(2);
        await stopAll();
        const left = await readAll();
        expect(left.map(({ state, dueAt }) => [state, minutesAhead(dueAt)])).toEqual([
          ["sending", 15],
          ["sending", 15],
        ]);
        // The email may have arrived, so the next worker does not send it while the lease lasts.
        await startTestWorker(server.url);
        await makeDue("sending");
        await vi.waitFor(
          async () =>
            expect((await readAll()).map(({ unansweredAttempts }) => unansweredAttempts)).toEqual([1, 1]),
          { timeout: 10_000, interval: 50 },
        );
        expect(server.received).toHaveLength(2);
      } finally {
        answer(null);
        await stopAll();
        await server.close();
      }
    },
  );

  testOfWaiting("resends at once an email whose worker died before the transfer", async () => {
    await book(officeCtx(database.db));
    await startTestWorker();
    await waitForMails(2);
    await stopAll();
    await database.db
      .updateTable("mails")
      .set({ state: "sending", dueAt: sql`now() + interval '1 second'`, sentAt: null })
      .execute();
    const before = Date.now();
    await startTestWorker();
    const rows = await waitForMails(2);
    expect(Date.now() - before).toBeGreaterThan(900);
    expect(rows.map(({ attempts, unansweredAttempts }) => [attempts, unansweredAttempts])).toEqual([
      [2, 0],
      [2, 0],
    ]);
  });

  test("skips events unknown to this version without blocking others", async () => {
    await startTestWorker();
    const ctx = officeCtx(database.db);
    await emit(ctx, "future.happened" as "booking.acknowledged", null, {});
    await emit(ctx, "booking.acknowledged", crypto.randomUUID(), {});
    await waitForMails(0);
  });
});
