import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { book, officeCtx } from "../../../../test/harness/company/company";
import { readTrail } from "../../../../test/harness/company/trail";
import { createTestPicture } from "../../../../test/harness/pictures";
import { mailgunEnv, mailgunForm } from "../../../../test/harness/servers/fake-mailgun";
import { type FakeTwilio, startFakeTwilio } from "../../../../test/harness/servers/fake-twilio";
import { type FakeWhatsapp, startFakeWhatsapp } from "../../../../test/harness/servers/fake-whatsapp";
import { claimMessages, sendMessage } from "../../../platform/messaging/message-sender.server";
import { channelProviders } from "../../../platform/messaging/providers/channel-providers.server";
import { fetchDueFiles } from "./fetch-files.server";
import { fileEarlierRequests } from "./file-requests.server";
import { purgeConversations } from "./purge.server";
import { sendReply } from "./send-reply.server";
import { wakeConversations } from "./wake-conversations.server";

const PHONE = "+971501234567";
const STRANGER = "+971509876543";

let caller: Caller;
let whatsapp: FakeWhatsapp;
let twilio: FakeTwilio;
let customerId: string;
beforeAll(async () => {
  [whatsapp, twilio] = await Promise.all([startFakeWhatsapp(), startFakeTwilio()]);
  caller = await createCaller({ ...whatsapp.env, ...twilio.env, ...mailgunEnv });
});
afterAll(() => Promise.all([caller, whatsapp, twilio].map((one) => one.close())));
beforeEach(async () => {
  vi.setSystemTime(NOW);
  for (const table of ["conversations", "contactMessages", "messages", "messageOptOuts", "mails"] as const)
    await caller.db.deleteFrom(table).execute();
  // Bookings refer to the customers of earlier tests, so their contacts are removed instead.
  await caller.db.updateTable("customers").set({ name: "Earlier", phone: null, email: null }).execute();
  whatsapp.messages.length = 0;
  whatsapp.media.clear();
  customerId = await addCustomer("Aisha Al Marri", PHONE);
});

async function addCustomer(name: string, phone: string, email = "aisha@example.com") {
  const row = await caller.db
    .insertInto("customers")
    .values({ name, phone, email, createdAt: NOW })
    .returning("id")
    .executeTakeFirstOrThrow();
  return row.id;
}

async function deliver({ path, body, headers }: ReturnType<FakeWhatsapp["receive"]>): Promise<number> {
  return (await caller.http.request(path, { method: "POST", body, headers })).status;
}

const deliverMail = async (form: FormData) =>
  (await caller.http.request("/api/messages/mail/incoming", { method: "POST", body: form })).status;

const office = async (method: "GET" | "POST", path: string, body?: unknown) =>
  caller.call(method, `/api/admin${path}`, body, await caller.asAdmin());
const list = async (query = "") => (await office("GET", `/inbox${query}`)).body;
const only = async () => {
  const { conversations } = await list();
  expect(conversations).toHaveLength(1);
  return conversations[0];
};
const detail = async (id: string) => (await office("GET", `/inbox/${id}`)).body;
const messagesOf = async (id: string) =>
  (await office("GET", `/inbox/${id}/messages`)).body.messages.toReversed();
const textsOf = async (id: string) => (await messagesOf(id)).map(({ text }: { text: string }) => text);
const version = async (id: string) => (await detail(id)).version;
const reply = async (id: string, channel: string, text: string, seen?: number) =>
  office("POST", `/inbox/${id}/replies`, { channel, text, version: seen ?? (await version(id)) });

/** Runs the reaction of the latest reply, then the sender of messages. */
async function work(): Promise<void> {
  const [event] = (await readTrail(caller.db, { type: "inbox.replied" })).slice(-1);
  await sendReply.run(caller.ctx(), event as never, { config: caller.config });
  const providers = channelProviders(caller.config);
  await caller.db
    .updateTable("messages")
    .set({ dueAt: sql`now()`, deadlineAt: sql`now() + interval '1 hour'` })
    .where("state", "=", "queued")
    .execute();
  for (const message of await claimMessages(caller.db, 10)) await sendMessage(caller.db, providers, message);
}

