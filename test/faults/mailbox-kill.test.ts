import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { createCompany } from "../harness/company/company";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { type ImapServer, startImapServer } from "../harness/servers/imap-server";
import { casesForRun, isProofSelected, seedOfRun } from "./rounds";

let folder: string;
let program: string;
let database: TestDatabase;
let imap: ImapServer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mailbox-kill-"));
  program = await bundledProgram("worker-process");
  database = await createTestDatabase();
  await createCompany(database.db);
  imap = await startImapServer();
});
afterAll(async () => {
  await imap.close();
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
      IMAP_URL: imap.url,
    },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

async function texts(): Promise<string[]> {
  const rows = await database.db
    .selectFrom("conversationMessages")
    .select("text")
    .orderBy("number")
    .execute();
  return rows.map(({ text }) => text);
}

const points = [
  'before => update "inbound_mailboxes" set "last_uid"',
  'after => update "inbound_mailboxes" set "last_uid"',
  'before set "last_uid".*=> insert into "conversation_messages"',
  'before insert into "conversation_messages".*=> commit',
  'after insert into "conversation_messages".*=> commit',
];

describe("worker that reads the office's mailbox, killed with SIGKILL", () => {
  // Without a Message-ID, only the position in the mailbox prevents a second copy.
  test.runIf(isProofSelected("killed mailbox"))(
    "neither loses nor repeats an email",
    { timeout: 400_000 },
    async () => {
      const first = startProcess();
      await vi.waitFor(
        async () => {
          const row = await database.db.selectFrom("inboundMailboxes").select("readAt").executeTakeFirst();
          expect(row?.readAt).toBeTruthy();
        },
        { timeout: 60_000, interval: 100 },
      );
      await stop(first);
      const expected: string[] = [];
      for (const point of casesForRun(points, random)) {
        for (const part of ["one", "two"]) {
          const text = `${part} ${point}`;
          imap.deliver(`From: Aisha <aisha@example.com>\nSubject: Re: Hello\n\n${text}`);
          expected.push(text);
        }
        const [, signal] = await once(startProcess(point), "exit");
        expect(signal, `was killed ${point}`).toBe("SIGKILL");
        // The lease of the killed worker ends.
        await database.db
          .updateTable("inboundMailboxes")
          .set({ leaseEndsAt: new Date(0) })
          .execute();
        const healthy = startProcess();
        await vi.waitFor(async () => expect(await texts()).toEqual(expected), {
          timeout: 60_000,
          interval: 100,
        });
        await stop(healthy);
      }
      expect(await texts()).toEqual(expected);
    },
  );
});
