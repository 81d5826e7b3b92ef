import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { m } from "~/paraglide/messages";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import type { Ctx } from "../context";
import { refuse } from "../http/refusal";
import { currentLocale } from "../locale/locale";
import {
  type BackgroundJobHandlers,
  enqueueBackgroundJob,
  findBackgroundJob,
  listBackgroundJobs,
  purgeBackgroundJobs,
  runNextJob,
} from "./background-jobs.server";

let app: TestApp;
let adminId: string;
let accountantId: string;
beforeAll(async () => {
  app = await createTestApp();
  adminId = await app.addUser({ email: "admin@example.com", password: "a password of mine", role: "admin" });
  accountantId = await app.addUser({
    email: "accountant@example.com",
    password: "a password of mine",
    role: "accountant",
  });
});
afterAll(() => app.close());
beforeEach(async () => {
  await sql`TRUNCATE background_jobs, security_events`.execute(app.db);
});

const as = (userId: string, role: "admin" | "accountant"): Ctx => ({
  actor: { role, userId, name: "A name", email: "someone@example.com" },
  db: app.db,
  now: new Date(),
  requestId: "test-test",
  locale: "en",
});
const admin = () => as(adminId, "admin");
const runNext = (handlers: BackgroundJobHandlers) =>
  runNextJob({
    db: app.db,
    config: app.config,
    handlers,
    messageFor: ({ reason }) => `refused: ${reason}`,
    isSecondFactorRequired: async (_, userId) => secondFactorUsers.has(userId),
  });
/** Users who must set up a second factor. */
const secondFactorUsers = new Set<string>();

/** Inserts a row as evidence that the handler ran. */
const insertEvidence = (ctx: Ctx) =>
  ctx.db
    .insertInto("securityEvents")
    .values({
      type: "rate_limit",
      message: "mark",
      userId: null,
      metadata: "{}",
      userAgent: null,
      clientIp: null,
      requestId: ctx.requestId,
      reportedAt: null,
      receivedAt: ctx.now,
    })
    .execute();
const countEvidence = async () => (await app.db.selectFrom("securityEvents").select("id").execute()).length;

it("runs a job once, as the person who started it, and stores the result", async () => {
  const id = await enqueueBackgroundJob(admin(), {
    kind: "customer-import",
    label: "list.csv",
    input: { rows: 3 },
  });
  expect((await listBackgroundJobs(admin()))[0]).toMatchObject({
    id,
    state: "waiting",
    startedBy: "Test admin",
    stepsTotal: null,
  });
  let locale: unknown;
  const handlers: BackgroundJobHandlers = {
    "customer-import": {
      async run(ctx, input, { progress }) {
        await insertEvidence(ctx);
        progress(2, 3);
        await expect.poll(async () => (await findBackgroundJob(admin(), id))?.job.stepsDone).toBe(2);
        locale = { actor: ctx.actor, input };
        return { imported: 3 };
      },
    },
  };
  expect(await runNext(handlers)).toBe(true);
  expect(await runNext(handlers)).toBe(false);
  expect(locale).toMatchObject({ actor: { role: "admin", userId: adminId }, input: { rows: 3 } });
  expect(await findBackgroundJob(admin(), id)).toMatchObject({
    job: { state: "done", stepsDone: 3, stepsTotal: 3, label: "list.csv", error: null },
    result: { imported: 3 },
  });
  expect(await countEvidence()).toBe(1);
});

it("shows a job only to roles that may start its kind", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "booking-import" });
  expect(await listBackgroundJobs(as(accountantId, "accountant"))).toEqual([]);
  expect(await findBackgroundJob(as(accountantId, "accountant"), id)).toBeNull();
});

it("rolls back a refused job and stores the reason", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
  await runNext({
    "customer-import": {
      async run(ctx) {
        await insertEvidence(ctx);
        return refuse("not-found");
      },
    },
  });
  expect((await findBackgroundJob(admin(), id))?.job).toMatchObject({
    state: "failed",
    error: "refused: not-found",
  });
  expect(await countEvidence()).toBe(0);
});

