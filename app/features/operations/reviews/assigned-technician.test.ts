import { afterAll, beforeAll, expect, it, vi } from "vitest";
import {
  type Booked,
  type Caller,
  createCaller,
  TODAY,
  TOMORROW,
} from "../../../../test/harness/company/booking-caller";
import { applyTransitions, officeCtx } from "../../../../test/harness/company/company";
import { travelMinutes } from "../../core/geography/travel";
import { assignTechnician } from "../bookings/commands/assign-technician.server";
import { scheduleVisit } from "../bookings/commands/change-visit.server";
import { transitionBooking } from "../bookings/commands/transition-booking.server";

/** Assigned technician on the customer's page: name, rating, expected arrival. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterAll(() => caller.close());

const at = (time: string) => vi.setSystemTime(new Date(`${TODAY}T${time}:00+04:00`));
const bookAt = (time: string, area: string) =>
  caller.book({
    preferredDate: TODAY,
    preferredTime: time,
    addressParts: { street: "Main Street", buildingName: "", unitNumber: "", area, landmark: "" },
  });
const opened = async (what: Booked, path = "") =>
  (await caller.call("GET", `/api/bookings/${what.reference}${path}?key=${encodeURIComponent(what.key)}`))
    .body;

it("shows the technician on the way with the arrival expected from the last place", async () => {
  const [first, second] = [await bookAt("11:00", "Deira"), await bookAt("15:00", "Dubai Marina")];
  await applyTransitions(caller.db, first.bookingId, "confirm", "depart", "arrive", "finishWork");
  await applyTransitions(caller.db, second.bookingId, "confirm");
  expect((await opened(second)).booking).toMatchObject({ onTheWay: null });

  at("13:00");
  await applyTransitions(caller.db, second.bookingId, "depart");
  const { booking } = await opened(second);
  const way = travelMinutes("Deira", "Dubai Marina")!;
  expect(booking.answeredAt).toBe(new Date(`${TODAY}T13:00:00+04:00`).toISOString());
  expect(Date.parse(booking.onTheWay.expectedAt) - Date.parse(booking.answeredAt)).toBe(way * 60_000);

  await applyTransitions(caller.db, second.bookingId, "arrive");
  expect((await opened(second)).booking.onTheWay).toBeNull();
  await applyTransitions(caller.db, second.bookingId, "finishWork");
});

it("shows the arrival of a technician sent to an emergency first thing in the day", async () => {
  at("13:30");
  const nadia = await caller.addTechnician("Nadia Rahman");
  const booked = await caller.book({ service: "emergency", trade: "plumbing" });
  await applyTransitions(caller.db, booked.bookingId, "confirm");
  const assigned = await assignTechnician(officeCtx(caller.db), {
    ...{ bookingId: booked.bookingId, version: 2, technicianId: nadia, day: TODAY, time: "13:30" },
    overrideReason: "Now",
  });
  expect(assigned).toMatchObject({ ok: true });
  at("13:31");
  await applyTransitions(caller.db, booked.bookingId, "depart");
  const expectedIn = async () => {
    const { booking } = await opened(booked);
    return (Date.parse(booking.onTheWay.expectedAt) - Date.parse(booking.answeredAt)) / 60_000;
  };
  expect(await expectedIn()).toBe(40);
  await caller.db.insertInto("technicianZones").values({ technicianId: nadia, area: "Deira" }).execute();
  expect(await expectedIn()).toBe(travelMinutes("Deira", "Dubai Marina"));
  await applyTransitions(caller.db, booked.bookingId, "arrive", "finishWork");
  await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", nadia).execute();
});

it("shows the technician who is on the way to a later visit of the same booking", async () => {
  const lina = await caller.addTechnician("Lina Late");
  const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "08:00" });
  await applyTransitions(caller.db, booked.bookingId, "confirm");
  const further = { technicianId: lina, day: TOMORROW, time: "18:00", version: 2 };
  const placed = await scheduleVisit(officeCtx(caller.db), { bookingId: booked.bookingId, ...further });
  if (!placed.ok) throw new Error(placed.reason);
  const departed = await transitionBooking(officeCtx(caller.db), {
    ...{ bookingId: booked.bookingId, visitId: placed.visitId, version: placed.version },
    ...{ transition: "depart", confirmOtherDay: true },
  });
  expect(departed).toMatchObject({ ok: true });
  expect((await opened(booked)).booking.visit).toMatchObject({ technicianName: "Lina Late" });
  expect((await opened(booked, "/technician")).technician).toMatchObject({ name: "Lina Late" });
  await caller.db
    .updateTable("visits")
    .set({ state: "cancelled" })
    .where("technicianId", "=", lina)
    .execute();
  await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", lina).execute();
});

it("shows the mean rating from three ratings on, to this customer only", async () => {
  const ahead = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
  expect(await opened(ahead, "/technician")).toEqual({ technician: null });
  await applyTransitions(caller.db, ahead.bookingId, "confirm");
  const done: Booked[] = [];
  for (const [rating, time] of [
    [5, "16:00"],
    [4, "17:00"],
    [5, "18:00"],
  ] as const) {
    at("14:30");
    const booked = await bookAt(time, "Dubai Marina");
    await applyTransitions(
      caller.db,
      booked.bookingId,
      "confirm",
      "depart",
      "arrive",
      "finishWork",
      "complete",
    );
    const said = { key: booked.key, rating, comment: "" };
    expect((await caller.call("POST", `/api/bookings/${booked.reference}/review`, said)).status).toBe(200);
    done.push(booked);
    if (done.length < 3)
      expect((await opened(ahead, "/technician")).technician).toMatchObject({ rating: null });
  }
  expect(await opened(ahead, "/technician")).toEqual({
    technician: {
      ...{ name: "Omar Saleh", pictureId: null, rating: 4.7, reviews: 3 },
      ...{ trades: expect.arrayContaining(["Plumbing"]), certificate: null, jobs: 5 },
    },
  });
  for (const key of ["", "x", done[0]!.key]) {
    const path = `/api/bookings/${ahead.reference}/technician?key=${encodeURIComponent(key)}`;
    expect((await caller.call("GET", path)).status).toBe(404);
  }
});

it("shows a delay from the previous visit, including travel, until that visit is done", async () => {
  at("13:35");
  const [first, second] = [await bookAt("15:00", "Deira"), await bookAt("17:00", "Dubai Marina")];
  for (const { bookingId } of [first, second]) await applyTransitions(caller.db, bookingId, "confirm");
  at("15:00");
  await applyTransitions(caller.db, first.bookingId, "depart", "arrive");
  const way = travelMinutes("Deira", "Dubai Marina")!;
  const delayedUntil = async () => (await opened(second)).booking.delayedUntil;
  expect(await delayedUntil()).toBeNull();
  // At least another 15 minutes, then travel.
  at("16:40");
  const there = new Date(Date.parse(`${TODAY}T16:40:00+04:00`) + (15 + way) * 60_000);
  expect(await delayedUntil()).toBe(there.toISOString());
  await applyTransitions(caller.db, first.bookingId, "finishWork");
  expect(await delayedUntil()).toBe(new Date(there.getTime() - 15 * 60_000).toISOString());
  await applyTransitions(caller.db, second.bookingId, "depart");
  expect(await delayedUntil()).toBeNull();
  await applyTransitions(caller.db, second.bookingId, "arrive", "finishWork");
});
