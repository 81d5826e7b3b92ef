import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { startFakeTwilio } from "../../../test/harness/servers/fake-twilio";
import { startFakeUnifonic, UNIFONIC_KEY } from "../../../test/harness/servers/fake-unifonic";
import { system } from "../auth/actor";
import { loadConfig } from "../config.server";
import { DEFAULT_LOCALE } from "../locale/locale";
import type { ChannelProviders } from "./channel";
import { claimMessages, sendMessage } from "./message-sender.server";
import { endOverdueSteps, queueMessage } from "./messages.server";
import { channelProviders } from "./providers/channel-providers.server";

/** The rules that each service for SMS keeps, against its stand-in. */

const PHONE = "+971501234567";
const EMAIL = "aisha@example.com";

interface Service {
  env: Record<string, string>;
  /** Recipients and texts as the service has received them. */
  received: () => { to: string; body: string }[];
  fail: (failure: "recipient" | "limit" | "credentials" | null) => void;
  drop: (isLost: boolean) => void;
  report: (state: "delivered" | "failed") => { path: string; body: string; headers: Record<string, string> };
  close: () => Promise<void>;
}

async function twilioService(): Promise<Service> {
  const twilio = await startFakeTwilio();
  const failures = {
    recipient: { status: 400, code: 21_614, message: "Not a valid mobile" },
    limit: { status: 429, code: 20_429, message: "Too many requests", retryAfter: 7 },
    credentials: { status: 401, code: 20_003, message: "Authenticate" },
  };
  return {
    env: twilio.env,
    received: () => twilio.messages,
    fail: (failure) => (failure ? twilio.failures.set("*", failures[failure]) : twilio.failures.clear()),
    drop(isLost) {
      twilio.dropsResponses = twilio.failsList = isLost;
    },
    report: (state) =>
      twilio.report(twilio.messages.at(-1)!, state === "delivered" ? "delivered" : "undelivered", "30003"),
    close: twilio.close,
  };
}

async function unifonicService(): Promise<Service> {
  const unifonic = await startFakeUnifonic();
  const failures = {
    recipient: { status: 482, code: "ER-82", message: "Invalid dest num" },
    limit: { status: 429, code: "ER-29", message: "Too many requests", retryAfter: 7 },
    credentials: { status: 401, code: "ER-01", message: "Authentication failed" },
  };
  return {
    env: unifonic.env,
    received: () => unifonic.messages.map(({ to, body }) => ({ to: `+${to}`, body })),
    fail: (failure) => (failure ? unifonic.failures.set("*", failures[failure]) : unifonic.failures.clear()),
    drop(isLost) {
      unifonic.dropsResponses = isLost;
    },
    report: (state) =>
      unifonic.report(unifonic.messages.at(-1)!, state === "delivered" ? "Delivered" : "Undeliverable"),
    close: unifonic.close,
  };
}

const services = [
  ["twilio", twilioService],
  ["unifonic", unifonicService],
] as const;

