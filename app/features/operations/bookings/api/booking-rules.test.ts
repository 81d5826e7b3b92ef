import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  type Caller,
  createCaller,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";

/** Rules of the booking form (docs/domain.md, "Forms"), tested through POST /api/handle-booking. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

const parts = {
  street: "Al Marsa Street",
  buildingName: "Marina Diamond 4",
  unitNumber: "1203",
  area: "Dubai Marina",
  landmark: "Near the tram stop",
};
/** Changes of fields, named as in the answer's `errors`. */
function withFields(values: readonly (readonly [field: string, value: unknown, ...unknown[]])[]) {
  const changes: Record<string, unknown> = {};
  const addressParts: Record<string, unknown> = { ...parts };
  for (const [field, value] of values) {
    const part = field.split("addressParts.")[1];
    if (part) addressParts[part] = value;
    else changes[field] = value;
  }
  return { ...changes, addressParts };
}

/** Forms that together contain all values, each with one value of each field that has values left. */
function combine<Value extends readonly [field: string, value: unknown, ...unknown[]]>(values: Value[]) {
  const fields = [...Map.groupBy(values, ([field]) => field).values()];
  const forms = Array.from({ length: Math.max(...fields.map(({ length }) => length)) }, (_, at) =>
    fields.flatMap((ofField) => ofField.slice(at, at + 1)),
  );
  return forms.map((form) => ({
    form,
    title: form.map(([field, value]) => `${field} ${JSON.stringify(value)?.slice(0, 60)}`).join(", "),
  }));
}

const send = async (changes: Record<string, unknown>) =>
  caller.call("POST", "/api/handle-booking", await caller.form(changes));

/** The accepted booking as the office reads it. */
async function bookAndLoad(changes: Record<string, unknown>) {
  const { bookingId } = await caller.book(changes);
  return (await caller.call("GET", `/api/admin/bookings/${bookingId}`, undefined, await caller.asAdmin()))
    .body.booking;
}

const NAME = {
  required: "Name is required",
  short: "Name must be at least 2 characters",
  long: "Name must be less than 50 characters",
  letters: "Name can only contain letters, spaces, hyphens, apostrophes, and periods",
  injected: "Invalid characters detected",
};
const EMAIL = { required: "Email is required", invalid: "Please enter a valid email address" };
const PHONE = {
  required: "Phone number is required",
  invalid: "Please enter a valid UAE phone number (e.g., +971501234567 or 0501234567)",
};
const STREET_REQUIRED = "Street address is required";
const SERVICE_REQUIRED = "Service selection is required";
const UNIT_LETTERS = "Unit number can only contain letters, digits, hyphens, and slashes";
const letters = (count: number) => "a".repeat(count);

