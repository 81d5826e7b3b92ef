import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
} from "../../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../../test/harness/company/trail";

/** Internal notes and logged contacts. */

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

type Body = Record<string, unknown>;
const write = (what: "notes" | "contacts", id: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/admin/bookings/${id}/${what}`, body, headers);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const followed = async ({ reference, key }: Booked) =>
  (await caller.call("GET", `/api/bookings/${reference}?key=${encodeURIComponent(key)}`)).body.booking;
const eventsOf = async (id: string) =>
  (await readTrail(caller.db, { subjectId: id }))
    .filter(({ type }) => type !== "booking.requested")
    .map(({ type, data, actor }) => ({ type, data, actorName: actor }));

describe("notes", () => {
  it("shows notes in the office timeline only", async () => {
    const booked = await caller.book();
    const { status, body } = await write("notes", booked.bookingId, {
      version: 1,
      text: " Dog in the garden ",
    });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({ state: "requested", version: 2, respondedAt: null });
    expect(body.booking.timeline.at(-1)).toEqual({
      event: "note",
      toState: "requested",
      at: NOW.toISOString(),
      reason: "Dog in the garden",
      actorName: "Test admin",
      actorRole: "admin",
      channel: null,
      change: null,
      corrections: [],
      continueOn: null,
    });
    const customerView = await followed(booked);
    expect(customerView.timeline.map(({ event }: { event: string }) => event)).toEqual(["request"]);
    expect(JSON.stringify(customerView)).not.toContain("Dog");
    expect(await eventsOf(booked.bookingId)).toEqual([
      { type: "booking.noted", data: { version: 2 }, actorName: "Test admin" },
    ]);
  });

  it("refuses empty and overlong texts, stale versions and callers outside of the office", async () => {
    const booked = await caller.book();
    const { bookingId } = booked;
    const before = await caller.contents();
    expect(await write("notes", bookingId, { version: 1, text: "  " })).toMatchObject({
      status: 422,
      body: { reason: "text-required" },
    });
    expect(await write("notes", bookingId, { version: 1, text: "x".repeat(1001) })).toMatchObject({
      status: 400,
      body: { errors: { text: expect.any(String) } },
    });
    expect(await write("notes", bookingId, { version: 7, text: "Late" })).toMatchObject({
      status: 409,
      body: { reason: "stale" },
    });
    expect((await write("notes", bookingId, { version: 1, text: "Me too" }, {})).status).toBe(401);
    expect((await write("notes", "no-id", { version: 1, text: "Where?" })).status).toBe(404);
    expect(await caller.contents()).toEqual(before);
  });
});

describe("logged contacts", () => {
  it("meets the response target with the first logged contact", async () => {
    const booked = await caller.book();
    vi.setSystemTime(NOW.getTime() + 30 * 60_000);
    const called = await write("contacts", booked.bookingId, {
      version: 1,
      channel: "call",
      text: "Will send a picture",
    });
    expect(called.status).toBe(200);
    expect(called.body.booking).toMatchObject({
      state: "requested",
      respondedAt: new Date(NOW.getTime() + 30 * 60_000).toISOString(),
    });
    expect(called.body.booking.timeline.at(-1)).toMatchObject({
      event: "contact",
      channel: "call",
      reason: "Will send a picture",
    });
    vi.setSystemTime(NOW.getTime() + 60 * 60_000);
    await write("contacts", booked.bookingId, { version: 2, channel: "whatsapp" });
    const after = await detail(booked.bookingId);
    expect(after.respondedAt).toBe(called.body.booking.respondedAt);
    expect(after.timeline.at(-1)).toMatchObject({ channel: "whatsapp", reason: null });
    expect((await followed(booked)).timeline).toHaveLength(1);
    expect(await eventsOf(booked.bookingId)).toMatchObject([
      { type: "booking.contacted", data: { channel: "call" } },
      { type: "booking.contacted", data: { channel: "whatsapp" } },
    ]);
    vi.setSystemTime(NOW);
  });

  it("refuses unknown channels and stale versions", async () => {
    const { bookingId } = await caller.book();
    const before = await caller.contents();
    expect((await write("contacts", bookingId, { version: 1, channel: "pigeon" })).status).toBe(400);
    expect(await write("contacts", bookingId, { version: 2, channel: "call" })).toMatchObject({
      status: 409,
      body: { reason: "stale" },
    });
    expect(await caller.contents()).toEqual(before);
  });
});

describe("accountants", () => {
  it("returns bookings to accountants without available transitions", async () => {
    const user = {
      email: "books@company.example",
      password: "a password of mine",
      role: "accountant",
    } as const;
    await caller.addUser(user);
    const accountant = { Cookie: await caller.signIn(user) };
    const { bookingId } = await caller.book();
    const { status, body } = await caller.call(
      "GET",
      `/api/admin/bookings/${bookingId}`,
      undefined,
      accountant,
    );
    expect({ status, transitions: body.booking.availableTransitions }).toEqual({
      status: 200,
      transitions: [],
    });
    expect((await detail(bookingId)).availableTransitions).toContain("confirm");
    expect((await write("notes", bookingId, { version: 1, text: "Paid" }, accountant)).status).toBe(403);
  });
});
