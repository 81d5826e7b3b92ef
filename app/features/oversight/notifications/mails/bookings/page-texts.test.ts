import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { ChannelProviders } from "~/platform/messaging/channel";
import { claimMessages, sendMessage } from "~/platform/messaging/message-sender.server";
import { endOverdueSteps } from "~/platform/messaging/messages.server";
import { channelProviders } from "~/platform/messaging/providers/channel-providers.server";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import {
  addSignedInTechnician,
  type SignedInTechnician,
} from "../../../../../../test/harness/company/signed-in-technician";
import { type FakeTwilio, startFakeTwilio } from "../../../../../../test/harness/servers/fake-twilio";
import { type FakeWhatsapp, startFakeWhatsapp } from "../../../../../../test/harness/servers/fake-whatsapp";
import { type Mailbox, openMailbox } from "../../../../../../test/harness/servers/mailbox";
import { sendDueRings } from "../../../../operations/emergencies/ring.server";

/** Texts to technicians who do not answer the rings of an emergency. */

/** Phone of the technician who is rung first. */
const PHONE = "+971501111111";

let caller: Caller;
let mailbox: Mailbox;
let twilio: FakeTwilio;
let whatsapp: FakeWhatsapp;
let providers: ChannelProviders;
let ahmed: SignedInTechnician;
let bilal: SignedInTechnician;

beforeAll(async () => {
  twilio = await startFakeTwilio();
  whatsapp = await startFakeWhatsapp();
  caller = await createCaller({ ...twilio.env, ...whatsapp.env });
  providers = channelProviders(caller.config);
  mailbox = openMailbox(caller);
  ahmed = await addOnCall("Ahmed Saleh");
  await setPhone(PHONE);
  bilal = await addOnCall("Bilal Haddad");
});
afterAll(async () => {
  await caller.close();
  await twilio.close();
  await whatsapp.close();
});
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("bookings").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
  await caller.db.updateTable("onCallPages").set({ ringDueAt: null }).execute();
  await caller.db.deleteFrom("messages").execute();
  await mailbox.collect();
  twilio.messages.length = whatsapp.messages.length = 0;
  twilio.failures.clear();
  twilio.dropsResponses = twilio.failsList = false;
});

async function addOnCall(name: string): Promise<SignedInTechnician> {
  const technician = await addSignedInTechnician(caller, name);
  await caller.db.updateTable("technicians").set({ onCall: true }).where("id", "=", technician.id).execute();
  return technician;
}

function setPhone(phone: string) {
  return caller.db.updateTable("technicians").set({ phone }).where("id", "=", ahmed.id).execute();
}

/** An emergency whose first page is rung. */
async function emergency(): Promise<string> {
  const { bookingId } = await caller.book({ service: "emergency", message: "Water from the ceiling" });
  await mailbox.collect();
  await caller.db
    .updateTable("onCallPages")
    .set({ ringStartedAt: sql`clock_timestamp()`, ringDueAt: sql`clock_timestamp() + interval '1 hour'` })
    .where("bookingId", "=", bookingId)
    .where("technicianId", "=", ahmed.id)
    .execute();
  return bookingId;
}

/** Runs ring worker and reactions after the time has passed. */
async function pass(seconds: number): Promise<void> {
  await sql`UPDATE on_call_pages SET ring_started_at = ring_started_at - ${seconds} * interval '1 second'`.execute(
    caller.db,
  );
  await sendDueRings(caller);
  await mailbox.collect();
}

async function send(): Promise<void> {
  await caller.db
    .updateTable("messages")
    .set({ dueAt: sql`clock_timestamp()` })
    .where("state", "=", "queued")
    .execute();
  await endOverdueSteps(caller.db, sql<boolean>`true`);
  for (const message of await claimMessages(caller.db, 10)) await sendMessage(caller.db, providers, message);
}

async function states(): Promise<string[]> {
  const rows = await caller.db.selectFrom("messages").selectAll().orderBy("createdAt").execute();
  return rows.map(({ kind, channel, state }) => `${kind} ${channel} ${state}`);
}

async function answer(bookingId: string, { cookie }: SignedInTechnician, verb: "accept" | "decline") {
  const path = `/api/technician/emergencies/${bookingId}/${verb}`;
  const { status } = await caller.call("POST", path, verb === "decline" ? { reason: "" } : {}, { cookie });
  expect(status).toBe(200);
}

