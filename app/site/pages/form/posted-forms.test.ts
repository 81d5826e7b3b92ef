import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Caller, createCaller, TOMORROW } from "../../../../test/harness/company/booking-caller";
import { type FormInPage, formInPage } from "../../../../test/harness/form-in-page";
import { realPages } from "../../../../test/harness/real-pages";

/** Forms posted to their pages, as a browser without JavaScript sends them. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await realPages(), built: "public" });
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());
beforeEach(() => caller.db.deleteFrom("rate_limits").execute());

const FORM = "application/x-www-form-urlencoded";

function post(path: string, body: string | Record<string, string>, headers: Record<string, string> = {}) {
  return caller.http.request(path, {
    method: "POST",
    headers: { Origin: caller.config.publicUrl, "Content-Type": FORM, ...headers },
    body: typeof body === "string" ? body : new URLSearchParams(body).toString(),
  });
}

interface Shown extends FormInPage {
  status: number;
  headers: Headers;
  page: string;
}

/** Posts invalid values and returns the page shown again. */
async function refused(path: string, label: string, fields: Record<string, string>): Promise<Shown> {
  const answer = await post(path, fields);
  const page = await answer.text();
  return { ...formInPage(page, label), page, status: answer.status, headers: answer.headers };
}

/** Values to send next, with the sum solved; `off` makes the answer wrong by that much. */
function withAnswer({ fields, html }: FormInPage, off = 0): Record<string, string> {
  const [, a, b] = /(\d+) \+ (\d+) = \?/.exec(html) ?? [];
  return { ...fields, securityAnswer: String(Number(a) + Number(b) + off) };
}

let people = 0;
function aisha(changes: Record<string, string> = {}): Record<string, string> {
  people++;
  return {
    customerName: "Aisha Al Marri",
    email: `aisha.plain.${people}@example.com`,
    phone: "0501234567",
    service: "plumbing",
    street: "Al Marsa Street",
    buildingName: "",
    unitNumber: "",
    area: "",
    landmark: "",
    preferredDate: "",
    preferredTime: "",
    message: "",
    ...changes,
  };
}

const bookingsOf = (email: string | undefined) =>
  caller.db.selectFrom("bookings").selectAll().where("contact_email", "=", String(email)).execute();

describe.each(["/", "/services/hvac", "/bookings", "/free-assessment"])("booking form on %s", (path) => {
  it("plain form: shows errors with the typed values, asks the security question, then opens the booking", async () => {
    const page = await (await caller.http.request(path)).text();
    const { action, fields } = formInPage(page, "booking-title");
    expect(action).toBe(path === "/" ? "/?index" : path);
    expect(fields).not.toHaveProperty("securityAnswer");

    const typed = aisha({ phone: "12", unitNumber: "12 03", message: 'A "leak" </textarea><b>' });
    const again = await refused(action, "booking-title", typed);
    expect(again.status).toBe(400);
    expect(titleOf(again.page)).toBe(titleOf(page));
    expect(again.errors).toEqual({
      phone: "Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)",
      unitNumber: expect.stringContaining("Unit number"),
    });
    expect(again.focus).toBe("phone");
    expect(again.fields).toMatchObject(typed);
    expect(again.alert).toBe("Please check the form and fix any errors");
    // The page is not shared, and Back shows it without posting again.
    expect(again.headers.get("Cache-Control")).toBe("private, no-cache");

    const done = await post(
      again.action,
      withAnswer({ ...again, fields: { ...again.fields, phone: "0501234567", unitNumber: "1203" } }),
    );
    expect(done.status).toBe(303);
    expect(done.headers.get("Location")).toMatch(/\/bookings\/BK-\d{4}-\d{6}\?key=.+&booked$/);
    expect(await bookingsOf(typed.email)).toMatchObject([
      { message: 'A "leak" /textareab', contact_phone: "+971501234567" },
    ]);
  });
});

const titleOf = (page: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1];

