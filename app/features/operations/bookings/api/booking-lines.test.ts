import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import {
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { planPrice } from "../../../core/pricing/commands.server";

/** Lines of a booking: chosen items at price book prices, with surcharges. */

/** Closed on Sundays, open from nine on Saturdays. */
const SATURDAY = "2026-11-28";
const SUNDAY = "2026-11-29";
const NATIONAL_DAY = "2026-12-02";

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  omar = await caller.addTechnician("Omar Saleh");
});
afterEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.updateTable("visits").set({ state: "cancelled" }).execute();
});
afterAll(() => caller.close());

const items = (...chosen: [service: string, item: string, quantity: number][]) =>
  chosen.map(([service, item, quantity]) => ({ service, item, quantity }));
const send = async (changes: Record<string, unknown>) =>
  caller.call("POST", "/api/handle-booking", await caller.form(changes));
const linesOf = (booking: { lines: { kind: string; name: string; quantity: number; grossFils: number }[] }) =>
  booking.lines.map(({ kind, name, quantity, grossFils }) => [
    kind === "work" ? name : kind,
    quantity,
    grossFils,
  ]);
const at = (preferredDate: string, preferredTime: string) => ({ preferredDate, preferredTime });
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const correct = (id: string, body: Record<string, unknown>) =>
  caller.call("POST", `/api/admin/bookings/${id}/correct`, body, admin);

