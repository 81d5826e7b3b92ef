import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { system } from "~/platform/auth/actor";
import { loadConfig } from "~/platform/config.server";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { countSegments } from "~/platform/messaging/text-message";
import { addMinutes } from "~/platform/time";
import { reactions } from "~/reactions.server";
import { book, createCompany, dayFromNow, officeCtx } from "../../../../../../test/harness/company/company";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { createTestDatabase, type TestDatabase } from "../../../../../../test/harness/servers/database";
import { changeSettings } from "../../../../core/business/commands.server";
import type { PlainTransition } from "../../../../operations/bookings/booking";
import { correctBooking } from "../../../../operations/bookings/commands/correct-booking.server";
import { delayVisit } from "../../../../operations/bookings/commands/delay-visit.server";
import { rescheduleBooking } from "../../../../operations/bookings/commands/reschedule-booking.server";
import { transitionBooking } from "../../../../operations/bookings/commands/transition-booking.server";
import { flushDueCorrectionNotifications } from "../../../../operations/bookings/corrections/pending-correction-notifications.server";
import { asLinkHolder } from "../../../../operations/bookings/link/booking-link.server";
import { flushDueNotifications } from "../../../../operations/bookings/visits/pending-notifications.server";
import { withdrawObsoleteTexts, withdrawWaitingTexts } from "../../withdraw-obsolete-texts.server";

/** Text messages to customers who gave no email address or chose a text channel. */

const links = {
  PUBLIC_URL: "https://www.rukn-maintenance.example",
  SECRET: "a secret of at least 32 characters",
};
const bare = loadConfig(links);
const withSms = loadConfig({
  ...links,
  ...{ TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+14155550100" },
});
const withBoth = loadConfig({
  ...links,
  ...{ TWILIO_ACCOUNT_SID: `AC${"1".repeat(32)}`, TWILIO_AUTH_TOKEN: "token", TWILIO_FROM: "+14155550100" },
  ...{ WHATSAPP_PHONE_NUMBER_ID: "106540352242922", WHATSAPP_ACCESS_TOKEN: "token" },
  ...{ WHATSAPP_APP_SECRET: "secret", WHATSAPP_VERIFY_TOKEN: "verify-token-of-the-test" },
});
const NOON = new Date("2026-11-21T08:00:00Z");

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await createCompany(database.db);
});
afterAll(() => database.drop());

let days = 2;
const noEmail = () => ({
  email: undefined,
  preferredDate: dayFromNow(days++),
  preferredTime: "10:00",
});

async function versionOf(id: string): Promise<number> {
  const row = await database.db
    .selectFrom("bookings")
    .select("version")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return row.version;
}

