import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, ORIGIN, type TestApp } from "../../../test/harness/http-app";
import { type FakeTwilio, startFakeTwilio } from "../../../test/harness/servers/fake-twilio";
import { system } from "../auth/actor";
import type { Ctx } from "../context";
import { DEFAULT_LOCALE } from "../locale/locale";
import type { NewMail } from "../mail/mail.server";
import type { Channel, ChannelProviders } from "./channel";
import { claimMessages, sendMessage } from "./message-sender.server";
import { endOverdueSteps, endRestoredMessages, queueMessage, withdrawMessages } from "./messages.server";
import { channelProviders } from "./providers/channel-providers.server";
import { twilioSignature } from "./providers/twilio.server";

const PHONE = "+971501234567";
const always = sql<boolean>`true`;

let app: TestApp;
let twilio: FakeTwilio;
let providers: ChannelProviders;
beforeAll(async () => {
  twilio = await startFakeTwilio();
  app = await createTestApp(twilio.env);
  providers = channelProviders(app.config);
});
afterAll(async () => {
  await app.close();
  await twilio.close();
});
beforeEach(async () => {
  for (const table of ["messages", "messageOptOuts", "mails"] as const)
    await app.db.deleteFrom(table).execute();
  twilio.messages.length = 0;
  twilio.calls.length = 0;
  twilio.failures.clear();
  twilio.dropsResponses = twilio.failsList = false;
  twilio.responseGate = null;
});

const ctx = (): Ctx => ({
  ...{ actor: system, db: app.db, now: new Date(), requestId: "test", locale: DEFAULT_LOCALE },
});

const mail: NewMail = {
  ...{ kind: "on-the-way", trailId: null, recipient: "aisha@example.com", replyTo: null },
  ...{ senderName: "Rukn", subject: "On the way", html: "<p>On the way</p>", plain: "On the way" },
};

/** Returns the id of the first step. */
async function queue(steps: Channel[] = ["sms", "email"], kind = "on-the-way"): Promise<string> {
  const context = ctx();
  await queueMessage(context, {
    ...{ kind, trailId: null, mail },
    content: {
      ...{ title: "Omar is on the way", body: "Expected at 10:00", language: "en" },
      url: "https://x.example/bookings/BK-1?key=secret",
      text: `Omar is on the way ${randomUUID()}\nhttps://x.example/bookings/BK-1?key=secret`,
    },
    route: {
      // At once: a later time would delay the message by a millisecond.
      startsAt: context.now,
      steps: steps.map((channel) => ({ channel, recipient: PHONE, seconds: 60 })),
    },
  });
  const rows = await app.db.selectFrom("messages").select("id").orderBy("createdAt", "desc").execute();
  return rows[0]!.id;
}

/** Runs all due messages once, now or after a pause. */
async function work(): Promise<void> {
  await app.db.updateTable("messages").set({ dueAt: sql`now()` }).where("state", "=", "queued").execute();
  await endOverdueSteps(app.db, always);
  for (const message of await claimMessages(app.db, 10)) await sendMessage(app.db, providers, message);
}

const pass = (id: string) =>
  app.db
    .updateTable("messages")
    .set({ deadlineAt: sql`now() - interval '1 second'` })
    .where("id", "=", id)
    .execute();

async function messages() {
  const rows = await app.db.selectFrom("messages").selectAll().orderBy("createdAt").execute();
  return rows.map(({ channel, state }) => `${channel} ${state}`);
}

const read = (id: string) =>
  app.db.selectFrom("messages").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function mailedTo() {
  const rows = await app.db.selectFrom("mails").select("recipient").execute();
  return rows.map(({ recipient }) => recipient);
}

async function deliver({ path, body, headers }: ReturnType<FakeTwilio["report"]>): Promise<number> {
  const response = await app.http.request(path, { method: "POST", body, headers });
  return response.status;
}

