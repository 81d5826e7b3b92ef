import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { createHttp } from "~/server/http.server";
import { type Caller, createCaller, NOW, TOMORROW } from "../../../../../test/harness/company/booking-caller";
import { noPages } from "../../../../../test/harness/http-app";

/** Idempotency keys, security check and rate limit of booking requests. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterEach(() => {
  vi.setSystemTime(NOW);
});
afterAll(() => caller.close());

let keys = 0;
const newKey = () => ({ "Idempotency-Key": `key ${keys++}` });
const send = (form: unknown, headers: Record<string, string> = {}) =>
  caller.call("POST", "/api/handle-booking", form, headers);
const later = (seconds: number) => vi.setSystemTime(NOW.getTime() + seconds * 1000);
const bookingsOf = (email: unknown) =>
  caller.db.selectFrom("bookings").select("id").where("contactEmail", "=", String(email)).execute();

describe("Idempotency-Key", () => {
  it("returns a byte-identical response and books once for a repeated request", async () => {
    const form = await caller.form({ preferredDate: TOMORROW, preferredTime: "08:00", message: 'É ✓ \\ "' });
    const key = newKey();
    const first = await send(form, key);
    expect(first.status).toBe(200);
    const again = await send(form, key);
    const reordered = await send(Object.fromEntries(Object.entries(form).reverse()), key);
    for (const answer of [again, reordered]) {
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(first.text);
    }
    expect(await bookingsOf(form.email)).toHaveLength(1);
  });

  it("returns twenty equal responses and books once for twenty concurrent requests", async () => {
    const form = await caller.form({ preferredDate: TOMORROW, preferredTime: "12:00" });
    const key = newKey();
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(form, key)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await bookingsOf(form.email)).toHaveLength(1);
  });

  it("refuses another body with the same key and changes nothing", async () => {
    const form = await caller.form();
    const key = newKey();
    const first = await send(form, key);
    const { status, body } = await send({ ...form, message: "And the tap" }, key);
    expect({ status, body }).toEqual({
      status: 422,
      body: {
        success: false,
        reason: "key-reused",
        message: "This Idempotency-Key was already used for another request",
      },
    });
    expect((await send(form, key)).text).toBe(first.text);
    expect(await bookingsOf(form.email)).toHaveLength(1);
  });

  it("stays usable after a validation error", async () => {
    const form = await caller.form();
    const key = newKey();
    expect((await send({ ...form, customerName: "A" }, key)).status).toBe(400);
    expect((await send({ ...form, service: "roofing" }, key)).status).toBe(400);
    const check = form.securityCheck as { id: string; answer: number };
    expect((await send({ ...form, securityCheck: { ...check, answer: check.answer + 1 } }, key)).status).toBe(
      400,
    );
    expect((await send(form, key)).status).toBe(200);
  });

  it("stays usable after a rate limit", async () => {
    const email = "patient@example.com";
    for (let count = 0; count < 3; count++)
      expect((await send(await caller.form({ email }))).status).toBe(200);
    const form = await caller.form({ email });
    const key = newKey();
    expect((await send(form, key)).status).toBe(429);
    later(60);
    expect((await send(form, key)).status).toBe(200);
  });

  it("repeats the response that the slot is taken, even after it becomes free", async () => {
    const slot = { preferredDate: TOMORROW, preferredTime: "17:00" };
    const taken = await caller.book(slot);
    const form = await caller.form(slot);
    const key = newKey();
    const first = await send(form, key);
    expect(first.status).toBe(409);
    const cancelled = await caller.call("POST", `/api/bookings/${taken.reference}/cancel`, {
      key: taken.key,
      version: 1,
    });
    expect(cancelled.status).toBe(200);
    const again = await send(form, key);
    expect({ status: again.status, text: again.text }).toEqual({ status: 409, text: first.text });
    expect((await send(form, newKey())).status).toBe(200);
  });

  it("expires after 24 hours", async () => {
    const form = await caller.form();
    const key = newKey();
    const first = await send(form, key);
    later(24 * 3600 - 1);
    expect((await send(form, key)).text).toBe(first.text);
    later(24 * 3600);
    const { status, body } = await send(form, key);
    // Processed again: the security question was used up by the first request.
    expect({ status, fields: Object.keys(body.errors) }).toEqual({ status: 400, fields: ["securityCheck"] });
    const { a, b, id } = (await caller.call("GET", "/api/security-check")).body;
    const other = await send({ ...form, securityCheck: { id, answer: a + b } }, key);
    expect(other.status).toBe(200);
    expect(other.body.bookingId).not.toBe(first.body.bookingId);
  });

  it("applies to each person separately", async () => {
    const key = newKey();
    const me = { email: "one@example.com", password: "a password of one" };
    await caller.addUser(me);
    const mine = await send(await caller.form(), { ...key, Cookie: await caller.signIn(me) });
    const theirs = await send(await caller.form(), key);
    expect([mine.status, theirs.status]).toEqual([200, 200]);
    expect(mine.body.bookingId).not.toBe(theirs.body.bookingId);
  });

  it("books once without any key, because the security check is used up", async () => {
    const form = await caller.form();
    const answers = await Promise.all([send(form), send(form)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await bookingsOf(form.email)).toHaveLength(1);
  });
});

describe("security check", () => {
  const EXPIRED = "This security question is no longer valid. Please answer a new one.";
  const errorsOf = async (form: unknown) => {
    const { status, body } = await send(form);
    return status === 200 ? "booked" : body.errors;
  };

  it("asks for an uncached random sum of two numbers from 1 to 10", async () => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, () => caller.call("GET", "/api/security-check")),
    );
    for (const { body, headers } of asked) {
      expect(Object.keys(body).sort()).toEqual(["a", "b", "id"]);
      for (const number of [body.a, body.b]) expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).toContain(number);
      expect(headers.get("Cache-Control")).toBe("no-store");
    }
    expect(new Set(asked.map(({ body }) => body.id)).size).toBe(60);
    expect(new Set(asked.map(({ body }) => body.a)).size).toBeGreaterThan(3);
  });

  it("accepts a correct answer once", async () => {
    const form = await caller.form();
    expect(await errorsOf(form)).toBe("booked");
    expect(await errorsOf({ ...form, email: "another@example.com" })).toEqual({ securityCheck: EXPIRED });
  });

  it("accepts the answer as text, as forms send it", async () => {
    const form = await caller.form();
    const { id, answer } = form.securityCheck as { id: string; answer: number };
    expect(await errorsOf({ ...form, securityCheck: { id, answer: ` ${answer} ` } })).toBe("booked");
  });

  it("becomes invalid after three wrong answers", async () => {
    const form = await caller.form();
    const { id, answer } = form.securityCheck as { id: string; answer: number };
    for (const person of ["w1", "w2", "w3"]) {
      const wrong = {
        ...form,
        email: `${person}@example.com`,
        securityCheck: { id, answer: (answer % 20) + 1 },
      };
      expect(await errorsOf(wrong)).toEqual({ securityCheck: "Incorrect Answer" });
    }
    expect(await errorsOf(form)).toEqual({ securityCheck: EXPIRED });
  });

  it("allows two wrong answers", async () => {
    const form = await caller.form();
    const { id, answer } = form.securityCheck as { id: string; answer: number };
    for (let count = 0; count < 2; count++) {
      expect(await errorsOf({ ...form, securityCheck: { id, answer: (answer % 20) + 1 } })).not.toBe(
        "booked",
      );
    }
    expect(await errorsOf(form)).toBe("booked");
  });

  it("expires after ten minutes", async () => {
    const early = await caller.form();
    const late = await caller.form();
    later(10 * 60 - 1);
    expect(await errorsOf(early)).toBe("booked");
    later(10 * 60);
    expect(await errorsOf(late)).toEqual({ securityCheck: EXPIRED });
  });

  it("rejects unknown ids", async () => {
    const form = await caller.form({
      securityCheck: { id: "11111111-2222-4333-8444-555555555555", answer: 7 },
    });
    expect(await errorsOf(form)).toEqual({ securityCheck: EXPIRED });
  });

  it("stays valid if the booking is refused for another reason", async () => {
    const slot = { preferredDate: TOMORROW, preferredTime: "15:00" };
    await caller.book(slot);
    const form = await caller.form(slot);
    expect((await send(form)).status).toBe(409);
    expect(await errorsOf({ ...form, service: "roofing" })).toHaveProperty("service");
    expect(await errorsOf({ ...form, preferredTime: "" })).toBe("booked");
  });
});

describe("rate limit of three attempts a minute", () => {
  it("refuses the fourth attempt of an email with a wait time and accepts it afterwards", async () => {
    const email = "busy@example.com";
    for (const second of [0, 10, 20]) {
      later(second);
      expect((await send(await caller.form({ email }))).status).toBe(200);
    }
    later(25);
    const form = await caller.form({ email: "  BUSY@example.com" });
    const { status, body, headers } = await send(form);
    expect({ status, body }).toEqual({
      status: 429,
      body: {
        success: false,
        reason: "rate-limited",
        message: "Please wait 35 seconds before submitting again",
        retryAfterSeconds: 35,
      },
    });
    expect(headers.get("Retry-After")).toBe("35");
    expect((await send(await caller.form({ email: "calm@example.com" }))).status).toBe(200);
    later(59.5);
    expect((await send(form)).body.retryAfterSeconds).toBe(1);
    later(60);
    expect((await send(form)).status).toBe(200);
    later(61);
    // The attempts at seconds 10 and 20 and the latest one still count.
    expect((await send(await caller.form({ email }))).body.retryAfterSeconds).toBe(9);
  });

  it("counts taken slots and wrong security answers, but no validation errors", async () => {
    const email = "unlucky@example.com";
    const wrong = await caller.form({ email, customerName: "" });
    for (let count = 0; count < 5; count++) expect((await send(wrong)).status).toBe(400);
    const slot = { preferredDate: TOMORROW, preferredTime: "13:00" };
    await caller.call("POST", "/api/handle-booking", await caller.form(slot));
    expect((await send(await caller.form({ email, ...slot }))).status).toBe(409);
    const check = { id: "11111111-2222-4333-8444-555555555555", answer: 7 };
    expect((await send(await caller.form({ email, securityCheck: check }))).status).toBe(400);
    expect((await send(await caller.form({ email }))).status).toBe(200);
    expect((await send(await caller.form({ email }))).status).toBe(429);
  });

  it("applies across processes", async () => {
    const email = "everywhere@example.com";
    const other = createHttp(caller, noPages);
    const sendTo = async (http: typeof other) => {
      const form = JSON.stringify(await caller.form({ email }));
      return http.request("/api/handle-booking", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: form,
      });
    };
    const https = [other, caller.http, other, caller.http, other, caller.http];
    const answers = await Promise.all(https.map(sendTo));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 429, 429, 429]);
  });

  it("applies to the signed-in account regardless of the email", async () => {
    const me = { email: "signed-in@example.com", password: "a password of mine" };
    await caller.addUser(me);
    const Cookie = await caller.signIn(me);
    for (let count = 0; count < 3; count++)
      expect((await send(await caller.form(), { Cookie })).status).toBe(200);
    expect((await send(await caller.form(), { Cookie })).status).toBe(429);
    expect((await send(await caller.form({ email: me.email }))).status).toBe(200);
  });

  it("does not count repeated answers", async () => {
    const email = "again@example.com";
    const form = await caller.form({ email });
    const key = newKey();
    for (let count = 0; count < 8; count++) expect((await send(form, key)).status).toBe(200);
    for (let count = 0; count < 2; count++)
      expect((await send(await caller.form({ email }))).status).toBe(200);
    expect((await send(await caller.form({ email }))).status).toBe(429);
    expect((await send(form, key)).status).toBe(200);
  });

  it("records a security event without the person's address", async () => {
    const { rows } = { rows: await caller.db.selectFrom("securityEvents").selectAll().execute() };
    expect(rows.length).toBeGreaterThan(3);
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(["rate_limit"]));
    expect(JSON.stringify(rows)).not.toContain("@");
  });
});

describe("duplicate bookings", () => {
  const slot = { preferredDate: TOMORROW, preferredTime: "10:00" };
  beforeAll(async () => {
    for (const name of ["Sami Aziz", "Rami Nasser", "Hadi Karam", "Ziad Salem"])
      await caller.addTechnician(name);
  });

  it("asks before creating a duplicate by the same email and phone and creates it once confirmed", async () => {
    const mine = { email: "twice@example.com", phone: "0504443311" };
    const { reference } = await caller.book({ ...slot, ...mine });
    const { status, body } = await send(await caller.form({ ...slot, ...mine }));
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        success: false,
        reason: "already-booked",
        reference,
        message: `You already have booking ${reference} at this time. Book another visit?`,
      },
    });
    later(60);
    const form = await caller.form({ ...slot, ...mine });
    expect((await send({ ...form, confirmDuplicateOf: "BK-2026-999999" })).body.reference).toBe(reference);
    // The security check was returned, so another submission is enough.
    const second = await send({ ...form, confirmDuplicateOf: reference });
    expect(second.status).toBe(200);
    // A third one asks again.
    const third = await send({ ...(await caller.form({ ...slot, ...mine })), confirmDuplicateOf: reference });
    expect(third).toMatchObject({ status: 409, body: { reference: second.body.reference } });
  });

  it("books once and asks once for two concurrent tabs", async () => {
    const mine = { email: "tabs@example.com", phone: "0504443344" };
    const forms = [await caller.form({ ...slot, ...mine }), await caller.form({ ...slot, ...mine })];
    const answers = await Promise.all(forms.map((form) => send(form, newKey())));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await bookingsOf(mine.email)).toHaveLength(1);
  });

  it("excludes other services, times, people and cancelled bookings", async () => {
    const mine = {
      email: "once@example.com",
      phone: "0504443355",
      preferredDate: TOMORROW,
      preferredTime: "13:00",
    };
    const first = await caller.book(mine);
    await caller.book({ ...mine, service: "electrical" });
    await caller.book({ ...mine, preferredTime: "15:00" });
    later(60);
    // Sharing only the mailbox or the phone is no duplicate.
    await caller.book({ ...mine, phone: "0504443366" });
    await caller.book({ ...mine, email: "third.aisha@example.com" });
    await caller.call("POST", `/api/bookings/${first.reference}/cancel`, { key: first.key, version: 1 });
    await caller.book(mine);
    expect(await bookingsOf(mine.email)).toHaveLength(5);
  });
});