async function visitOf(bookingId: string): Promise<string> {
  const row = await database.db
    .selectFrom("visits")
    .select("id")
    .where("bookingId", "=", bookingId)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function transition(id: string, move: PlainTransition): Promise<void> {
  const version = await versionOf(id);
  const request = { bookingId: id, transition: move, version, confirmOtherDay: true, reason: "A reason" };
  expect(await transitionBooking(officeCtx(database.db, NOON), request)).toEqual({ ok: true });
}

const handled = new Set<string>();

/** Runs all reactions to the booking's new events, and returns the new messages to the customer. */
async function react(id: string, config = withSms, now = NOON) {
  const ctx = { actor: system, db: database.db, now, requestId: "test", locale: "en" as const };
  await flushDueNotifications({ ...ctx, now: addMinutes(new Date(), 2) });
  const events = await readTrail(database.db, { subjectId: id });
  const fresh = events.filter(({ id: entry }) => !handled.has(String(entry)));
  for (const event of fresh) {
    handled.add(String(event.id));
    const all = (reactions as unknown as Record<string, readonly Reaction<never>[]>)[String(event.type)];
    for (const reaction of all ?? [])
      await reaction.run(ctx, event as unknown as RecordedEvent<never>, { config });
  }
  return database.db
    .selectFrom("messages")
    .selectAll()
    .where("trailId", "in", [0, ...fresh.map(({ id: entry }) => Number(entry))])
    .orderBy("createdAt")
    .execute();
}

describe("text messages to customers", () => {
  it("announces each step to a customer without an email address in at most two SMS", async () => {
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await react(id);
    const seen: string[] = [];
    const expectText = async (kind: string, text: RegExp) => {
      const sent = await react(id);
      expect(sent.map((one) => `${one.channel} ${one.kind} ${one.recipient}`)).toEqual([
        `sms ${kind} +971501234567`,
      ]);
      const { content } = sent[0]!;
      expect(content.text).toMatch(text);
      expect(content.text).toMatch(/\nhttps:\/\/www\.rukn-maintenance\.example\/bookings\/BK-\S+\?key=\S+$/);
      expect(countSegments(content.text), content.text).toBeLessThanOrEqual(2);
      seen.push(content.text);
    };
    await transition(id, "confirm");
    await expectText("booking-confirmed", /Confirmed: Plumbing, .*10:00 AM\n/);
    const moved = { bookingId: id, day: dayFromNow(days++), time: "14:00", version: await versionOf(id) };
    const customer = asLinkHolder(officeCtx(database.db, NOON), id);
    expect(await rescheduleBooking(customer, moved, withSms)).toMatchObject({ ok: true });
    await expectText("booking-rescheduled", /New time: Plumbing, .*2:00 PM\n/);
    const startsAt = addMinutes(NOON, 10);
    await database.db
      .updateTable("visits")
      .set({ startsAt, endsAt: addMinutes(startsAt, 60) })
      .where("bookingId", "=", id)
      .execute();
    await transition(id, "depart");
    await expectText("on-the-way", /is on the way: Plumbing\n.*about/);
    const delay = { bookingId: id, visitId: await visitOf(id), version: await versionOf(id) };
    expect(await delayVisit(officeCtx(database.db, NOON), { ...delay, minutes: 15 })).toEqual({ ok: true });
    await expectText("on-the-way-later", /Now expected at about/);
    for (const step of ["arrive", "finishWork", "complete"] as const) await transition(id, step);
    await expectText("booking-completed", /Done: Plumbing\. How was it\?\nTell us/);
    expect(new Set(seen).size).toBe(5);
    expect(
      await database.db.selectFrom("mails").select("id").where("recipient", "like", "%aisha%").execute(),
    ).toEqual([]);
  });

  it("sends a new link to a corrected phone, because the former one is revoked", async () => {
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    const [confirmed] = await react(id);
    const correction = { bookingId: id, version: await versionOf(id), phone: "+971507772222" };
    const corrected = await correctBooking(officeCtx(database.db, NOON), correction);
    expect(corrected).toMatchObject({ ok: true });
    await flushDueCorrectionNotifications(officeCtx(database.db, addMinutes(new Date(), 2)));
    const sent = await react(id);
    expect(sent.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ["booking-corrected", "+971507772222"],
    ]);
    const link = /https:\S+/;
    expect(sent[0]!.content.text).toMatch(link);
    expect(link.exec(sent[0]!.content.text)![0]).not.toBe(link.exec(confirmed!.content.text)![0]);
    const [due] = await readTrail(database.db, {
      subjectId: id,
      type: "booking.correction-notification-due",
    });
    expect(due!.data).toMatchObject({ fields: ["phone"], hasNewLink: true });
  });

  it.each([
    ["another phone", { phone: "+971507773333", email: "aisha.wait@customer.example" }],
    ["another email", { phone: "+971501234575", email: "aisha.right@customer.example" }],
  ])("sends a text that waits, and the email after it, to the corrected contact: %s", async (_, to) => {
    const from = { phone: "+971501234575", email: "aisha.wait@customer.example" };
    const id = await book(officeCtx(database.db, NOON), {
      ...{ ...noEmail(), ...from },
      messageChannel: "whatsapp" as const,
    });
    await transition(id, "confirm");
    const night = new Date("2026-11-21T22:00:00Z");
    const [confirmed] = await react(id, withBoth, night);
    const correction = { bookingId: id, version: await versionOf(id), ...to };
    expect(await correctBooking(officeCtx(database.db, NOON), correction)).toMatchObject({ ok: true });
    await react(id, withBoth, night);
    const waiting = await database.db
      .selectFrom("messages")
      .selectAll()
      .where("id", "=", confirmed!.id)
      .executeTakeFirstOrThrow();
    const [sms, email] = waiting.nextSteps;
    expect([waiting.state, waiting.dueAt]).toEqual(["queued", confirmed!.dueAt]);
    expect([waiting.recipient, sms]).toMatchObject([to.phone, { channel: "sms", recipient: to.phone }]);
    expect(email).toMatchObject({ mail: { recipient: to.email, kind: "booking-confirmed" } });
    const link = /https:\S+\?key=\S+/;
    const followed = link.exec(waiting.content.text)![0];
    expect(waiting.content.url).toBe(followed);
    expect(followed).not.toBe(confirmed!.content.url);
    const former = confirmed!.nextSteps.at(-1);
    const formerLink = former?.channel === "email" && link.exec(former.mail.plain)![0];
    expect(email?.channel === "email" && link.exec(email.mail.plain)![0]).not.toBe(formerLink);
  });

  it("sends an email that waits to the corrected address", async () => {
    const from = "aisha.former@customer.example";
    const id = await book(officeCtx(database.db, NOON), { ...noEmail(), email: from });
    await transition(id, "confirm");
    await react(id);
    const email = "aisha.present@customer.example";
    const correction = { bookingId: id, version: await versionOf(id), email };
    expect(await correctBooking(officeCtx(database.db, NOON), correction)).toMatchObject({ ok: true });
    await react(id);
    const mails = database.db.selectFrom("mails").select(["kind", "recipient", "attachments"]);
    expect(await mails.where("recipient", "in", [from, email]).execute()).toEqual([
      { kind: "booking-confirmed", recipient: email, attachments: [] },
    ]);
  });

  it("announces a cancellation", async () => {
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    await react(id);
    await transition(id, "cancel");
    const [sent] = await react(id);
    expect(sent?.content.text).toMatch(/Cancelled: your booking BK-.*\nNo technician will come\./);
  });

  it("waits until the morning, except for a technician on the way", async () => {
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    const night = new Date("2026-11-21T22:00:00Z");
    const [confirmed] = await react(id, withSms, night);
    const waitedHours = (confirmed!.dueAt!.getTime() - Date.now()) / 3_600_000;
    expect(Math.round(waitedHours)).toBe(6);
    await transition(id, "depart");
    const [onTheWay] = await react(id, withSms, night);
    expect(onTheWay!.dueAt!.getTime()).toBeLessThanOrEqual(Date.now() + 1000);
  });

  it("withdraws waiting texts about a former time and about a cancelled booking", async () => {
    const night = new Date("2026-11-21T22:00:00Z");
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    await react(id, withSms, night);
    const visitId = await visitOf(id);
    const startsAt = async () =>
      (
        await database.db
          .selectFrom("visits")
          .select("startsAt")
          .where("id", "=", visitId)
          .executeTakeFirstOrThrow()
      ).startsAt.toISOString();
    await inTransaction(officeCtx(database.db, NOON), async (ctx) =>
      emit(ctx, "booking.visit-reminder-due", id, {
        visitId,
        kind: "day-before",
        startsAt: await startsAt(),
        confirmed: false,
      }),
    );
    const customer = asLinkHolder(officeCtx(database.db, NOON), id);
    const move = async (time: string) => {
      const moved = { bookingId: id, day: dayFromNow(days++), time, version: await versionOf(id) };
      expect(await rescheduleBooking(customer, moved, withSms)).toMatchObject({ ok: true });
      await react(id, withSms, night);
    };
    await react(id, withSms, night);
    const states = async () => {
      await withdrawWaitingTexts({ db: database.db, now: night });
      const events = await readTrail(database.db, { subjectId: id });
      const rows = await database.db
        .selectFrom("messages")
        .select(["kind", "state"])
        .where("trailId", "in", [0, ...events.map((event) => Number(event.id))])
        .orderBy("trailId")
        .execute();
      return rows.map(({ kind, state }) => `${kind} ${state}`);
    };
    expect(await states()).toEqual(["booking-confirmed queued", "visit-reminder queued"]);
    await move("14:00");
    await move("15:00");
    expect(await states()).toEqual([
      "booking-confirmed queued",
      "visit-reminder withdrawn",
      "booking-rescheduled withdrawn",
      "booking-rescheduled queued",
    ]);
    await transition(id, "cancel");
    await react(id, withSms, night);
    expect(await states()).toEqual([
      "booking-confirmed withdrawn",
      "visit-reminder withdrawn",
      "booking-rescheduled withdrawn",
      "booking-rescheduled withdrawn",
      "booking-cancelled queued",
    ]);
  });

  it("sends no confirmation that names a former time", async () => {
    const night = new Date("2026-11-21T22:00:00Z");
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    const [confirmed] = await react(id, withSms, night);
    const day = dayFromNow(days++);
    const move = async (to: { day: string; time: string }) => {
      const customer = asLinkHolder(officeCtx(database.db, NOON), id);
      const moved = { bookingId: id, ...to, version: await versionOf(id) };
      expect(await rescheduleBooking(customer, moved, withSms)).toMatchObject({ ok: true });
      return (await react(id, withSms, night))[0];
    };
    const message = () => database.db.updateTable("messages").where("id", "=", confirmed!.id);
    const state = async () => {
      await withdrawObsoleteTexts(database.db);
      return (await message().set({ attempts: 0 }).returning("state").executeTakeFirstOrThrow()).state;
    };
    const { startsAt } = await database.db
      .selectFrom("visits")
      .select("startsAt")
      .where("bookingId", "=", id)
      .executeTakeFirstOrThrow();
    expect(confirmed!.content.visitStartsAt).toBe(startsAt.toISOString());
    const later = await move({ day, time: "14:00" });
    expect(await state()).toBe("queued");
    await message().set({ dueAt: sql`clock_timestamp()` }).execute();
    expect(await state()).toBe("withdrawn");
    expect(later).toMatchObject({ kind: "booking-rescheduled", state: "queued" });
    expect(later!.content.text).toContain("2:00 PM");
  });

  it("follows the order of channels and the quiet hours of the settings", async () => {
    const values = { bookings: "sms-whatsapp", visits: "none", quietUntil: 10 };
    await changeSettings(officeCtx(database.db), "channels", 0, values);
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    const early = new Date("2026-11-21T04:30:00Z");
    const [confirmed] = await react(id, withBoth, early);
    expect([confirmed!.channel, confirmed!.nextSteps.map(({ channel }) => channel)]).toEqual([
      "sms",
      ["whatsapp"],
    ]);
    expect((confirmed!.dueAt!.getTime() - Date.now()) / 60_000).toBeCloseTo(90, 0);
    await transition(id, "depart");
    expect(await react(id, withBoth)).toEqual([]);
    await database.db.deleteFrom("settings").where("name", "=", "channels").execute();
  });

  it("withdraws a waiting message when the departure is undone", async () => {
    const id = await book(officeCtx(database.db, NOON), noEmail());
    await transition(id, "confirm");
    await react(id);
    await transition(id, "depart");
    const [onTheWay] = await react(id);
    await transition(id, "undoDepart");
    expect(await react(id)).toEqual([]);
    const { state } = await database.db
      .selectFrom("messages")
      .select("state")
      .where("id", "=", onTheWay!.id)
      .executeTakeFirstOrThrow();
    expect(state).toBe("withdrawn");
  });

  it.each([
    ["no service is configured", {}, bare],
    ["the phone is a landline", { phone: "+97145550100" }, withSms],
    ["the customer has an email address", { email: "aisha@customer.example" }, withSms],
  ])("sends nothing when %s", async (_, changes, config) => {
    const id = await book(officeCtx(database.db, NOON), { ...noEmail(), ...changes });
    await transition(id, "confirm");
    expect(await react(id, config)).toEqual([]);
  });

  it("sends nothing on a channel that the customer closed", async () => {
    const recipient = "+971509999999";
    await database.db.insertInto("messageOptOuts").values({ channel: "sms", recipient }).execute();
    const id = await book(officeCtx(database.db, NOON), { ...noEmail(), phone: recipient });
    await transition(id, "confirm");
    expect(await react(id)).toEqual([]);
  });

  it("sends the chosen channel first and an email last to a customer with an email address", async () => {
    const email = "aisha.texts@customer.example";
    const contact = { ...noEmail(), email, phone: "+971501234571", messageChannel: "sms" as const };
    const id = await book(officeCtx(database.db, NOON), contact);
    await transition(id, "confirm");
    const [confirmed] = await react(id, withBoth);
    expect(confirmed!.channel).toBe("sms");
    expect(confirmed!.nextSteps.map(({ channel }) => channel)).toEqual(["whatsapp", "email"]);
    const last = confirmed!.nextSteps.at(-1);
    expect(last).toMatchObject({ mail: { recipient: email, kind: "booking-confirmed" } });
    expect(last?.channel === "email" && last.mail.attachments).toHaveLength(1);
    const mails = database.db.selectFrom("mails").select("kind").where("recipient", "=", email);
    expect(await mails.execute()).toEqual([]);
  });

  it("sends only an email after the choice of email, and while the chosen service is not configured", async () => {
    for (const [messageChannel, config] of [
      ["email", withBoth],
      ["whatsapp", bare],
    ] as const) {
      const email = `${messageChannel}.only@customer.example`;
      const phone = messageChannel === "email" ? "+971501234572" : "+971501234573";
      const id = await book(officeCtx(database.db, NOON), { ...noEmail(), email, phone, messageChannel });
      await transition(id, "confirm");
      expect(await react(id, config)).toEqual([]);
      const mails = database.db.selectFrom("mails").select("kind").where("recipient", "=", email);
      expect(await mails.execute()).toEqual([{ kind: "booking-confirmed" }]);
    }
  });

  it("limits the texts to the phone of guests who confirmed no email address, and sends emails instead", async () => {
    const phone = "+971501234574";
    const texted: number[] = [];
    for (let count = 0; count <= 2 * withSms.unconfirmedHolds; count++) {
      const email = `guest${count}@customer.example`;
      const guest = { ...noEmail(), email, phone, messageChannel: "sms" as const };
      const id = await book(officeCtx(database.db, NOON), guest);
      await database.db
        .updateTable("bookings")
        .set({ contactDueAt: addMinutes(NOON, 60) })
        .where("id", "=", id)
        .execute();
      texted.push((await react(id)).length);
    }
    expect(texted.slice(0, -1).every((messages) => messages === 1)).toBe(true);
    expect(texted.at(-1)).toBe(0);
  });
});
