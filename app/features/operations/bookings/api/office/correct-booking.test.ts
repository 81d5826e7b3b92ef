import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createTrailMonths } from "~/platform/events/trail-months.server";
import { queueMessage } from "~/platform/messaging/messages.server";
import {
  type ApiResponse,
  type Booked,
  type Caller,
  createCaller,
  NOW,
} from "../../../../../../test/harness/company/booking-caller";
import { officeCtx } from "../../../../../../test/harness/company/company";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { correctBooking } from "../../commands/correct-booking.server";

/** Corrections by the office: service, address, contact, duration, message. */

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
let priya: string;
beforeAll(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  priya = await caller.addTechnician("Priya Nair");
  // Omar is not trained for air conditioning and doors.
  await caller.db
    .deleteFrom("technicianSkills")
    .where("technicianId", "=", omar)
    .where("serviceId", "in", ["hvac", "carpentry"])
    .execute();
  await caller.db
    .updateTable("services")
    .set({ durationMin: 150 })
    .where("id", "=", "general-maintenance")
    .execute();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

// One working day per test from a Monday on, so that tests do not take each other's slots.
let day: string;
let days = 0;
beforeEach(() => {
  vi.setSystemTime(NOW);
  day = new Date(Date.parse("2027-01-04") + days++ * 86_400_000).toISOString().slice(0, 10);
});

type Body = Record<string, unknown>;
const office = (path: string, body: Body) => caller.call("POST", `/api/admin/bookings/${path}`, body, admin);
const correct = (id: string, body: Body) => office(`${id}/correct`, body);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const followed = ({ reference, key }: Pick<Booked, "reference" | "key">) =>
  caller.call("GET", `/api/bookings/${reference}?key=${encodeURIComponent(key)}`);
const outcome = ({ status, body }: ApiResponse) => ({ status, reason: body.reason });
const trailOf = async (id: string) =>
  (await readTrail(caller.db, { subjectId: id, type: "booking.corrected" })).at(-1);

/** A scheduled booking, by default Omar's at ten. */
async function bookAndAssign(changes: Body = {}, place: Body = {}): Promise<Booked & { version: number }> {
  const booked = await caller.book(changes);
  const { bookingId: id } = booked;
  await office(`${id}/transitions`, { transition: "confirm", version: 1 });
  const placed = await office(`${id}/assign`, {
    version: 2,
    technicianId: omar,
    date: day,
    time: "10:00",
    ...place,
  });
  if (placed.status !== 200) throw new Error(placed.text);
  return { ...booked, version: placed.body.booking.version };
}

const otherAddress = {
  street: "Palm Street 7",
  buildingName: "Palm Tower",
  unitNumber: "12",
  area: "Al Barsha",
  landmark: "",
};

const twoHours = [{ service: "general-maintenance", item: "hour", quantity: 2 }];

describe("corrected service", () => {
  it("takes its own price and duration and keeps a trained technician", async () => {
    const { bookingId: id, version } = await bookAndAssign({}, { technicianId: priya });
    const { status, body } = await correct(id, { version, service: "general-maintenance", items: twoHours });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      serviceId: "general-maintenance",
      state: "scheduled",
      version: version + 1,
      durationMin: 120,
      estimateFils: 26_000,
      visits: [
        {
          technicianId: priya,
          startsAt: `${day}T06:00:00.000Z`,
          endsAt: `${day}T08:00:00.000Z`,
        },
      ],
    });
    expect(body.booking.timeline.at(-1)).toMatchObject({
      event: "correct",
      corrected: ["service", "lines"],
      corrections: [
        { field: "service", before: "Plumbing", after: "General Maintenance" },
        { field: "lines", before: "1 × Plumbing call-out", after: "2 × General maintenance" },
        { field: "duration", before: 60, after: 120 },
        { field: "price", before: 15_000, after: 26_000 },
      ],
      actorName: "Test admin",
    });
    expect(await trailOf(id)).toMatchObject({
      before: { service: "plumbing", estimateFils: 15_000 },
      after: { service: "general-maintenance", estimateFils: 26_000 },
    });
  });

  it("keeps an untrained technician with a reason only, or unassigns them", async () => {
    const { bookingId: id, version } = await bookAndAssign();
    const before = await caller.contents();
    const refused = await correct(id, { version, service: "hvac" });
    expect(outcome(refused)).toEqual({ status: 409, reason: "visits-affected" });
    expect(refused.body.visits).toMatchObject([
      { bookingId: id, conflictText: "not trained for this service" },
    ]);
    expect(await caller.contents()).toEqual(before);

    const overridden = await correct(id, { version, service: "hvac", override: "Only looks at the drain" });
    expect(overridden.body.booking).toMatchObject({ state: "scheduled", visits: [{ technicianId: omar }] });
    expect(overridden.body.booking.timeline.at(-1)).toMatchObject({ reason: "Only looks at the drain" });

    const again = await correct(id, { version: version + 1, service: "carpentry" });
    expect(outcome(again)).toEqual({ status: 409, reason: "visits-affected" });

    const other = await bookAndAssign({}, { time: "14:00" });
    const unassigned = await correct(other.bookingId, {
      version: other.version,
      service: "hvac",
      unassign: true,
    });
    expect(unassigned.body.booking).toMatchObject({
      state: "confirmed",
      visits: [{ technicianId: null, state: "held", startsAt: `${day}T10:00:00.000Z` }],
    });
    expect(unassigned.body.booking.timeline.map(({ event }: { event: string }) => event).slice(-2)).toEqual([
      "correct",
      "unassign",
    ]);
  });

  it("refuses unknown services and changes between emergency and other work", async () => {
    const { bookingId: id } = await caller.book();
    expect(await correct(id, { version: 1, service: "alchemy" })).toMatchObject({
      status: 400,
      body: { errors: { service: expect.any(String) } },
    });
    const emergency = await caller.call("GET", "/api/services");
    const { id: service } = emergency.body.services.find(
      (candidate: { emergency: boolean }) => candidate.emergency,
    );
    expect(await correct(id, { version: 1, service })).toMatchObject({
      status: 400,
      body: { errors: { service: expect.stringContaining("emergency") } },
    });
  });

  it("stays free for warranty visits", async () => {
    const { bookingId: id } = await caller.book();
    await caller.db
      .updateTable("bookings")
      .set({ estimateFils: 0, warrantyOfId: (await caller.book()).bookingId })
      .where("id", "=", id)
      .execute();
    const { body } = await correct(id, { version: 1, service: "hvac" });
    expect(body.booking).toMatchObject({ serviceId: "hvac", estimateFils: 0 });
  });
});

