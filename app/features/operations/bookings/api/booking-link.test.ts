import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Booked, type Caller, createCaller } from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";

const LINK_REQUESTED = { type: "booking.link-requested" };

let caller: Caller;
let booked: Booked;
/** Number of link requests before the test. */
let before = 0;
const EMAIL = "lost@example.com";
const PHONE = "0501112233";
beforeAll(async () => {
  caller = await createCaller();
  booked = await caller.book({ email: EMAIL, phone: PHONE });
});
afterAll(() => caller.close());
beforeEach(async () => {
  await caller.db.deleteFrom("rateLimits").execute();
  before = (await readTrail(caller.db, LINK_REQUESTED)).length;
});

const PATH = "/api/bookings/send-link";
const requestLink = (reference: unknown, contact: unknown) =>
  caller.call("POST", PATH, { reference, contact });
/** Link requests since the test began. */
const listLinkRequests = async () =>
  (await readTrail(caller.db, LINK_REQUESTED))
    .slice(before)
    .map(({ subjectId, data }) => ({ subjectId, data }));

describe("request for a booking's link", () => {
  it.each([
    ["the email", EMAIL],
    ["the email in other case and with spaces", " LOST@Example.com "],
    ["the phone number", PHONE],
    ["the phone number with its country code", "+971 50 111 2233"],
  ])("emails the link for a request with %s and reveals nothing", async (_what, contact) => {
    const { status, body, headers } = await requestLink(` ${booked.reference.toLowerCase()} `, contact);
    expect({ status, body }).toEqual({ status: 200, body: { success: true } });
    expect(headers.get("Cache-Control")).toBeNull();
    expect(await listLinkRequests()).toEqual([{ subjectId: booked.bookingId, data: {} }]);
  });

  it("gives byte-identical answers for unknown bookings and other customers' bookings", async () => {
    const other = await caller.book();
    const right = await requestLink(booked.reference, EMAIL);
    for (const [reference, contact] of [
      ["BK-2026-999999", EMAIL],
      [other.reference, EMAIL],
      [booked.reference, "somebody@example.com"],
      [booked.reference, "0509999999"],
    ]) {
      await caller.db.deleteFrom("rateLimits").execute();
      const wrong = await requestLink(reference, contact);
      expect({ status: wrong.status, text: wrong.text }).toEqual({ status: right.status, text: right.text });
      expect([...wrong.headers.keys()]).toEqual([...right.headers.keys()]);
    }
    expect(await listLinkRequests()).toHaveLength(1);
  });

  it("refuses invalid input with a field error", async () => {
    const errors = async (reference: unknown, contact: unknown) =>
      (await requestLink(reference, contact)).body.errors;
    const reference = "Please enter a reference like BK-2026-000123";
    const contact = "Please enter the email address or the UAE phone number of the booking";
    expect(await errors("", "")).toEqual({ reference, contact });
    expect(await errors("BK-26-1", "12")).toEqual({ reference, contact });
    expect(await errors({}, null)).toEqual({ reference, contact });
    expect(await errors(booked.reference, "x".repeat(5000))).toEqual({ contact });
  });

  it("emails at most three links an hour per booking, with the same answer beyond", async () => {
    for (const reference of [booked.reference, "BK-2026-999999"]) {
      const statuses = [];
      for (let time = 1; time <= 4; time++) {
        await caller.db.deleteFrom("rateLimits").where("key", "like", "booking-link client %").execute();
        statuses.push((await requestLink(reference, EMAIL)).status);
      }
      expect(statuses).toEqual([200, 200, 200, 200]);
    }
    expect(await listLinkRequests()).toHaveLength(3);
  });

  it("still emails the customer after strangers tried other contacts", async () => {
    for (let time = 1; time <= 4; time++) await requestLink(booked.reference, `stranger.${time}@example.com`);
    await caller.db.deleteFrom("rateLimits").where("key", "like", "booking-link client %").execute();
    await requestLink(booked.reference, EMAIL);
    expect(await listLinkRequests()).toHaveLength(1);
  });

  it("limits requests per client to prevent guessing of references", async () => {
    for (let number = 1; number <= 5; number++) {
      expect((await requestLink(`BK-2026-90000${number}`, EMAIL)).status).toBe(200);
    }
    const { status, headers } = await requestLink("BK-2026-900006", EMAIL);
    expect(status).toBe(429);
    expect(Number(headers.get("Retry-After"))).toBeGreaterThan(0);
  });
});
