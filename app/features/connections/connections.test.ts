import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bucket, startBucket } from "../../../test/harness/bucket";
import { createTestApp, type TestApp } from "../../../test/harness/http-app";
import { type MailServer, startMailServer } from "../../../test/harness/mail-server";
import { type StripeStandIn, startStripe } from "../../../test/harness/stripe-stand-in";
import { readTrail } from "../../../test/harness/trail";

const boss = { email: "boss@company.example", password: "a password of mine", role: "admin" as const };
let app: TestApp;
let bare: TestApp;
let mails: MailServer;
let bucket: Bucket;
let stripe: StripeStandIn;
const cookies = new Map<TestApp, string>();

beforeAll(async () => {
  [mails, bucket, stripe] = await Promise.all([startMailServer(), startBucket(), startStripe()]);
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
afterAll(() => Promise.all([app, bare, mails, bucket, stripe].map((one) => one.close())));

async function test(name: string, on = app) {
  const answer = await on.post(`/api/admin/connections/${name}/test`, {}, { cookie: cookies.get(on)! });
  return { status: answer.status, ...((await answer.json()) as { works: boolean; words: string }) };
}

describe("a connection", () => {
  it("of the mail server is tried by a mail to oneself, and its answer is told", async () => {
    expect(await test("smtp")).toMatchObject({ works: true, words: expect.stringContaining(boss.email) });
    expect(mails.received.map(({ to }) => to)).toEqual([[boss.email]]);
    mails.answer = () => Object.assign(new Error("No such mailbox here"), { responseCode: 550 });
    const refused = await test("smtp");
    expect([refused.works, refused.words]).toEqual([false, expect.stringContaining("No such mailbox here")]);
  });

  it("of the file storage is tried by a file that is gone again", async () => {
    expect(await test("s3")).toMatchObject({ works: true });
    expect(bucket.objects.size).toBe(0);
  });

  it("that does not work says why, and no secret", async () => {
    const wrong = await createTestApp({
      S3_URL: bucket.url.replace(/:\/\/[^@]*@/, "://AKIAEXAMPLE:not-the-secret@"),
    });
    try {
      await wrong.addUser(boss);
      cookies.set(wrong, await wrong.signIn(boss));
      const { works, words } = await test("s3", wrong);
      expect([works, words]).toEqual([false, expect.stringContaining("403")]);
      expect(words).not.toMatch(/not-the-secret|AKIAEXAMPLE/);
    } finally {
      await wrong.close();
    }
  });

  it("that is not set up says so", async () => {
    for (const name of ["smtp", "stripe", "maps", "analytics", "s3"]) {
      expect(await test(name, bare)).toMatchObject({ works: false, words: "It is not set up." });
    }
    expect((await test("fax", bare)).status).toBe(404);
  });

  it("is tried ten times in ten minutes, each of which the trail tells", async () => {
    const tried = (await readTrail(bare.db)).filter(({ type }) => type === "connection.tested");
    expect(tried).toHaveLength(5);
    expect(tried[0]!.data).toEqual({ name: "smtp", works: false });
    const more = await Promise.all(Array.from({ length: 6 }, () => test("analytics", bare)));
    expect(more.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 429]);
  });
});