it("restarts a job after its lease expired and discards the stale worker's result", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
  let attempts = 0;
  const handlers: BackgroundJobHandlers = {
    "customer-import": {
      async run(ctx) {
        await insertEvidence(ctx);
        if (++attempts === 1) {
          // Simulates a worker that paused beyond its lease while another one claimed the job.
          await app.db
            .updateTable("backgroundJobs")
            .set({ dueAt: new Date(0) })
            .where("id", "=", id)
            .execute();
          await runNext(handlers);
        }
        return { try: attempts };
      },
    },
  };
  await runNext(handlers);
  expect(attempts).toBe(2);
  expect((await findBackgroundJob(admin(), id))?.result).toEqual({ try: 2 });
  expect(await countEvidence()).toBe(1);
});

it("fails a job after three attempts", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
  let attempts = 0;
  const handlers: BackgroundJobHandlers = {
    "customer-import": {
      async run() {
        attempts++;
        throw new Error("a planted failure");
      },
    },
  };
  for (let round = 1; round <= 4; round++) {
    await app.db
      .updateTable("backgroundJobs")
      .set({ dueAt: new Date(0) })
      .where("dueAt", "is not", null)
      .execute();
    await runNext(handlers);
  }
  expect(attempts).toBe(3);
  expect((await findBackgroundJob(admin(), id))?.job).toMatchObject({
    state: "failed",
    error: expect.any(String),
  });
});

it("leaves a job of a kind that only a newer version knows to another worker", async () => {
  await app.db
    .insertInto("backgroundJobs")
    .values({
      kind: "later-import",
      startedBy: adminId,
      startedAt: new Date(),
      requestId: "later",
      input: "{}",
    })
    .execute();
  const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await runNext({});
  expect(log.mock.calls.join()).toContain("There is no background job of the kind later-import");
  log.mockRestore();
  const job = await app.db.selectFrom("backgroundJobs").select(["state", "attempts"]).executeTakeFirst();
  expect(job).toEqual({ state: "waiting", attempts: 1 });
});

it("fails a job whose user was banned", async () => {
  const id = await enqueueBackgroundJob(as(accountantId, "accountant"), { kind: "customer-import" });
  await app.db.updateTable("users").set({ banned: true }).where("id", "=", accountantId).execute();
  let done = false;
  await runNext({
    "customer-import": {
      async run() {
        done = true;
        return {};
      },
    },
  });
  expect(done).toBe(false);
  expect((await findBackgroundJob(admin(), id))?.job.state).toBe("failed");
});

it("fails a job of an admin without the required second factor until it is set up", async () => {
  const handlers: BackgroundJobHandlers = { "customer-import": { run: async () => ({}) } };
  const tried = async () => {
    const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
    await runNext(handlers);
    return (await findBackgroundJob(admin(), id))?.job;
  };
  secondFactorUsers.add(adminId);
  expect(await tried()).toMatchObject({ state: "failed", error: m.background_jobs_not_allowed() });
  const setUp = (twoFactorEnabled: boolean) =>
    app.db.updateTable("users").set({ twoFactorEnabled }).where("id", "=", adminId).execute();
  await setUp(true);
  expect(await tried()).toMatchObject({ state: "done" });
  await setUp(false);
  secondFactorUsers.clear();
});

it("runs a job in the locale in which it was started", async () => {
  const pseudo = (): Ctx => ({ ...admin(), locale: "en-XB" });
  const id = await enqueueBackgroundJob(pseudo(), { kind: "customer-import" });
  let spoken: unknown;
  const handlers: BackgroundJobHandlers = {
    "customer-import": {
      async run(ctx) {
        spoken = [ctx.locale, currentLocale()];
        return refuse("not-found");
      },
    },
  };
  const messageFor = () => m.background_jobs_failed();
  await runNextJob({
    db: app.db,
    config: app.config,
    handlers,
    messageFor,
    isSecondFactorRequired: async () => false,
  });
  expect(spoken).toEqual(["en-XB", "en-XB"]);
  const { error } = (await findBackgroundJob(admin(), id))!.job;
  expect(error).toBe(m.background_jobs_failed({}, { locale: "en-XB" }));
  expect(error).not.toBe(m.background_jobs_failed());
});

it("purges finished jobs after seven days", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "booking-import" });
  await runNext({ "booking-import": { withoutTransaction: true, run: async () => ({}) } });
  const at = (days: number) => ({ ...admin(), now: new Date(Date.now() + days * 86_400_000) });
  await purgeBackgroundJobs(at(6.9));
  expect(await findBackgroundJob(admin(), id)).not.toBeNull();
  await purgeBackgroundJobs(at(7.1));
  expect(await findBackgroundJob(admin(), id)).toBeNull();
});
