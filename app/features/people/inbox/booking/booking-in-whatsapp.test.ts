import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW, TOMORROW } from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import {
  type FakeOption,
  type FakeWhatsapp,
  startFakeWhatsapp,
} from "../../../../../test/harness/servers/fake-whatsapp";
import { claimMessages, sendMessage } from "../../../../platform/messaging/message-sender.server";
import { channelProviders } from "../../../../platform/messaging/providers/channel-providers.server";
import { purgeConversations } from "../purge.server";
import { sendFlowMessage } from "../send-reply.server";

const AISHA = "+971501234567";
const OMAR = "+971509876543";

let caller: Caller;
let whatsapp: FakeWhatsapp;
/** Latest events: run once, and repeated. */
let reactedTo = 0;
let repeatedTo = 0;
beforeAll(async () => {
  whatsapp = await startFakeWhatsapp();
  caller = await createCaller({ ...whatsapp.env, UNCONFIRMED_HOLDS: "2" });
  await caller.addTechnician("Ravi Kumar");
});
afterAll(() => Promise.all([caller, whatsapp].map((one) => one.close())));
beforeEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.deleteFrom("guestHolds").execute();
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
  for (const table of ["conversations", "messages", "messageOptOuts"] as const)
    await caller.db.deleteFrom(table).execute();
  await caller.db.updateTable("customers").set({ name: "Earlier", phone: null, email: null }).execute();
  whatsapp.messages.length = 0;
  await turnOn("on");
});

async function turnOn(whatsappBooking: "on" | "off") {
  await caller.db
    .insertInto("settings")
    .values({ name: "channels", value: JSON.stringify({ whatsappBooking }), version: 1 })
    .onConflict((conflict) =>
      conflict.column("name").doUpdateSet({ value: JSON.stringify({ whatsappBooking }) }),
    )
    .execute();
}

async function deliver({ path, body, headers }: ReturnType<FakeWhatsapp["receive"]>): Promise<void> {
  const { status } = await caller.http.request(path, { method: "POST", body, headers });
  expect(status).toBe(200);
}

/** Runs the reactions and the sender. Reactions repeated by the next call must not repeat messages. */
async function work(): Promise<void> {
  const answers = await readTrail(caller.db, { type: "inbox.answered" });
  for (const event of answers.filter(({ id }) => id > repeatedTo))
    await sendFlowMessage.run(caller.ctx(), event as never, { config: caller.config });
  repeatedTo = reactedTo;
  reactedTo = answers.at(-1)?.id ?? reactedTo;
  const providers = channelProviders(caller.config);
  await caller.db
    .updateTable("messages")
    .set({ dueAt: sql`now()`, deadlineAt: sql`now() + interval '1 hour'` })
    .where("state", "=", "queued")
    .execute();
  for (const message of await claimMessages(caller.db, 10)) await sendMessage(caller.db, providers, message);
}

/** The customer's side of a chat. */
function chatOf(phone: string, name = "Aisha") {
  const ours = () => whatsapp.messages.filter(({ to }) => to === phone.slice(1));
  const last = () => ours().at(-1)!;
  async function send(body: ReturnType<FakeWhatsapp["receive"]>) {
    vi.setSystemTime(Date.now() + 1_000);
    await deliver(body);
    await work();
    return last();
  }
  return {
    phone,
    ours,
    last,
    say: (text: string) => send(whatsapp.receive(phone, text, { name, at: new Date(Date.now() + 1_000) })),
    share: (latitude: number, longitude: number) =>
      send(
        whatsapp.receive(
          phone,
          { type: "location", location: { latitude, longitude } },
          { name, at: new Date(Date.now() + 1_000) },
        ),
      ),
    tap: (idOrTitle: string) => send(tapOf(phone, option(last().options, idOrTitle))),
  };
}
type Chat = ReturnType<typeof chatOf>;

function tapOf(phone: string, chosen: FakeOption) {
  return whatsapp.tap(phone, chosen, { at: new Date(Date.now() + 1_000) });
}

function option(options: FakeOption[], idOrTitle: string): FakeOption {
  const found = options.find(({ id, title }) => id === idOrTitle || title === idOrTitle);
  if (!found) throw new Error(`No ${idOrTitle} in ${options.map(({ id, title }) => `${id} "${title}"`)}`);
  return found;
}

