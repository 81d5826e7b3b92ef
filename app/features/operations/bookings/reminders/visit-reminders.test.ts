import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { system } from "~/platform/auth/actor";
import { addMinutes } from "~/platform/time";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TODAY,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { officeCtx } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { scheduleVisit } from "../commands/change-visit.server";
import { planDays } from "../commands/plan-days.server";
import { transitionBooking } from "../commands/transition-booking.server";
import { remindOfVisits } from "./visit-reminders.server";

const DAY = "2026-11-28";

let caller: Caller;
let technicianId: string;
beforeAll(async () => {
  caller = await createCaller();
  technicianId = await caller.addTechnician("Omar Saleh");
  for (const name of ["Sara Nasser", "Ravi Menon"]) await caller.addTechnician(name);
});
beforeEach(async () => {
  await caller.db.deleteFrom("rateLimits").execute();
});
afterEach(async () => {
  vi.setSystemTime(NOW);
  await caller.db.deleteFrom("settings").where("name", "=", "bookings").execute();
});
afterAll(() => caller.close());

const officeNow = () => officeCtx(caller.db, new Date());

/** A confirmed booking at 10:00 of `day`. */
async function bookConfirmed(day = DAY, changes: Record<string, unknown> = {}): Promise<Booked> {
  const booked = await caller.book({ preferredDate: day, preferredTime: "10:00", ...changes });
  const { bookingId } = booked;
  expect(
    await transitionBooking(officeNow(), { bookingId, transition: "confirm", version: 1 }),
  ).toHaveProperty("ok", true);
  return booked;
}

/** Runs the job at a Dubai time. */
async function remindAt(time: string): Promise<void> {
  vi.setSystemTime(new Date(`${time}+04:00`));
  await remindOfVisits({ ...officeNow(), actor: system });
}

async function remindersOf({ bookingId }: Booked) {
  const entries = await readTrail(caller.db, { subjectId: bookingId, type: "booking.visit-reminder-due" });
  return entries.map(({ data }) => data as { kind: string; startsAt: string; confirmed: boolean });
}

const kindsOf = async (booked: Booked) => (await remindersOf(booked)).map(({ kind }) => kind);

const follow = async ({ reference, key }: Booked) =>
  (await caller.call("GET", `/api/bookings/${reference}?key=${encodeURIComponent(key)}`)).body.booking;

const confirmVisit = ({ reference, key }: Booked, startsAt: string) =>
  caller.call("POST", `/api/bookings/${reference}/confirm-visit`, { key, startsAt });

async function moveTo({ bookingId }: Booked, time: string): Promise<void> {
  const startsAt = new Date(`${time}+04:00`);
  await caller.db
    .updateTable("visits")
    .set({ startsAt, endsAt: addMinutes(startsAt, 60) })
    .where("bookingId", "=", bookingId)
    .execute();
}

