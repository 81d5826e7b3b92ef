import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
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
import "../table";

/** Work in the background, done once whatever is killed when, and seen by whom it concerns. */

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
  await sql`TRUNCATE long_work, security_events`.execute(app.db);
});

const as = (userId: string, role: "admin" | "accountant"): Ctx => ({
  actor: { role, userId, name: "A name", email: "someone@example.com" },
  db: app.db,
  now: new Date(),
  requestId: "test-test",
  locale: "en",
});
const admin = () => as(adminId, "admin");
const next = (all: BackgroundJobHandlers) =>
  runNextJob({
    db: app.db,
    config: app.config,
    handlers: all,
    wordsFor: ({ reason }) => `refused: ${reason}`,
    isSecondFactorRequired: async (_, userId) => needFactor.has(userId),
  });
/** Who needs a second factor. */
const needFactor = new Set<string>();

/** Leaves a mark in the database. */
const mark = (ctx: Ctx) =>
  ctx.db
    .insertInto("security_events")
    .values({
      type: "rate_limit",
      message: "mark",
      user_id: null,
      metadata: "{}",
      user_agent: null,
      client_ip: null,
      request_id: ctx.requestId,
      reported_at: null,
      received_at: ctx.now,
    })
    .execute();
const marks = async () => (await app.db.selectFrom("security_events").select("id").execute()).length;

it("is done once, as whoever started it, and told with what came of it", async () => {
  const id = await enqueueBackgroundJob(admin(), {
    kind: "customer-import",
    about: "list.csv",
    input: { rows: 3 },
  });
  expect((await listBackgroundJobs(admin()))[0]).toMatchObject({
    id,
    state: "waiting",
    startedBy: "Test admin",
    total: null,
  });
  let seen: unknown;
  const all: BackgroundJobHandlers = {
    "customer-import": {
      async run(ctx, input, { progress }) {
        await mark(ctx);
        progress(2, 3);
        await expect.poll(async () => (await findBackgroundJob(admin(), id))?.job.done).toBe(2);
        seen = { actor: ctx.actor, input };
        return { imported: 3 };
      },
    },
  };
  expect(await next(all)).toBe(true);
  expect(await next(all)).toBe(false);
  expect(seen).toMatchObject({ actor: { role: "admin", userId: adminId }, input: { rows: 3 } });
  expect(await findBackgroundJob(admin(), id)).toMatchObject({
    job: { state: "done", done: 3, total: 3, about: "list.csv", error: null },
    result: { imported: 3 },
  });
  expect(await marks()).toBe(1);
});

it("is seen by whoever may start its kind, and by nobody else", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "booking-import" });
  expect(await listBackgroundJobs(as(accountantId, "accountant"))).toEqual([]);
  expect(await findBackgroundJob(as(accountantId, "accountant"), id)).toBeNull();
});

it("leaves nothing when it is refused, and says why", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
  await next({
    "customer-import": {
      async run(ctx) {
        await mark(ctx);
        return refuse("not-found");
      },
    },
  });
  expect((await findBackgroundJob(admin(), id))?.job).toMatchObject({
    state: "failed",
    error: "refused: not-found",
  });
  expect(await marks()).toBe(0);
});

it("begins again where its worker was killed, and what the late one did is undone", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
  let tries = 0;
  const all: BackgroundJobHandlers = {
    "customer-import": {
      async run(ctx) {
        await mark(ctx);
        if (++tries === 1) {
          // As if this worker had been away for longer than its lease, and another had come.
          await app.db
            .updateTable("long_work")
            .set({ due_at: new Date(0) })
            .where("id", "=", id)
            .execute();
          await next(all);
        }
        return { try: tries };
      },
    },
  };
  await next(all);
  expect(tries).toBe(2);
  expect((await findBackgroundJob(admin(), id))?.result).toEqual({ try: 2 });
  expect(await marks()).toBe(1);
});

it("is tried three times, then given up", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
  let tries = 0;
  const all: BackgroundJobHandlers = {
    "customer-import": {
      async run() {
        tries++;
        throw new Error("a planted failure");
      },
    },
  };
  for (let round = 1; round <= 4; round++) {
    await app.db
      .updateTable("long_work")
      .set({ due_at: new Date(0) })
      .where("due_at", "is not", null)
      .execute();
    await next(all);
  }
  expect(tries).toBe(3);
  expect((await findBackgroundJob(admin(), id))?.job).toMatchObject({
    state: "failed",
    error: expect.any(String),
  });
});

it("is not done for somebody who was shut out meanwhile", async () => {
  const id = await enqueueBackgroundJob(as(accountantId, "accountant"), { kind: "customer-import" });
  await app.db.updateTable("users").set({ banned: true }).where("id", "=", accountantId).execute();
  let done = false;
  await next({
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

it("is done for somebody whose second factor is missing once they have it, and not before", async () => {
  const all: BackgroundJobHandlers = { "customer-import": { run: async () => ({}) } };
  const tried = async () => {
    const id = await enqueueBackgroundJob(admin(), { kind: "customer-import" });
    await next(all);
    return (await findBackgroundJob(admin(), id))?.job;
  };
  needFactor.add(adminId);
  expect(await tried()).toMatchObject({ state: "failed", error: m.work_not_allowed() });
  const setUp = (two_factor_enabled: boolean) =>
    app.db.updateTable("users").set({ two_factor_enabled }).where("id", "=", adminId).execute();
  await setUp(true);
  expect(await tried()).toMatchObject({ state: "done" });
  await setUp(false);
  needFactor.clear();
});

it("speaks the language in which it was started", async () => {
  const pseudo = (): Ctx => ({ ...admin(), locale: "en-XB" });
  const id = await enqueueBackgroundJob(pseudo(), { kind: "customer-import" });
  let spoken: unknown;
  const all: BackgroundJobHandlers = {
    "customer-import": {
      async run(ctx) {
        spoken = [ctx.locale, currentLocale()];
        return refuse("not-found");
      },
    },
  };
  const wordsFor = () => m.work_failed();
  await runNextJob({
    db: app.db,
    config: app.config,
    handlers: all,
    wordsFor,
    isSecondFactorRequired: async () => false,
  });
  expect(spoken).toEqual(["en-XB", "en-XB"]);
  const { error } = (await findBackgroundJob(admin(), id))!.job;
  expect(error).toBe(m.work_failed({}, { locale: "en-XB" }));
  expect(error).not.toBe(m.work_failed());
});

it("is forgotten after seven days", async () => {
  const id = await enqueueBackgroundJob(admin(), { kind: "booking-import" });
  await next({ "booking-import": { withoutTransaction: true, run: async () => ({}) } });
  const at = (days: number) => ({ ...admin(), now: new Date(Date.now() + days * 86_400_000) });
  await purgeBackgroundJobs(at(6.9));
  expect(await findBackgroundJob(admin(), id)).not.toBeNull();
  await purgeBackgroundJobs(at(7.1));
  expect(await findBackgroundJob(admin(), id)).toBeNull();
});