/** From hello to the summary. Other tests give each answer: here the flow stores all before the last. */
async function answerAll(chat: Chat, { day = TOMORROW, time = "10:00" } = {}): Promise<void> {
  await chat.say("Hello");
  await caller.db
    .updateTable("bookingFlows")
    .set({ step: "address", serviceId: "plumbing", item: "", area: "Dubai Marina", day, time })
    .where("phone", "=", chat.phone)
    .execute();
  await chat.say("Marina Diamond 4, apartment 1203");
}

const flows = () => caller.db.selectFrom("bookingFlows").selectAll().execute();
const bookings = () =>
  caller.db
    .selectFrom("bookings")
    .innerJoin("visits", "visits.bookingId", "bookings.id")
    .innerJoin("guestHolds", "guestHolds.visitId", "visits.id")
    .selectAll("bookings")
    .select(["visits.startsAt", "visits.state as visitState", "guestHolds.confirmedAt as holdConfirmedAt"])
    .execute();
const unread = async () => {
  const rows = await caller.db.selectFrom("conversations").select("unreadCount").execute();
  return rows.map(({ unreadCount }) => unreadCount);
};

describe("booking in WhatsApp", () => {
  it("holds a slot in at most ten messages of ours from hello, by the same prices as the form", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    expect(chat.last().text).toMatch(/^Welcome to /);
    if (!chat.last().options.some(({ id }) => id === "service.plumbing")) await chat.tap("More");
    await chat.tap("service.plumbing");
    const [item] = chat.last().options;
    await chat.tap(item!.id);
    await chat.say("suqei");
    await chat.tap("area.Umm Suqeim 2");
    await chat.tap(`day.${TOMORROW}`);
    await chat.tap("time.10:00");
    await chat.say("Villa 12, Street 4B");
    const summary = chat.last();
    expect(summary.options.map(({ title }) => title)).toEqual(["Confirm", "Change name", "Talk to us"]);
    for (const part of ["Aisha", "10:00", "Villa 12, Street 4B, Umm Suqeim 2"])
      expect(summary.text).toContain(part);
    await chat.tap("Confirm");
    expect(chat.last().text).toMatch(/^We are holding .* Your booking is .*BK-2026-\d{6}/s);
    expect(chat.ours().length).toBeLessThanOrEqual(10);

    const [booking] = await bookings();
    expect(booking).toMatchObject({
      ...{ state: "requested", serviceId: "plumbing", contactPhone: AISHA, contactEmail: null },
      ...{ contactName: "Aisha", area: "Umm Suqeim 2", visitState: "held", language: "en" },
      startsAt: new Date(`${TOMORROW}T06:00:00Z`),
    });
    // The verified number counts as confirmed.
    expect(booking!.holdConfirmedAt).not.toBeNull();
    expect(booking!.contactConfirmedAt).not.toBeNull();
    const menu = (await caller.call("GET", "/api/price-menu")).body.items;
    const priced = menu.find((one: Record<string, unknown>) => `item.${one.item}` === item!.id);
    expect(booking!.estimateFils).toBe(priced.fils);
    // Nothing is left for the office in the inbox, which shows no key of the customer's link.
    expect(await unread()).toEqual([0]);
    expect(chat.last().text).toMatch(/key=\w/);
    const { conversations } = (
      await caller.call("GET", "/api/admin/inbox", undefined, await caller.asAdmin())
    ).body;
    expect(conversations).toMatchObject([
      { customerId: booking!.customerId, name: "Aisha", latest: { isAutomatic: true } },
    ]);
    const path = `/api/admin/inbox/${conversations[0].id}/messages`;
    const thread = await caller.call("GET", path, undefined, await caller.asAdmin());
    expect(thread.body.messages[0].text).toMatch(/key=…$/);
  });

  it("shows its messages with their answers and delivery in the conversation", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Book");
    const { conversations } = (
      await caller.call("GET", "/api/admin/inbox", undefined, await caller.asAdmin())
    ).body;
    const path = `/api/admin/inbox/${conversations[0].id}/messages`;
    const { messages } = (await caller.call("GET", path, undefined, await caller.asAdmin())).body;
    expect(messages).toMatchObject([
      { direction: "sent", isAutomatic: true, authorName: null, delivery: { state: "sent" } },
      { direction: "received", text: "Book", isAutomatic: false, choices: [] },
    ]);
    expect(messages[0].choices).toEqual(chat.last().options.map(({ title }) => title));
  });

  it("moves once for repeated and simultaneous notifications", async () => {
    const chat = chatOf(AISHA);
    await answerAll(chat);
    const confirm = tapOf(AISHA, option(chat.last().options, "Confirm"));
    const before = chat.ours().length;
    await Promise.all([deliver(confirm), deliver(confirm)]);
    await deliver(confirm);
    // A second tap has an identifier of its own.
    await deliver(tapOf(AISHA, option(chat.last().options, "Confirm")));
    await work();
    await work();
    expect(await bookings()).toHaveLength(1);
    expect(chat.ours().length).toBe(before + 1);
  });

  it("loses and repeats no step when the process is killed after the answer was recorded", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    const tap = tapOf(AISHA, option(chat.last().options, "service.plumbing"));
    await deliver(tap);
    // Killed here: Meta repeats its notification, and another worker runs the reaction and sends.
    expect(chat.ours()).toHaveLength(1);
    await deliver(tap);
    await work();
    await work();
    expect(chat.ours()).toHaveLength(2);
    expect(await flows()).toMatchObject([{ step: "item", version: 2 }]);
  });

  it("ignores an earlier message that arrives later", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    const late = whatsapp.receive(AISHA, "what is that?", { at: new Date(NOW.getTime() - 60_000) });
    await deliver(late);
    await work();
    expect(chat.ours()).toHaveLength(1);
    expect(await unread()).toEqual([1]);
  });

  it("offers the nearest free times if another customer took the slot meanwhile", async () => {
    const [aisha, omar] = [chatOf(AISHA), chatOf(OMAR, "Omar Saleh")];
    await answerAll(aisha);
    await answerAll(omar);
    await aisha.tap("Confirm");
    await omar.tap("Confirm");
    expect(omar.last().text).toBe("This time has just been taken. These free times are nearest to it:");
    expect(await bookings()).toHaveLength(1);
    const [first] = omar.last().options;
    await omar.tap(first!.id);
    await omar.tap("Confirm");
    expect(omar.last().text).toMatch(/^We are holding /);
    expect((await bookings()).map(({ contactName }) => contactName).sort()).toEqual(["Aisha", "Omar Saleh"]);
    // Five questions more without the stored answers.
    expect(omar.ours().length).toBeLessThanOrEqual(6);
  });

  it("books one slot for one of two customers who confirm at the same time", async () => {
    const [aisha, omar] = [chatOf(AISHA), chatOf(OMAR, "Omar Saleh")];
    await answerAll(aisha);
    await answerAll(omar);
    await Promise.all([
      deliver(tapOf(AISHA, option(aisha.last().options, "Confirm"))),
      deliver(tapOf(OMAR, option(omar.last().options, "Confirm"))),
    ]);
    await work();
    expect(await bookings()).toHaveLength(1);
    const ends = [aisha.last().text, omar.last().text].map((text) => text.split(" ")[0]);
    expect(ends.sort()).toEqual(["This", "We"]);
  });

  it("refuses the same visit twice", async () => {
    const chat = chatOf(AISHA);
    await answerAll(chat);
    await chat.tap("Confirm");
    await caller.addTechnician("Second");
    await answerAll(chat);
    await chat.tap("Confirm");
    expect(chat.last().text).toMatch(/^You have already booked this visit/);
    expect(await bookings()).toHaveLength(1);
  });

  it("answers in Arabic to Arabic letters, with an area from a location", async () => {
    const chat = chatOf(AISHA, "عائشة");
    await chat.say("مرحبا");
    expect(chat.last().text).toMatch(/^مرحبًا بكم/);
    await chat.tap("service.plumbing");
    await chat.tap("item.assessed");
    await chat.share(25.0801, 55.1399);
    await chat.tap(`day.${TOMORROW}`);
    await chat.tap("time.10:00");
    await chat.say("Marina Diamond 4, 1203");
    expect(chat.last().text).toContain("عائشة");
    await chat.tap("تأكيد");
    expect(chat.last().text).toMatch(/^حجزنا لكم/);
    expect(await bookings()).toMatchObject([
      { language: "ar", area: "Dubai Marina", addressParts: { landmark: "25.08010, 55.13990" } },
    ]);
  });

  it("proposes the name of a known customer", async () => {
    await caller.db
      .insertInto("customers")
      .values({ name: "Aisha Al Marri", phone: AISHA, email: null, createdAt: NOW })
      .execute();
    const chat = chatOf(AISHA, "A 🌸");
    await answerAll(chat);
    expect(chat.last().text).toContain("Aisha Al Marri");
  });

  it("asks for the name if the profile has none that is valid", async () => {
    const chat = chatOf(AISHA, "🌸");
    await answerAll(chat);
    expect(chat.last().text).toBe("What is your name?");
    await chat.say("Aisha Al Marri");
    expect(chat.last().options[0]!.title).toBe("Confirm");
  });
});

