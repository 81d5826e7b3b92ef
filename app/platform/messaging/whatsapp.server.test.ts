import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, ORIGIN, type TestApp } from "../../../test/harness/http-app";
import { type FakeTwilio, startFakeTwilio } from "../../../test/harness/servers/fake-twilio";
import {
  type FakeWhatsapp,
  startFakeWhatsapp,
  WHATSAPP_VERIFY_TOKEN,
} from "../../../test/harness/servers/fake-whatsapp";
import { system } from "../auth/actor";
import { DEFAULT_LOCALE } from "../locale/locale";
import type { ChannelProviders } from "./channel";
import { claimMessages, sendMessage } from "./message-sender.server";
import { endOverdueSteps, queueMessage } from "./messages.server";
import { channelProviders } from "./providers/channel-providers.server";

const PHONE = "+971501234567";

let app: TestApp;
let twilio: FakeTwilio;
let whatsapp: FakeWhatsapp;
let providers: ChannelProviders;
beforeAll(async () => {
  [twilio, whatsapp] = await Promise.all([startFakeTwilio(), startFakeWhatsapp()]);
  app = await createTestApp({ ...twilio.env, ...whatsapp.env });
  providers = channelProviders(app.config);
});
afterAll(() => Promise.all([app, twilio, whatsapp].map((one) => one.close())));
beforeEach(async () => {
  for (const table of ["messages", "messageOptOuts"] as const) await app.db.deleteFrom(table).execute();
  twilio.messages.length = whatsapp.messages.length = 0;
  Object.assign(whatsapp, { failure: null, approved: null, dropsResponses: false });
});

/** WhatsApp, then SMS. */
async function queue(): Promise<void> {
  await queueMessage(
    { ...{ actor: system, db: app.db, now: new Date(), requestId: "test", locale: DEFAULT_LOCALE } },
    {
      ...{ kind: "on-the-way", trailId: null },
      content: {
        ...{ title: "Omar is on the way", body: "Expected at\n10:00", text: "Omar is on the way" },
        ...{ url: `${ORIGIN}/bookings/BK-1?key=secret`, language: "en" },
      },
      route: {
        startsAt: new Date(),
        steps: [
          { channel: "whatsapp", recipient: PHONE, seconds: 60 },
          { channel: "sms", recipient: PHONE, seconds: 600 },
        ],
      },
    },
  );
}

/** Runs all due messages until none is due. */
async function work(): Promise<void> {
  for (;;) {
    await endOverdueSteps(app.db, sql<boolean>`true`);
    const claimed = await claimMessages(app.db, 10);
    if (claimed.length === 0) return;
    for (const message of claimed) await sendMessage(app.db, providers, message);
  }
}

const passDeadline = () =>
  app.db
    .updateTable("messages")
    .set({ deadlineAt: sql`now() - interval '1 second'` })
    .where("channel", "=", "whatsapp")
    .where("deadlineAt", "is not", null)
    .execute();

async function messages() {
  const rows = await app.db
    .selectFrom("messages")
    .select(["channel", "state"])
    .orderBy("channel", "desc")
    .execute();
  return rows.map(({ channel, state }) => `${channel} ${state}`);
}

async function deliver({ path, body, headers }: ReturnType<FakeWhatsapp["report"]>): Promise<number> {
  return (await app.http.request(path, { method: "POST", body, headers })).status;
}