describe("message sender", () => {
  it("sends an SMS once, records delivery from the webhook and removes link keys", async () => {
    const id = await queue();
    await work();
    await work();
    expect(twilio.messages.map(({ to }) => to)).toEqual([PHONE]);
    expect(await messages()).toEqual(["sms sent"]);
    expect(await deliver(twilio.report(twilio.messages[0]!, "delivered"))).toBe(200);
    expect(await read(id)).toMatchObject({
      ...{ state: "delivered", provider: "twilio", providerId: twilio.messages[0]!.sid },
      ...{ deadlineAt: null, nextSteps: [] },
    });
    expect(JSON.stringify(await read(id))).not.toContain("secret");
    expect(await mailedTo()).toEqual([]);
  });

  it("continues with the next channel when the provider rejects the message", async () => {
    twilio.failures.set(PHONE, { status: 400, code: 21_614, message: "'To' number is not a valid mobile" });
    const id = await queue();
    await work();
    expect(await read(id)).toMatchObject({ state: "failed", lastError: expect.stringContaining("21614") });
    expect(await mailedTo()).toEqual(["aisha@example.com"]);
  });

  it("waits as long as a rate limit demands", async () => {
    twilio.failures.set("*", { status: 429, code: 20_429, message: "Too many requests", retryAfter: 7 });
    const id = await queue();
    await work();
    const { state, dueAt, submittedAt } = await read(id);
    expect([state, submittedAt]).toEqual(["queued", null]);
    expect(Math.round((dueAt!.getTime() - Date.now()) / 1000)).toBe(7);
    twilio.failures.clear();
    await work();
    expect(await messages()).toEqual(["sms sent"]);
  });

  it("does not repeat a message whose response was lost", async () => {
    twilio.dropsResponses = true;
    const id = await queue();
    await work();
    expect(await read(id)).toMatchObject({ state: "queued", submittedAt: expect.any(Date) });
    await work();
    expect(await read(id)).toMatchObject({ state: "sent", providerId: twilio.messages[0]!.sid });
    expect(twilio.calls).toEqual(["POST Messages", "GET Messages"]);
  });

  it("records a lost response from the status report alone", async () => {
    twilio.dropsResponses = twilio.failsList = true;
    const id = await queue();
    await work();
    await work();
    expect(await deliver(twilio.report(twilio.messages[0]!, "delivered"))).toBe(200);
    expect(await read(id)).toMatchObject({ state: "delivered", providerId: twilio.messages[0]!.sid });
    await work();
    expect(twilio.messages).toHaveLength(1);
  });

  it("repeats a request that the provider has not received", async () => {
    const id = await queue();
    const [claimed] = await claimMessages(app.db, 1);
    // The state after a worker was killed between recording the request and making it.
    await app.db
      .updateTable("messages")
      .set({ submittedAt: sql`now()`, provider: "twilio", state: "queued" })
      .where("id", "=", claimed!.id)
      .execute();
    await work();
    expect(await read(id)).toMatchObject({ state: "sent" });
    expect(twilio.calls).toEqual(["GET Messages", "POST Messages"]);
  });

  it("counts an outcome as unknown at the deadline, and continues", async () => {
    twilio.dropsResponses = twilio.failsList = true;
    const id = await queue();
    await work();
    await work();
    await pass(id);
    await work();
    expect(await messages()).toEqual(["sms unknown"]);
    expect(await mailedTo()).toEqual(["aisha@example.com"]);
    expect(twilio.messages).toHaveLength(1);
    expect(await deliver(twilio.report(twilio.messages[0]!, "delivered"))).toBe(200);
    expect(await messages()).toEqual(["sms delivered"]);
    expect(await mailedTo()).toHaveLength(1);
  });

  it("continues once when a sent message is not delivered by its deadline", async () => {
    const id = await queue();
    await work();
    await pass(id);
    await work();
    await work();
    expect(await messages()).toEqual(["sms sent"]);
    expect(await mailedTo()).toHaveLength(1);
    await deliver(twilio.report(twilio.messages[0]!, "undelivered", "30003"));
    expect(await mailedTo()).toHaveLength(1);
  });

  it("continues at once when the provider reports that the message failed", async () => {
    const id = await queue();
    await work();
    await deliver(twilio.report(twilio.messages[0]!, "undelivered", "30003"));
    expect(await read(id)).toMatchObject({ state: "failed", lastError: "Twilio 30003" });
    expect(await mailedTo()).toEqual(["aisha@example.com"]);
  });

  it("keeps the furthest state of reports in any order", async () => {
    const id = await queue();
    await work();
    for (const status of ["delivered", "sent", "failed", "delivered", "queued"])
      expect(await deliver(twilio.report(twilio.messages[0]!, status))).toBe(200);
    expect(await read(id)).toMatchObject({ state: "delivered", failedAt: null });
    expect(await mailedTo()).toEqual([]);
  });

  it("rejects reports with another signature or for another address", async () => {
    await queue();
    await work();
    const report = twilio.report(twilio.messages[0]!, "failed");
    const form = new URLSearchParams(report.body);
    for (const signature of ["", twilioSignature("another token", ORIGIN + report.path, form)]) {
      const headers = { ...report.headers, "X-Twilio-Signature": signature };
      expect(await deliver({ ...report, headers })).toBe(403);
    }
    const elsewhere = report.path.replace(/[^/]+$/, randomUUID());
    expect(await deliver({ ...report, path: elsewhere })).toBe(403);
    expect(await messages()).toEqual(["sms sent"]);
  });

  it("withdraws a queued message and the rest of its chain", async () => {
    const { id: trailId } = await sql<{ id: number }>`
      INSERT INTO trail (at, actor_role, request_id, type, subject_type, subject_id)
      VALUES (now(), 'system', 'test', 'booking.status-changed', 'booking', ${randomUUID()}) RETURNING id`
      .execute(app.db)
      .then(({ rows }) => rows[0]!);
    const id = await queue();
    await app.db.updateTable("messages").set({ trailId }).where("id", "=", id).execute();
    expect(await withdrawMessages(ctx(), { trailId, kind: "on-the-way" })).toBe(false);
    await work();
    expect(await messages()).toEqual(["sms withdrawn"]);
    expect([twilio.messages, await mailedTo()]).toEqual([[], []]);
  });
});

