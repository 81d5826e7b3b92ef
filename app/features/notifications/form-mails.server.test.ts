import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { system } from "~/platform/actor";
import type { Happened, Reaction } from "~/platform/reaction.server";
import { type Caller, createCaller } from "../../../test/harness/booking-caller";
import { readTrail } from "../../../test/harness/trail";
import { forwardMessage } from "./contact-mails.server";
import { alertOfficeOfContract, tellOfContractRequest } from "./contract-mails.server";

/** The mails that follow from a contract request and from the contact page. */
let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
});
afterAll(() => caller.close());

/** Runs a reaction to the latest event of its type, and returns the mail that it queued. */
// biome-ignore lint/suspicious/noExplicitAny: the type of the event does not matter here.
async function mailOf(type: string, reaction: Reaction<any>) {
  const event = (await readTrail(caller.db, { type })).at(-1) as unknown as Happened<never>;
  const ctx = { ...caller.ctx(), actor: system };
  const tools = { config: caller.config };
  await reaction.run(ctx, event, tools);
  // Done again, as after a kill: still one.
  await reaction.run(ctx, event, tools);
  const mails = await caller.db
    .selectFrom("mails")
    .selectAll()
    .where("trail_id", "=", event.id)
    .where("kind", "=", reaction.name)
    .execute();
  expect(mails).toHaveLength(1);
  return { ...mails[0]!, plain: mails[0]!.plain.replaceAll("\u00a0", " ") };
}

describe("a contract request", () => {
  test("is told to the customer with its price, and to the office one click from the call", async () => {
    const { service: _, ...form } = await caller.form({
      packageId: "premium",
      propertyType: "villa-4br",
      message: "Nine AC units & a pool",
    });
    expect((await caller.call("POST", "/api/contracts/requests", form)).status).toBe(200);

    const customer = await mailOf("contract.requested", tellOfContractRequest);
    expect(customer).toMatchObject({
      recipient: form.email,
      reply_to: "office@rukn.example",
      subject: "We have your request: Premium maintenance contract",
    });
    for (const said of [
      "Dear Aisha Al Marri,",
      "Package: Premium",
      "Property: Villa, 4 bedrooms or more",
      "Price a year: AED 10,500 incl. VAT",
      "We will call you within one working day",
    ]) {
      expect(customer.plain).toContain(said);
    }

    const office = await mailOf("contract.requested", alertOfficeOfContract);
    expect(office).toMatchObject({ recipient: "office@rukn.example", reply_to: form.email });
    expect(office.subject).toBe("Contract request: Premium, Villa, 4 bedrooms or more");
    expect(office.html).toContain('href="tel:+9715010000');
    expect(office.html).toContain("Nine AC units &amp; a pool");
  });
});

describe("a message of the contact page", () => {
  test("reaches the office; its answer goes to whoever wrote", async () => {
    const { email, securityCheck } = await caller.form();
    const message = { name: "Priya Nair", email, phone: "", message: "Fish & chips\nfor two", securityCheck };
    expect((await caller.call("POST", "/api/contact/messages", message)).status).toBe(200);
    const mail = await mailOf("contact.message-sent", forwardMessage);
    expect(mail).toMatchObject({
      recipient: "office@rukn.example",
      reply_to: email,
      subject: "Message from Priya Nair",
    });
    expect(mail.plain).toContain("Message: Fish & chips\nfor two");
    expect(mail.plain).not.toContain("Phone:");
    expect(mail.html).toContain(`href="mailto:${email}?subject=Your%20message%20to%20Rukn"`);
  });
});