describe("received messages", () => {
  it("continues the conversation of the customer with the phone, on all channels", async () => {
    await deliver(whatsapp.receive(PHONE, "Is the technician on the way?"));
    await deliver(twilio.receive(caller.config.publicUrl, PHONE, "Please call me"));
    await deliverMail(
      mailgunForm({ from: "aisha@example.com", subject: "Re: Your booking", text: "Thank you" }),
    );
    const row = await only();
    expect(row).toMatchObject({ customerId, name: "Aisha Al Marri", state: "open", unreadCount: 3 });
    const messages = await messagesOf(row.id);
    expect(messages.map(({ channel, text }: Record<string, string>) => `${channel}: ${text}`).sort()).toEqual(
      ["email: Thank you", "sms: Please call me", "whatsapp: Is the technician on the way?"],
    );
  });

  it("stores each message once, however often the provider repeats its notification", async () => {
    const question = whatsapp.receive(PHONE, "How much is a cleaning?");
    const sms = twilio.receive(caller.config.publicUrl, PHONE, "Hello", "SM1");
    const mail = { from: "aisha@example.com", text: "Hello", messageId: "<1@mail.example>" };
    for (let copy = 0; copy < 3; copy++) {
      expect(await deliver(question)).toBe(200);
      expect(await deliver(sms)).toBe(200);
      expect(await deliverMail(mailgunForm(mail))).toBe(200);
    }
    expect(await Promise.all([deliver(question), deliver(question)])).toEqual([200, 200]);
    const row = await only();
    expect(await messagesOf(row.id)).toHaveLength(3);
    expect(row.unreadCount).toBe(3);
  });

  it("stores each message once when notifications of a new sender arrive at the same time", async () => {
    const first = whatsapp.receive(STRANGER, "Hello");
    const second = whatsapp.receive(STRANGER, "Are you there?");
    await Promise.all([first, second, first, second].map(deliver));
    const { id, unreadCount } = await only();
    expect((await textsOf(id)).sort()).toEqual(["Are you there?", "Hello"]);
    expect(unreadCount).toBe(2);
  });

  it("sorts messages by the time of the provider, not by their arrival", async () => {
    const at = (minutes: number) => ({ at: new Date(NOW.getTime() - minutes * 60_000) });
    await deliver(whatsapp.receive(PHONE, "third", at(1)));
    await deliver(whatsapp.receive(PHONE, "first", at(9)));
    await deliver(whatsapp.receive(PHONE, "second", at(5)));
    const { id, latest, lastMessageAt } = await only();
    expect(await textsOf(id)).toEqual(["first", "second", "third"]);
    expect(latest.text).toBe("third");
    expect(lastMessageAt).toBe(at(1).at.toISOString());
  });

  it("starts a lead for an unknown sender, which another channel with the same address continues", async () => {
    await deliver(whatsapp.receive(STRANGER, "Hello", { name: "Marco" }));
    await deliver(twilio.receive(caller.config.publicUrl, STRANGER, "Hello again"));
    expect(await only()).toMatchObject({ customerId: null, name: "Marco", unreadCount: 2 });
  });

  it("starts a lead if several customers have the phone and the name decides nothing", async () => {
    await addCustomer("Omar Al Marri", PHONE, "omar@example.com");
    await deliver(whatsapp.receive(PHONE, "Hello", { name: "Family" }));
    expect(await only()).toMatchObject({ customerId: null });
    await deliver(whatsapp.receive(PHONE, "It is me", { name: "Omar Al Marri" }));
    // The messages of the lead join the customer.
    expect(await only()).toMatchObject({ name: "Omar Al Marri", unreadCount: 2 });
  });

  it("stores a button's text and a shared location, and a message without content for other types", async () => {
    await deliver(
      whatsapp.receive(PHONE, { type: "button", button: { text: "Confirm", payload: "confirm" } }),
    );
    vi.setSystemTime(NOW.getTime() + 60_000);
    const location = { latitude: 25.0772, longitude: 55.1399, name: "Marina Diamond 4" };
    await deliver(whatsapp.receive(PHONE, { type: "location", location }));
    vi.setSystemTime(NOW.getTime() + 120_000);
    await deliver(whatsapp.receive(PHONE, { type: "contacts", contacts: [] }));
    const { id } = await only();
    expect(await messagesOf(id)).toMatchObject([
      { text: "Confirm", location: null },
      { text: "", location: { ...location, address: null } },
      { text: "", location: null, files: [] },
    ]);
  });

  it("closes the channel on STOP and lists the message", async () => {
    await deliver(whatsapp.receive(PHONE, "STOP"));
    const { id } = await only();
    expect(await textsOf(id)).toEqual(["STOP"]);
    expect((await reply(id, "whatsapp", "Hello")).body).toMatchObject({ reason: "opted-out" });
  });

  it("refuses messages with an invalid signature and stores nothing", async () => {
    const message = whatsapp.receive(PHONE, "Hello");
    expect(await deliver({ ...message, body: message.body.replace("Hello", "Bye") })).toBe(403);
    const sms = twilio.receive(caller.config.publicUrl, PHONE, "Hello");
    expect(await deliver({ ...sms, body: sms.body.replace("Hello", "Bye") })).toBe(403);
    const mail = { from: "aisha@example.com", text: "Hello" };
    expect(await deliverMail(mailgunForm(mail, "another key"))).toBe(403);
    const old = new Date(NOW.getTime() - 13 * 3_600_000);
    expect(await deliverMail(mailgunForm({ ...mail, at: old }))).toBe(403);
    expect((await list()).conversations).toEqual([]);
  });

  it("leaves out automatic answers by email", async () => {
    const headers: [string, string][] = [["Auto-Submitted", "auto-replied"]];
    await deliverMail(mailgunForm({ from: "aisha@example.com", text: "Out of office", headers }));
    expect((await list()).conversations).toEqual([]);
  });
});