it("sends no message whose text no longer holds, on no channel", async () => {
  const id = await queue(["sms", "email"], "late");
  const [claimed] = await claimMessages(app.db, 1);
  await app.db.updateTable("messages").set({ deadlineAt: sql`now()` }).where("id", "=", id).execute();
  await sendMessage(app.db, providers, claimed!);
  expect(twilio.messages).toEqual([]);
  await queueMessage(ctx(), {
    ...{ kind: "outdated", trailId: null },
    content: {
      ...{ title: "", body: "", text: "Expected at 10:00", url: null, language: "en" },
      usefulUntil: new Date(Date.now() - 1000).toISOString(),
    },
    route: { startsAt: new Date(), steps: [{ channel: "sms", recipient: PHONE, seconds: 60 }] },
  });
  await work();
  expect(twilio.messages).toEqual([]);
});

it("sends nothing again after a restore that may have been sent before", async () => {
  const id = await queue();
  await endRestoredMessages(ctx(), { restoredAt: new Date(Date.now() + 1000), all: false });
  await work();
  expect(await read(id)).toMatchObject({ state: "unknown", lastError: "Not sent after a restore" });
  expect([twilio.messages, await mailedTo()]).toEqual([[], []]);
});

describe("opting out", () => {
  const receive = (text: string) => deliver(twilio.receive(ORIGIN, PHONE, text));

  it.each(["STOP", " stop. ", "UNSUBSCRIBE", "إيقاف", "الغاء", "إلغاء"])(
    "closes the channel at once and continues waiting messages on the next one: %s",
    async (text) => {
      await queue();
      expect(await receive(text)).toBe(200);
      await work();
      expect(await messages()).toEqual(["sms withdrawn"]);
      expect(twilio.messages).toEqual([]);
      expect(await mailedTo()).toEqual(["aisha@example.com"]);
    },
  );

  it("skips the channel in the rest of a chain under way, and again for later messages", async () => {
    const id = await queue(["sms", "email"], "first");
    const [claimed] = await claimMessages(app.db, 1);
    await receive("STOP");
    // The worker had claimed the message before.
    await sendMessage(app.db, providers, claimed!);
    expect(await read(id)).toMatchObject({ state: "withdrawn" });
    await queueMessage(ctx(), {
      ...{ kind: "second", trailId: null, mail: { ...mail, kind: "second" } },
      content: { title: "", body: "", text: "Text", url: null, language: "en" },
      route: {
        startsAt: new Date(),
        steps: [
          { channel: "sms", recipient: PHONE, seconds: 60 },
          { channel: "email", recipient: "aisha@example.com", seconds: 60 },
        ],
      },
    });
    await work();
    expect(twilio.messages).toEqual([]);
    expect(await mailedTo()).toHaveLength(2);
  });

  it("ends with START and ignores a sentence that contains the word", async () => {
    await receive("Please stop by at 5");
    await queue();
    await work();
    expect(await messages()).toEqual(["sms sent"]);
    await receive("STOP");
    await receive("Start");
    await queue(["sms"], "later");
    await work();
    expect(await messages()).toEqual(["sms sent", "sms sent"]);
  });

  it("records an opt-out that only the provider knows", async () => {
    twilio.failures.set(PHONE, { status: 400, code: 21_610, message: "Unsubscribed recipient" });
    await queue();
    await work();
    expect(await app.db.selectFrom("messageOptOuts").select(["channel", "recipient"]).execute()).toEqual([
      { channel: "sms", recipient: PHONE },
    ]);
  });
});