describe("corrected trade of an emergency", () => {
  it("becomes the required skill", async () => {
    const { bookingId: id, version } = await bookAndAssign({ service: "emergency", trade: "plumbing" });
    const refused = await correct(id, { version, trade: "hvac" });
    expect(refused.body).toMatchObject({
      reason: "visits-affected",
      visits: [{ conflictText: "not trained for this service" }],
    });
    const { body } = await correct(id, { version, trade: "electrical" });
    expect(body.booking).toMatchObject({ tradeId: "electrical", visits: [{ technicianId: omar }] });
    expect((await correct(id, { version: version + 1, trade: "emergency" })).status).toBe(400);
  });
});

describe("booking columns copied to visits", () => {
  const tradesOf = async (id: string) => {
    const visits = caller.db.selectFrom("visits").select("trade").where("bookingId", "=", id);
    return (await visits.execute()).map(({ trade }) => trade);
  };
  /** Request times of its visits and of the booking itself. */
  const requestsOf = async (id: string) => {
    const visits = caller.db.selectFrom("visits").select("requestedAt").where("bookingId", "=", id);
    const booking = caller.db.selectFrom("bookings").select("requestedAt").where("id", "=", id);
    return (await visits.unionAll(booking).execute()).map(({ requestedAt }) => requestedAt?.toISOString());
  };

  it("database keeps the request time regardless of what is written", async () => {
    const { bookingId: id } = await bookAndAssign();
    const at = NOW.toISOString();
    expect(await requestsOf(id)).toEqual([at, at]);
    const other = new Date("2019-04-01T08:00:00Z");
    await caller.db.updateTable("visits").set({ requestedAt: other }).where("bookingId", "=", id).execute();
    expect(await requestsOf(id)).toEqual([at, at]);
    await caller.db.updateTable("bookings").set({ requestedAt: other }).where("id", "=", id).execute();
    expect(await requestsOf(id)).toEqual([other.toISOString(), other.toISOString()]);
  });

  it("database copies the trade on the first hold and on corrections", async () => {
    const { bookingId: id } = await caller.book({ preferredDate: day, preferredTime: "16:00" });
    expect(await tradesOf(id)).toEqual(["plumbing"]);
    await correct(id, { version: 1, service: "tiling" });
    expect(await tradesOf(id)).toEqual(["tiling"]);
  });

  it("database copies an emergency's trade once known, regardless of what is written", async () => {
    const { bookingId: id, version } = await bookAndAssign({ service: "emergency" });
    expect(await tradesOf(id)).toEqual(["emergency"]);
    await correct(id, { version, trade: "electrical" });
    expect(await tradesOf(id)).toEqual(["electrical"]);
    await caller.db.updateTable("visits").set({ trade: "tiling" }).where("bookingId", "=", id).execute();
    expect(await tradesOf(id)).toEqual(["electrical"]);
  });

  it("database copies the columns for a visit that is inserted before its booking is updated", async () => {
    const { bookingId } = await caller.book();
    const [id, visitId] = [randomUUID(), randomUUID()];
    await caller.db.transaction().execute(async (db) => {
      const times = { startsAt: new Date(`${day}T10:00:00Z`), endsAt: new Date(`${day}T11:00:00Z`) };
      await db
        .insertInto("visits")
        .values({ id: visitId, bookingId: id, state: "held", createdAt: NOW, ...times })
        .execute();
      const { searchText: _, ...row } = await db
        .selectFrom("bookings")
        .selectAll()
        .where("id", "=", bookingId)
        .executeTakeFirstOrThrow();
      await db
        .insertInto("bookings")
        .values({
          ...row,
          addressParts: JSON.stringify(row.addressParts),
          id,
          reference: "BK-2019-000001",
        })
        .execute();
    });
    expect(await tradesOf(id)).toEqual(["plumbing"]);
    expect(new Set(await requestsOf(id)).size).toBe(1);
  });
});