describe("messages of the product", () => {
  const minutesAgo = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
  const addMail = async (subject: string, minutes: number, more: object = {}) => {
    const id = randomUUID();
    await caller.db
      .insertInto("mails")
      .values({
        ...{ id, kind: "booking-confirmed", recipient: "aisha@example.com", subject },
        ...{ senderName: "Office", html: "", plain: "", attachments: "[]", createdAt: minutesAgo(minutes) },
        ...{ state: "failed", dueAt: null, lastError: "550 no such user", ...more },
      })
      .execute();
    return id;
  };
  const addText = (title: string, minutes: number, more: object = {}) =>
    caller.db
      .insertInto("messages")
      .values({
        ...{ id: randomUUID(), kind: "visit-reminder", channel: "whatsapp", recipient: PHONE },
        ...{ content: JSON.stringify({ title, text: title }), createdAt: minutesAgo(minutes) },
        ...{ state: "delivered", dueAt: null, ...more },
      })
      .execute();

  it("lists them with the customer, before and after the customer writes", async () => {
    await addMail("Booking confirmed", 40);
    await addText("Visit tomorrow", 20);
    await addMail("For another recipient", 20, { recipient: "other@example.com" });
    const titles = async (query = "") => {
      const { body } = await office("GET", `/customers/${customerId}/messages${query}`);
      return body.messages.map(({ title, text }: Record<string, string>) => title ?? text);
    };
    expect((await list()).conversations).toEqual([]);
    expect(await titles()).toEqual(["Visit tomorrow", "Booking confirmed"]);
    expect(await titles("?limit=1")).toEqual(["Visit tomorrow"]);
    await deliver(whatsapp.receive(PHONE, "Thank you", { at: minutesAgo(30) }));
    expect(await titles()).toEqual(["Visit tomorrow", "Thank you", "Booking confirmed"]);
    const unknown = await office("GET", `/customers/${randomUUID()}/messages`);
    expect(unknown.body).toEqual({ messages: [], nextCursor: null });
  });

  it("lists them with the customer whose record they are about if two share phone and email", async () => {
    const otherId = await addCustomer("Aisha's mother", PHONE);
    const entryOf = async (customer: string) => {
      const { rows } = await sql<{
        id: number;
      }>`INSERT INTO trail (type, subject_type, subject_id, actor_role, request_id, at)
        VALUES ('customer.added', 'customer', ${customer}, 'system', 'test', now()) RETURNING id`.execute(
        caller.db,
      );
      return rows[0]!.id;
    };
    const [own, other] = [await entryOf(customerId), await entryOf(otherId)];
    await addMail("Own email", 50, { trailId: own });
    await addMail("Email of the other", 40, { trailId: other });
    await addMail("About no record", 30);
    const combined = await addMail("Email of both", 25, { trailId: own, kind: "technician-assigned" });
    await caller.db.insertInto("mailEvents").values({ mailId: combined, trailId: other }).execute();
    await addText("Own text", 20, { trailId: own });
    await addText("Text of the other", 10, { trailId: other });
    const titles = async (id: string) => {
      const { body } = await office("GET", `/customers/${id}/messages`);
      return body.messages.map(({ title }: { title: string }) => title);
    };
    expect(await titles(customerId)).toEqual(["Own text", "Email of both", "About no record", "Own email"]);
    expect(await titles(otherId)).toEqual([
      ...["Text of the other", "Email of both", "About no record", "Email of the other"],
    ]);
  });

  it("shows them between those of the customer with their state, and each reply once", async () => {
    await deliver(whatsapp.receive(PHONE, "first", { at: minutesAgo(50) }));
    await addMail("Booking confirmed", 40);
    await deliver(whatsapp.receive(PHONE, "second", { at: minutesAgo(30) }));
    await addText("Visit tomorrow", 20);
    await addText("Push of a technician", 20, { channel: "push", recipient: "device" });
    await addMail("For another recipient", 20, { recipient: "other@example.com" });
    const { id } = await only();
    expect((await reply(id, "whatsapp", "third")).status).toBe(200);
    await work();
    const entries = (await messagesOf(id)).map(
      ({ type, text, title, channel, state, reason }: Record<string, string>) =>
        type === "message" ? text : { title, channel, state, reason },
    );
    expect(entries).toEqual([
      "first",
      { title: "Booking confirmed", channel: "email", state: "failed", reason: "550 no such user" },
      "second",
      { title: "Visit tomorrow", channel: "whatsapp", state: "delivered", reason: null },
      "third",
    ]);
  });

  it("pages them with those of the customer, also with the same time", async () => {
    const expected: string[] = [];
    for (let minute = 0; minute < 12; minute++) {
      await deliver(whatsapp.receive(PHONE, `text ${minute}`, { at: minutesAgo(minute) }));
      await addMail(`mail ${minute}`, minute);
      await addText(`template ${minute}`, minute);
      expected.push(`text ${minute}`, `mail ${minute}`, `template ${minute}`);
    }
    const { id } = await only();
    const seen: string[] = [];
    let cursor: string | null = "";
    for (let pages = 0; cursor !== null && pages < 20; pages++) {
      const { body } = await office("GET", `/inbox/${id}/messages?limit=5${cursor && `&cursor=${cursor}`}`);
      expect(body.messages.length).toBeLessThanOrEqual(5);
      seen.push(...body.messages.map(({ text, title }: Record<string, string>) => text ?? title));
      cursor = body.nextCursor;
    }
    expect(seen).toHaveLength(expected.length);
    expect(seen.toSorted()).toEqual(expected.toSorted());
    const minutes = seen.map((name) => Number(name.split(" ")[1]));
    expect(minutes).toEqual(minutes.toSorted((a, b) => a - b));
  });
});