describe("booking lines", () => {
  it("books one line per chosen item with their sum and total duration", async () => {
    const { bookingId, booking } = await caller.book({
      service: "hvac",
      items: items(["hvac", "service", 3], ["hvac", "thermostat", 1]),
      ...at(TOMORROW, "10:00"),
    });
    expect(linesOf(booking)).toEqual([
      ["AC service", 3, 750_00],
      ["Thermostat fitted", 1, 220_00],
    ]);
    expect(booking.estimateFils).toBe(970_00);
    expect(booking.visit).toMatchObject({
      startsAt: `${TOMORROW}T06:00:00.000Z`,
      endsAt: `${TOMORROW}T09:45:00.000Z`,
    });
    expect(await detail(bookingId)).toMatchObject({ durationMin: 225, lines: booking.lines });
  });

  it("leaves price and duration open if nothing was chosen", async () => {
    for (const [service, time] of [
      ["plumbing", "08:00"],
      ["painting", "11:00"],
      ["hvac", "14:00"],
    ] as const) {
      const { bookingId, booking } = await caller.book({ service, items: [], ...at(TOMORROW, time) });
      expect(booking).toMatchObject({ lines: [], estimateFils: null });
      expect(await detail(bookingId)).toMatchObject({ lines: [], estimateFils: null });
    }
  });

  it("books the only item of a service that is free or needs a survey", async () => {
    const survey = await caller.book({ service: "carpentry" });
    expect(linesOf(survey.booking)).toEqual([["Carpentry", 1, null]]);
    expect(survey.booking.estimateFils).toBeNull();
    const assessment = await caller.book({ service: "free-survey" });
    expect(linesOf(assessment.booking)).toEqual([["Free assessment", 1, 0]]);
  });

  it("adds a 25% surcharge line outside opening hours, only with a fixed time", async () => {
    const request = { service: "hvac", items: items(["hvac", "service", 1]) };
    const surcharge = ["out-of-hours-uplift", 1, 62_50];
    for (const [day, time, extra] of [
      [SATURDAY, "08:00", [surcharge]],
      [SATURDAY, "10:00", []],
      [SUNDAY, "12:00", [surcharge]],
    ] as const) {
      const { booking } = await caller.book({ ...request, ...at(day, time) });
      expect(linesOf(booking)).toEqual([["AC service", 1, 250_00], ...extra]);
      expect(booking.estimateFils).toBe(250_00 + (extra.length > 0 ? 62_50 : 0));
    }
    const { booking } = await caller.book({ ...request, preferredDate: SUNDAY });
    expect(linesOf(booking)).toEqual([["AC service", 1, 250_00]]);
  });

  it("adds the surcharge on public holidays unless the office opens", async () => {
    const menu = async () => (await caller.call("GET", "/api/price-menu")).body.opening.closedDays;
    expect(await menu()).toContain(NATIONAL_DAY);
    await caller.db
      .updateTable("publicHolidays")
      .set({ open: true })
      .where("day", "=", NATIONAL_DAY)
      .execute();
    const { booking } = await caller.book({ service: "plumbing", ...at(NATIONAL_DAY, "10:00") });
    expect(linesOf(booking)).toEqual([["Plumbing call-out", 1, 150_00]]);
    expect(await menu()).not.toContain(NATIONAL_DAY);
    await caller.db
      .updateTable("publicHolidays")
      .set({ open: false })
      .where("day", "=", NATIONAL_DAY)
      .execute();
  });

  it("charges every emergency the same call-out plus 50% at any time", async () => {
    const emergency = async (changes: Record<string, unknown>) =>
      linesOf((await caller.book({ service: "emergency", ...changes })).booking);
    const callOut = [
      ["Emergency call-out", 1, 150_00],
      ["emergency-uplift", 1, 75_00],
    ];
    expect(await emergency({ trade: "general-maintenance" })).toEqual(callOut);
    vi.setSystemTime(new Date(`${SUNDAY}T03:00:00+04:00`));
    expect(await emergency({ items: items(["hvac", "service", 3]) })).toEqual(callOut);
    expect(await emergency({ trade: "carpentry" })).toEqual(callOut);
  });

  it("matches the price on the public service pages", async () => {
    const { services } = (await caller.call("GET", "/api/services")).body;
    const { items: menu } = (await caller.call("GET", "/api/price-menu")).body;
    for (const { id, price, emergency } of services) {
      const headline = menu.find(
        (item: { serviceId: string; isHeadline: boolean }) => item.serviceId === id && item.isHeadline,
      );
      const chosen = emergency ? [] : items([id, headline.item, 1]);
      expect((await caller.book({ service: id, items: chosen })).booking.estimateFils).toBe(price.fils);
    }
  });

  it("keeps prices when the price book changes", async () => {
    const { bookingId } = await caller.book({ service: "painting", items: items(["painting", "room", 2]) });
    const terms = { mode: "fixed" as const, unit: "room", fils: 500_00 };
    await planPrice(caller.ctx(), {
      serviceId: "painting",
      item: "room",
      name: "",
      terms,
      effectiveFrom: TODAY,
    });
    expect((await detail(bookingId)).estimateFils).toBe(900_00);
    const { booking } = await caller.book({ service: "painting", items: items(["painting", "room", 2]) });
    expect(booking.estimateFils).toBe(1_000_00);
  });

  it("creates free warranty visits without lines", async () => {
    const { bookingId } = await caller.book({ service: "plumbing" });
    await caller.db.updateTable("bookings").set({ state: "completed" }).where("id", "=", bookingId).execute();
    const warrantyOf = { id: bookingId, version: 1 };
    const { body } = await caller.call(
      "POST",
      "/api/admin/bookings",
      { ...(await caller.form()), warrantyOf },
      admin,
    );
    expect(body.booking).toMatchObject({ lines: [], estimateFils: 0 });
  });
});