describe("corrected address", () => {
  it("changes the visit's area and property and keeps the price", async () => {
    const { bookingId: id, version } = await bookAndAssign();
    await caller.db.updateTable("bookings").set({ estimateFils: 12_300 }).where("id", "=", id).execute();
    const property = () =>
      caller.db
        .selectFrom("bookings")
        .innerJoin("properties", "properties.id", "bookings.propertyId")
        .select(["properties.street", "properties.area", "bookings.area as bookingArea"])
        .where("bookings.id", "=", id)
        .executeTakeFirstOrThrow();
    const { body } = await correct(id, { version, addressParts: otherAddress });
    expect(body.booking).toMatchObject({
      address: "Palm Street 7, Palm Tower, 12, Al Barsha",
      addressParts: otherAddress,
      estimateFils: 12_300,
      visits: [{ technicianId: omar }],
    });
    expect(await property()).toEqual({
      street: "Palm Street 7",
      area: "Al Barsha",
      bookingArea: "Al Barsha",
    });
    const visit = await caller.db
      .selectFrom("visits")
      .select("area")
      .where("bookingId", "=", id)
      .executeTakeFirstOrThrow();
    expect(visit.area).toBe("Al Barsha");
    expect(await trailOf(id)).toMatchObject({
      before: { address: expect.stringContaining("Dubai Marina") },
      after: { address: "Palm Street 7, Palm Tower, 12, Al Barsha" },
    });
  });

  it("warns of too long travel from the previous visit", async () => {
    const far = { ...otherAddress, area: "Mirdif" };
    await bookAndAssign({}, { time: "09:00" });
    // The buffer after the first visit lets the second begin at 10:30.
    const { bookingId: id, version } = await bookAndAssign({}, { time: "10:30" });
    const refused = await correct(id, { version, addressParts: far });
    expect(outcome(refused)).toEqual({ status: 409, reason: "visits-affected" });
    expect(refused.body.visits).toMatchObject([{ area: "Mirdif", conflictText: "not enough travel time" }]);
    expect(outcome(await correct(id, { version, message: "Ring twice" }))).toMatchObject({ status: 200 });
  });
});