describe("text of an unanswered page", () => {
  it("texts the technician once, after 60 seconds, with the place and the page to answer on", async () => {
    const bookingId = await emergency();
    await pass(59);
    expect(await states()).toEqual([]);
    await pass(1);
    await send();
    expect(twilio.messages.map(({ to }) => to)).toEqual([PHONE]);
    expect(twilio.messages[0]!.body).toMatch(/EMERGENCY BK-\d{4}-\d+: Emergency Service, Dubai Marina/);
    expect(twilio.messages[0]!.body).toContain(`/technician?emergency=${bookingId}`);
    await pass(15);
    await send();
    expect(twilio.messages).toHaveLength(1);
    expect(await states()).toEqual(["emergency-page sms sent"]);
  });

  it("ignores quiet hours", async () => {
    vi.setSystemTime("2026-11-23T23:00:00Z");
    await emergency();
    await pass(60);
    for (const message of await claimMessages(caller.db, 10))
      await sendMessage(caller.db, providers, message);
    expect(twilio.messages).toHaveLength(1);
  });

  it("continues on WhatsApp when the SMS is not delivered within 60 seconds", async () => {
    await emergency();
    await pass(60);
    await send();
    await endDeadline();
    await send();
    expect(whatsapp.messages.map(({ template }) => template.name)).toEqual(["emergency_page"]);
    expect(await states()).toEqual(["emergency-page sms sent", "emergency-page whatsapp sent"]);
  });

  it.each(["accept", "decline"] as const)("sends no text after the technician chose to %s", async (verb) => {
    const bookingId = await emergency();
    await pass(59);
    await answer(bookingId, ahmed, verb);
    await pass(60);
    await send();
    expect(twilio.messages.filter(({ to }) => to === PHONE)).toEqual([]);
  });

  it.each(["accept", "decline"] as const)(
    "withdraws text and fallback when the answer to %s comes before the request",
    async (verb) => {
      const bookingId = await emergency();
      await pass(60);
      const [claimed] = await claimMessages(caller.db, 1);
      await answer(bookingId, ahmed, verb);
      // The worker had claimed the text before the answer.
      await sendMessage(caller.db, providers, claimed!);
      await send();
      expect(await states()).toEqual(["emergency-page sms withdrawn"]);
      expect([twilio.messages, whatsapp.messages]).toEqual([[], []]);
    },
  );

  it("starts no fallback after the office sent another technician", async () => {
    const bookingId = await emergency();
    await pass(60);
    await send();
    const path = `/api/admin/bookings/${bookingId}/dispatch`;
    const dispatched = await caller.call("POST", path, { technicianId: bilal.id }, await caller.asAdmin());
    expect(dispatched.status, dispatched.text).toBe(200);
    await endDeadline();
    await send();
    expect(await states()).toEqual(["emergency-page sms sent"]);
    expect(whatsapp.messages).toEqual([]);
  });

  it("repeats no text of unknown outcome after the answer", async () => {
    twilio.dropsResponses = true;
    const bookingId = await emergency();
    await pass(60);
    await send();
    await answer(bookingId, ahmed, "accept");
    // The provider has not received the request.
    twilio.messages.length = 0;
    twilio.dropsResponses = false;
    await send();
    expect(twilio.messages).toEqual([]);
    expect(await states()).toEqual(["emergency-page sms unknown"]);
  });

  it("texts each technician once when the next one does not answer either", async () => {
    const bookingId = await emergency();
    await pass(60);
    await caller.db
      .updateTable("onCallPages")
      .set({ ringStartedAt: sql`clock_timestamp()`, ringDueAt: sql`clock_timestamp() + interval '1 hour'` })
      .where("bookingId", "=", bookingId)
      .where("technicianId", "=", bilal.id)
      .execute();
    await pass(60);
    await pass(60);
    await send();
    expect(twilio.messages).toHaveLength(2);
  });

  it("texts no landline", async () => {
    await setPhone("+97145550100");
    await emergency();
    await pass(60);
    expect(await states()).toEqual([]);
    await setPhone(PHONE);
  });
});

describe("office view of an emergency", () => {
  async function read(path: string) {
    const { status, body, text } = await caller.call("GET", path, undefined, await caller.asAdmin());
    expect(status, text).toBe(200);
    return body;
  }

  it("shows each step of a page on the emergency and in the emergency bar", async () => {
    const bookingId = await emergency();
    await pass(60);
    await send();
    const path = `/api/admin/bookings/${bookingId}/on-call-pages`;
    const [first, next] = (await read(path)).pages;
    expect(first).toMatchObject({
      ...{ name: "Ahmed Saleh", rangAt: null, unansweredAt: expect.any(String), isRinging: true },
      texts: [{ channel: "sms", state: "sent", at: expect.any(String) }],
    });
    expect(next).toMatchObject({ name: "Bilal Haddad", rings: 0, unansweredAt: null, texts: [] });
    const bar = (await read("/api/admin/emergencies")).emergencies[0];
    expect(bar.paged).toEqual([first, next]);
    await answer(bookingId, ahmed, "accept");
    const [after] = (await read(path)).pages;
    expect(after).toMatchObject({ isRinging: false, isAssigned: true });
  });

  it("lists the messages about a booking on all channels with state, reason and cost, newest first", async () => {
    const bookingId = await emergency();
    vi.setSystemTime(NOW.getTime() + 60_000);
    await pass(60);
    await send();
    const [sms] = await caller.db.selectFrom("messages").select("id").execute();
    await caller.db
      .updateTable("messages")
      .set({ costMicros: 7_500, costCurrency: "USD", state: "failed", lastError: "Twilio 30003" })
      .set({ failedAt: NOW, deadlineAt: null })
      .where("id", "=", sms!.id)
      .execute();
    const path = `/api/admin/bookings/${bookingId}/messages`;
    const { messages } = await read(path);
    expect(messages[0]).toMatchObject({
      ...{ channel: "sms", recipient: PHONE, state: "failed", reason: "Twilio 30003" },
      ...{ title: expect.stringContaining("EMERGENCY"), cost: { micros: 7_500, currency: "USD" } },
    });
    const mails = messages.slice(1);
    expect(
      mails.map(({ channel, state }: { channel: string; state: string }) => `${channel} ${state}`),
    ).toEqual(Array(mails.length).fill("email sent"));
    expect(mails.map(({ recipient }: { recipient: string }) => recipient)).toContain(
      "ahmed.saleh@company.example",
    );
    const firstPage = await read(`${path}?limit=1`);
    const secondPage = await read(`${path}?limit=1&cursor=${firstPage.nextCursor}`);
    expect([...firstPage.messages, ...secondPage.messages]).toEqual(messages.slice(0, 2));
    expect(JSON.stringify(messages)).not.toContain("key=");
  });
});

function endDeadline() {
  return caller.db
    .updateTable("messages")
    .set({ deadlineAt: sql`clock_timestamp()` })
    .where("deadlineAt", "is not", null)
    .execute();
}