describe("slot length", () => {
  it("holds no slot for work of several days, which the office plans", async () => {
    const villa = { service: "painting", items: items(["painting", "villa-3br", 1]) };
    const { bookingId, reference, key, booking } = await caller.book({ ...villa, ...at(TOMORROW, "09:00") });
    expect(booking).toMatchObject({ estimateFils: 4_800_00, visit: null, canReschedule: false });
    expect(await detail(bookingId)).toMatchObject({ durationMin: 5 * 480, preferredDate: TOMORROW });
    const moved = await caller.call("POST", `/api/bookings/${reference}/reschedule`, {
      ...{ key, version: 1, date: TOMORROW, time: "10:00" },
    });
    expect(moved.body.reason).toBe("multi-day-locked");
    const assigned = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/plan`,
      { version: 1, date: TOMORROW, time: "09:00", days: 5, minutes: 480, technicianId: omar, helperIds: [] },
      admin,
    );
    expect(assigned.body.booking.days).toHaveLength(5);
  });

  it("takes the longest planned work for more units than that", async () => {
    const { bookingId, booking } = await caller.book({
      service: "painting",
      items: items(["painting", "villa-3br", 5]),
    });
    expect(booking.estimateFils).toBe(24_000_00);
    expect((await detail(bookingId)).durationMin).toBe(20 * 480);
  });

  it("offers slots that fit the chosen items and holds their full duration", async () => {
    const free = async (query: string) => {
      const range = `from=${TOMORROW}&to=${TOMORROW}`;
      const { body } = await caller.call("GET", `/api/availability?service=hvac&${range}${query}`);
      return body.days[0].slots
        .filter(({ free }: { free: number }) => free > 0)
        .map(({ time }: { time: string }) => time);
    };
    // From eight to eight, including half an hour after the work.
    expect((await free("")).at(-1)).toBe("18:00");
    expect((await free("&minutes=300&buffer=30")).at(-1)).toBe("14:00");
    const request = { service: "hvac", items: items(["hvac", "service", 5]) };
    const { status, body } = await send({ ...request, ...at(TOMORROW, "16:00") });
    expect(status).toBe(409);
    expect(body.alternatives[0]).toMatchObject({ date: TOMORROW, time: "14:00" });
    const { booking } = await caller.book({ ...request, ...at(TOMORROW, "14:00") });
    expect(booking.visit.endsAt).toBe(`${TOMORROW}T15:00:00.000Z`);
    expect(await free("")).not.toContain("18:00");
  });

  it("keeps the duration when a booking is rescheduled", async () => {
    const { reference, key } = await caller.book({
      service: "hvac",
      items: items(["hvac", "service", 5]),
      ...at(TOMORROW, "10:00"),
    });
    const moved = await caller.call("POST", `/api/bookings/${reference}/reschedule`, {
      key,
      version: 1,
      date: TOMORROW,
      time: "11:00",
    });
    expect(moved.body.booking.visit).toMatchObject({
      startsAt: `${TOMORROW}T07:00:00.000Z`,
      endsAt: `${TOMORROW}T12:00:00.000Z`,
    });
    // The price shown before booking stays.
    expect(moved.body.booking.estimateFils).toBe(1_250_00);
  });
});

describe("several services in one visit", () => {
  let priya: string;
  beforeAll(async () => {
    priya = await caller.addTechnician("Priya Nair");
    await caller.db
      .deleteFrom("technicianSkills")
      .where("technicianId", "=", omar)
      .where("serviceId", "=", "handyman")
      .execute();
  });

  const request = { service: "plumbing", items: items(["plumbing", "mixer", 2], ["handyman", "tv", 1]) };

  it("books all services as one booking with a technician who is trained for all of them", async () => {
    const { bookingId, booking } = await caller.book({ ...request, ...at(TOMORROW, "10:00") });
    expect(linesOf(booking)).toEqual([
      ["Mixer or tap replaced", 2, 360_00],
      ["TV on the wall", 1, 160_00],
    ]);
    expect(await detail(bookingId)).toMatchObject({
      serviceId: "plumbing",
      visits: [{ technicianId: priya }],
    });
    // Omar is free then, but trained for one of them only.
    expect((await send({ ...request, ...at(TOMORROW, "10:00") })).status).toBe(409);
    const range = `from=${TOMORROW}&to=${TOMORROW}`;
    const freeAt10 = async (more: string) => {
      const { body } = await caller.call("GET", `/api/availability?service=plumbing&${range}${more}`);
      return body.days[0].slots.find(({ time }: { time: string }) => time === "10:00").free;
    };
    expect(await freeAt10("")).toBe(1);
    expect(await freeAt10("&otherServices=handyman")).toBe(0);
  });

  it("warns the office of a technician without one of the skills, also after a correction", async () => {
    const { bookingId } = await caller.book({ service: "plumbing" });
    const to = { technicianId: omar, date: TOMORROW, time: "14:00" };
    const sent = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/transitions`,
      { transition: "confirm", version: 1 },
      admin,
    );
    expect(sent.status).toBe(200);
    const placed = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/assign`,
      { ...to, version: 2 },
      admin,
    );
    expect(placed.status).toBe(200);
    const refused = await correct(bookingId, { version: 3, items: request.items });
    expect(refused).toMatchObject({
      status: 409,
      body: { reason: "visits-affected", visits: [{ conflictText: "not trained for this service" }] },
    });
    const unassigned = await correct(bookingId, { version: 3, items: request.items, unassign: true });
    expect(unassigned.body.booking).toMatchObject({ state: "confirmed", estimateFils: 520_00 });
    const again = await caller.call(
      "POST",
      `/api/admin/bookings/${bookingId}/assign`,
      { ...to, version: 5 },
      admin,
    );
    expect(again.body).toMatchObject({
      reason: "technician-warning",
      conflictText: "not trained for this service",
    });
  });

  it("adds one surcharge line per service", async () => {
    const { booking } = await caller.book({ ...request, ...at(SUNDAY, "12:00") });
    expect(booking.lines.slice(2)).toMatchObject([
      { kind: "out-of-hours-uplift", serviceId: "plumbing", grossFils: 90_00 },
      { kind: "out-of-hours-uplift", serviceId: "handyman", grossFils: 40_00 },
    ]);
    expect(booking.estimateFils).toBe(650_00);
  });
});

describe("correction of booking lines", () => {
  it("keeps prices of booked items, takes today's prices for new ones and adapts the visit's length", async () => {
    const { bookingId } = await caller.book({
      service: "electrical",
      items: items(["electrical", "light", 4]),
      ...at(TOMORROW, "10:00"),
    });
    const terms = { mode: "fixed" as const, unit: "piece", fils: 100_00 };
    for (const item of ["light", "socket"])
      await planPrice(caller.ctx(), { serviceId: "electrical", item, name: "", terms, effectiveFrom: TODAY });
    const { body } = await correct(bookingId, {
      version: 1,
      items: items(["electrical", "light", 5], ["electrical", "socket", 3]),
    });
    expect(linesOf(body.booking)).toEqual([
      ["Light fitted", 5, 450_00],
      ["Socket or switch replaced", 3, 300_00],
    ]);
    expect(body.booking).toMatchObject({
      estimateFils: 750_00,
      durationMin: 210,
      visits: [{ startsAt: `${TOMORROW}T06:00:00.000Z`, endsAt: `${TOMORROW}T09:30:00.000Z` }],
    });
    expect(body.booking.timeline.at(-1)).toMatchObject({ event: "correct", corrected: ["lines"] });
    // The same once more is no correction.
    const again = await correct(bookingId, {
      version: 2,
      items: items(["electrical", "socket", 3], ["electrical", "light", 5]),
      outOfHours: false,
    });
    expect(again.body.booking.version).toBe(2);
  });

  it("adds or drops the out-of-hours surcharge only on request, not by the visit's time", async () => {
    const { bookingId, reference, key } = await caller.book({ service: "plumbing", ...at(SUNDAY, "12:00") });
    const moved = await caller.call("POST", `/api/bookings/${reference}/reschedule`, {
      key,
      version: 1,
      date: "2026-11-30",
      time: "12:00",
    });
    const { version, estimateFils } = moved.body.booking;
    expect(estimateFils).toBe(187_50);
    const dropped = await correct(bookingId, { version, outOfHours: false });
    expect(linesOf(dropped.body.booking)).toEqual([["Plumbing call-out", 1, 150_00]]);
    const added = await correct(bookingId, { version: version + 1, outOfHours: true });
    expect(added.body.booking.estimateFils).toBe(187_50);
  });

  it("keeps an emergency's price when its trade is corrected", async () => {
    const { bookingId } = await caller.book({ service: "emergency" });
    const { body } = await correct(bookingId, { version: 1, trade: "handyman" });
    expect(linesOf(body.booking)).toEqual([
      ["Emergency call-out", 1, 150_00],
      ["emergency-uplift", 1, 75_00],
    ]);
  });

  it("keeps a price that was agreed in a quote", async () => {
    const { bookingId } = await caller.book({ service: "plumbing" });
    await caller.db.deleteFrom("bookingLines").where("bookingId", "=", bookingId).execute();
    await caller.db
      .updateTable("bookings")
      .set({ estimateFils: 999_00 })
      .where("id", "=", bookingId)
      .execute();
    const { body } = await correct(bookingId, { version: 1, service: "electrical" });
    expect(body.booking).toMatchObject({ serviceId: "electrical", lines: [], estimateFils: 999_00 });
  });

  it("keeps a duration set by the office", async () => {
    const { bookingId } = await caller.book({ service: "hvac", items: items(["hvac", "service", 2]) });
    await correct(bookingId, { version: 1, durationMin: 240 });
    const { body } = await correct(bookingId, { version: 2, items: items(["hvac", "service", 3]) });
    expect(body.booking).toMatchObject({ durationMin: 240, estimateFils: 750_00 });
  });
});

describe("refused changes of booking lines", () => {
  it("refuses to change invoiced lines until they are fully credited", async () => {
    const { bookingId } = await caller.book({ service: "plumbing" });
    await caller.db.transaction().execute(async (trx) => {
      await sql`INSERT INTO invoices (id, customer_id, booking_id, title, seller, buyer, created_at, net_fils, vat_fils, total_fils)
        SELECT ${bookingId}, customer_id, id, 'tax-invoice', '{}', '{}', now(), 14286, 714, 15000
        FROM bookings WHERE id = ${bookingId}`.execute(trx);
      await sql`INSERT INTO invoice_lines (invoice_id, position, description, quantity_hundredths, unit_fils, vat_percent,
        gross_fils, vat_fils) VALUES (${bookingId}, 1, 'Call-out', 100, 15000, 5, 15000, 714)`.execute(trx);
      await sql`UPDATE invoices SET reference = 'INV-2026-000001', issued_at = now(), issue_date = '2026-11-23',
        due_date = '2026-11-30' WHERE id = ${bookingId}`.execute(trx);
    });
    const change = { version: 1, items: items(["plumbing", "mixer", 1]) };
    expect(await correct(bookingId, change)).toMatchObject({ status: 409, body: { reason: "invoiced" } });
    const remove = caller.db.deleteFrom("bookingLines").where("bookingId", "=", bookingId);
    await expect(remove.execute()).rejects.toThrow("are immutable");
    expect((await correct(bookingId, { version: 1, durationMin: 90 })).status).toBe(200);
  });

  it("refuses unknown items, invalid quantities and duplicates", async () => {
    const before = await caller.contents();
    const refused = async (chosen: unknown) => {
      expect(await send({ service: "hvac", items: chosen })).toMatchObject({
        status: 400,
        body: { errors: { items: expect.any(String) } },
      });
    };
    await refused(items(["hvac", "gold-plating", 1]));
    await refused(items(["emergency", "call-out", 1]));
    for (const quantity of [0, -1, 1.5, 51, "3", null])
      expect(
        (await send({ service: "hvac", items: [{ service: "hvac", item: "service", quantity }] })).status,
      ).toBe(400);
    await refused(items(["hvac", "service", 1], ["hvac", "service", 2]));
    expect(withoutChecks(await caller.contents())).toEqual(withoutChecks(before));
    const { bookingId } = await caller.book();
    expect(await correct(bookingId, { version: 1, items: items(["hvac", "gold-plating", 1]) })).toMatchObject(
      {
        status: 400,
        body: { errors: { items: expect.any(String) } },
      },
    );
  });

  it("database constraints refuse changed lines, two surcharges and wrong sums", async () => {
    const { bookingId } = await caller.book({ service: "hvac", items: items(["hvac", "service", 2]) });
    const line = await caller.db
      .selectFrom("bookingLines")
      .selectAll()
      .where("bookingId", "=", bookingId)
      .executeTakeFirstOrThrow();
    const change = caller.db
      .updateTable("bookingLines")
      .set({ grossFils: 1 })
      .where("bookingId", "=", bookingId);
    await expect(change.execute()).rejects.toThrow("immutable");
    const insert = (changes: Partial<typeof line>) =>
      caller.db
        .insertInto("bookingLines")
        .values({ ...line, position: 2, ...changes })
        .execute();
    await expect(insert({ grossFils: 499_99 })).rejects.toThrow("check constraint");
    await expect(insert({ mode: "hourly", nextHourFils: 100_00 })).rejects.toThrow("check constraint");
    await expect(insert({ priceId: null })).rejects.toThrow("check constraint");
    const surcharge = {
      priceId: null,
      item: null,
      name: "",
      quantity: 1,
      unitFils: 1_00,
      grossFils: 1_00,
      percent: 25,
    };
    await insert({ ...surcharge, kind: "out-of-hours-uplift" });
    await expect(insert({ ...surcharge, kind: "emergency-uplift", position: 3 })).rejects.toThrow(
      "booking_lines_single_surcharge_excl",
    );
  });
});

/** Security checks remain whether they were used or not. */
function withoutChecks({ securityChecks: _, ...tables }: Record<string, string>) {
  return tables;
}
