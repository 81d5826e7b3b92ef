import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { loadConfig } from "~/platform/config.server";
import { type Live, openLive } from "~/platform/live/live.server";
import { SLOW_MS } from "~/platform/mail/mail-sender.server";
import { startWorker, type Worker } from "~/server/worker.server";
import { book, createCompany, officeCtx } from "../harness/company/company";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { type MailServer, startMailServer } from "../harness/servers/mail-server";
import { isLongRun } from "./rounds";

/**
 * A mail server that accepts an email at once and answers much later: 35 seconds exceeds common client
 * timeouts, 9 minutes is just within RFC 5321, section 4.5.3.2.6. The worker's tests cover long waits with shortened
 * times in every run.
 */
const RESPONSE_SECONDS = [35, 9 * 60];
/** More than the worker sends concurrently. */
const SLOW_CUSTOMERS = 8;

let folder: string;
let database: TestDatabase;
let live: Live;
let worker: Worker;
let server: MailServer;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "slow-mail-"));
  database = await createTestDatabase();
  live = await openLive(database);
  await createCompany(database.db);
  server = await startMailServer();
  const config = loadConfig({
    DATA_DIR: folder,
    PUBLIC_URL: "https://company.example",
    SMTP_URL: server.url,
    ALERT_SECONDS: "0",
  });
  worker = await startWorker({ config, database, live, slowMailMs: SLOW_MS });
});
afterEach(async () => {
  await worker.stop();
  await server.close();
  await live.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const sentTo = (start: string) =>
  server.received.flatMap(({ to }) => to).filter((recipient) => recipient.startsWith(start));

test.runIf(isLongRun).each(RESPONSE_SECONDS)(
  "sends each email once through a server that answers others first, and after %i s",
  {
    timeout: 15 * 60_000,
  },
  async (seconds) => {
    const othersSent = Promise.withResolvers<void>();
    server.answerContent = async ({ to }) => {
      if (to[0]?.startsWith("slow")) await Promise.all([othersSent.promise, sleep(seconds * 1000)]);
      return null;
    };
    const ctx = officeCtx(database.db);
    for (let number = 0; number < SLOW_CUSTOMERS; number++)
      await book(ctx, { email: `slow-${number}@customer.example` });
    await vi.waitFor(() => expect(sentTo("slow").length).toBeGreaterThanOrEqual(3), { timeout: 60_000 });

    for (let number = 0; number < 3; number++) await book(ctx, { email: `quick-${number}@customer.example` });
    await vi.waitFor(() => expect(sentTo("quick")).toHaveLength(3), { timeout: 60_000 });
    othersSent.resolve();

    const mails = (SLOW_CUSTOMERS + 3) * 2;
    await vi.waitFor(
      async () => {
        const rows = await database.db.selectFrom("mails").select(["state", "attempts"]).execute();
        expect(rows.filter(({ state, attempts }) => state === "sent" && attempts === 1)).toHaveLength(mails);
      },
      { timeout: (seconds + 90) * 1000, interval: 500 },
    );
    // Longer than the first retry delay.
    await sleep(3_000);
    expect(server.received).toHaveLength(mails);
    expect(new Set(sentTo("slow")).size).toBe(SLOW_CUSTOMERS);
  },
);
