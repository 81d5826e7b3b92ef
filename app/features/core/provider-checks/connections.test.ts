import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadConfig } from "~/platform/config.server";
import { readTrail } from "../../../../test/harness/company/trail";
import { createTestApp, ORIGIN, type TestApp } from "../../../../test/harness/http-app";
import { type Bucket, startBucket } from "../../../../test/harness/servers/bucket";
import { type FakePlaces, startFakePlaces } from "../../../../test/harness/servers/fake-places";
import { type FakeStripe, startFakeStripe } from "../../../../test/harness/servers/fake-stripe";
import { type MailServer, startMailServer } from "../../../../test/harness/servers/mail-server";
import type { TestableConnection } from "./connections";
import { testConnection } from "./tests.server";

const boss = { email: "boss@company.example", password: "a password of mine", role: "admin" as const };
let app: TestApp;
let bare: TestApp;
let mails: MailServer;
let bucket: Bucket;
let stripe: FakeStripe;
let places: FakePlaces;
const cookies = new Map<TestApp, string>();

beforeAll(async () => {
  [mails, bucket, stripe, places] = await Promise.all([
    startMailServer(),
    startBucket(),
    startFakeStripe(),
    startFakePlaces(ORIGIN),
  ]);
  app = await createTestApp({
    ...stripe.env,
    SMTP_URL: mails.url,
    S3_URL: bucket.url,
    GA_MEASUREMENT_ID: "G-ABC1234567",
  });
  bare = await createTestApp();
  for (const one of [app, bare]) {
    await one.addUser(boss);
    cookies.set(one, await one.signIn(boss));
  }
});
afterAll(() => Promise.all([app, bare, mails, bucket, stripe, places].map((one) => one.close())));

/** Skips HTTP, which is the same for all tests. */
const testService = (connection: TestableConnection, env: Record<string, string>, timeoutMs?: number) =>
  testConnection(
    loadConfig({ PUBLIC_URL: ORIGIN, ...env }),
    connection,
    { name: "Boss", email: boss.email },
    timeoutMs,
  );

async function test(name: string, on = app) {
  const answer = await on.post(`/api/admin/connections/${name}/test`, {}, { cookie: cookies.get(on)! });
  return { status: answer.status, ...((await answer.json()) as { success: boolean; message: string }) };
}

describe("provider check", () => {
  it("mail server: sends a test email to the user and reports the server's answer", async () => {
    expect(await test("smtp")).toMatchObject({ success: true, message: expect.stringContaining(boss.email) });
    expect(mails.received.map(({ to }) => to)).toEqual([[boss.email]]);
    mails.answer = () => Object.assign(new Error("No such mailbox here"), { responseCode: 550 });
    const refused = await test("smtp");
    expect([refused.success, refused.message]).toEqual([
      false,
      expect.stringContaining("No such mailbox here"),
    ]);
  });

  it("file storage: writes and removes a test file", async () => {
    expect(await test("s3")).toMatchObject({ success: true });
    expect(bucket.objects.size).toBe(0);
  });

  it("reports the reason of a failure without secrets", async () => {
    const wrong = await createTestApp({
      S3_URL: bucket.url.replace(/:\/\/[^@]*@/, "://AKIAEXAMPLE:not-the-secret@"),
    });
    try {
      await wrong.addUser(boss);
      cookies.set(wrong, await wrong.signIn(boss));
      const { success, message } = await test("s3", wrong);
      expect([success, message]).toEqual([false, expect.stringContaining("403")]);
      expect(message).not.toMatch(/not-the-secret|AKIAEXAMPLE/);
    } finally {
      await wrong.close();
    }
  });

  it("Stripe: distinguishes a valid key, an invalid key and an outage", async () => {
    expect(await test("stripe")).toMatchObject({
      success: true,
      message: "Working: Stripe accepted the key. Payments are test payments.",
    });
    const wrong = await testService("stripe", {
      ...stripe.env,
      STRIPE_SECRET_KEY: "sk_test_of_somebody_else",
    });
    expect(wrong.success).toBe(false);
    expect(wrong.message).toMatch(/^Not working\. The response was: Invalid API Key provided/);
    expect(wrong.message).not.toContain("somebody_else");
    stripe.down = true;
    const down = await testService("stripe", stripe.env);
    stripe.down = false;
    expect(down).toEqual({ success: false, message: "Not working. The response was: Down" });
  });

  it("Google Maps: distinguishes a valid key, an invalid key and a key of another website", async () => {
    expect(await testService("maps", places.env)).toEqual({
      success: true,
      message: "Working: 2 addresses were suggested.",
    });
    expect(await testService("maps", { ...places.env, GOOGLE_MAPS_API_KEY: "AIzaOther" })).toEqual({
      success: false,
      message: "Not working. The response was: API key not valid. Please pass a valid API key.",
    });
    const elsewhere = { ...places.env, PUBLIC_URL: "https://another.example" };
    expect(await testService("maps", elsewhere)).toEqual({
      success: false,
      message: "Not working. The response was: Requests from referer https://another.example/ are blocked.",
    });
  });

  // An unused port that fetch itself does not refuse.
  const unusedAddress = "http://127.0.0.1:59";
  it.each<[TestableConnection, Record<string, string>]>([
    ["stripe", { STRIPE_API_BASE: unusedAddress }],
    ["maps", { GOOGLE_MAPS_API_KEY: "AIzaOther", GOOGLE_MAPS_SCRIPT_BASE: unusedAddress }],
    ["s3", { S3_URL: "http://key:secret@127.0.0.1:59/bucket?region=me-central-1" }],
    ["smtp", { SMTP_URL: "smtp://127.0.0.1:59" }],
  ])("reports that %s does not answer", async (name, env) => {
    expect(await testService(name, { ...stripe.env, ...env })).toEqual({
      success: false,
      message: expect.stringMatching(/^Not working: there is no response at this address\./),
    });
  });

  it.each(["stripe", "maps"] as const)("reports that %s timed out", async (name) => {
    let answer = () => {};
    const hold = new Promise<void>((resolve) => {
      answer = resolve;
    });
    [stripe.responseGate, places.responseGate] = [hold, hold];
    const slow = await testService(name, { ...stripe.env, ...places.env }, 200);
    answer();
    [stripe.responseGate, places.responseGate] = [null, null];
    expect(slow).toEqual({
      success: false,
      message: expect.stringMatching(/^Not working: no response in time\./),
    });
  });

  it("reports a service that is not configured", async () => {
    for (const name of ["smtp", "stripe", "maps", "analytics", "s3"]) {
      expect(await test(name, bare)).toMatchObject({ success: false, message: "Not set up." });
    }
    expect((await test("fax", bare)).status).toBe(404);
  });

  it("allows ten tests in ten minutes and records each in the audit trail", async () => {
    const testService = (await readTrail(bare.db)).filter(({ type }) => type === "connection.tested");
    expect(testService).toHaveLength(5);
    expect(testService[0]!.data).toEqual({ name: "smtp", success: false });
    const more = await Promise.all(Array.from({ length: 6 }, () => test("analytics", bare)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
