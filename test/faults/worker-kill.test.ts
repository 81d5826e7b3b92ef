import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { sql } from "kysely";
import PostalMime from "postal-mime";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { book, createCompany, officeCtx } from "../harness/company/company";
import { highGuestLimits } from "../harness/http-app";
import { bundledProgram } from "../harness/programs/bundled";
import { createTestDatabase, type TestDatabase } from "../harness/servers/database";
import { casesForRun, isProofSelected, rounds, seedOfRun } from "./rounds";

let folder: string;
let program: string;
let database: TestDatabase;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "worker-kill-"));
  program = await bundledProgram("worker-process");
  database = await createTestDatabase();
  await createCompany(database.db);
});
afterAll(async () => {
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

const dataDir = (name: string) => join(folder, name);

function startProcess(name: string, killWhen = "", alertSeconds = 0): ChildProcess {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      DATABASE_URL: database.connectionString,
      DATA_DIR: dataDir(name),
      SECRET: "a secret of at least 32 characters",
      KILL_WHEN: killWhen,
      ...highGuestLimits,
      ALERT_SECONDS: String(alertSeconds),
    },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

async function wasKilled(child: ChildProcess): Promise<boolean> {
  const [, signal] = await once(child, "exit");
  return signal === "SIGKILL";
}

/** Finishes the remaining work with a healthy worker and expects each booking's two emails once. */
async function expectEachEmailOnce(name: string, bookings: string[]): Promise<void> {
  const child = startProcess(name);
  const exited = once(child, "exit");
  await vi.waitFor(
    async () => {
      const rows = await database.db
        .selectFrom("mails")
        .innerJoin("trail", "trail.id", "mails.trailId")
        .select(["mails.id", "mails.kind", "mails.state", "trail.subjectId"])
        .where("trail.subjectId", "in", bookings)
        .execute();
      expect(rows.filter(({ state }) => state === "sent")).toHaveLength(bookings.length * 2);
      expect(rows).toHaveLength(bookings.length * 2);
    },
    { timeout: 60_000, interval: 200 },
  );
  child.kill("SIGTERM");
  await exited;

  const files = await readdir(join(dataDir(name), "mail"));
  const mails = await Promise.all(
    files.map(async (file) => PostalMime.parse(await readFile(join(dataDir(name), "mail", file)))),
  );
  const rows = await database.db
    .selectFrom("bookings")
    .select("reference")
    .where("id", "in", bookings)
    .execute();
  const references = new Set(rows.map(({ reference }) => reference));
  const recipients = mails
    .map(({ to, subject = "" }) => ({
      to: to?.[0]?.address,
      reference: /BK-\d{4}-\d{6}/.exec(subject)?.[0] ?? "",
    }))
    // Ignores emails of earlier tests.
    .filter(({ reference }) => references.has(reference))
    .map(({ to, reference }) => `${to} ${reference}`);
  expect(recipients).toHaveLength(bookings.length * 2);
  expect(new Set(recipients).size).toBe(recipients.length);
}

describe.runIf(isProofSelected("killed worker"))("email worker killed with SIGKILL", () => {
  const selectedKills = casesForRun(["between steps", "random moments"] as const, random);
  const points = [
    'before => delete from "outbox"[^>]*skip locked',
    "before => insert into reaction_jobs",
    'before delete from "outbox".*=> commit',
    'after delete from "outbox".*=> commit',
    'before => insert into "mails"',
    'before insert into "mails".*=> delete from "reaction_jobs"',
    'before insert into "mails".*=> commit',
    'after insert into "mails".*=> commit',
    'before => update "mails" set "state" = [^,]*, "attempts"',
    'after => update "mails" set "state" = [^,]*, "attempts"',
    "before rename",
    'before => update "mails" set "state" = [^,]*, "sent_at"',
    'after => update "mails" set "state" = [^,]*, "sent_at"',
  ];

  test.runIf(selectedKills.includes("between steps"))(
    "sends each email once when the worker is killed between any two steps",
    {
      timeout: 180_000,
    },
    async () => {
      const bookings: string[] = [];
      for (const point of casesForRun(points, random, 2)) {
        bookings.push(await book(officeCtx(database.db)));
        const child = startProcess("steps", point);
        const timer = setTimeout(() => child.kill("SIGTERM"), 30_000);
        expect(await wasKilled(child), `was killed ${point}`).toBe(true);
        clearTimeout(timer);
      }
      await expectEachEmailOnce("steps", bookings);
    },
  );

  test("notifies the office of an emergency once when the worker is killed at any step", {
    timeout: 120_000,
  }, async () => {
    const statement = 'update "bookings" set "unacknowledged_notified_at"';
    const bookings: string[] = [];
    for (const point of casesForRun(
      [
        `before => ${statement}`,
        `before ${statement}.*=> with given as`,
        `before ${statement}.*=> commit`,
        `after ${statement}.*=> commit`,
      ],
      random,
    )) {
      const office = officeCtx(database.db, new Date(Date.now() - 20 * 60_000));
      bookings.push(await book(office, { service: "emergency" }));
      const child = startProcess("emergency", point);
      const timer = setTimeout(() => child.kill("SIGTERM"), 30_000);
      expect(await wasKilled(child), `was killed ${point}`).toBe(true);
      clearTimeout(timer);
    }
    const child = startProcess("emergency");
    const exited = once(child, "exit");
    const escalations = () =>
      database.db
        .selectFrom("mails")
        .innerJoin("trail", "trail.id", "mails.trailId")
        .select(["trail.subjectId", "mails.state"])
        .where("mails.kind", "=", "office-escalation")
        .execute();
    await vi.waitFor(
      async () => {
        const mails = await escalations();
        expect(mails.map(({ subjectId }) => subjectId).sort()).toEqual(bookings.toSorted());
        expect(mails.every(({ state }) => state === "sent")).toBe(true);
      },
      { timeout: 60_000, interval: 200 },
    );
    child.kill("SIGTERM");
    await exited;
  });

  test("names each request once to the office when the worker is killed while alerts are combined", {
    timeout: 120_000,
  }, async () => {
    const bookings: string[] = [];
    for (const point of casesForRun(
      [
        'before => insert into "pending_alerts"',
        'before insert into "pending_alerts".*=> commit',
        'after insert into "pending_alerts".*=> commit',
        "before => WITH taken",
        "after => WITH taken",
        'before WITH taken.*=> insert into "mails"',
        "before WITH taken.*=> commit",
        "after WITH taken.*=> commit",
      ],
      random,
      2,
    )) {
      for (let count = 0; count < 3; count++) bookings.push(await book(officeCtx(database.db)));
      const child = startProcess("alerts", point, 1);
      const timer = setTimeout(() => child.kill("SIGTERM"), 30_000);
      expect(await wasKilled(child), `was killed ${point}`).toBe(true);
      clearTimeout(timer);
    }
    const child = startProcess("alerts", "", 1);
    const exited = once(child, "exit");
    await vi.waitFor(
      async () => {
        const { rows } = await sql<{ subjectId: string; state: string }>`
          SELECT trail.subject_id, mails.state
          FROM (SELECT id AS mail_id, trail_id FROM mails UNION ALL SELECT mail_id, trail_id FROM mail_events) AS named
          JOIN mails ON mails.id = named.mail_id AND mails.kind = 'office-alert'
          JOIN trail ON trail.id = named.trail_id
          WHERE trail.subject_id = ANY (${bookings}::text[])`.execute(database.db);
        expect(rows.map(({ subjectId }) => subjectId).sort()).toEqual(bookings.toSorted());
        expect(rows.every(({ state }) => state === "sent")).toBe(true);
      },
      { timeout: 60_000, interval: 200 },
    );
    child.kill("SIGTERM");
    await exited;
    // The emergency of the test before may page further technicians meanwhile.
    const waiting = await database.db
      .selectFrom("pendingAlerts")
      .innerJoin("trail", "trail.id", "pendingAlerts.trailId")
      .select("trail.subjectId")
      .where("trail.subjectId", "in", bookings)
      .execute();
    expect(waiting).toEqual([]);
  });

  const killRounds = rounds({ short: 1, long: 60 });
  const timeout = 120_000 + killRounds * 15_000;
  test.runIf(selectedKills.includes("random moments"))(
    "sends each email once when two workers are killed at random moments during bookings",
    {
      timeout,
    },
    async () => {
      const bookings: string[] = [];
      for (let round = 0; round < killRounds; round++) {
        const children = [startProcess("random"), startProcess("random")];
        const exits = children.map((child) => once(child, "exit"));
        const kills = children.map(async (child) => {
          await once(child.stdout!, "data");
          await sleep(random.next() * 400);
          child.kill("SIGKILL");
        });
        for (let i = 0; i < 3; i++) {
          bookings.push(await book(officeCtx(database.db)));
          await sleep(random.next() * 200);
        }
        await Promise.all(kills);
        await Promise.all(exits);
      }
      await expectEachEmailOnce("random", bookings);
    },
  );
});
