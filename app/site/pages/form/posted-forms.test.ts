import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { casesForRun, seedOfRun } from "../../../../test/faults/rounds";
import { type Caller, createCaller, TOMORROW } from "../../../../test/harness/company/booking-caller";
import { type ParsedForm, parseForm } from "../../../../test/harness/parse-form";
import { createRealPages } from "../../../../test/harness/real-pages";

/** Forms posted to their pages, as a browser without JavaScript sends them. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller({}, { pages: await createRealPages(), buildDir: "public" });
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());
beforeEach(() => caller.db.deleteFrom("rateLimits").execute());

const FORM = "application/x-www-form-urlencoded";

function post(path: string, body: string | Record<string, string>, headers: Record<string, string> = {}) {
  return caller.http.request(path, {
    method: "POST",
    headers: { Origin: caller.config.publicUrl, "Content-Type": FORM, ...headers },
    body: typeof body === "string" ? body : new URLSearchParams(body).toString(),
  });
}

interface ReturnedPage extends ParsedForm {
  status: number;
  headers: Headers;
  page: string;
}

/** Posts invalid values and returns the page shown again. */
async function postInvalid(
  path: string,
  label: string,
  fields: Record<string, string>,
): Promise<ReturnedPage> {
  const answer = await post(path, fields);
  const page = await answer.text();
  return { ...parseForm(page, label), page, status: answer.status, headers: answer.headers };
}

/** Values to send next, with the sum solved; `off` makes the answer wrong by that much. */
function withSecurityAnswer({ fields, html }: ParsedForm, off = 0): Record<string, string> {
  const [, a, b] = /(\d+) \+ (\d+) = \?/.exec(html) ?? [];
  return { ...fields, securityAnswer: String(Number(a) + Number(b) + off) };
}

let customers = 0;
function bookingFields(overrides: Record<string, string> = {}): Record<string, string> {
  customers++;
  return {
    customerName: "Aisha Al Marri",
    email: `aisha.plain.${customers}@example.com`,
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
    ...overrides,
  };
}

const bookingsOf = (email: string | undefined) =>
  caller.db.selectFrom("bookings").selectAll().where("contactEmail", "=", String(email)).execute();

const pagesWithForm = ["/", "/services/hvac", "/bookings", "/free-assessment"];
describe.each(casesForRun(pagesWithForm, createRandom(seedOfRun()), 2))("booking form on %s", (path) => {
  it("without JavaScript, shows errors with the typed values, asks the security question, then opens the booking", async () => {
    const page = await (await caller.http.request(path)).text();
    const { action, fields } = parseForm(page, "booking-title");
    expect(action).toBe(path === "/" ? "/?index" : path);
    expect(fields).not.toHaveProperty("securityAnswer");

    const input = bookingFields({ phone: "12", unitNumber: "12 03", message: 'A "leak" </textarea><b>' });
    const returned = await postInvalid(action, "booking-title", input);
    expect(returned.status).toBe(400);
    expect(titleOf(returned.page)).toBe(titleOf(page));
    expect(returned.errors).toEqual({
      phone: "Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)",
      unitNumber: expect.stringContaining("Unit number"),
    });
    expect(returned.focus).toBe("phone");
    expect(returned.fields).toMatchObject(input);
    expect(returned.alert).toBe("Please check the form and fix any errors");
    // The page is not shared, and Back shows it without posting again.
    expect(returned.headers.get("Cache-Control")).toBe("private, no-cache");

    const response = await post(
      returned.action,
      withSecurityAnswer({
        ...returned,
        fields: { ...returned.fields, phone: "0501234567", unitNumber: "1203" },
      }),
    );
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toMatch(/\/bookings\/BK-\d{4}-\d{6}\?key=.+&booked$/);
    expect(await bookingsOf(input.email)).toMatchObject([
      { message: 'A "leak" /textareab', contactPhone: "+971501234567" },
    ]);
  });
});

