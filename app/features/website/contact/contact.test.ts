import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller, NOW } from "../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../test/harness/company/trail";
import { NETWORK_LIMIT } from "../../core/forms/submit-limit";
import { purgeMessages } from "./purge-messages.server";

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({ TRUST_PROXY: "1" });
});
afterAll(() => caller.close());

const PATH = "/api/contact/messages";

async function message(changes: Record<string, unknown> = {}) {
  const { email, securityCheck } = await caller.form();
  return {
    name: "Priya Nair",
    email,
    phone: "",
    message: "Do you work in Sharjah?",
    securityCheck,
    ...changes,
  };
}

const messagesOf = (email: unknown) =>
  caller.db.selectFrom("contactMessages").selectAll().where("email", "=", String(email)).execute();

describe("contact message", () => {
  it("stores and emails a contact message with or without a phone number", async () => {
    const body = await message();
    const answer = (await caller.call("POST", PATH, body)).body;
    expect(answer).toEqual({ success: true, reference: expect.stringMatching(/^MS-\d{4}-\d{6}$/) });
    const [stored] = await messagesOf(body.email);
    expect(stored).toMatchObject({
      reference: answer.reference,
      language: "en",
      name: "Priya Nair",
      phone: null,
      message: "Do you work in Sharjah?",
      sentAt: NOW,
    });
    // The audit trail holds no personal data.
    const entries = await readTrail(caller.db, { subjectId: stored!.id });
    expect(entries.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: "contact.message-sent", data: {} },
    ]);

    const withPhone = await message({ phone: "050 123 4567" });
    await caller.call("POST", PATH, withPhone);
    expect(await messagesOf(withPhone.email)).toMatchObject([{ phone: "+971501234567" }]);
  });

  it("refuses invalid fields of a contact message with the specification's texts and stores nothing", async () => {
    const before = await caller.contents();
    const refused = async (body: unknown) => (await caller.call("POST", PATH, body)).body.errors;
    expect(await refused({})).toEqual({
      name: "Name is required",
      email: "Email is required",
      message: "Message is required",
      securityCheck: "Please answer the security question",
    });
    expect(await refused({ name: "X1", email: "a@b", phone: "1", message: "y".repeat(501) })).toEqual({
      name: "Name can only contain letters, spaces, hyphens, apostrophes, and periods",
      email: "Please enter a valid email address",
      phone: "Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)",
      message: "Message must be less than 500 characters",
      securityCheck: "Please answer the security question",
    });
    expect(await caller.contents()).toEqual(before);
  });

  it("refuses a contact message that is empty after sanitising", async () => {
    const { body } = await caller.call("POST", PATH, await message({ message: " <> " }));
    expect(body.errors).toEqual({ message: "Message is required" });
  });

  it("checks the security answer, the idempotency key and the rate limit of a contact message", async () => {
    const body = await message();
    const wrong = { ...body, securityCheck: { ...(body.securityCheck as object), answer: 0 } };
    expect((await caller.call("POST", PATH, wrong)).body.errors).toEqual({
      securityCheck: "Incorrect Answer",
    });
    const key = { "Idempotency-Key": "message-once" };
    const [first, second] = [
      await caller.call("POST", PATH, body, key),
      await caller.call("POST", PATH, body, key),
    ];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.body.reference).toBe(first.body.reference);
    expect(await messagesOf(body.email)).toHaveLength(1);
    const other = await caller.call("POST", PATH, await message({ email: body.email }));
    expect(other.status).toBe(200);
    expect(other.body.reference).not.toBe(first.body.reference);
    const limited = await caller.call("POST", PATH, await message({ email: body.email }));
    expect(limited.status).toBe(429);
    expect(limited.headers.get("retry-after")).toMatch(/^\d+$/);
  });

  it("stores at most 30 messages of a network in an hour, and a refused one leaves its answer usable", async () => {
    const send = async (body: unknown, ip: string) =>
      (await caller.call("POST", PATH, body, { "X-Forwarded-For": ip })).status;
    for (let count = 0; count < NETWORK_LIMIT.max; count++)
      expect(await send(await message(), "203.0.113.9")).toBe(200);
    const refused = await message();
    expect(await send(refused, "203.0.113.9")).toBe(429);
    expect(await messagesOf(refused.email)).toEqual([]);
    expect(await send(refused, "203.0.113.10")).toBe(200);
  });
});

describe("purgeMessages", () => {
  it("purges messages after twelve months with their state in the inbox", async () => {
    const insert = (sentAt: string, count = 1) =>
      caller.db
        .insertInto("contactMessages")
        .values(
          Array.from({ length: count }, () => ({
            name: "Priya Nair",
            email: "purge@example.com",
            message: "Hello",
            sentAt: new Date(sentAt),
          })),
        )
        .returning("id")
        .execute();
    // More than one batch.
    const old = await insert("2026-03-09T11:59:59Z", 501);
    const [recent] = await insert("2026-03-09T12:00:00Z");
    const state = { messageId: old[0]!.id, state: "answered" as const, version: 1 };
    await caller.db.insertInto("inboxItemStates").values(state).execute();
    await purgeMessages({ ...caller.ctx(), now: new Date("2027-03-09T12:00:00Z") });
    expect((await messagesOf("purge@example.com")).map(({ id }) => id)).toEqual([recent!.id]);
    const states = caller.db.selectFrom("inboxItemStates").select("itemId");
    expect(await states.where("messageId", "=", old[0]!.id).execute()).toEqual([]);
  });
});