describe("corrected duration", () => {
  it("applies to the planned visit and to later ones", async () => {
    const { bookingId: id, version } = await bookAndAssign();
    const { body } = await correct(id, { version, durationMin: 120 });
    expect(body.booking).toMatchObject({
      durationMin: 120,
      visits: [{ endsAt: `${day}T08:00:00.000Z` }],
    });
    expect(body.booking.timeline.at(-1).change).toMatchObject({ minutes: { before: 60, after: 120 } });

    const laterBooking = await caller.book();
    await correct(laterBooking.bookingId, { version: 1, durationMin: 90 });
    await office(`${laterBooking.bookingId}/transitions`, { transition: "confirm", version: 2 });
    const placed = await office(`${laterBooking.bookingId}/assign`, {
      version: 3,
      technicianId: priya,
      date: day,
      time: "10:00",
    });
    expect(placed.body.booking.visits).toMatchObject([{ endsAt: `${day}T07:30:00.000Z` }]);
  });

  it("never overlaps another visit: unassigns the technician or changes nothing", async () => {
    await bookAndAssign({}, { time: "12:00" });
    const { bookingId: id, version } = await bookAndAssign();
    const refused = await correct(id, { version, durationMin: 180 });
    expect(refused.body).toMatchObject({
      reason: "visits-affected",
      visits: [{ conflictText: "already has a visit" }],
    });
    const forced = await correct(id, { version, durationMin: 180, override: "He will manage" });
    expect(outcome(forced)).toEqual({ status: 409, reason: "technician-busy" });
    const unassigned = await correct(id, { version, durationMin: 180, unassign: true });
    expect(unassigned.body.booking).toMatchObject({
      state: "confirmed",
      visits: [{ technicianId: null, endsAt: `${day}T09:00:00.000Z` }],
    });
  });
});

it("shows the customer the changed work with before and after, but contact changes by name only", async () => {
  const { bookingId: id, reference, key } = await caller.book({ customerName: "Aisha Al Mari" });
  const change = { service: "general-maintenance", items: twoHours, customerName: "Aisha Al Marri" };
  expect((await correct(id, { version: 1, ...change })).status).toBe(200);
  const followed = await caller.call("GET", `/api/bookings/${reference}?key=${key}`);
  expect(followed.body.booking.timeline.at(-1)).toMatchObject({
    event: "correct",
    corrected: expect.arrayContaining(["service", "name"]),
    corrections: [
      { field: "service", before: "Plumbing", after: "General Maintenance" },
      { field: "lines", before: "1 × Plumbing call-out", after: "2 × General maintenance" },
      { field: "duration", before: 60, after: 120 },
      { field: "price", before: 15_000, after: 26_000 },
    ],
  });
});

describe("corrected contact", () => {
  it("changes the customer record only if requested", async () => {
    const { bookingId: id } = await caller.book({ customerName: "Aisha Al Mari" });
    const customer = async () => {
      const { customerId } = await detail(id);
      return caller.db
        .selectFrom("customers")
        .select(["name", "phone", "email", "version"])
        .where("id", "=", customerId)
        .executeTakeFirstOrThrow();
    };
    const first = await customer();
    const changed = { customerName: "Aisha Al Marri", phone: "050 777 1234" };
    const { body } = await correct(id, { version: 1, ...changed });
    expect(body.booking).toMatchObject({ customerName: "Aisha Al Marri", phone: "+971507771234" });
    expect(body.booking.timeline.at(-1)).toMatchObject({
      event: "correctContact",
      corrected: ["name", "phone"],
    });
    expect(await customer()).toEqual(first);

    await correct(id, { version: 2, email: "right@example.com", updateCustomer: true });
    expect(await customer()).toEqual({ ...first, email: "right@example.com", version: first.version + 1 });
    expect(await readTrail(caller.db, { type: "customer.edited" })).toHaveLength(1);
  });

  it("keeps the booking's customer", async () => {
    const theirs = (await caller.book({ phone: "0507775555" })).booking;
    const { bookingId: id } = await caller.book();
    const before = await caller.contents();
    const refused = await correct(id, { version: 1, phone: "0507775555", updateCustomer: true });
    expect(outcome(refused)).toEqual({ status: 409, reason: "duplicates" });
    expect(await caller.contents()).toEqual(before);
    expect((await correct(id, { version: 1, phone: "0507775555" })).status).toBe(200);
    expect((await detail(id)).customerId).not.toBe((await detail(theirs.id)).customerId);
  });

  it("revokes the link at the wrong address", async () => {
    const booked = await caller.book({ email: "wrong@example.com" });
    expect((await followed(booked)).status).toBe(200);
    await correct(booked.bookingId, { version: 1, phone: "0507776666" });
    expect((await followed(booked)).status).toBe(200);
    await correct(booked.bookingId, { version: 2, email: "right@example.com" });
    expect((await followed(booked)).status).toBe(404);
  });

  it("reads no month of the trail before the booking for a corrected phone", async () => {
    await createTrailMonths(officeCtx(caller.db, new Date("2025-05-01T00:00:00Z")));
    const { bookingId } = await caller.book({ phone: "0507774444" });
    const scans = await caller.db.transaction().execute(async (db) => {
      // Includes earlier transactions of the connection.
      const count = async () => {
        const { rows } = await sql<{ scans: number }>`SELECT sum(seq_scan + idx_scan)::int AS scans
          FROM pg_stat_xact_user_tables WHERE relname LIKE 'trail_2025_%'`.execute(db);
        return rows[0]!.scans;
      };
      const before = await count();
      const correction = { bookingId, version: 1, phone: "+971507774445" };
      expect(await correctBooking(officeCtx(db), correction)).toMatchObject({ ok: true });
      return (await count()) - before;
    });
    expect(scans).toBe(0);
  });

  it("revokes the link that was sent to a wrong phone", async () => {
    const booked = await caller.book({ phone: "0507771111" });
    const { bookingId: id } = booked;
    const [requested] = await readTrail(caller.db, { subjectId: id, type: "booking.requested" });
    await queueMessage(caller.ctx(), {
      ...{ kind: "booking-received", trailId: requested!.id },
      content: { title: "Received", body: "", text: "Received", url: booked.followUrl, language: "en" },
      route: { startsAt: NOW, steps: [{ channel: "sms", recipient: "+971507771111", seconds: 60 }] },
    });
    await correct(id, { version: 1, customerName: "Aisha Marri" });
    expect((await followed(booked)).status).toBe(200);
    await correct(id, { version: 2, phone: "0507772222" });
    expect((await followed(booked)).status).toBe(404);
  });

  it("names the corrected fields to the customer without previous values", async () => {
    const booked = await caller.book({ message: "The tap drips" });
    await correct(booked.bookingId, {
      version: 1,
      message: "The tap in the kitchen drips",
      phone: "0507779999",
    });
    const { booking } = (await followed(booked)).body;
    expect(booking.message).toBe("The tap in the kitchen drips");
    expect(booking.timeline.at(-1)).toMatchObject({
      event: "correctContact",
      toState: "requested",
      at: NOW.toISOString(),
      reason: null,
      corrected: ["phone", "message"],
    });
  });
});