const titleOf = (page: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(page)?.[1];

describe("booking posted to a page", () => {
  const send = (fields: Record<string, string>) => postInvalid("/bookings", "booking-title", fields);

  it("asks only for the security answer if nothing else is missing", async () => {
    const question = await send(bookingFields());
    expect(question).toMatchObject({
      status: 200,
      errors: {},
      focus: "securityAnswer",
      alert: "One last question, to confirm you are a person:",
    });
    const wrong = await send(withSecurityAnswer(question, 1));
    expect(wrong).toMatchObject({
      status: 400,
      errors: { securityAnswer: "Incorrect Answer" },
      focus: "securityAnswer",
    });
    expect(wrong.fields.securityCheckId).not.toBe(question.fields.securityCheckId);
    expect((await post("/bookings", withSecurityAnswer(wrong))).status).toBe(303);
  });

  it("creates one booking for two identical posts and redirects both to it", async () => {
    const fields = withSecurityAnswer(await send(bookingFields()));
    const [first, second] = await Promise.all([post("/bookings", fields), post("/bookings", fields)]);
    const returned = await post("/bookings", fields);
    expect([first.status, second.status, returned.status]).toEqual([303, 303, 303]);
    expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(returned.headers.get("Location")).toBe(first.headers.get("Location"));
    expect(await bookingsOf(fields.email)).toHaveLength(1);
  });

  it("creates a second booking for a changed post", async () => {
    const fields = withSecurityAnswer(await send(bookingFields()));
    await post("/bookings", fields);
    const changed = await send({ ...fields, street: "Another street" });
    expect(changed).toMatchObject({ status: 422, errors: {}, focus: "alert" });
    expect(changed.fields.street).toBe("Another street");
    expect(await bookingsOf(fields.email)).toHaveLength(1);
  });

  it("offers the three nearest slots when the chosen one is taken", async () => {
    const slotFields = { preferredDate: TOMORROW, preferredTime: "10:00" };
    expect((await post("/bookings", withSecurityAnswer(await send(bookingFields(slotFields))))).status).toBe(
      303,
    );
    const conflict = await send(
      withSecurityAnswer(await send(bookingFields({ ...slotFields, phone: "0507654321" }))),
    );
    expect(conflict.status).toBe(409);
    expect(conflict.focus).toBe("alert");
    expect(conflict.alert).toContain("just been taken");
    expect(conflict.choices.slot).toHaveLength(3);
    expect(conflict.fields).toMatchObject({ preferredDate: TOMORROW, preferredTime: "" });

    const slot = conflict.choices.slot![1]!;
    // The other two fields still hold the original preference.
    const wrong = await send({ ...withSecurityAnswer(conflict, 1), slot });
    const [preferredDate, preferredTime] = slot.split(" ");
    expect(wrong.fields).toMatchObject({ preferredDate, preferredTime });
    expect((await post("/bookings", withSecurityAnswer(wrong))).status).toBe(303);
    expect(await bookingsOf(conflict.fields.email)).toMatchObject([
      { preferredTime: expect.stringContaining(preferredTime!) },
    ]);
  });

  it("asks before a duplicate booking and books on confirmation", async () => {
    const slotFields = { preferredDate: TOMORROW, preferredTime: "16:00" };
    const person = bookingFields({ ...slotFields, phone: "0507654322" });
    await caller.addTechnician("Sami Aziz");
    expect((await post("/bookings", withSecurityAnswer(await send(person)))).status).toBe(303);
    const [{ reference } = { reference: "" }] = await bookingsOf(person.email);

    const question = await send(withSecurityAnswer(await send(person)));
    expect(question).toMatchObject({ status: 409, errors: {}, focus: "alert" });
    expect(question.alert).toBe(`You already have booking ${reference} at this time. Book another visit?`);
    expect(question.html).toContain("Book Another Visit");
    expect(question.fields).toMatchObject(slotFields);
    expect(await bookingsOf(person.email)).toHaveLength(1);

    // A wrong security answer keeps the confirmation.
    const wrong = await send(withSecurityAnswer(question, 1));
    expect(wrong.html).toContain("Book Another Visit");
    await caller.db.deleteFrom("rateLimits").execute();
    expect((await post("/bookings", withSecurityAnswer(wrong))).status).toBe(303);
    expect(await bookingsOf(person.email)).toHaveLength(2);
  });

  it("shows the arrival deadline instead of a time for an emergency", async () => {
    const returned = await send(bookingFields({ service: "emergency", trade: "electrical", street: "" }));
    expect(returned.fields).toMatchObject({ service: "emergency", trade: "electrical" });
    expect(returned.fields).not.toHaveProperty("preferredDate");
    expect(returned.html).toContain("tel:");
    expect(
      (await post("/bookings", { ...withSecurityAnswer(returned), street: "Al Marsa Street" })).status,
    ).toBe(303);
    expect(await bookingsOf(returned.fields.email)).toMatchObject([{ tradeId: "electrical" }]);
  });

  it("limits posts to three a minute per email and names the waiting time", async () => {
    let page = await send(bookingFields());
    for (let count = 0; count < 3; count++) page = await send(withSecurityAnswer(page, 1));
    const limited = await send(withSecurityAnswer(page));
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
    const fields = withSecurityAnswer(await send(bookingFields()));
    expect((await post("/bookings", fields, { Cookie })).status).toBe(303);
    expect(await bookingsOf(fields.email)).toMatchObject([{ userId: id }]);
  });

  it("leaves the cached page unchanged", async () => {
    await send(bookingFields({ customerName: "Zainab Qasim" }));
    const answer = await caller.http.request("/bookings");
    expect(answer.headers.get("Cache-Control")).toContain("public");
    expect(await answer.text()).not.toMatch(/Zainab Qasim|securityCheckId/);
  });
});

describe("form for a booking link", () => {
  const PATH = "/bookings?follow";
  const send = (fields: Record<string, string>) => postInvalid(PATH, "follow-title", fields);

  it("shows the error beside its field and leaves the other form unchanged", async () => {
    const page = await (await caller.http.request("/bookings")).text();
    expect(parseForm(page, "follow-title").action).toBe(PATH);
    const returned = await send({ reference: "BK-1", contact: "lost@example.com" });
    expect(returned).toMatchObject({
      status: 400,
      errors: { reference: "Please enter a reference like BK-2026-000123" },
      focus: "reference",
      fields: { reference: "BK-1", contact: "lost@example.com" },
    });
    expect(returned.html).not.toContain("securityAnswer");
    expect(parseForm(returned.page, "booking-title")).toMatchObject({ errors: {}, alert: null });
  });

  it("sends the same response for any booking reference until the rate limit", async () => {
    const fields = { reference: "BK-2026-999999", contact: "lost@example.com" };
    for (let count = 0; count < 5; count++) {
      const sent = await post(PATH, fields);
      expect([sent.status, sent.headers.get("Location")]).toEqual([303, "/bookings/link-sent"]);
    }
    expect(await send(fields)).toMatchObject({ status: 429, fields, focus: "alert" });
  });
});

describe("contact form", () => {
  it("sends the contact message once, after the security question", async () => {
    const input = { name: "Priya Nair", email: "plain@example", phone: "", message: "Hello" };
    const returned = await postInvalid("/contact", "contact-title", input);
    expect(returned).toMatchObject({ status: 400, focus: "email", fields: input });
    expect(returned.errors).toEqual({ email: "Please enter a valid email address" });
    const validFields = { ...withSecurityAnswer(returned), email: "plain@example.com" };
    const sent = [await post("/contact", validFields), await post("/contact", validFields)];
    const stored = await caller.db
      .selectFrom("contactMessages")
      .selectAll()
      .where("email", "=", validFields.email)
      .execute();
    expect(stored).toMatchObject([{ message: "Hello" }]);
    for (const { status, headers } of sent) {
      expect([status, headers.get("Location")]).toEqual([
        303,
        `/contact/sent?reference=${stored[0]!.reference}`,
      ]);
    }
  });
});

describe("contract request form", () => {
  const contractsOf = (email: string) =>
    caller.db.selectFrom("contracts").selectAll().where("contactEmail", "=", email).execute();

  it("keeps the chosen package and property, and shows the confirmation page", async () => {
    const {
      service: _,
      preferredDate: __,
      preferredTime: ___,
      ...person
    } = bookingFields({ customerName: "Omar O'Neil <b>" });
    const choice = { packageId: "premium", propertyType: "villa-4br" };
    const returned = await postInvalid("/amc-packages", "request-title", { ...person, ...choice });
    expect(returned).toMatchObject({ status: 400, focus: "customerName" });
    expect(returned.fields.customerName).toBe("Omar O'Neil <b>");
    for (const value of Object.values(choice)) {
      expect(returned.page).toMatch(
        new RegExp(`<input[^>]*(checked=""[^>]*value="${value}"|value="${value}"[^>]*checked="")`),
      );
    }
    const response = await post("/amc-packages", {
      ...withSecurityAnswer(returned),
      ...choice,
      customerName: "Omar O'Neil",
    });
    const stored = await contractsOf(person.email!);
    expect(stored).toMatchObject([{ packageId: "premium", contactName: "Omar O'Neil" }]);
    expect([response.status, response.headers.get("Location")]).toEqual([
      303,
      `/amc-packages/requested?reference=${stored[0]!.reference}`,
    ]);
  });

  it("reports a package that does not exist", async () => {
    const { service: _, ...person } = bookingFields();
    const question = await postInvalid("/amc-packages", "request-title", {
      ...person,
      packageId: "gold",
      propertyType: "villa-4br",
    });
    const unknown = await postInvalid("/amc-packages", "request-title", {
      ...withSecurityAnswer(question),
      packageId: "gold",
      propertyType: "villa-4br",
    });
    expect(unknown.status).toBe(400);
    expect(unknown.page).toMatch(/aria-describedby="package-error"[\s\S]*id="package-error"/);
    expect(await contractsOf(person.email!)).toEqual([]);
  });
});

describe("malformed posts", () => {
  const expectNoBooking = async (email: string) => expect(await bookingsOf(email)).toEqual([]);

  it.each([
    ["ninety thousand fields", Array.from({ length: 90_000 }, (_, number) => `f${number}=1`).join("&"), FORM],
    ["JSON", "{}", "application/json"],
    ["a multipart form", "--x\r\n\r\n--x--", "multipart/form-data; boundary=x"],
    ["plain text", "customerName=Aisha", "text/plain"],
  ])("shows the page with an error after a malformed post: %s", async (_what, body, type) => {
    const startedAt = performance.now();
    const answer = await post("/bookings", body, { "Content-Type": type });
    expect(answer.status).toBe(400);
    const form = parseForm(await answer.text(), "booking-title");
    expect(form).toMatchObject({
      alert: "The form did not arrive completely. Please send it again.",
      focus: "alert",
      errors: {},
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  it.each([
    ["text with a NUL character", { message: "a\u0000b" }],
    [
      "a malformed security check id",
      { securityCheckId: `${"x".repeat(10_000)}\u0000`, securityAnswer: "1" },
    ],
    [
      "a security answer beyond all numbers",
      { securityCheckId: crypto.randomUUID(), securityAnswer: "1e999" },
    ],
    ["a malformed slot", { slot: "tomorrow noon" }],
    [
      "field names of JavaScript's object prototype",
      { __proto__: "x", constructor: "x", toString: "x", addressParts: "x", photoIds: "x" },
    ],
  ])("refuses a post with an error text: %s", async (_what, extraFields) => {
    const fields = bookingFields();
    const returned = await postInvalid("/bookings", "booking-title", { ...fields, ...extraFields });
    expect([200, 400]).toContain(returned.status);
    expect(returned.fields.street).toBe(fields.street);
    await expectNoBooking(fields.email!);
  });

  it("rejects posts by data requests of the router", async () => {
    const returned = await postInvalid(
      "/bookings",
      "booking-title",
      bookingFields({ street: "", message: "</script><script>alert(1)</script>" }),
    );
    expect(returned.status).toBe(400);
    expect(returned.page).not.toContain("<script>alert(1)");
  });

  it("rejects posts to pages without a form", async () => {
    for (const path of ["/services", "/about", "/nothing-here"]) {
      expect([404, 405]).toContain((await post(path, bookingFields())).status);
    }
  });
});