describe("booking form: refused values", () => {
  const refused: [field: string, value: unknown, message: string][] = [
    ["customerName", undefined, NAME.required],
    ["customerName", null, NAME.required],
    ["customerName", "", NAME.required],
    ["customerName", "   ", NAME.required],
    ["customerName", 7, NAME.required],
    ["customerName", "A", NAME.short],
    ["customerName", " A ", NAME.short],
    ["customerName", letters(51), NAME.long],
    ["customerName", "Aisha 2", NAME.letters],
    ["customerName", "Aisha_Marri", NAME.letters],
    ["customerName", "Aisha; Marri", NAME.letters],
    ["customerName", "<b>Aisha</b>", NAME.letters],
    ["email", undefined, EMAIL.required],
    ["email", "", EMAIL.required],
    ["email", "  ", EMAIL.required],
    ["email", "aisha", EMAIL.invalid],
    ["email", "aisha@", EMAIL.invalid],
    ["email", "@example.com", EMAIL.invalid],
    ["email", "aisha@example", EMAIL.invalid],
    ["email", "ai sha@example.com", EMAIL.invalid],
    ["email", "aisha@example.com, b@example.com", EMAIL.invalid],
    ["email", "aisha@example.com\r\nBcc: b@example.com", EMAIL.invalid],
    ["email", `${letters(250)}@example.com`, EMAIL.invalid],
    ["phone", undefined, PHONE.required],
    ["phone", "", PHONE.required],
    ["phone", "  ", PHONE.required],
    ["phone", 501234567, PHONE.required],
    ["phone", "50123456", PHONE.invalid],
    ["phone", "5012345678", PHONE.invalid],
    ["phone", "97150123456", PHONE.invalid],
    ["phone", "9715012345678", PHONE.invalid],
    ["phone", "+97150123456", PHONE.invalid],
    ["phone", "+1 555 0100", PHONE.invalid],
    ["phone", "04 555 01000", PHONE.invalid],
    ["phone", "050123456a", PHONE.invalid],
    ["phone", "call me", PHONE.invalid],
    ["phone", "+", PHONE.invalid],
    ["service", undefined, SERVICE_REQUIRED],
    ["service", "", SERVICE_REQUIRED],
    ["service", "  ", SERVICE_REQUIRED],
    ["addressParts.street", undefined, STREET_REQUIRED],
    ["addressParts.street", "", STREET_REQUIRED],
    ["addressParts.street", "   ", STREET_REQUIRED],
    ["addressParts.street", "<>", STREET_REQUIRED],
    ["addressParts.street", letters(101), "Please use at most 100 characters"],
    ["addressParts.buildingName", letters(51), "Please use at most 50 characters"],
    ["addressParts.unitNumber", letters(11), "Please use at most 10 characters"],
    ["addressParts.unitNumber", "12 03", UNIT_LETTERS],
    ["addressParts.unitNumber", "#12", UNIT_LETTERS],
    ["addressParts.unitNumber", "12_3", UNIT_LETTERS],
    ["addressParts.unitNumber", "12.3", UNIT_LETTERS],
    ["addressParts.area", letters(51), "Please use at most 50 characters"],
    ["addressParts.landmark", letters(101), "Please use at most 100 characters"],
    ["message", letters(501), "Message must be less than 500 characters"],
    ["preferredDate", "tomorrow", "Please choose a date"],
    ["preferredDate", "2026-02-30", "Please choose a date"],
    ["preferredDate", "24/11/2026", "Please choose a date"],
    ["preferredDate", 20261124, "Please choose a date"],
    ["preferredDate", "2026-11-22", "Please choose a date that is not in the past"],
    ["preferredDate", "2000-01-01", "Please choose a date that is not in the past"],
    ["preferredDate", "2027-11-24", "Please choose a date within the next year"],
    ["preferredDate", "2199-12-31", "Please choose a date within the next year"],
    ["preferredDate", "9999-12-31", "Please choose a date"],
    ["preferredDate", "0001-01-01", "Please choose a date"],
    ["preferredTime", "07:00", "Please choose one of the times in the list"],
    ["preferredTime", "19:00", "Please choose one of the times in the list"],
    ["preferredTime", "10:30", "Please choose one of the times in the list"],
    ["preferredTime", "8:00", "Please choose one of the times in the list"],
    ["preferredTime", "noon", "Please choose one of the times in the list"],
    ["preferredTime", 10, "Please choose one of the times in the list"],
    ["securityCheck", undefined, "Please answer the security question"],
    ["securityCheck", null, "Please answer the security question"],
    ["securityCheck", "7", "Please answer the security question"],
    ["securityCheck", { id: "", answer: "" }, "Please answer the security question"],
    ["securityCheck", { id: "not-an-id", answer: 7 }, "Please answer the security question"],
    ["securityCheck", { answer: 7 }, "Please answer the security question"],
    ["securityCheck", { id: "00000000-0000-4000-8000-000000000000" }, "Please answer the security question"],
    [
      "securityCheck",
      { id: "00000000-0000-4000-8000-000000000000", answer: 1.5 },
      "Please answer the security question",
    ],
  ];
  it.each(combine(refused))("refuses $title", async ({ form }) => {
    const { status, body } = await send(withFields(form));
    const errors = Object.fromEntries(form.map(([field, , message]) => [field, message]));
    expect({ status, body }).toEqual({
      status: 400,
      body: { success: false, reason: "invalid", message: expect.any(String), errors },
    });
  });

  it("reports all required fields of an empty form", async () => {
    const { status, body } = await caller.call("POST", "/api/handle-booking", {});
    expect(status).toBe(400);
    expect(body).toEqual({
      success: false,
      reason: "invalid",
      message: "Please check the form and fix any errors",
      errors: {
        customerName: NAME.required,
        email: EMAIL.required,
        phone: PHONE.required,
        service: SERVICE_REQUIRED,
        "addressParts.street": STREET_REQUIRED,
        securityCheck: "Please answer the security question",
      },
    });
  });

  it.each(["tiling", "roofing", "__proto__"])(
    "refuses the service %s, which is not offered",
    async (service) => {
      await caller.db.updateTable("services").set({ active: false }).where("id", "=", "tiling").execute();
      const { status, body } = await send({ service });
      expect(status).toBe(400);
      expect(body.errors).toEqual({ service: "Please choose one of the services in the list" });
    },
  );
});