describe("remindOfVisits", () => {
  it("reminds the evening before and two hours before, once each, also with two workers", async () => {
    const booked = await bookConfirmed();
    await remindAt("2026-11-26T12:00:00");
    await remindAt("2026-11-27T17:59:00");
    expect(await kindsOf(booked)).toEqual([]);
    await Promise.all([remindAt("2026-11-27T18:00:00"), remindAt("2026-11-27T18:00:00")]);
    expect(await kindsOf(booked)).toEqual(["day-before"]);
    await remindAt("2026-11-28T07:59:00");
    expect(await kindsOf(booked)).toEqual(["day-before"]);
    await Promise.all([remindAt("2026-11-28T08:00:00"), remindAt("2026-11-28T08:00:00")]);
    await remindAt("2026-11-28T08:15:00");
    expect(await kindsOf(booked)).toEqual(["day-before", "hours-before"]);
  });

  it("sends no reminder whose time passed before the booking was made", async () => {
    vi.setSystemTime(new Date(`${TODAY}T19:00:00+04:00`));
    const booked = await bookConfirmed(TOMORROW);
    await remindAt(`${TODAY}T19:01:00`);
    expect(await kindsOf(booked)).toEqual([]);
    await remindAt(`${TOMORROW}T08:00:00`);
    expect(await kindsOf(booked)).toEqual(["hours-before"]);
  });

  it("reminds of the new time after a move and never of the former one", async () => {
    const booked = await bookConfirmed();
    await remindAt("2026-11-27T12:00:00");
    await moveTo(booked, "2026-11-29T16:00:00");
    await remindAt("2026-11-27T18:00:00");
    await remindAt("2026-11-28T08:00:00");
    expect(await kindsOf(booked)).toEqual([]);
    await remindAt("2026-11-28T18:00:00");
    expect(await remindersOf(booked)).toMatchObject([
      { kind: "day-before", startsAt: new Date("2026-11-29T16:00:00+04:00").toISOString() },
    ]);
    await moveTo(booked, "2026-11-29T17:00:00");
    await remindAt("2026-11-29T14:30:00");
    await remindAt("2026-11-29T15:00:00");
    expect(await kindsOf(booked)).toEqual(["day-before", "hours-before"]);
  });

  it("sends only the reminder that is still useful after an outage", async () => {
    const late = await bookConfirmed();
    await remindAt("2026-11-26T12:00:00");
    await remindAt("2026-11-28T08:30:00");
    expect(await kindsOf(late)).toEqual(["hours-before"]);
    const missed = await bookConfirmed("2026-11-30");
    await remindAt("2026-11-28T12:00:00");
    await remindAt("2026-11-30T10:00:00");
    expect(await kindsOf(missed)).toEqual([]);
  });

  it("reminds of neither requests, cancelled visits nor emergencies", async () => {
    const request = await caller.book({ preferredDate: DAY, preferredTime: "13:00" });
    const cancelled = await bookConfirmed(DAY, { preferredTime: "15:00" });
    const emergency = await caller.book({
      service: "emergency",
      preferredDate: undefined,
      preferredTime: undefined,
    });
    await remindAt("2026-11-26T12:00:00");
    await transitionBooking(officeNow(), {
      bookingId: cancelled.bookingId,
      transition: "cancel",
      version: 2,
    });
    await remindAt("2026-11-27T18:00:00");
    await remindAt("2026-11-28T13:00:00");
    for (const booked of [request, cancelled, emergency]) expect(await kindsOf(booked)).toEqual([]);
  });

  it("reminds of a further visit while the first one is under way, not of one that has begun early", async () => {
    const booked = await bookConfirmed("2026-12-07");
    const { bookingId } = booked;
    const place = { technicianId, day: "2026-12-08", time: "16:00", version: 2 };
    expect(await scheduleVisit(officeNow(), { bookingId, ...place })).toHaveProperty("ok", true);
    await remindAt("2026-12-06T12:00:00");
    await remindAt("2026-12-06T18:00:00");
    vi.setSystemTime(new Date("2026-12-07T07:30:00+04:00"));
    const depart = { bookingId, transition: "depart", version: 3 } as const;
    expect(await transitionBooking(officeNow(), depart)).toHaveProperty("ok", true);
    await remindAt("2026-12-07T08:00:00");
    await remindAt("2026-12-07T18:00:00");
    expect(await remindersOf(booked)).toMatchObject([
      { kind: "day-before", startsAt: new Date("2026-12-07T10:00:00+04:00").toISOString() },
      { kind: "day-before", startsAt: new Date("2026-12-08T16:00:00+04:00").toISOString() },
    ]);
  });

  it("reminds of the first day of a multi-day job alone", async () => {
    const booked = await bookConfirmed("2026-12-01");
    const planned = await planDays(officeNow(), {
      bookingId: booked.bookingId,
      version: 2,
      ...{ day: "2026-12-01", time: "09:00", days: 2, minutes: 480, technicianId, helperIds: [] },
    });
    expect(planned).toHaveProperty("ok", true);
    await remindAt("2026-11-29T12:00:00");
    for (const day of ["2026-11-30", "2026-12-01"]) await remindAt(`${day}T18:00:00`);
    expect(await remindersOf(booked)).toMatchObject([{ kind: "day-before" }]);
  });

  it("sends nothing while reminders are switched off", async () => {
    const booked = await bookConfirmed(DAY, { preferredTime: "17:00" });
    const settings = (value: object) =>
      caller.db
        .insertInto("settings")
        .values({ name: "bookings", value: JSON.stringify(value), version: 1 })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: JSON.stringify(value) }))
        .execute();
    await settings({ visitReminders: "off" });
    await remindAt("2026-11-26T12:00:00");
    await remindAt("2026-11-27T18:00:00");
    expect(await kindsOf(booked)).toEqual([]);
    await settings({ visitReminders: "on", reminderHour: 20 });
    await remindAt("2026-11-27T19:00:00");
    await remindAt("2026-11-27T20:00:00");
    expect(await kindsOf(booked)).toEqual(["day-before"]);
  });
});

describe("confirming a visit by the link", () => {
  it("records the customer's answer once, for the customer and the office", async () => {
    const booked = await bookConfirmed(TOMORROW, { preferredTime: "08:00" });
    const { visit, canConfirmVisit } = await follow(booked);
    expect(canConfirmVisit).toBe(true);
    const { status, body } = await confirmVisit(booked, visit.startsAt);
    expect({ status, booking: body.booking }).toMatchObject({
      status: 200,
      booking: { canConfirmVisit: false, visitConfirmedAt: NOW.toISOString(), version: 3 },
    });
    expect((await confirmVisit(booked, visit.startsAt)).body.booking.version).toBe(3);
    const detail = await caller.call(
      "GET",
      `/api/admin/bookings/${booked.bookingId}`,
      undefined,
      await caller.asAdmin(),
    );
    expect(detail.body.booking).toMatchObject({ visitConfirmedAt: NOW.toISOString() });
    expect(detail.body.booking.timeline.at(-1)).toMatchObject({
      event: "confirmVisit",
      actorRole: "customer",
    });
    await remindAt(`${TODAY}T11:00:00`);
    await remindAt(`${TODAY}T18:00:00`);
    expect(await remindersOf(booked)).toMatchObject([{ kind: "day-before", confirmed: true }]);
  });

  it("counts for the confirmed time alone", async () => {
    const booked = await bookConfirmed(TOMORROW, { preferredTime: "12:00" });
    const { visit } = await follow(booked);
    await confirmVisit(booked, visit.startsAt);
    await moveTo(booked, `${TOMORROW}T14:00:00`);
    expect(await follow(booked)).toMatchObject({ visitConfirmedAt: null, canConfirmVisit: true });
    expect((await confirmVisit(booked, visit.startsAt)).body).toMatchObject({ reason: "stale" });
  });

  it("refuses a visit that is not near, and strangers", async () => {
    const booked = await bookConfirmed("2026-12-10");
    const { visit, canConfirmVisit } = await follow(booked);
    expect(canConfirmVisit).toBe(false);
    expect((await confirmVisit(booked, visit.startsAt)).body).toMatchObject({ reason: "wrong-state" });
    const other = await bookConfirmed("2026-12-11");
    expect((await confirmVisit({ ...booked, key: other.key }, visit.startsAt)).status).toBe(404);
  });
});
