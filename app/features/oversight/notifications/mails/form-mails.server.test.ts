import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { system } from "~/platform/auth/actor";
import type { Reaction, RecordedEvent } from "~/platform/events/reaction.server";
import { type Caller, createCaller, NOW } from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import { notifyOfRequest } from "./bookings/customer-mails.server";
import { notifyOfficeOfRequest } from "./bookings/office-mails.server";
import { confirmMessage, forwardMessage } from "./contact-mails.server";
import { alertOfficeOfContract, notifyOfContractRequest } from "./contracts/contract-request-mails.server";

/** Emails that follow from a contract request and from the contact page. */
let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
afterAll(() => caller.close());

/** Runs a reaction to the latest event of its type and returns the queued email. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the event does not matter here.
async function mailOf(type: string, reaction: Reaction<any>) {
  const event = (await readTrail(caller.db, { type })).at(-1) as unknown as RecordedEvent<never>;
  const ctx = { ...caller.ctx(), actor: system };
  const tools = { config: caller.config };
  await reaction.run(ctx, event, tools);
  // A repeated run, as after a crash, queues no second email.
  await reaction.run(ctx, event, tools);
  const mails = await caller.db
    .selectFrom("mails")
    .selectAll()
    .where("trailId", "=", event.id)
    .where("kind", "=", reaction.name)
    .execute();
  expect(mails).toHaveLength(1);
  return { ...mails[0]!, plain: mails[0]!.plain.replaceAll("\u00a0", " ") };
}

describe("contract request emails", () => {
  test("sends the price to the customer and a call link to the office", async () => {
    const { service: _, ...form } = await caller.form({
      packageId: "premium",
      propertyType: "villa-4br",
      message: "Nine AC units & a pool",
    });
    const { reference } = (await caller.call("POST", "/api/contracts/requests", form)).body;

    const customer = await mailOf("contract.requested", notifyOfContractRequest);
    expect(customer).toMatchObject({
      recipient: form.email,
      replyTo: "office@rukn.example",
      subject: `We have your request ${reference}: Premium maintenance contract`,
    });
    for (const expected of [
      "Dear Aisha Al Marri,",
      `Reference: ${reference}`,
      "Package: Premium",
      "Property: Villa (4 or more bedrooms)",
      "Price per year: AED 10,500 incl. VAT",
      "We will call you within one working day",
    ]) {
      expect(customer.plain).toContain(expected);
    }

    const office = await mailOf("contract.requested", alertOfficeOfContract);
    expect(office).toMatchObject({ recipient: "office@rukn.example", replyTo: form.email });
    expect(office.subject).toBe(`Contract request ${reference}: Premium, Villa (4 or more bedrooms)`);
    expect(office.plain).toContain(`Reference: ${reference}`);
    expect(office.html).toContain('href="tel:+9715010000');
    expect(office.html).toContain("Nine AC units &amp; a pool");
  });

  test("sends no promise of a call and no alert for a request that the office entered", async () => {
    const { service: _, ...form } = await caller.form({ packageId: "plus", propertyType: "villa-3br" });
    expect((await caller.call("POST", "/api/contracts/requests", form)).status).toBe(200);
    const [event] = (await readTrail(caller.db, { type: "contract.requested" })).slice(-1);
    const entered = { ...event, actorRole: "dispatcher" } as unknown as RecordedEvent<"contract.requested">;
    const ctx = { ...caller.ctx(), actor: system };
    for (const reaction of [notifyOfContractRequest, alertOfficeOfContract])
      await reaction.run(ctx, entered, { config: caller.config });
    const mails = await caller.db
      .selectFrom("mails")
      .select(["kind", "plain"])
      .where("trailId", "=", entered.id)
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(["contract-received"]);
    expect(mails[0]?.plain).not.toContain("within one working day");
  });
});

describe("emails about a booking that the office entered", () => {
  test.each([
    ["with an email", {}, ["booking-received"]],
    ["of a caller without an email", { email: undefined }, []],
    ["of an emergency without an email", { email: undefined, service: "emergency" }, []],
  ])("go only to the customer: %s", async (_case, changes, kinds) => {
    const { securityCheck: _, ...form } = await caller.form(changes);
    const entered = await caller.call("POST", "/api/admin/bookings", form, await caller.asAdmin());
    expect(entered.status, entered.text).toBe(200);
    const [event] = (await readTrail(caller.db, { type: "booking.requested" })).slice(-1);
    const requested = event as unknown as RecordedEvent<"booking.requested">;
    const ctx = { ...caller.ctx(), actor: system };
    for (const reaction of [notifyOfRequest, notifyOfficeOfRequest])
      await reaction.run(ctx, requested, { config: caller.config });
    const mails = await caller.db
      .selectFrom("mails")
      .select(["kind", "plain"])
      .where("trailId", "=", requested.id)
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(kinds);
    // The caller has been spoken to.
    for (const { plain } of mails) expect(plain).not.toContain("We'll contact you by");
  });
});

describe("contact message emails", () => {
  async function write(changes: Record<string, unknown> = {}, headers: Record<string, string> = {}) {
    const { email, securityCheck } = await caller.form();
    const message = { name: "Priya Nair", email, phone: "", message: "Fish & chips\nfor two", securityCheck };
    const answer = await caller.call("POST", "/api/contact/messages", { ...message, ...changes }, headers);
    expect(answer.status).toBe(200);
    return { email, reference: answer.body.reference as string };
  }

  test("forwards the message to the office with the sender as reply address", async () => {
    const { email, reference } = await write();
    const mail = await mailOf("contact.message-sent", forwardMessage);
    expect(mail).toMatchObject({
      recipient: "office@rukn.example",
      replyTo: email,
      subject: `Message ${reference} from Priya Nair`,
    });
    expect(mail.plain).toContain(`Reference: ${reference}`);
    expect(mail.plain).toContain("Message: Fish & chips\nfor two");
    expect(mail.plain).not.toContain("Phone:");
    expect(mail.html).toContain(`href="mailto:${email}?subject=Your%20message%20${reference}%20to%20Rukn"`);
  });

  test("confirms receipt to the sender with a reference and without the message text", async () => {
    const { email, reference } = await write();
    const mail = await mailOf("contact.message-sent", confirmMessage);
    expect(mail).toMatchObject({
      recipient: email,
      replyTo: "office@rukn.example",
      subject: `We have your message ${reference}`,
    });
    expect(mail.plain).toContain("Dear Priya Nair,");
    expect(mail.plain).toContain(`Reference: ${reference}`);
    expect(mail.plain + mail.html).not.toContain("chips");
  });

  test("names the next office day on which the message is read", async () => {
    const readingNote = async (at: string) => {
      vi.setSystemTime(new Date(at));
      await write();
      const { plain } = await mailOf("contact.message-sent", confirmMessage);
      return /.* will read it .*/.exec(plain ?? "")?.[0];
    };
    const officeHours = JSON.stringify({ week: [{ weekday: 5, opensAt: "08:00", closesAt: "18:00" }] });
    await caller.db
      .insertInto("settings")
      .values({ name: "hours", value: officeHours, version: 1 })
      .onConflict((row) => row.column("name").doUpdateSet({ value: officeHours }))
      .execute();
    // A Friday at noon, half an hour before the office closes, and the Saturday after.
    expect(await readingNote("2026-11-20T12:00:00+04:00")).toContain("Our office will read it today");
    expect(await readingNote("2026-11-20T17:30:00+04:00")).toContain("We will read it on Fri, 27 Nov");
    expect(await readingNote("2026-11-21T09:00:00+04:00")).toContain("We will read it on Fri, 27 Nov");
    // The office is closed on public holidays.
    await caller.db.insertInto("publicHolidays").values({ day: "2026-11-27", name: "A day off" }).execute();
    expect(await readingNote("2026-11-21T09:00:00+04:00")).toContain("We will read it on Fri, 4 Dec");
    await caller.db.deleteFrom("publicHolidays").where("day", "=", "2026-11-27").execute();
    vi.setSystemTime(NOW);
  });

  test("limits confirmations to three a day per address and forwards every message to the office", async () => {
    const answered = async (email: string) => {
      await write({ email });
      const event = (await readTrail(caller.db, { type: "contact.message-sent" })).at(-1);
      const happened = event as unknown as RecordedEvent<"contact.message-sent">;
      const ctx = { ...caller.ctx(), actor: system };
      await confirmMessage.run(ctx, happened, { config: caller.config });
      await forwardMessage.run(ctx, happened, { config: caller.config });
      const mails = await caller.db
        .selectFrom("mails")
        .select("kind")
        .where("trailId", "=", happened.id)
        .execute();
      return mails.map(({ kind }) => kind).sort();
    };
    for (let hour = 0; hour < 4; hour++) {
      vi.setSystemTime(NOW.getTime() + hour * 3_600_000);
      const expected = hour < 3 ? ["message-received", "office-message"] : ["office-message"];
      expect(await answered("stranger@example.com")).toEqual(expected.sort());
    }
    expect(await answered("another@example.com")).toContain("message-received");
    vi.setSystemTime(NOW.getTime() + 25 * 3_600_000);
    expect(await answered("stranger@example.com")).toContain("message-received");
    vi.setSystemTime(NOW);
  });
});