describe("received files", () => {
  const image = (id: string, caption?: string) => ({
    type: "image",
    image: { id, mime_type: "image/jpeg", caption },
  });
  const fetchFiles = () => fetchDueFiles({ db: caller.db, config: caller.config, files: caller.files });
  const makeDue = () =>
    caller.db
      .updateTable("conversationFiles")
      .set({ dueAt: sql`now()` })
      .where("dueAt", "is not", null)
      .execute();

  it("fetches a file with the token, stores it and attaches it to a booking of the customer", async () => {
    const bytes = await createTestPicture("jpeg");
    whatsapp.media.set("media-1", { contentType: "image/jpeg", bytes });
    await deliver(whatsapp.receive(PHONE, image("media-1", "The leak")));
    const { id } = await only();
    expect(await messagesOf(id)).toMatchObject([{ text: "The leak", files: [{ state: "waiting" }] }]);
    await fetchFiles();
    const [{ files }] = await messagesOf(id);
    expect(files).toMatchObject([{ state: "stored", contentType: "image/jpeg", bookingId: null }]);
    const path = `/conversation-files/${files[0].id}`;
    const content = await office("GET", path);
    expect([content.status, content.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    await caller.addTechnician("Omar Saleh");
    const { bookingId } = await caller.book({ phone: PHONE });
    expect((await office("POST", `${path}/booking`, { bookingId })).status).toBe(200);
    expect((await office("GET", `/bookings/${bookingId}/conversation-files`)).body.files).toMatchObject([
      { id: files[0].id },
    ]);
    const other = await caller.book({ phone: "0507654321" });
    expect((await office("POST", `${path}/booking`, { bookingId: other.bookingId })).status).toBe(404);
  });

  it("shows files as missing when the provider never delivers them", async () => {
    whatsapp.media.set("media-2", null);
    await deliver(whatsapp.receive(PHONE, image("media-2")));
    await deliver(whatsapp.receive(PHONE, image("media-gone")));
    for (let attempt = 0; attempt < 12; attempt++) {
      await makeDue();
      await fetchFiles();
    }
    const messages = await messagesOf((await only()).id);
    const states = messages.map(({ files }: { files: { state: string }[] }) => files[0]!.state);
    expect(states).toEqual(["missing", "missing"]);
    expect(await fetchFiles()).toBe(0);
  });

  it("stores no other types of files, whatever type the sender names", async () => {
    const document = { id: "media-3", mime_type: "application/pdf", filename: "invoice.pdf" };
    whatsapp.media.set("media-3", { contentType: "application/pdf", bytes: Buffer.from("<html>") });
    await deliver(whatsapp.receive(PHONE, { type: "document", document }));
    await deliver(
      whatsapp.receive(PHONE, {
        type: "audio",
        audio: { id: "media-4", mime_type: "audio/ogg; codecs=opus" },
      }),
    );
    await fetchFiles();
    const messages = await messagesOf((await only()).id);
    const states = messages.map(({ files }: { files: { state: string }[] }) => files[0]!.state);
    expect(states).toEqual(["unsupported", "unsupported"]);
  });

  it("stores attachments of emails", async () => {
    const file = new File(["%PDF-1.7 content"], "floor plan.pdf", { type: "application/pdf" });
    await deliverMail(mailgunForm({ from: "aisha@example.com", text: "The plan", files: [file] }));
    const [{ files }] = await messagesOf((await only()).id);
    expect(files).toMatchObject([{ name: "floor plan.pdf", state: "stored" }]);
    expect((await office("GET", `/conversation-files/${files[0].id}`)).text).toBe("%PDF-1.7 content");
  });
});

describe("replies", () => {
  it("sends a reply on the channel of the conversation and lists its delivery", async () => {
    await deliver(whatsapp.receive(PHONE, "Do you work on Sundays?"));
    const { id } = await only();
    expect((await reply(id, "whatsapp", "Yes, from 8 to 20.")).body).toMatchObject({
      ...{ unreadCount: 0, version: 2, assignee: { name: expect.any(String) } },
    });
    expect((await messagesOf(id)).at(-1)).toMatchObject({ direction: "sent", delivery: { state: "queued" } });
    await work();
    expect(whatsapp.messages).toMatchObject([{ to: PHONE.slice(1), text: "Yes, from 8 to 20." }]);
    await deliver(whatsapp.report(whatsapp.messages[0]!, "delivered"));
    expect((await messagesOf(id)).at(-1)).toMatchObject({
      text: "Yes, from 8 to 20.",
      delivery: { state: "delivered", reason: null },
    });
  });

  it("refuses WhatsApp 24 hours after the customer's latest message, and replies by email instead", async () => {
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { id } = await only();
    const [option] = (await detail(id)).replyChannels;
    expect(option).toMatchObject({
      channel: "whatsapp",
      windowEndsAt: new Date(NOW.getTime() + 24 * 3_600_000).toISOString(),
    });
    vi.setSystemTime(NOW.getTime() + 24 * 3_600_000);
    expect((await reply(id, "whatsapp", "Good morning")).body).toMatchObject({ reason: "window-closed" });
    expect((await reply(id, "email", "Good morning")).status).toBe(200);
    await work();
    const mails = await caller.db
      .selectFrom("mails")
      .select(["recipient", "replyTo", "plain"])
      .where("kind", "=", "conversation-reply")
      .execute();
    expect(mails).toMatchObject([
      { recipient: "aisha@example.com", replyTo: mailgunEnv.INBOUND_MAIL_ADDRESS },
    ]);
    expect(mails[0]!.plain).toContain("Good morning");
  });

  it("replies in the language of the customer", async () => {
    await caller.db.updateTable("customers").set({ language: "ar" }).where("id", "=", customerId).execute();
    await book(officeCtx(caller.db), { email: "aisha@example.com", phone: PHONE });
    await deliver(whatsapp.receive(PHONE, "مرحبا"));
    const { id } = await only();
    expect(await detail(id)).toMatchObject({
      language: "ar",
      replyFacts: { link: expect.stringMatching(/\/ar\/bookings\/BK-[\d-]+$/) },
    });
    expect((await reply(id, "email", "صباح الخير")).status).toBe(200);
    await work();
    const { subject, html } = await caller.db
      .selectFrom("mails")
      .select(["subject", "html"])
      .where("kind", "=", "conversation-reply")
      .executeTakeFirstOrThrow();
    expect(subject).toMatch(/^رد من/);
    expect(html).toContain('<html lang="ar" dir="rtl">');
  });

  it("lists the reason when the window closes before the reply is sent", async () => {
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { id } = await only();
    await reply(id, "whatsapp", "Good morning");
    vi.setSystemTime(NOW.getTime() + 25 * 3_600_000);
    await work();
    expect((await messagesOf(id)).at(-1).delivery).toMatchObject({
      state: "failed",
      reason: expect.stringContaining("131047"),
    });
  });

  it("lets one of two concurrent users reply", async () => {
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { id } = await only();
    const answers = await Promise.all([reply(id, "whatsapp", "One", 1), reply(id, "whatsapp", "Two", 1)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await messagesOf(id)).toHaveLength(2);
    expect((await reply(id, "whatsapp", "Three", 1)).body).toMatchObject({ reason: "stale" });
  });

  it("names the other users who are writing, for half a minute", async () => {
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { id } = await only();
    const user = {
      email: "mariam@company.example",
      password: "a password of Mariam",
      role: "dispatcher",
    } as const;
    await caller.addUser(user);
    const Cookie = await caller.signIn(user);
    await caller.call("POST", `/api/admin/inbox/${id}/writing`, { isWriting: true }, { Cookie });
    expect((await detail(id)).writers).toHaveLength(1);
    expect((await caller.call("GET", `/api/admin/inbox/${id}`, undefined, { Cookie })).body.writers).toEqual(
      [],
    );
    vi.setSystemTime(NOW.getTime() + 31_000);
    expect((await detail(id)).writers).toEqual([]);
  });

  it("refuses a channel without an address, and an empty text", async () => {
    await deliverMail(mailgunForm({ from: "marco@example.com", name: "Marco", text: "Hello" }));
    const { id } = await only();
    expect((await reply(id, "sms", "Hello")).body).toMatchObject({ reason: "channel-unavailable" });
    expect((await reply(id, "email", "  ")).body).toMatchObject({ reason: "text-required" });
    expect((await reply(crypto.randomUUID(), "email", "Hello", 1)).status).toBe(404);
  });
});

describe("handling", () => {
  const change = async (id: string, state: string, until: Date | null = null) =>
    office("POST", `/inbox/${id}/state`, {
      ...{ state, until: until?.toISOString() ?? null, version: await version(id) },
    });

  it("lists conversations by state and assignee with counts, page by page", async () => {
    for (const [minutes, name] of ["Amal", "Marco", "Noura"].entries()) {
      vi.setSystemTime(NOW.getTime() + minutes * 60_000);
      await deliver(whatsapp.receive(`+97150555000${minutes}`, "Hello", { name }));
    }
    const page = await list("?limit=2&counts=yes");
    expect(page.conversations.map(({ name }: { name: string }) => name)).toEqual(["Noura", "Marco"]);
    expect(page.counts).toEqual({ all: 3, open: 3, mine: 0, unassigned: 3, snoozed: 0, closed: 0 });
    const next = await list(`?limit=2&cursor=${page.nextCursor}`);
    expect(next.conversations.map(({ name }: { name: string }) => name)).toEqual(["Amal"]);
    const [noura, marco] = page.conversations;
    await change(noura.id, "closed");
    const self = (await detail(marco.id)).colleagues.find(({ name }: { name: string }) => name);
    const assigned = await office("POST", `/inbox/${marco.id}/assignee`, { assigneeId: self.id, version: 1 });
    expect(assigned.body.assignee).toEqual(self);
    expect((await list("?counts=yes")).counts).toMatchObject({ open: 2, unassigned: 1, closed: 1 });
    expect((await list("?view=closed")).conversations).toMatchObject([{ name: "Noura", unreadCount: 0 }]);
    const stale = await office("POST", `/inbox/${marco.id}/assignee`, { assigneeId: null, version: 1 });
    expect(stale.body).toMatchObject({ reason: "stale" });
  });

  it("opens a snoozed conversation at its time, and a closed one with the next message", async () => {
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { id } = await only();
    const until = new Date(NOW.getTime() + 3_600_000);
    expect((await change(id, "snoozed", NOW)).body).toMatchObject({ reason: "wrong-state" });
    expect((await change(id, "snoozed", until)).body).toMatchObject({ snoozedUntil: until.toISOString() });
    await wakeConversations(caller.ctx());
    expect((await only()).state).toBe("snoozed");
    vi.setSystemTime(until);
    await wakeConversations(caller.ctx());
    expect((await only()).state).toBe("open");
    await change(id, "closed");
    await deliver(whatsapp.receive(PHONE, "One more thing"));
    expect(await only()).toMatchObject({ state: "open", unreadCount: 1 });
    await office("POST", `/inbox/${id}/opened`);
    expect((await only()).unreadCount).toBe(0);
  });

  it("searches by name, phone, and words of messages and treats % literally", async () => {
    await deliver(whatsapp.receive(PHONE, "The kitchen tap is dripping"));
    await deliver(whatsapp.receive(STRANGER, "Hello", { name: "Marco Bianchi" }));
    const found = async (search: string) => {
      const { conversations } = await list(`?search=${encodeURIComponent(search)}`);
      return conversations.map(({ name }: { name: string }) => name);
    };
    expect(await found("marco")).toEqual(["Marco Bianchi"]);
    expect(await found("0509876543")).toEqual(["Marco Bianchi"]);
    expect(await found("dripping")).toEqual(["Aisha Al Marri"]);
    expect(await found("aisha")).toEqual(["Aisha Al Marri"]);
    expect(await found("%")).toEqual([]);
  });

  it("keeps notes in the office", async () => {
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { id } = await only();
    expect((await office("POST", `/inbox/${id}/notes`, { text: "Prefers calls" })).status).toBe(200);
    expect((await messagesOf(id)).at(-1)).toMatchObject({ direction: "note", channel: null, delivery: null });
    expect((await office("POST", `/inbox/${id}/notes`, { text: " " })).body).toMatchObject({
      reason: "text-required",
    });
  });

  it("turns a lead into a customer, whose later messages continue the conversation", async () => {
    await deliver(whatsapp.receive(STRANGER, "Hello", { name: "Marco" }));
    const { id } = await only();
    const named = await office("POST", `/inbox/${id}/customer`, { customerId: null, version: 1 });
    expect(named.body).toMatchObject({ id, name: "Marco", phone: STRANGER, customerId: expect.any(String) });
    await deliver(whatsapp.receive(STRANGER, "Hello again"));
    expect(await only()).toMatchObject({ id, unreadCount: 2 });
    const again = await office("POST", `/inbox/${id}/customer`, { customerId: null, version: 2 });
    expect(again.body).toMatchObject({ reason: "wrong-state" });
  });

  it("matches a lead to a customer, where its messages join the others", async () => {
    await deliver(whatsapp.receive(PHONE, "From the known number"));
    await deliver(whatsapp.receive(STRANGER, "From another number"));
    const lead = (await list()).conversations.find((one: { customerId: string | null }) => !one.customerId);
    const named = await office("POST", `/inbox/${lead.id}/customer`, { customerId, version: 1 });
    expect(named.body).toMatchObject({ customerId });
    const row = await only();
    expect(await messagesOf(row.id)).toHaveLength(2);
    expect((await list(`?customer=${customerId}`)).conversations).toHaveLength(1);
  });
});

describe("requests from the website", () => {
  const requestOf = (email: string, sentAt: Date) =>
    caller.db
      .insertInto("contactMessages")
      .values({ name: "Priya Nair", email, message: "Do you work in Sharjah?", sentAt })
      .returning(["id", "reference"])
      .executeTakeFirstOrThrow();

  it("files messages of the contact form once, with the state that they had before", async () => {
    const open = await requestOf("priya@example.com", NOW);
    const answered = await requestOf("amal@example.com", NOW);
    await requestOf("old@example.com", new Date("2025-11-01T00:00:00Z"));
    await caller.db
      .insertInto("inboxItemStates")
      .values({ messageId: answered.id, state: "answered", version: 1 })
      .execute();
    for (let run = 0; run < 2; run++) await fileEarlierRequests(caller.ctx());
    const { conversations } = await list();
    expect(conversations).toHaveLength(2);
    // Links of emails name the message.
    expect(await detail(open.id)).toMatchObject({
      state: "open",
      unreadCount: 1,
      email: "priya@example.com",
    });
    expect(await detail(answered.id)).toMatchObject({ state: "closed", unreadCount: 0 });
    expect(await messagesOf(open.id)).toMatchObject([{ channel: "form", reference: open.reference }]);
    const found = await list(`?search=${open.reference.toLowerCase()}`);
    expect(found.conversations).toHaveLength(1);
  });

  it.each([
    ["two customers", async () => addCustomer("Omar Saleh", STRANGER, "omar@example.com")],
    [
      "a customer and a lead",
      async () => deliverMail(mailgunForm({ from: "omar@example.com", text: "Hello" })),
    ],
  ])("leaves the conversations of %s apart whose phone and email one form names", async (_, addOther) => {
    await deliver(whatsapp.receive(PHONE, "From the known number"));
    await addOther();
    const typed = { name: "Omar Saleh", email: "omar@example.com", phone: PHONE };
    await caller.db
      .insertInto("contactMessages")
      .values({ ...typed, message: "What did she write?", sentAt: NOW })
      .execute();
    await fileEarlierRequests(caller.ctx());
    const { conversations } = await list();
    const known = conversations.find((one: { customerId: string }) => one.customerId === customerId);
    expect(await textsOf(known.id)).toEqual(["From the known number"]);
    const [other, ...more] = conversations.filter((one: { id: string }) => one.id !== known.id);
    expect(more).toEqual([]);
    // The office sees that the phone is not that of this conversation.
    const messages = await messagesOf(other.id);
    expect(messages.at(-1)).toMatchObject({ text: "What did she write?", otherAddresses: [PHONE] });
  });

  it("joins no lead whose phone a customer types", async () => {
    await deliver(whatsapp.receive(STRANGER, "A secret", { name: "Marco" }));
    const userId = await caller.addUser({ email: "aisha@example.com", password: "a password of mine" });
    await caller.db.updateTable("customers").set({ userId }).where("id", "=", customerId).execute();
    const typed = { name: "Aisha Al Marri", email: "aisha@example.com", phone: STRANGER, userId };
    await caller.db
      .insertInto("contactMessages")
      .values({ ...typed, message: "What did he write?", sentAt: NOW })
      .execute();
    await fileEarlierRequests(caller.ctx());
    const { conversations } = await list();
    expect(conversations).toHaveLength(2);
    const own = conversations.find((one: { customerId: string }) => one.customerId === customerId);
    expect(await messagesOf(own.id)).toMatchObject([
      { text: "What did he write?", otherAddresses: [STRANGER] },
    ]);
  });

  it("removes messages after twelve months, with their files and empty conversations", async () => {
    const file = new File(["%PDF-1.7"], "plan.pdf", { type: "application/pdf" });
    await deliverMail(mailgunForm({ from: "marco@example.com", text: "Hello", files: [file] }));
    await deliver(whatsapp.receive(PHONE, "Hello"));
    const { fileId } = await caller.db
      .selectFrom("conversationFiles")
      .select("fileId")
      .executeTakeFirstOrThrow();
    const later = new Date("2027-11-23T12:00:00Z");
    await caller.db
      .updateTable("conversationMessages")
      .set({ sentAt: later })
      .where("channel", "=", "whatsapp")
      .execute();
    await purgeConversations({ ...caller.ctx(), now: new Date("2027-11-24T12:00:00Z") });
    expect(await only()).toMatchObject({ customerId });
    const released = await caller.db.selectFrom("files").select("ownerId").where("id", "=", fileId).execute();
    expect(released).toEqual([{ ownerId: null }]);
  });
});