describe("hand-over to the office", () => {
  it.each(["person", "موظف"])("hands over on %j at any message", async (word) => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    await chat.tap("service.plumbing");
    await chat.say(word);
    expect(await flows()).toEqual([]);
    expect(await unread()).toEqual([1]);
    const count = chat.ours().length;
    await chat.say("I need a plumber with a long ladder");
    expect(chat.ours()).toHaveLength(count);
  });

  it("hands over on the button", async () => {
    const chat = chatOf(AISHA);
    await answerAll(chat);
    await chat.tap("Talk to us");
    expect(chat.last().text).toBe("Our office will answer you here.");
    expect(await flows()).toEqual([]);
  });

  it("gives one hint with the question, then hands over", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    await chat.say("How much is a painting?");
    expect(chat.last().text).toMatch(/^Sorry, we did not understand that.*Welcome to/s);
    expect(chat.last().options.length).toBeGreaterThan(1);
    await chat.say("Please answer");
    expect(chat.last().text).toMatch(/^We have passed your message on/);
    expect(await unread()).toEqual([1]);
  });

  it("ends with a reply of the office", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    const admin = await caller.asAdmin();
    const [{ id }] = (await caller.call("GET", "/api/admin/inbox", undefined, admin)).body.conversations;
    const { version } = (await caller.call("GET", `/api/admin/inbox/${id}`, undefined, admin)).body;
    const reply = { channel: "whatsapp", text: "Hello Aisha", version };
    expect((await caller.call("POST", `/api/admin/inbox/${id}/replies`, reply, admin)).status).toBe(200);
    const count = chat.ours().length;
    await chat.say("Hello");
    await chat.tap("service.plumbing");
    expect(chat.ours()).toHaveLength(count);
    expect(await unread()).toEqual([2]);
    // The customer can still ask for it.
    await chat.say("book");
    expect(chat.ours()).toHaveLength(count + 1);
  });

  it.each(["There is a gas leak", "عندنا حريق"])(
    "hands over %j at once with the emergency line",
    async (text) => {
      const chat = chatOf(AISHA);
      await chat.say(text);
      expect(chat.last().text).toMatch(/\+971|800/);
      expect(chat.last().text).toContain("http");
      expect(await unread()).toEqual([1]);
      // Further messages about it are for the office.
      await chat.say(text);
      expect(chat.ours()).toHaveLength(1);
      await answerAll(chat);
      await chat.say(text);
      expect(await flows()).toEqual([]);
      expect(chat.last().text).toBe(chat.ours()[0]!.text);
    },
  );

  it("hands over the emergency service", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    await chat.tap(chat.last().options[0]!.id);
    expect(chat.last().text).toMatch(/^In an emergency/);
    expect(await flows()).toEqual([]);
  });

  it("ends on STOP without an answer", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello");
    await chat.say("STOP");
    await chat.say("Hello");
    expect(chat.ours()).toHaveLength(1);
    expect(await flows()).toEqual([]);
  });
});