describe.each(services)("SMS by %s", (name, start) => {
  let app: TestApp;
  let service: Service;
  let providers: ChannelProviders;
  beforeAll(async () => {
    service = await start();
    app = await createTestApp(service.env);
    providers = channelProviders(app.config);
  });
  afterAll(async () => {
    await app.close();
    await service.close();
  });
  beforeEach(async () => {
    for (const table of ["messages", "mails"] as const) await app.db.deleteFrom(table).execute();
    service.fail(null);
    service.drop(false);
  });

  /** An SMS with an email as the last step. Returns the id and the text of the SMS. */
  async function queue() {
    const text = `Your technician is on the way ${randomUUID()}`;
    const now = new Date();
    const mail = {
      ...{ kind: "on-the-way", trailId: null, recipient: EMAIL, replyTo: null, senderName: "Rukn" },
      ...{ subject: "On the way", html: "<p>On the way</p>", plain: "On the way" },
    };
    await queueMessage(
      { actor: system, db: app.db, now, requestId: "test", locale: DEFAULT_LOCALE },
      {
        ...{ kind: "on-the-way", trailId: null, mail },
        content: { title: "", body: "", text, url: null, language: "en" },
        route: {
          startsAt: now,
          steps: [
            { channel: "sms", recipient: PHONE, seconds: 60 },
            { channel: "email", recipient: EMAIL, seconds: 60 },
          ],
        },
      },
    );
    const { id } = await app.db.selectFrom("messages").select("id").executeTakeFirstOrThrow();
    return { id, text };
  }

  async function work(): Promise<void> {
    await app.db.updateTable("messages").set({ dueAt: sql`now()` }).where("state", "=", "queued").execute();
    await endOverdueSteps(app.db, sql<boolean>`true`);
    for (const message of await claimMessages(app.db, 10)) await sendMessage(app.db, providers, message);
  }

  const read = (id: string) =>
    app.db.selectFrom("messages").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const emails = async () => (await app.db.selectFrom("mails").select("recipient").execute()).length;
  const sentTimes = (text: string) => service.received().filter(({ body }) => body === text).length;
  const deliver = async ({ path, body, headers }: ReturnType<Service["report"]>) =>
    (await app.http.request(path, { method: "POST", body, headers })).status;

  it("sends the text once and records its delivery, however often it is reported", async () => {
    const { id, text } = await queue();
    await work();
    await work();
    expect(service.received().at(-1)).toMatchObject({ to: PHONE, body: text });
    expect(await read(id)).toMatchObject({ state: "sent", provider: name, providerId: expect.any(String) });
    for (let times = 0; times < 3; times++) expect(await deliver(service.report("delivered"))).toBe(200);
    expect(await read(id)).toMatchObject({ state: "delivered", nextSteps: [] });
    expect([sentTimes(text), await emails()]).toEqual([1, 0]);
  });

  it("continues with the next channel when the text is rejected", async () => {
    service.fail("recipient");
    const { id } = await queue();
    await work();
    const { state, lastError } = await read(id);
    expect([state, await emails()]).toEqual(["failed", 1]);
    expect(lastError).toMatch(new RegExp(`^${name} \\S+: \\w`, "i"));
  });

  it("continues with the next channel when the network could not deliver", async () => {
    const { id } = await queue();
    await work();
    expect(await deliver(service.report("failed"))).toBe(200);
    expect([(await read(id)).state, await emails()]).toEqual(["failed", 1]);
  });

  it("waits as long as a limit demands", async () => {
    service.fail("limit");
    const { id, text } = await queue();
    await work();
    const { state, dueAt, submittedAt } = await read(id);
    expect([state, submittedAt]).toEqual(["queued", null]);
    expect(Math.round((dueAt!.getTime() - Date.now()) / 1000)).toBe(7);
    service.fail(null);
    await work();
    expect([(await read(id)).state, sentTimes(text)]).toEqual(["sent", 1]);
  });

  it("keeps the text waiting while the credentials are wrong", async () => {
    service.fail("credentials");
    const { id } = await queue();
    await work();
    expect(await read(id)).toMatchObject({ state: "queued", submittedAt: null });
  });

  it("never repeats a text without a known answer, and continues as unknown at the deadline", async () => {
    service.drop(true);
    const { id, text } = await queue();
    for (let times = 0; times < 3; times++) await work();
    expect([(await read(id)).state, sentTimes(text), await emails()]).toEqual(["queued", 1, 0]);
    await app.db
      .updateTable("messages")
      .set({ deadlineAt: sql`now() - interval '1 second'` })
      .where("id", "=", id)
      .execute();
    await work();
    expect([(await read(id)).state, sentTimes(text), await emails()]).toEqual(["unknown", 1, 1]);
  });

  it("refuses reports without the proof of their origin", async () => {
    const { id } = await queue();
    await work();
    const report = service.report("failed");
    const path = report.path.replace(UNIFONIC_KEY, "another-key-of-the-webhook");
    const headers = { ...report.headers, "X-Twilio-Signature": "forged" };
    expect(await deliver({ ...report, path, headers })).toBe(403);
    expect((await read(id)).state).toBe("sent");
  });
});

