import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Booked, type Caller, createCaller } from "../../../../test/harness/booking-caller";
import { ORIGIN } from "../../../../test/harness/http-app";
import { readTrail } from "../../../../test/harness/trail";

const LINK_ASKED = { type: "booking.link-asked" };

let caller: Caller;
let booked: Booked;
/** How often the link was asked for before the test. */
let before = 0;
const EMAIL = "lost@example.com";
const PHONE = "0501112233";
beforeAll(async () => {
  caller = await createCaller();
  booked = await caller.book({ email: EMAIL, phone: PHONE });
});
afterAll(() => caller.close());
beforeEach(async () => {
  await caller.db.deleteFrom("rate_limits").execute();
  before = (await readTrail(caller.db, LINK_ASKED)).length;
});

const PATH = "/api/bookings/send-link";
const ask = (reference: unknown, contact: unknown) => caller.call("POST", PATH, { reference, contact });
/** What was asked for since the test began. */
const asked = async () =>
  (await readTrail(caller.db, LINK_ASKED)).slice(before).map(({ subjectId, data }) => ({ subjectId, data }));

describe("asking for the link of a booking", () => {
  it.each([
    ["the email", EMAIL],
    ["the email, written otherwise", " LOST@Example.com "],
    ["the phone number", PHONE],
    ["the phone number, with its country", "+971 50 111 2233"],
  ])("with %s has it mailed, and tells nothing of it", async (_what, contact) => {
    const { status, body, headers } = await ask(` ${booked.reference.toLowerCase()} `, contact);
    expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    expect(headers.get("Cache-Control")).toBeNull();
    expect(await asked()).toEqual([{ subjectId: booked.bookingId, data: {} }]);
  });

  it("is answered the same, to the byte, where there is no such booking or it is another's", async () => {
    const other = await caller.book();
    const right = await ask(booked.reference, EMAIL);
    for (const [reference, contact] of [
      ["BK-2026-999999", EMAIL],
      [other.reference, EMAIL],
      [booked.reference, "somebody@example.com"],
      [booked.reference, "0509999999"],
    ]) {
      await caller.db.deleteFrom("rate_limits").execute();
      const wrong = await ask(reference, contact);
      expect({ status: wrong.status, text: wrong.text }).toEqual({ status: right.status, text: right.text });
      expect([...wrong.headers.keys()]).toEqual([...right.headers.keys()]);
    }
    expect(await asked()).toHaveLength(1);
  });

  it("is refused beside the field when it cannot be meant", async () => {
    const errors = async (reference: unknown, contact: unknown) =>
      (await ask(reference, contact)).body.errors;
    const reference = "Please enter a reference like BK-2026-000123";
    const contact = "Please enter the email address or the UAE phone number of the booking";
    expect(await errors("", "")).toEqual({ reference, contact });
    expect(await errors("BK-26-1", "12")).toEqual({ reference, contact });
    expect(await errors({}, null)).toEqual({ reference, contact });
    expect(await errors(booked.reference, "x".repeat(5000))).toEqual({ contact });
  });

  it("is counted by booking, whether there is one or not, so that nobody's mailbox is filled", async () => {
    for (const reference of [booked.reference, "BK-2026-999999"]) {
      await caller.db.deleteFrom("rate_limits").execute();
      const statuses = [];
      for (let time = 1; time <= 4; time++) statuses.push((await ask(reference, EMAIL)).status);
      expect(statuses).toEqual([200, 200, 200, 429]);
    }
    expect(await asked()).toHaveLength(3);
  });

  it("is counted by client, so that nobody tries references out", async () => {
    for (let number = 1; number <= 5; number++) {
      expect((await ask(`BK-2026-90000${number}`, EMAIL)).status).toBe(200);
    }
    const { status, headers } = await ask("BK-2026-900006", EMAIL);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});

describe("a form sent without script", () => {
  const send = (path: string, fields: Record<string, string>) =>
    caller.http.request(path, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: ORIGIN },
      body: new URLSearchParams(fields),
    });

  it("for the link leads to the page that tells nothing, or is shown again with what is wrong", async () => {
    const sent = await send(PATH, { reference: booked.reference, contact: EMAIL });
    expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/bookings/link-sent"]);

    const refused = await send(PATH, { reference: "BK-1", contact: EMAIL });
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toContain("Please enter a reference like BK-2026-000123");
    expect(page).toContain(`value="${EMAIL}"`);
    expect(page).not.toContain("securityAnswer");
  });

  const booking = { customerName: "Aisha", email: "plain@example.com", phone: PHONE, service: "plumbing" };

  it("books after its question, once, and leads to the booking", async () => {
    const fields = { ...booking, street: "Al Marsa Street", preferredDate: "", preferredTime: "" };
    const page = await (await send("/api/handle-booking", fields)).text();
    expect(page).toContain('value="Al Marsa Street"');
    const id = /name="securityCheckId" value="([^"]+)"/.exec(page)![1]!;
    const [, a, b] = /(\d+) \+ (\d+) = \?/.exec(page)!;
    const answered = { ...fields, securityCheckId: id, securityAnswer: String(Number(a) + Number(b)) };

    const sent = await send("/api/handle-booking", answered);
    expect(sent.status).toBe(303);
    const location = sent.headers.get("Location")!;
    expect(location).toMatch(/\/bookings\/BK-\d{4}-\d{6}\?key=.+&booked$/);
    // The button was pressed twice.
    expect((await send("/api/handle-booking", answered)).headers.get("Location")).toBe(location);
    const made = await caller.db
      .selectFrom("bookings")
      .select("reference")
      .where("contact_email", "=", booking.email)
      .execute();
    expect(made).toHaveLength(1);
  });

  it("shows what is wrong beside the field, a choice as a choice", async () => {
    const page = await (await send("/api/handle-booking", { ...booking, phone: "12", service: "" })).text();
    expect(page).toContain("Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)");
    expect(page).toContain("Service selection is required");
    expect(page).toContain('<option value="plumbing">Plumbing</option>');
    expect(page).toContain("Street address is required");
    expect(page).toContain('<input type="hidden" name="customerName" value="Aisha"/>');
  });
});