describe("WhatsApp", () => {
  it("sends the template of the kind with subject, detail and the address of the button", async () => {
    await queue();
    await work();
    const text = (value: string) => ({ type: "text", text: value });
    expect(whatsapp.messages).toMatchObject([
      {
        to: "971501234567",
        template: {
          ...{ name: "on_the_way", language: { code: "en" } },
          components: [
            { type: "body", parameters: [text("Omar is on the way"), text("Expected at 10:00")] },
            { type: "button", parameters: [text("bookings/BK-1?key=secret")] },
          ],
        },
      },
    ]);
    expect(await messages()).toEqual(["whatsapp sent"]);
  });

  it("ends the chain when the message is read, whose delivery is not reported apart", async () => {
    await queue();
    await work();
    expect(await deliver(whatsapp.report(whatsapp.messages[0]!, "read"))).toBe(200);
    await deliver(whatsapp.report(whatsapp.messages[0]!, "delivered"));
    await deliver(whatsapp.report(whatsapp.messages[0]!, "sent"));
    await passDeadline();
    await work();
    expect(await messages()).toEqual(["whatsapp read"]);
    expect(twilio.messages).toEqual([]);
  });

  it.each([
    ["a template that is not approved", () => Object.assign(whatsapp, { approved: [] })],
    [
      "a number without WhatsApp",
      () => Object.assign(whatsapp, { failure: { status: 400, code: 131_026, message: "Undeliverable" } }),
    ],
  ])("continues by SMS at once after %s", async (_, change) => {
    change();
    await queue();
    await work();
    expect(await messages()).toEqual(["whatsapp failed", "sms sent"]);
  });

  it("continues by SMS when Meta reports a failure, once for duplicates of the report", async () => {
    await queue();
    await work();
    const report = whatsapp.report(whatsapp.messages[0]!, "failed", {
      code: 131_049,
      title: "Not delivered",
    });
    for (let copy = 0; copy < 3; copy++) expect(await deliver(report)).toBe(200);
    await work();
    expect(await messages()).toEqual(["whatsapp failed", "sms sent"]);
    expect(twilio.messages).toHaveLength(1);
  });

  it("never repeats a request whose response was lost: unknown at the deadline, then SMS", async () => {
    whatsapp.dropsResponses = true;
    await queue();
    await work();
    await work();
    expect(await messages()).toEqual(["whatsapp queued"]);
    await passDeadline();
    await work();
    expect(await messages()).toEqual(["whatsapp unknown", "sms sent"]);
    expect(whatsapp.messages).toHaveLength(1);
  });

  it("learns from the webhook what became of a lost response", async () => {
    whatsapp.dropsResponses = true;
    await queue();
    await work();
    await deliver(whatsapp.report(whatsapp.messages[0]!, "delivered"));
    await passDeadline();
    await work();
    expect(await messages()).toEqual(["whatsapp delivered"]);
  });

  it("waits after a limit was reached, and continues by SMS at the deadline", async () => {
    whatsapp.failure = { status: 400, code: 131_056, message: "Pair rate limit hit" };
    await queue();
    await work();
    expect(await messages()).toEqual(["whatsapp queued"]);
    await passDeadline();
    await work();
    expect(await messages()).toEqual(["whatsapp failed", "sms sent"]);
  });

  it("closes the channel on STOP during the chain, and leaves SMS open", async () => {
    await queue();
    expect(await deliver(whatsapp.receive(PHONE, "إيقاف"))).toBe(200);
    await work();
    expect(await messages()).toEqual(["whatsapp withdrawn", "sms sent"]);
    expect(whatsapp.messages).toEqual([]);
  });

  it("rejects notifications without a valid signature", async () => {
    await queue();
    await work();
    const report = whatsapp.report(whatsapp.messages[0]!, "failed");
    const headers = { ...report.headers, "X-Hub-Signature-256": `sha256=${"0".repeat(64)}` };
    expect(await deliver({ ...report, headers })).toBe(403);
    expect(await messages()).toEqual(["whatsapp sent"]);
  });

  it("answers the registration of the webhook only with the right token", async () => {
    const verify = (token: string) =>
      app.http.request(
        `/api/messages/whatsapp?${new URLSearchParams({
          ...{ "hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": token },
        })}`,
      );
    const accepted = await verify(WHATSAPP_VERIFY_TOKEN);
    expect([accepted.status, await accepted.text()]).toEqual([200, "1158201444"]);
    expect((await verify("another token")).status).toBe(404);
  });
});
