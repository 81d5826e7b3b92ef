import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import {
  type DeviceSubscription,
  type PushService,
  startPushService,
} from "../../../test/harness/servers/push-service";
import type { PushMessage, PushOptions } from "./push-message";
import { sendPush } from "./send-push.server";
import { vapidKeys } from "./vapid.server";

const user = { email: "omar@example.com", password: "a password of mine" };
let app: TestApp;
let service: PushService;
let userId: string;
let cookie: string;

beforeAll(async () => {
  service = await startPushService();
  app = await createTestApp({ WEBHOOK_LOOPBACK: "on" });
  userId = await app.addUser({ ...user, role: "technician" });
  cookie = await app.signIn(user);
});
afterAll(async () => {
  await app.close();
  await service.close();
});
beforeEach(async () => {
  service.received = [];
  service.refusals = [];
  service.nextAnswers = [];
  await app.db.deleteFrom("pushSubscriptions").execute();
});

const post = (path: string, body: unknown, of = cookie) =>
  app.post(`/api/push-subscriptions${path}`, body, { cookie: of });
const { publicKey } = vapidKeys({ secret: "a secret of at least 32 characters" });

/** Subscribes a device as the browser does. */
async function subscribe(device = "phone", of = cookie): Promise<DeviceSubscription> {
  const key = await app.http.request("/api/push-subscriptions/key", { headers: { cookie: of } });
  const subscription = service.subscribe(device, ((await key.json()) as { publicKey: string }).publicKey);
  const answer = await post("", { ...subscription, expirationTime: null }, of);
  expect(answer.status).toBe(200);
  return subscription;
}

const message = (changes: Partial<PushMessage> = {}): PushMessage => ({
  ...{ title: "Emergency", body: "Plumbing in Dubai Marina", tag: "emergency", path: "/technician" },
  ...{ language: "en", direction: "ltr" },
  ...changes,
});
const options: PushOptions = { ttlSeconds: 15, urgency: "high", topic: "emergency-1" };
const send = (changes?: Partial<PushMessage>) =>
  sendPush({ db: app.db }, app.config, userId, () => message(changes), options);
const stored = () => app.db.selectFrom("pushSubscriptions").selectAll().execute();

describe("sendPush", () => {
  it("delivers an encrypted message that the device can read, with TTL, urgency and topic", async () => {
    await subscribe();
    expect(await send()).toEqual({ devices: 1, accepted: 1, failed: 0, retryAfterMs: null });
    expect(service.refusals).toEqual([]);
    expect(service.received).toMatchObject([
      { device: "phone", ttl: 15, urgency: "high", topic: "emergency-1", message: message() },
    ]);
    expect(await stored()).toMatchObject([{ userId, failures: 0, lastSuccessAt: expect.any(Date) }]);
  });

  it("shortens the text of a message that exceeds the limit of push services", async () => {
    await subscribe();
    expect(await send({ body: "تسرب ماء ".repeat(1000) })).toMatchObject({ accepted: 1 });
    const { body } = service.received[0]!.message;
    expect(body.endsWith("…")).toBe(true);
    expect(body.length).toBeGreaterThan(1000);
  });

  it.each([404, 410])("ends the subscription when the push service answers %i", async (status) => {
    await subscribe();
    service.nextAnswers = [{ status }];
    expect(await send()).toEqual({ devices: 0, accepted: 0, failed: 0, retryAfterMs: null });
    expect(await stored()).toEqual([]);
  });

  it("sends nothing before the time in Retry-After", async () => {
    await subscribe();
    service.nextAnswers = [{ status: 429, retryAfter: "60" }];
    expect(await send()).toEqual({ devices: 1, accepted: 0, failed: 1, retryAfterMs: 60_000 });
    expect(await send()).toMatchObject({ accepted: 0, failed: 1 });
    expect(service.received).toEqual([]);
    await app.db.updateTable("pushSubscriptions").set({ pausedUntil: new Date() }).execute();
    expect(await send()).toMatchObject({ accepted: 1 });
    expect(await stored()).toMatchObject([{ failures: 0, pausedUntil: null }]);
  });

  it("reports a message as not delivered when the push service is unavailable", async () => {
    await subscribe();
    service.nextAnswers = [{ status: 503 }];
    expect(await send()).toMatchObject({ devices: 1, accepted: 0, failed: 1 });
    expect(await stored()).toMatchObject([{ failures: 1, lastSuccessAt: null }]);
  });

  it("keeps the subscription and tries no other message when the service refuses one as too large", async () => {
    await subscribe();
    service.nextAnswers = [{ status: 413 }];
    expect(await send()).toEqual({ devices: 1, accepted: 0, failed: 0, retryAfterMs: null });
    expect(await stored()).toHaveLength(1);
  });

  it("connects to no address in a private network", async () => {
    await post("", { endpoint: "https://192.168.0.1/push", keys: service.subscribe("x", publicKey).keys });
    expect(await send()).toMatchObject({ devices: 1, accepted: 0, failed: 1 });
  });
});

describe("subscriptions", () => {
  it("replaces the earlier subscription of a device, also under another session", async () => {
    await subscribe("old");
    const second = await subscribe("new");
    expect(await stored()).toHaveLength(1);
    const other = await app.signIn(user);
    expect((await post("", second, other)).status).toBe(200);
    expect(await send()).toMatchObject({ devices: 1, accepted: 1 });
    expect(service.received.map(({ device }) => device)).toEqual(["new"]);
  });

  it("reaches all devices of a user", async () => {
    await subscribe("phone");
    await subscribe("tablet", await app.signIn(user));
    expect(await send()).toMatchObject({ devices: 2, accepted: 2 });
  });

  it("ends a subscription when the device is signed out or switched off", async () => {
    const session = await app.signIn(user);
    await subscribe("phone", session);
    await app.post("/api/auth/sign-out", {}, { cookie: session });
    expect(await stored()).toEqual([]);
    await subscribe();
    expect((await post("/remove", {})).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it("sends nothing to an expired session", async () => {
    const session = await app.signIn(user);
    await subscribe("phone", session);
    const [{ sessionId } = { sessionId: "" }] = await stored();
    const past = new Date(Date.now() - 1000);
    await app.db.updateTable("sessions").set({ expiresAt: past }).where("id", "=", sessionId).execute();
    expect(await send()).toMatchObject({ devices: 0 });
  });

  it("refuses customers, and addresses and keys that no browser creates", async () => {
    const customer = { email: "customer@example.com", password: user.password };
    await app.addUser(customer);
    const subscription = service.subscribe("phone", publicKey);
    expect((await post("", subscription, await app.signIn(customer))).status).toBe(403);
    const { keys, endpoint } = subscription;
    const wrong = [
      { endpoint: "ftp://push.example/1", keys },
      { endpoint, keys: { ...keys, auth: "short" } },
      { endpoint, keys: { ...keys, p256dh: keys.auth } },
    ];
    for (const body of wrong) expect((await post("", body)).status).toBe(400);
  });
});

it("derives the same key pair from the same secret and another one from another secret", () => {
  expect(vapidKeys({ secret: "one" }).publicKey).toBe(vapidKeys({ secret: "one" }).publicKey);
  expect(vapidKeys({ secret: "one" }).publicKey).not.toBe(vapidKeys({ secret: "two" }).publicKey);
  expect(Buffer.from(publicKey, "base64url")).toHaveLength(65);
});