describe("correction in a terminal state", () => {
  it("allows contact and message only", async () => {
    const { bookingId: id } = await caller.book();
    await office(`${id}/transitions`, { transition: "cancel", version: 1 });
    for (const work of [{ service: "hvac" }, { addressParts: otherAddress }, { durationMin: 90 }]) {
      expect(outcome(await correct(id, { version: 2, ...work }))).toEqual({
        status: 409,
        reason: "wrong-state",
      });
    }
    const { body } = await correct(id, { version: 2, customerName: "Aisha Marri", message: "Thanks" });
    expect(body.booking).toMatchObject({
      state: "cancelled",
      customerName: "Aisha Marri",
      message: "Thanks",
    });
  });
});

describe("correctBooking", () => {
  it("keeps fields that are not given", async () => {
    const { bookingId: id } = await caller.book({ message: "The tap drips" });
    const { version, timeline, phone, ...rest } = await detail(id);
    const { body } = await correct(id, { version, phone: "0507772222" });
    expect(body.booking).toMatchObject({ ...rest, version: version + 1, phone: "+971507772222" });
  });

  it("changes nothing without a difference", async () => {
    const { bookingId: id } = await caller.book({ message: "The tap drips" });
    const before = await caller.contents();
    const { status, body } = await correct(id, { version: 1, service: "plumbing", message: "The tap drips" });
    expect({ status, version: body.booking.version }).toEqual({ status: 200, version: 1 });
    expect(await caller.contents()).toEqual(before);
  });

  it("refuses stale versions, invalid values and callers outside of the office", async () => {
    const booked = await caller.book();
    const { bookingId: id } = booked;
    const before = await caller.contents();
    expect(outcome(await correct(id, { version: 7, message: "Late" }))).toEqual({
      status: 409,
      reason: "stale",
    });
    const wrong = {
      phone: "12",
      customerName: "X",
      email: "no",
      durationMin: 5,
      addressParts: { street: "" },
    };
    expect(await correct(id, { version: 1, ...wrong })).toMatchObject({
      status: 400,
      body: {
        errors: {
          phone: expect.any(String),
          customerName: expect.any(String),
          email: expect.any(String),
          durationMin: expect.any(String),
          "addressParts.street": expect.any(String),
        },
      },
    });
    expect((await caller.call("POST", `/api/admin/bookings/${id}/correct`, { version: 1 })).status).toBe(401);
    expect(await caller.contents()).toEqual(before);
  });
});
