import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { system } from "~/platform/auth/actor";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { queueMessage } from "~/platform/messaging/messages.server";
import { createRandom } from "~/platform/random";
import { createCompany } from "../harness/company/company";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { type FakeTwilio, startFakeTwilio } from "../harness/servers/fake-twilio";
import { casesForRun, isProofSelected, seedOfRun } from "./rounds";

let folder: string;
let program: string;
let database: TestDatabase;
let twilio: FakeTwilio;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "message-kill-"));
  program = await bundledProgram("worker-process");
  database = await createTestDatabase();
  await createCompany(database.db);
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

const random = createRandom(seedOfRun());

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

async function queue(kind: string): Promise<void> {
  await queueMessage(
    {
      ...{ actor: system, db: database.db, now: new Date(), requestId: "test", locale: DEFAULT_LOCALE },
    },
    {
      ...{ kind, trailId: null },
      content: { title: "", body: "", url: null, language: "en", text: `Message ${randomUUID()}` },
      route: {
        startsAt: new Date(),
        steps: [{ channel: "sms", recipient: "+971501234567", seconds: 120 }],
      },
    },
  );
}

const points = [
  'before => update "messages" set "state" = [^,]*, "attempts"',
  'after => update "messages" set "state" = [^,]*, "attempts"',
  'before => update "messages" set "submitted_at"',
  'after => update "messages" set "submitted_at"',
  'before => update "messages" set "state" = [^,]*, "sent_at"',
  'after => update "messages" set "state" = [^,]*, "sent_at"',
];

describe("message worker killed with SIGKILL", () => {
  test.runIf(isProofSelected("killed messages"))(
    "sends each SMS once when the worker is killed between any two steps",
    {
      timeout: 400_000,
    },
    async () => {
      const selected = casesForRun(points, random);
      for (const point of selected) {
        const before = twilio.messages.length;
        await queue(point);
        const child = startProcess(point);
        const timer = setTimeout(() => child.kill("SIGTERM"), 30_000);
        const [, signal] = await once(child, "exit");
        clearTimeout(timer);
        expect(signal, `was killed ${point}`).toBe("SIGKILL");
        // The lease of the killed worker ends.
        await database.db
          .updateTable("messages")
          .set({ dueAt: new Date() })
          .where("state", "=", "sending")
          .execute();
        const healthy = startProcess();
        const exited = once(healthy, "exit");
        await vi.waitFor(
          async () => {
            const rows = await database.db
              .selectFrom("messages")
              .select(["state", "providerId"])
              .where("kind", "=", point)
              .execute();
            expect(rows).toEqual([{ state: "sent", providerId: expect.any(String) }]);
          },
          { timeout: 30_000, interval: 100 },
        );
        healthy.kill("SIGTERM");
        await exited;
        expect(twilio.messages.length - before, `messages at the provider ${point}`).toBe(1);
      }
    },
  );
});