describe("booking posted to a page", () => {
  const send = (fields: Record<string, string>) => refused("/bookings", "booking-title", fields);

  it("asks only for the security answer if nothing else is missing", async () => {
    const asked = await send(aisha());
    expect(asked).toMatchObject({
      status: 200,
      errors: {},
      focus: "securityAnswer",
      alert: "One last question, to confirm you are a person:",
    });
    const wrong = await send(withAnswer(asked, 1));
    expect(wrong).toMatchObject({
      status: 400,
      errors: { securityAnswer: "Incorrect Answer" },
      focus: "securityAnswer",
    });
    expect(wrong.fields.securityCheckId).not.toBe(asked.fields.securityCheckId);
    expect((await post("/bookings", withAnswer(wrong))).status).toBe(303);
  });

  it("creates one booking for two identical posts and redirects both to it", async () => {
    const fields = withAnswer(await send(aisha()));
    const [first, second] = await Promise.all([post("/bookings", fields), post("/bookings", fields)]);
    const again = await post("/bookings", fields);
    expect([first.status, second.status, again.status]).toEqual([303, 303, 303]);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(again.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await bookingsOf(fields.email)).toHaveLength(1);
  });

  it("creates a second booking for a changed post", async () => {
    const fields = withAnswer(await send(aisha()));
    await post("/bookings", fields);
    const changed = await send({ ...fields, street: "Another street" });
    expect(changed).toMatchObject({ status: 422, errors: {}, focus: "alert" });
    expect(changed.fields.street).toBe("Another street");
    expect(await bookingsOf(fields.email)).toHaveLength(1);
  });

  it("offers the three nearest slots for a slot that has gone", async () => {
    const wish = { preferredDate: TOMORROW, preferredTime: "10:00" };
    expect((await post("/bookings", withAnswer(await send(aisha(wish))))).status).toBe(303);
    const late = await send(withAnswer(await send(aisha({ ...wish, phone: "0507654321" }))));
    expect(late.status).toBe(409);
    expect(late.focus).toBe("alert");
    expect(late.alert).toContain("just been taken");
    expect(late.choices.slot).toHaveLength(3);
    expect(late.fields).toMatchObject({ preferredDate: TOMORROW, preferredTime: "" });

    const slot = late.choices.slot![1]!;
    // The other two fields still hold the original preference.
    const wrong = await send({ ...withAnswer(late, 1), slot });
    const [preferredDate, preferredTime] = slot.split(" ");
    expect(wrong.fields).toMatchObject({ preferredDate, preferredTime });
    expect((await post("/bookings", withAnswer(wrong))).status).toBe(303);
    expect(await bookingsOf(late.fields.email)).toMatchObject([
      { preferred_time: expect.stringContaining(preferredTime!) },
    ]);
  });

  it("asks before booking the same service twice and books on confirmation", async () => {
    const wish = { preferredDate: TOMORROW, preferredTime: "16:00" };
    const person = aisha({ ...wish, phone: "0507654322" });
    await caller.addTechnician("Sami Aziz");
    expect((await post("/bookings", withAnswer(await send(person)))).status).toBe(303);
    const [{ reference } = { reference: "" }] = await bookingsOf(person.email);

    const asked = await send(withAnswer(await send(person)));
    expect(asked).toMatchObject({ status: 409, errors: {}, focus: "alert" });
    expect(asked.alert).toBe(`You already have booking ${reference} at this time. Book another visit?`);
    expect(asked.html).toContain("Book Another Visit");
    expect(asked.fields).toMatchObject(wish);
    expect(await bookingsOf(person.email)).toHaveLength(1);

    // A wrong security answer keeps the confirmation.
    const wrong = await send(withAnswer(asked, 1));
    expect(wrong.html).toContain("Book Another Visit");
    await caller.db.deleteFrom("rate_limits").execute();
    expect((await post("/bookings", withAnswer(wrong))).status).toBe(303);
    expect(await bookingsOf(person.email)).toHaveLength(2);
  });

  it("shows the arrival deadline instead of a time for an emergency", async () => {
    const again = await send(aisha({ service: "emergency", trade: "electrical", street: "" }));
    expect(again.fields).toMatchObject({ service: "emergency", trade: "electrical" });
    expect(again.fields).not.toHaveProperty("preferredDate");
    expect(again.html).toContain("tel:");
    expect((await post("/bookings", { ...withAnswer(again), street: "Al Marsa Street" })).status).toBe(303);
    expect(await bookingsOf(again.fields.email)).toMatchObject([{ trade_id: "electrical" }]);
  });

  it("limits posts to three a minute per email and names the waiting time", async () => {
    let shown = await send(aisha());
    for (let count = 0; count < 3; count++) shown = await send(withAnswer(shown, 1));
    const limited = await send(withAnswer(shown));
    expect(limited).toMatchObject({ status: 429, errors: {}, focus: "alert" });
    expect(limited.alert).toMatch(/wait \d+ seconds/);
    expect(limited.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(limited.fields.street).toBe("Al Marsa Street");
    expect(await bookingsOf(limited.fields.email)).toEqual([]);
  });

  it("assigns the booking to the signed-in user", async () => {
    const user = { email: "signed.in@example.com", password: "a customer's password" };
    const id = await caller.addUser(user);
    const Cookie = await caller.signIn(user);
    const fields = withAnswer(await send(aisha()));
    expect((await post("/bookings", fields, { Cookie })).status).toBe(303);
    expect(await bookingsOf(fields.email)).toMatchObject([{ user_id: id }]);
  });

  it("leaves the cached page unchanged", async () => {
    await send(aisha({ customerName: "Somebody Else" }));
    const answer = await caller.http.request("/bookings");
    expect(answer.headers.get("Cache-Control")).toContain("public");
    expect(await answer.text()).not.toMatch(/Somebody Else|securityCheckId/);
  });
});

describe("form for a booking link", () => {
  const PATH = "/bookings?follow";
  const send = (fields: Record<string, string>) => refused(PATH, "follow-title", fields);

  it("shows its error beside the field without touching the other form", async () => {
    const page = await (await caller.http.request("/bookings")).text();
    expect(formInPage(page, "follow-title").action).toBe(PATH);
    const again = await send({ reference: "BK-1", contact: "lost@example.com" });
    expect(again).toMatchObject({
      status: 400,
      errors: { reference: "Please enter a reference like BK-2026-000123" },
      focus: "reference",
      fields: { reference: "BK-1", contact: "lost@example.com" },
    });
    expect(again.html).not.toContain("securityAnswer");
    expect(formInPage(again.page, "booking-title")).toMatchObject({ errors: {}, alert: null });
  });

  it("answers the same for any reference, until the limit is reached", async () => {
    const fields = { reference: "BK-2026-999999", contact: "lost@example.com" };
    for (let count = 0; count < 5; count++) {
      const sent = await post(PATH, fields);
      expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/bookings/link-sent"]);
    }
    expect(await send(fields)).toMatchObject({ status: 429, fields, focus: "alert" });
  });
});

describe("contact form", () => {
  it("sends the message once, after the security question", async () => {
    const typed = { name: "Priya Nair", email: "plain@example", phone: "", message: "Hello" };
    const again = await refused("/contact", "contact-title", typed);
    expect(again).toMatchObject({ status: 400, focus: "email", fields: typed });
    expect(again.errors).toEqual({ email: "Please enter a valid email address" });
    const right = { ...withAnswer(again), email: "plain@example.com" };
    const sent = [await post("/contact", right), await post("/contact", right)];
    const kept = await caller.db
      .selectFrom("contact_messages")
      .selectAll()
      .where("email", "=", right.email)
      .execute();
    expect(kept).toMatchObject([{ message: "Hello" }]);
    for (const { status, headers } of sent) {
      expect([status, headers.get("Location")]).toEqual([
        303,
        `/contact/sent?reference=${kept[0]!.reference}`,
      ]);
    }
  });
});

describe("contract request form", () => {
  const contractsOf = (email: string) =>
    caller.db.selectFrom("contracts").selectAll().where("contact_email", "=", email).execute();

  it("keeps the chosen package and property, and shows the confirmation page", async () => {
    const {
      service: _,
      preferredDate: __,
      preferredTime: ___,
      ...person
    } = aisha({ customerName: "Omar O'Neil <b>" });
    const choice = { packageId: "premium", propertyType: "villa-4br" };
    const again = await refused("/amc-packages", "request-title", { ...person, ...choice });
    expect(again).toMatchObject({ status: 400, focus: "customerName" });
    expect(again.fields.customerName).toBe("Omar O'Neil <b>");
    for (const value of Object.values(choice)) {
      expect(again.page).toMatch(
        new RegExp(`<input[^>]*(checked=""[^>]*value="${value}"|value="${value}"[^>]*checked="")`),
      );
    }
    const done = await post("/amc-packages", {
      ...withAnswer(again),
      ...choice,
      customerName: "Omar O'Neil",
    });
    const kept = await contractsOf(person.email!);
    expect(kept).toMatchObject([{ package_id: "premium", contact_name: "Omar O'Neil" }]);
    expect([done.status, done.headers.get("Location")]).toEqual([
      303,
      `/amc-packages/requested?reference=${kept[0]!.reference}`,
    ]);
  });

  it("reports a package that does not exist", async () => {
    const { service: _, ...person } = aisha();
    const asked = await refused("/amc-packages", "request-title", {
      ...person,
      packageId: "gold",
      propertyType: "villa-4br",
    });
    const unknown = await refused("/amc-packages", "request-title", {
      ...withAnswer(asked),
      packageId: "gold",
      propertyType: "villa-4br",
    });
    expect(unknown.status).toBe(400);
    expect(unknown.page).toMatch(/aria-describedby="package-error"[\s\S]*id="package-error"/);
    expect(await contractsOf(person.email!)).toEqual([]);
  });
});

describe("malformed posts", () => {
  const nothing = async (email: string) => expect(await bookingsOf(email)).toEqual([]);

  it.each([
    ["ninety thousand fields", Array.from({ length: 90_000 }, (_, number) => `f${number}=1`).join("&"), FORM],
    ["JSON", "{}", "application/json"],
    ["a form in parts", "--x\r\n\r\n--x--", "multipart/form-data; boundary=x"],
    ["plain text", "customerName=Aisha", "text/plain"],
  ])("shows the page with an error: %s", async (_what, body, type) => {
    const began = performance.now();
    const answer = await post("/bookings", body, { "Content-Type": type });
    expect(answer.status).toBe(400);
    const form = formInPage(await answer.text(), "booking-title");
    expect(form).toMatchObject({
      alert: "The form was incomplete when it arrived. Please send it again.",
      focus: "alert",
      errors: {},
    });
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it.each([
    ["what cannot be stored", { message: "a\u0000b" }],
    ["a question of another kind", { securityCheckId: `${"x".repeat(10_000)}\u0000`, securityAnswer: "1" }],
    ["no number", { securityCheckId: crypto.randomUUID(), securityAnswer: "1e999" }],
    ["a slot of another kind", { slot: "tomorrow noon" }],
    [
      "names that JavaScript knows",
      { __proto__: "x", constructor: "x", toString: "x", addressParts: "x", photoIds: "x" },
    ],
  ])("refuses with a text: %s", async (_what, more) => {
    const fields = aisha();
    const again = await refused("/bookings", "booking-title", { ...fields, ...more });
    expect([200, 400]).toContain(again.status);
    expect(again.fields.street).toBe(fields.street);
    await nothing(fields.email!);
  });

  it("rejects posts by data requests of the router", async () => {
    const again = await refused(
      "/bookings",
      "booking-title",
      aisha({ street: "", message: "</script><script>alert(1)</script>" }),
    );
    expect(again.status).toBe(400);
    expect(again.page).not.toContain("<script>alert(1)");
  });

  it("rejects posts to pages without a form", async () => {
    for (const path of ["/services", "/about", "/nothing-here"]) {
      expect([404, 405]).toContain((await post(path, aisha())).status);
    }
  });
});
