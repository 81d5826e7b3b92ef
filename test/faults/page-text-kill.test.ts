import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { book, createCompany, officeCtx } from "../harness/company/company";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { type FakeTwilio, startFakeTwilio } from "../harness/servers/fake-twilio";
import { casesForRun, isProofSelected, seedOfRun } from "./rounds";

let folder: string;
let program: string;
let database: TestDatabase;
let technicianId: string;
let twilio: FakeTwilio;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "page-text-kill-"));
  program = await bundledProgram("worker-process");
  database = await createTestDatabase();
  ({ technicianId } = await createCompany(database.db));
  twilio = await startFakeTwilio();
});
afterAll(async () => {
  await twilio.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const running = new Set<ChildProcess>();
// A failed assertion leaves its processes.
afterEach(async () => {
  for (const child of running) {
    const exited = once(child, "exit");
    if (child.kill("SIGKILL")) await exited;
  }
  running.clear();
});

function startProcess(killWhen = ""): ChildProcess {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      DATABASE_URL: database.connectionString,
      DATA_DIR: folder,
      SECRET: "a secret of at least 32 characters",
      KILL_WHEN: killWhen,
      ...twilio.env,
    },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** An emergency whose first page has rung for a minute. */
async function rungEmergency(): Promise<string> {
  const id = await book(officeCtx(database.db), { service: "emergency" });
  await database.db.deleteFrom("outbox").execute();
  await database.db
    .insertInto("onCallPages")
    .values({
      ...{ bookingId: id, technicianId, pagedAt: new Date(), rings: 4 },
      ringStartedAt: sql`clock_timestamp() - interval '60 seconds'`,
      ringDueAt: sql`clock_timestamp() + interval '1 hour'`,
    })
    .execute();
  return id;
}

/** From the page that counts as unanswered to the recorded outcome of the request. */
const points = [
  'before => update "on_call_pages" set "unanswered_at"',
  'after => update "on_call_pages" set "unanswered_at"',
  'before update "on_call_pages" set "unanswered_at".*=> commit',
  'after update "on_call_pages" set "unanswered_at".*=> commit',
  'before => delete from "outbox".*',
  'before => update "on_call_pages" set "text_trail_id"',
  'after => update "on_call_pages" set "text_trail_id"',
  'before => insert into "messages"',
  'after => insert into "messages"',
  'before insert into "messages".*=> commit',
  'after insert into "messages".*=> commit',
  'before => update "messages" set "state" = [^,]*, "attempts"',
  'after => update "messages" set "state" = [^,]*, "attempts"',
  'before => update "messages" set "submitted_at"',
  'after => update "messages" set "submitted_at"',
  'before => update "messages" set "state" = [^,]*, "sent_at"',
  'after => update "messages" set "state" = [^,]*, "sent_at"',
];

describe("worker killed with SIGKILL while a page is unanswered", () => {
  test.runIf(isProofSelected("killed page texts"))(
    "texts the technician once when the worker is killed between any two steps",
    {
      timeout: 900_000,
    },
    async () => {
      for (const point of casesForRun(points, createRandom(seedOfRun()), 2)) {
        const before = twilio.messages.length;
        const bookingId = await rungEmergency();
        const child = startProcess(point);
        const timer = setTimeout(() => child.kill("SIGTERM"), 30_000);
        const [, signal] = await once(child, "exit");
        clearTimeout(timer);
        expect(signal, `was killed ${point}`).toBe("SIGKILL");
        // The leases of the killed worker end.
        for (const [table, state] of [
          ["messages", "sending"],
          ["reactionJobs", "running"],
        ] as const)
          await database.db
            .updateTable(table)
            .set({ dueAt: new Date() })
            .where("state", "=", state)
            .execute();
        const healthy = startProcess();
        const exited = once(healthy, "exit");
        await vi.waitFor(
          async () => {
            const rows = await database.db
              .selectFrom("messages")
              .innerJoin("onCallPages", "onCallPages.textTrailId", "messages.trailId")
              .select(["state", "providerId"])
              .where("bookingId", "=", bookingId)
              .execute();
            expect(rows, point).toEqual([{ state: "sent", providerId: expect.any(String) }]);
          },
          { timeout: 60_000, interval: 100 },
        );
        healthy.kill("SIGTERM");
        await exited;
        expect(twilio.messages.length - before, `texts at the provider ${point}`).toBe(1);
        await database.db
          .updateTable("bookings")
          .set({ state: "cancelled" })
          .where("id", "=", bookingId)
          .execute();
      }
    },
  );
});
