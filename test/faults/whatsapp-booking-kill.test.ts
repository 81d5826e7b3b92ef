import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { type Caller, createCaller } from "../harness/company/booking-caller";
import { bundledProgram } from "../harness/programs/bundled";
import { type FakeOption, type FakeWhatsapp, startFakeWhatsapp } from "../harness/servers/fake-whatsapp";
import { casesForRun, isProofSelected, seedOfRun } from "./rounds";

const PHONE = "+971501234567";
const SECRET = "a secret of at least 32 characters";

let folder: string;
let program: string;
let caller: Caller;
let whatsapp: FakeWhatsapp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "whatsapp-booking-kill-"));
  program = await bundledProgram("worker-process");
  whatsapp = await startFakeWhatsapp();
  caller = await createCaller({ ...whatsapp.env, DATA_DIR: folder });
  // The worker has the real time.
  vi.useRealTimers();
  await caller.addTechnician("Ravi Kumar");
  const value = JSON.stringify({ whatsappBooking: "on" });
  await caller.db
    .insertInto("settings")
    .values({ name: "channels", value, version: 1 })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
});
afterAll(async () => {
  await caller.close();
  await whatsapp.close();
  await rm(folder, { recursive: true });
});

const running = new Set<ChildProcess>();
// A failed assertion leaves its processes.
afterEach(async () => {
  for (const child of running) await stop(child, "SIGKILL");
});

async function stop(child: ChildProcess, signal: "SIGKILL" | "SIGTERM"): Promise<void> {
  const exited = once(child, "exit");
  if (child.kill(signal)) await exited;
}

function startWorker(killWhen = ""): ChildProcess {
  const child = spawn(process.execPath, [program], {
    stdio: ["ignore", "pipe", "ignore"],
    env: {
      ...{ DATABASE_URL: caller.connectionString, DATA_DIR: folder, SECRET, KILL_WHEN: killWhen },
      ...whatsapp.env,
    },
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/** Between the reaction that queues the question and the record of Meta's answer. */
const points = [
  'before => update "conversation_messages" set "trail_id"',
  'after => update "conversation_messages" set "trail_id"',
  'before => insert into "messages"',
  'after => insert into "messages"',
  'after => update "messages" set "state" = [^,]*, "attempts"',
  'before => update "messages" set "submitted_at"',
  'before => update "messages" set "state" = [^,]*, "sent_at"',
  'after => update "messages" set "state" = [^,]*, "sent_at"',
];

async function deliver({ path, body, headers }: ReturnType<FakeWhatsapp["receive"]>): Promise<void> {
  expect((await caller.http.request(path, { method: "POST", body, headers })).status).toBe(200);
}

/** Messages that Meta has accepted, without those whose request is still to come. */
const questions = () => whatsapp.messages.filter(({ to }) => to === PHONE.slice(1));
const countAnswered = async () =>
  (await caller.db.selectFrom("conversationMessages").select("id").where("automatic", "=", true).execute())
    .length;

/** Time of the provider has whole seconds, and the flow ignores answers that are not later. */
let clock = Date.now();
function nextSecond(): Date {
  clock = Math.max(clock + 1000, Date.now());
  return new Date(clock);
}

function chosen(test: (option: FakeOption) => boolean): FakeOption {
  const found = questions().at(-1)!.options.find(test);
  if (!found) throw new Error(`Not offered: ${JSON.stringify(questions().at(-1)!.options)}`);
  return found;
}

const say = (text: string) => whatsapp.receive(PHONE, text, { name: "Aisha", at: nextSecond() });
const tap = (test: (option: FakeOption) => boolean) =>
  whatsapp.tap(PHONE, chosen(test), { at: nextSecond() });
const isOf = (prefix: string) => (option: FakeOption) => option.id.startsWith(prefix);

/** Answers of the customer, each made when the question before it has arrived. */
const answers = [
  () => say("Hello"),
  () => tap(isOf("service.plumbing")),
  () => tap(isOf("item.assessed")),
  () => say("Dubai Marina"),
  () => tap(isOf("day.")),
  () => tap(isOf("time.")),
  () => say("Marina Diamond 4, apartment 1203"),
  () => tap(({ title }) => title === "Confirm"),
];

describe("worker killed with SIGKILL in a booking by WhatsApp", () => {
  test.runIf(isProofSelected("killed booking in WhatsApp"))(
    "continues the dialogue, sends each question once and holds one slot",
    {
      timeout: 400_000,
    },
    async () => {
      const random = createRandom(seedOfRun());
      const selected = casesForRun(points, random);
      for (const [step, answer] of answers.entries()) {
        const point = selected.length === points.length ? points[step] : selected[step - 2];
        const before = questions().length;
        const notification = answer();
        await deliver(notification);
        // Meta repeats notifications.
        await deliver(notification);
        expect(await countAnswered()).toBe(step + 1);
        if (point) {
          const killed = startWorker(point);
          const timer = setTimeout(() => killed.kill("SIGTERM"), 30_000);
          const [, signal] = await once(killed, "exit");
          clearTimeout(timer);
          expect(signal, `was killed ${point}`).toBe("SIGKILL");
          await endLeases();
        }
        const healthy = startWorker();
        // Meta's status notification names our reference, which settles a lost answer.
        await vi.waitFor(() => expect(questions().length).toBeGreaterThan(before), { timeout: 30_000 });
        await deliver(whatsapp.report(questions().at(-1)!, "delivered"));
        await vi.waitFor(async () => expect(await countOpen()).toBe(0), { timeout: 30_000, interval: 100 });
        await stop(healthy, "SIGTERM");
        expect(questions().length - before, `questions after ${point ?? "no kill"}`).toBe(1);
      }
      const references = questions().map(({ reference }) => reference);
      expect(new Set(references).size).toBe(references.length);
      const holds = await caller.db
        .selectFrom("visits")
        .innerJoin("bookings", "bookings.id", "visits.bookingId")
        .select(["visits.state", "contactPhone"])
        .where("contactPhone", "=", PHONE)
        .execute();
      expect(holds).toEqual([{ state: "held", contactPhone: PHONE }]);
      expect(questions().at(-1)!.text).toMatch(/BK-\d{4}-\d{6}/);
    },
  );
});

/** The leases of a killed worker end. */
async function endLeases(): Promise<void> {
  for (const table of ["reaction_jobs", "messages"])
    await sql`UPDATE ${sql.table(table)} SET due_at = now() WHERE due_at > now()`.execute(caller.db);
}

async function countOpen(): Promise<number> {
  const rows = await caller.db
    .selectFrom("messages")
    .select("id")
    .where("recipient", "=", PHONE)
    .where("state", "in", ["queued", "sending"])
    .execute();
  return rows.length;
}
