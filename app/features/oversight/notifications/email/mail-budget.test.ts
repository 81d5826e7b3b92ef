import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { system } from "~/platform/auth/actor";
import type { RecordedEvent } from "~/platform/events/reaction.server";
import { type Caller, createCaller, NOW, TOMORROW } from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import { openMailbox } from "../../../../../test/harness/servers/mailbox";
import { expireHolds } from "../../../operations/bookings/visits/expire-holds.server";
import { notifyOfRequest } from "../mails/bookings/customer-mails.server";
import { confirmMessage } from "../mails/contact-mails.server";

/**
 * Limits of emails that a stranger can send to others (docs/security.md). With one hold allowed: ten per
 * network, forty per domain.
 */

let caller: Caller;
beforeEach(async () => {
  caller = await createCaller({ TRUST_PROXY: "1", UNCONFIRMED_HOLDS: "1" });
});
afterEach(() => caller.close());

const tools = () => ({ config: caller.config });
const ctx = () => ({ ...caller.ctx(), actor: system });

/** Returns true if the contact form sends an email to this address. */
async function isAnswered(email: string, ip: string): Promise<boolean> {
  const { securityCheck } = await caller.form();
  const message = { name: "Priya Nair", email, phone: "", message: "Hello", securityCheck };
  const answer = await caller.call("POST", "/api/contact/messages", message, { "X-Forwarded-For": ip });
  expect(answer.status).toBe(200);
  const event = (await readTrail(caller.db, { type: "contact.message-sent" })).at(-1);
  const happened = event as unknown as RecordedEvent<"contact.message-sent">;
  await confirmMessage.run(ctx(), happened, tools());
  return hasMail(happened.id);
}

/** The confirmation of a guest's booking, as stored. */
async function confirmationOf(bookingId: string) {
  const [event] = await readTrail(caller.db, { subjectId: bookingId, type: "booking.requested" });
  const happened = event as unknown as RecordedEvent<"booking.requested">;
  await notifyOfRequest.run(ctx(), happened, tools());
  return caller.db
    .selectFrom("mails")
    .selectAll()
    .where("trailId", "=", happened.id)
    .where("recipient", "like", "lina%")
    .executeTakeFirstOrThrow();
}

it("keeps no link keys of an email that was given up, and retries it with a current link", async () => {
  await caller.addTechnician("Omar Saleh");
  const form = { email: "lina@example.com", preferredDate: TOMORROW, preferredTime: "10:00" };
  const { bookingId, reference } = await caller.book(form, { "X-Forwarded-For": "198.51.100.5" });
  const mail = await confirmationOf(bookingId);
  expect(mail.plain).toMatch(/[?]key=[\w.-]{20}/);
  const stored = caller.db.selectFrom("mails").selectAll().where("id", "=", mail.id);
  await caller.db
    .updateTable("mails")
    .set({ state: "failed", dueAt: null })
    .where("id", "=", mail.id)
    .execute();
  expect(JSON.stringify(await stored.execute())).not.toMatch(/[?]key=\w/);
  const retried = await caller.call("POST", `/api/admin/mails/${mail.id}/retry`, {}, await caller.asAdmin());
  expect(retried.status).toBe(200);
  const { state, plain, html, attachments } = await stored.executeTakeFirstOrThrow();
  expect(state).toBe("queued");
  expect(attachments).toEqual([]);
  for (const text of [plain, html]) {
    const key = /[?]key=([\w.-]+)/.exec(text)![1];
    const opened = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
    expect(opened.body.booking).toMatchObject({ reference, canConfirmContact: true });
  }
});

it("removes the link keys of an email that is refused when it is queued", async () => {
  await caller.db
    .insertInto("undeliverableAddresses")
    .values({ email: "lina@example.com", reason: "550 no such user", refusedAt: NOW })
    .execute();
  await caller.addTechnician("Omar Saleh");
  const form = { email: "lina@example.com", preferredDate: TOMORROW, preferredTime: "10:00" };
  const { bookingId } = await caller.book(form, { "X-Forwarded-For": "198.51.100.5" });
  const mail = await confirmationOf(bookingId);
  expect(mail.state).toBe("failed");
  expect(JSON.stringify(mail)).not.toMatch(/[?]key=\w/);
});

async function hasMail(trailId: number): Promise<boolean> {
  const mails = await caller.db.selectFrom("mails").select("kind").where("trailId", "=", trailId).execute();
  return mails.length > 0;
}

const count = (answers: boolean[]) => answers.filter(Boolean).length;

it("limits a network to ten emails an hour, across recipients", async () => {
  const answers = [];
  for (let at = 0; at < 12; at++) answers.push(await isAnswered(`a@company${at}.example`, "203.0.113.5"));
  expect(count(answers)).toBe(10);
  expect(await isAnswered("a@another.example", "198.51.100.5")).toBe(true);
  vi.setSystemTime(NOW.getTime() + 3_601_000);
  expect(await isAnswered("a@later.example", "203.0.113.5")).toBe(true);
});

it("limits an IPv6 site to forty emails an hour, across its networks", async () => {
  const answers = [];
  for (let at = 0; at < 42; at++)
    answers.push(await isAnswered(`a@company${at}.example`, `2001:db8:1:${at.toString(16)}::5`));
  expect(count(answers)).toBe(40);
});

