import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { system } from "~/platform/auth/actor";
import type { RecordedEvent } from "~/platform/events/reaction.server";
import { type Caller, createCaller, NOW, TOMORROW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import { notifyOfReceipt } from "../mails/bookings/booking-mails.server";
import { notifyOfMessage } from "../mails/contact-mails.server";

/** How many mails strangers can have sent to others (docs/security.md). For one held time: ten a network, forty a domain. */

let caller: Caller;
beforeEach(async () => {
  caller = await createCaller({ TRUST_PROXY: "1", UNCONFIRMED_HOLDS: "1" });
});
afterEach(() => caller.close());

const tools = () => ({ config: caller.config });
const ctx = () => ({ ...caller.ctx(), actor: system });

/** Whether somebody who writes this email into the contact form has a mail sent to it. */
async function isAnswered(email: string, ip: string): Promise<boolean> {
  const { securityCheck } = await caller.form();
  const message = { name: "Priya Nair", email, phone: "", message: "Hello", securityCheck };
  const answer = await caller.call("POST", "/api/contact/messages", message, { "X-Forwarded-For": ip });
  expect(answer.status).toBe(200);
  const event = (await readTrail(caller.db, { type: "contact.message-sent" })).at(-1);
  const happened = event as unknown as RecordedEvent<"contact.message-sent">;
  await notifyOfMessage.run(ctx(), happened, tools());
  return hasMail(happened.id);
}

async function hasMail(trailId: number): Promise<boolean> {
  const mails = await caller.db.selectFrom("mails").select("kind").where("trail_id", "=", trailId).execute();
  return mails.length > 0;
}

const count = (answers: boolean[]) => answers.filter(Boolean).length;

it("one network has ten sent an hour, to whomever", async () => {
  const answers = [];
  for (let at = 0; at < 12; at++) answers.push(await isAnswered(`a@company${at}.example`, "203.0.113.5"));
  expect(count(answers)).toBe(10);
  expect(await isAnswered("a@another.example", "198.51.100.5")).toBe(true);
  vi.setSystemTime(NOW.getTime() + 3_601_000);
  expect(await isAnswered("a@later.example", "203.0.113.5")).toBe(true);
});

it("one domain gets forty an hour, from wherever", async () => {
  const answers = [];
  for (let at = 0; at < 42; at++) answers.push(await isAnswered(`a${at}@victim.example`, `203.0.${at}.5`));
  expect(count(answers)).toBe(40);
});

it("one mailbox is one, whatever stands behind a plus: of messages three a day, of bookings two for each time it may hold", async () => {
  const answers = [];
  for (let at = 0; at < 5; at++) answers.push(await isAnswered(`lina+${at}@gmail.com`, `203.0.${at}.5`));
  expect(count(answers)).toBe(3);

  const told = [];
  for (let at = 0; at < 4; at++) {
    const { bookingId } = await caller.book(
      { email: `l.ina+${at}@gmail.com`, preferredDate: TOMORROW, preferredTime: undefined },
      { "X-Forwarded-For": `198.51.${at}.5` },
    );
    const [event] = await readTrail(caller.db, { subjectId: bookingId, type: "booking.requested" });
    const happened = event as unknown as RecordedEvent<"booking.requested">;
    await notifyOfReceipt.run(ctx(), happened, tools());
    told.push(await hasMail(happened.id));
  }
  expect(count(told)).toBe(2);
});