describe("limits", () => {
  it("starts only with a greeting or a word for booking, and only if the setting is on", async () => {
    const chat = chatOf(AISHA);
    await chat.say("Hello, where is the technician?");
    expect(chat.ours()).toEqual([]);
    await turnOn("off");
    await chat.say("Hello");
    expect(chat.ours()).toEqual([]);
    expect(await unread()).toEqual([2]);
  });

  it("expires after 24 hours: a tap on an old question starts again", async () => {
    const chat = chatOf(AISHA);
    await answerAll(chat);
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    await chat.tap("Confirm");
    expect(chat.last().text).toMatch(/^Welcome to /);
    expect(await bookings()).toEqual([]);
    vi.setSystemTime(Date.now() + 25 * 3_600_000);
    await purgeConversations(caller.ctx());
    expect(await flows()).toEqual([]);
  });

  it("hands over when the number has as many holds as a guest may have", async () => {
    await caller.addTechnician("Third");
    const chat = chatOf(AISHA);
    for (const [index, time] of ["10:00", "12:00", "14:00"].entries()) {
      await answerAll(chat, { time });
      await chat.tap("Confirm");
      expect(chat.last().text).toMatch(index < 2 ? /^We are holding/ : /^We have passed your message on/);
    }
    expect(await bookings()).toHaveLength(2);
  });
});