it("limits a domain to forty emails an hour, across networks", async () => {
  const answers = [];
  for (let at = 0; at < 42; at++) answers.push(await isAnswered(`a${at}@victim.example`, `203.0.${at}.5`));
  expect(count(answers)).toBe(40);
});

it("counts plus addresses as one mailbox, with daily limits for messages and bookings", async () => {
  const answers = [];
  for (let at = 0; at < 5; at++) answers.push(await isAnswered(`lina+${at}@gmail.com`, `203.0.${at}.5`));
  expect(count(answers)).toBe(3);

  const confirmations = [];
  for (let at = 0; at < 4; at++) {
    const { bookingId } = await caller.book(
      { email: `l.ina+${at}@gmail.com`, preferredDate: TOMORROW, preferredTime: undefined },
      { "X-Forwarded-For": `198.51.${at}.5` },
    );
    const [event] = await readTrail(caller.db, { subjectId: bookingId, type: "booking.requested" });
    const happened = event as unknown as RecordedEvent<"booking.requested">;
    await notifyOfRequest.run(ctx(), happened, tools());
    confirmations.push(await hasMail(happened.id));
  }
  expect(count(confirmations)).toBe(2);

  // Emails of an account to another address count as well, and those to its own do not.
  const user = { email: "owner@gmail.com", password: "a password of a stranger" };
  await caller.addUser(user);
  const Cookie = await caller.signIn(user);
  for (const [email, isSent] of [
    ["lina+9@gmail.com", false],
    [user.email, true],
  ] as const) {
    const { bookingId } = await caller.book(
      { email, preferredDate: TOMORROW, preferredTime: undefined },
      { Cookie },
    );
    const [event] = await readTrail(caller.db, { subjectId: bookingId, type: "booking.requested" });
    const happened = event as unknown as RecordedEvent<"booking.requested">;
    await notifyOfRequest.run(ctx(), happened, tools());
    expect([email, await hasMail(happened.id)]).toEqual([email, isSent]);
  }
});

it("counts moves and the cancellation of an unconfirmed booking, and its page says what was not emailed", async () => {
  await caller.addTechnician("Omar Saleh");
  const mailbox = openMailbox(caller);
  const ip = { "X-Forwarded-For": "203.0.113.7" };
  const email = "stranger@victim.example";
  const { reference, key } = await caller.book(
    { email, preferredDate: TOMORROW, preferredTime: "08:00" },
    ip,
  );
  const page = async () =>
    (await caller.call("GET", `/api/bookings/${reference}?key=${key}`, undefined, ip)).body.booking;
  const toStranger = async () =>
    (await mailbox.collect()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
  const change = async (verb: string, body: object) => {
    const { version } = await page();
    const changed = await caller.call(
      "POST",
      `/api/bookings/${reference}/${verb}`,
      { key, version, ...body },
      ip,
    );
    expect(changed.status).toBe(200);
  };
  expect(await toStranger()).toHaveLength(1);

  await change("reschedule", { date: TOMORROW, time: "10:00" });
  expect((await page()).moveEmailed).toBe(null);
  expect(await toStranger()).toEqual([expect.stringMatching(/^New time: /)]);
  expect((await page()).moveEmailed).toBe(true);

  await change("reschedule", { date: TOMORROW, time: "12:00" });
  expect(await toStranger()).toEqual([]);
  vi.setSystemTime(NOW.getTime() + 61_000);
  // The link of the earlier email still works.
  expect(await page()).toMatchObject({ emailed: true, moveEmailed: false });
  await change("cancel", { reason: "" });
  expect(await toStranger()).toEqual([]);
});

it("counts the email about an expired hold of an unconfirmed booking", async () => {
  await caller.addTechnician("Omar Saleh");
  const mailbox = openMailbox(caller);
  const email = "stranger@victim.example";
  const subjects = async () =>
    (await mailbox.collect()).filter(({ recipient }) => recipient === email).map(({ subject }) => subject);
  const expireHold = async (preferredTime: string) => {
    await caller.book({ email, preferredDate: TOMORROW, preferredTime });
    const received = await subjects();
    await caller.db.updateTable("guestHolds").set({ endsAt: caller.ctx().now }).execute();
    await expireHolds(ctx());
    return [...received, ...(await subjects())];
  };
  expect(await expireHold("08:00")).toEqual([
    expect.stringMatching(/^We have your request /),
    expect.stringMatching(/^Your time was released: /),
  ]);
  // Two emails a day with one hold allowed.
  expect(await expireHold("10:00")).toEqual([]);
});

it("emails emergencies of a network whose budget is used up, within the budget of the mailbox", async () => {
  const ip = "203.0.113.5";
  for (let at = 0; at < 10; at++) await isAnswered(`a@company${at}.example`, ip);
  expect(await isAnswered("a@another.example", ip)).toBe(false);
  const emailed = [];
  for (let at = 0; at < 3; at++) {
    const emergency = { service: "emergency" };
    const { bookingId } = await caller.book(
      { ...emergency, email: `mariam+${at}@gmail.com` },
      { "X-Forwarded-For": ip },
    );
    const [event] = await readTrail(caller.db, { subjectId: bookingId, type: "booking.requested" });
    const happened = event as unknown as RecordedEvent<"booking.requested">;
    await notifyOfRequest.run(ctx(), happened, tools());
    emailed.push(await hasMail(happened.id));
  }
  expect(emailed).toEqual([true, true, false]);
});