it("asks Unifonic to repeat a receipt that came before its response", async () => {
  const unifonic = await startFakeUnifonic();
  const app = await createTestApp(unifonic.env);
  const { path, body, headers } = unifonic.report(
    { id: "1", to: "", body: "", correlationId: null },
    "Delivered",
  );
  expect((await app.http.request(path, { method: "POST", body, headers })).status).toBe(404);
  const json = JSON.stringify({ MessageID: 1, DLR: "Delivered" });
  expect((await app.http.request(path, { method: "POST", body: json })).status).toBe(404);
  await app.close();
  await unifonic.close();
});

describe("Unifonic without balance", () => {
  const answers = [
    { status: 402, code: "402", message: "Payment required" },
    { status: 200, code: "ER-01", message: "No rate found or insufficient funds" },
  ];

  it.each(answers)(
    "shows the office a refused account until a text is accepted: $status $message",
    async (answer) => {
      const unifonic = await startFakeUnifonic();
      const app = await createTestApp(unifonic.env);
      const boss = { email: "boss@company.example", password: "a password of mine", role: "admin" as const };
      await app.addUser(boss);
      const cookie = await app.signIn(boss);
      const failureOfSms = async () => {
        const response = await app.http.request("/api/admin/connections", { headers: { Cookie: cookie } });
        const { connections } = (await response.json()) as {
          connections: { name: string; configured: boolean; failure: string | null }[];
        };
        expect(connections.find(({ name }) => name === "whatsapp")).toMatchObject({ failure: null });
        return connections.find(({ name }) => name === "sms")!.failure;
      };
      const ctx = { actor: system, db: app.db, now: new Date(), requestId: "test", locale: DEFAULT_LOCALE };
      const steps = [{ channel: "sms" as const, recipient: PHONE, seconds: 60 }];
      const content = { title: "", body: "", text: "On the way", url: null, language: "en" };
      await queueMessage(ctx, {
        kind: "on-the-way",
        trailId: null,
        content,
        route: { startsAt: ctx.now, steps },
      });
      const attempt = async () => {
        await app.db
          .updateTable("messages")
          .set({ dueAt: sql`now()` })
          .where("state", "=", "queued")
          .execute();
        for (const message of await claimMessages(app.db, 10))
          await sendMessage(app.db, channelProviders(app.config), message);
      };
      const stateOfText = async () =>
        (await app.db.selectFrom("messages").select("state").executeTakeFirstOrThrow()).state;

      expect(await failureOfSms()).toBeNull();
      unifonic.failures.set("*", answer);
      await attempt();
      expect(await stateOfText()).toBe("queued");
      expect(await failureOfSms()).toContain(answer.message);
      unifonic.failures.clear();
      await attempt();
      expect(await stateOfText()).toBe("sent");
      expect(await failureOfSms()).toBeNull();
      await app.close();
      await unifonic.close();
    },
  );
});

it("accepts one service for SMS", () => {
  const unifonic = {
    ...{ UNIFONIC_APP_SID: "app0000000001", UNIFONIC_SENDER_ID: "Rukn" },
    UNIFONIC_WEBHOOK_KEY: UNIFONIC_KEY,
  };
  const twilio = {
    ...{ TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token" },
    TWILIO_FROM: "+14155550100",
  };
  expect(() => loadConfig({ ...unifonic, ...twilio })).toThrow("exclude each other");
  expect(() => loadConfig({ UNIFONIC_APP_SID: "app0000000001" })).toThrow("UNIFONIC_SENDER_ID");
});