describe("booking form: accepted values", () => {
  const accepted: [field: string, value: string, shown: string, stored: string][] = [
    ["customerName", "Al", "customerName", "Al"],
    ["customerName", letters(50), "customerName", letters(50)],
    ["customerName", ` ${letters(50)} `, "customerName", letters(50)],
    ["customerName", "Claire O'Brien-Smith Jr.", "customerName", "Claire O'Brien-Smith Jr."],
    ["customerName", "عائشة المري", "customerName", "عائشة المري"],
    ["customerName", "José Müller", "customerName", "José Müller"],
    ["customerName", "Jose\u0301 Müller", "customerName", "José Müller"],
    ["customerName", "Aisha\nAl\u00A0Marri", "customerName", "Aisha Al Marri"],
    ["customerName", "O’Brien‑Smith", "customerName", "O'Brien-Smith"],
    ["customerName", "محمد\u200Cرضا \u200Fکریمی", "customerName", "محمد\u200Cرضا کریمی"],
    ["customerName", "ക്രിസ്\u200Cതു രാജ്", "customerName", "ക്രിസ്\u200Cതു രാജ്"],
    ["customerName", "王小明", "customerName", "王小明"],
    ["email", "aisha@مثال.امارات", "email", "aisha@xn--mgbh0fb.xn--mgbaam7a8h"],
    ["email", "aisha@xn--bcher-kva.xn--p1ai", "email", "aisha@xn--bcher-kva.xn--p1ai"],
    ["phone", "٠٥٠ ١٢٣ ٤٥٦٧", "phone", "+971501234567"],
    ["addressParts.unitNumber", "١٢٠٣‑أ", "addressParts.unitNumber", "1203-أ"],
    ["addressParts.street", "St․ John’s\u00A0Road", "addressParts.street", "St. John's Road"],
    ["message", "Gate\u202E 4\uE000\r\nplease", "message", "Gate 4\nplease"],
    ["email", "  Aisha.Marri+Home@Example.COM ", "email", "aisha.marri+home@example.com"],
    ["phone", "+971501234567", "phone", "+971501234567"],
    ["phone", "971501234567", "phone", "+971501234567"],
    ["phone", "0501234567", "phone", "+971501234567"],
    ["phone", "501234567", "phone", "+971501234567"],
    ["phone", " 050 123 4567 ", "phone", "+971501234567"],
    ["phone", "+971 (50) 123-4567", "phone", "+971501234567"],
    ["message", letters(500), "message", letters(500)],
    ["message", "Is 3 < 4 > 2?", "message", "Is 3  4  2?"],
    ["message", "  Two lines,\nplease  ", "message", "Two lines,\nplease"],
    [
      "message",
      "The switch is on = broken; see the profile: mine",
      "message",
      "The switch is on = broken; see the profile: mine",
    ],
    ["addressParts.street", letters(100), "addressParts.street", letters(100)],
    ["addressParts.street", " Street <4> ", "addressParts.street", "Street 4"],
    ["addressParts.buildingName", letters(50), "addressParts.buildingName", letters(50)],
    ["addressParts.unitNumber", "12A-3/4567", "addressParts.unitNumber", "12A-3/4567"],
    ["addressParts.area", letters(50), "addressParts.area", letters(50)],
    ["addressParts.landmark", letters(100), "addressParts.landmark", letters(100)],
  ];
  it.each(combine(accepted))("accepts $title", async ({ form }) => {
    const booking = await bookAndLoad(withFields(form));
    for (const [, , shown, stored] of form)
      expect(shown.split(".").reduce((at, name) => at[name], booking)).toBe(stored);
  });

  it.each([
    ["all parts", parts, "Al Marsa Street, Marina Diamond 4, 1203, Dubai Marina, Near the tram stop"],
    ["the street alone", { street: "Street 4B" }, "Street 4B"],
    [
      "empty parts",
      { ...parts, buildingName: "", unitNumber: "  ", landmark: "" },
      "Al Marsa Street, Dubai Marina",
    ],
    [
      "a part that is empty once cleaned",
      { ...parts, buildingName: "<>" },
      "Al Marsa Street, 1203, Dubai Marina, Near the tram stop",
    ],
    [
      "an area with its Arabic name",
      { ...parts, area: "دبي مارينا" },
      "Al Marsa Street, Marina Diamond 4, 1203, Dubai Marina, Near the tram stop",
    ],
  ])("joins %s with the other address parts and ignores `address`", async (_what, addressParts, line) => {
    const booking = await bookAndLoad({ addressParts, address: "Somewhere else" });
    expect(booking.address).toBe(line);
  });

  it("accepts a date or a time alone and holds no slot", async () => {
    for (const [preferredDate, preferredTime] of [
      [TOMORROW, ""],
      [null, "10:00"],
      ["", undefined],
    ]) {
      const booking = await bookAndLoad({ preferredDate, preferredTime });
      expect(booking).toMatchObject({
        preferredDate: preferredDate || null,
        preferredTime: preferredTime || null,
        visit: null,
      });
    }
  });

  it("holds the slot of a date and time and ignores `preferredDateTime`", async () => {
    const booking = await bookAndLoad({
      preferredDate: TOMORROW,
      preferredTime: "10:00",
      preferredDateTime: "2026-12-25 17:00",
    });
    expect(booking).toMatchObject({ preferredDate: TOMORROW, preferredTime: "10:00" });
    expect(booking.visit).toMatchObject({ startsAt: "2026-11-24T06:00:00.000Z", state: "held" });
  });

  it("accepts today and the same day next year", async () => {
    for (const preferredDate of [TODAY, "2027-11-23"]) {
      expect((await bookAndLoad({ preferredDate })).preferredDate).toBe(preferredDate);
    }
  });

  it("holds no slot for emergencies", async () => {
    const booking = await bookAndLoad({
      service: "emergency",
      preferredDate: TOMORROW,
      preferredTime: "10:00",
    });
    expect(booking).toMatchObject({ emergency: true, visit: null });
  });

  it("takes the price from the price book", async () => {
    const booking = await bookAndLoad({ estimateFils: 1, lines: [], price: 0 });
    expect(booking.estimateFils).toBe(15_000);
  });

  it("ignores `user_id` without a session", async () => {
    const userId = await caller.addUser({ email: "victim@example.com", password: "a password of a victim" });
    const { bookingId } = await caller.book({ user_id: userId, userId, actor: { role: "admin" } });
    const row = await caller.db
      .selectFrom("bookings")
      .innerJoin("customers", "customers.id", "bookings.customerId")
      .select(["bookings.userId", "customers.userId as customerUserId"])
      .where("bookings.id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ userId: null, customerUserId: null });
  });

  it("uses the signed-in account and ignores `user_id`", async () => {
    const other = await caller.addUser({ email: "other@example.com", password: "a password of another" });
    const me = { email: "me@example.com", password: "a password of my own" };
    const mine = await caller.addUser(me);
    const { bookingId, reference } = await caller.book(
      { user_id: other },
      { Cookie: await caller.signIn(me) },
    );
    const row = await caller.db
      .selectFrom("bookings")
      .select("userId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    expect(row.userId).toBe(mine);
    const followed = await caller.call("GET", `/api/bookings/${reference}`, undefined, {
      Cookie: await caller.signIn(me),
    });
    expect(followed.status).toBe(200);
  });
});

describe("text with code", () => {
  const attacks = [
    "<script>alert(1)</script>",
    "< ScRiPt src=//x.example>",
    "</script>",
    "javascript:alert(1)",
    "JAVASCRIPT : alert(1)",
    "vbscript:msgbox(1)",
    "<img src=x onerror=alert(1)>",
    "x onclick = go()",
    "data:text/html,hello",
    "DATA: text/html;base64,aGk=",
    "file:///etc/passwd",
    "<iframe src=x>",
    "</IFRAME>",
    "<object data=x>",
    "<embed src=x>",
    "< form action=x>",
    "eval(1)",
    "setTimeout(go)",
    "setInterval (go, 1)",
  ];
  const fields = ["customerName", "message", ...Object.keys(parts).map((part) => `addressParts.${part}`)];

  it.each(attacks)("refuses %s in each field", async (attack) => {
    const { status, body } = await send(withFields(fields.map((field) => [field, attack])));
    expect(status).toBe(400);
    expect(Object.keys(body.errors).sort()).toEqual(fields.toSorted());
  });

  it.each([
    ["customerName", NAME.injected],
    ["message", "Invalid content detected"],
    ["addressParts.street", "Invalid content detected"],
    ["addressParts.landmark", "Invalid content detected"],
  ])("refuses code in %s with the specification's message", async (field, message) => {
    const { body } = await send(withFields([[field, "<script>x</script>"]]));
    expect(body.errors).toEqual({ [field]: message });
  });

  it("stores or refuses SQL and never executes it", async () => {
    const sqlText = "x'); DROP TABLE bookings; --";
    const booking = await bookAndLoad({
      message: sqlText,
      addressParts: {
        street: sqlText,
        buildingName: sqlText,
        unitNumber: "",
        area: sqlText,
        landmark: sqlText,
      },
    });
    expect(booking.message).toBe(sqlText);
    expect(booking.addressParts).toEqual({
      street: sqlText,
      buildingName: sqlText,
      unitNumber: "",
      area: sqlText,
      landmark: sqlText,
    });
    for (const field of [
      "customerName",
      "email",
      "phone",
      "service",
      "preferredDate",
      "preferredTime",
      "addressParts.unitNumber",
    ]) {
      const { status, body } = await send(withFields([[field, sqlText]]));
      expect({ field, status, fields: Object.keys(body.errors) }).toEqual({
        field,
        status: 400,
        fields: [field],
      });
    }
    expect((await send({ securityCheck: { id: sqlText, answer: sqlText } })).status).toBe(400);
    expect((await caller.db.selectFrom("bookings").select("id").execute()).length).toBeGreaterThan(0);
  });
});
