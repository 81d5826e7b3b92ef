import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { queueMail } from "~/platform/mail/mail.server";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { officeCtx } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import { scheduleVisit } from "../commands/change-visit.server";
import { transitionBooking } from "../commands/transition-booking.server";

/** Taken slots, and the customer's actions by the emailed link: view, cancel, reschedule. */

let caller: Caller;
beforeAll(async () => {
  caller = await createCaller();
  await caller.addTechnician("Omar Saleh");
});
afterEach(() => {
  vi.setSystemTime(NOW);
});
afterAll(() => caller.close());

const follow = (reference: string, key?: string) =>
  caller.call(
    "GET",
    `/api/bookings/${reference}${key === undefined ? "" : `?key=${encodeURIComponent(key)}`}`,
  );
const cancel = (booked: Booked, body: Record<string, unknown> = {}) =>
  caller.call("POST", `/api/bookings/${booked.reference}/cancel`, { key: booked.key, version: 1, ...body });
const reschedule = (booked: Booked, body: Record<string, unknown>) =>
  caller.call("POST", `/api/bookings/${booked.reference}/reschedule`, {
    key: booked.key,
    version: 1,
    ...body,
  });
async function freeAt(day: string, time: string, service = "plumbing"): Promise<number> {
  const { body } = await caller.call("GET", `/api/availability?service=${service}&from=${day}&to=${day}`);
  return body.days[0].slots.find((slot: { time: string }) => slot.time === time).free;
}
async function confirm({ bookingId }: Booked, version = 1): Promise<void> {
  const ctx = officeCtx(caller.db, new Date());
  expect(await transitionBooking(ctx, { bookingId, transition: "confirm", version })).not.toHaveProperty(
    "reason",
  );
}
const eventsOf = async (bookingId: string) => {
  return (await readTrail(caller.db, { subjectId: bookingId })).map(({ type }) => type);
};

describe("the confirmation email of a request", () => {
  const emailed = async ({ reference, key }: Booked) => (await follow(reference, key)).body.booking.emailed;

  async function queueConfirmation({ bookingId }: Booked, recipient: string) {
    const [event] = await readTrail(caller.db, { subjectId: bookingId, type: "booking.requested" });
    const mail = { kind: "booking-received", trailId: event!.id, recipient, replyTo: null };
    await queueMail(caller.ctx(), { ...mail, senderName: "Rukn", subject: "A subject", html: "", plain: "" });
  }

  it("announces the email once it is queued", async () => {
    const booked = await caller.book({ email: "announced@example.com" });
    expect(await emailed(booked)).toBeNull();
    await queueConfirmation(booked, "announced@example.com");
    expect(await emailed(booked)).toBe(true);
  });

  it("announces no email if none was queued within a minute", async () => {
    const booked = await caller.book();
    vi.setSystemTime(new Date(NOW.getTime() + 61_000));
    expect(await emailed(booked)).toBe(false);
  });

  it("gives the customer the link that could not be emailed, and no link otherwise", async () => {
    const booked = await caller.book({ email: "unmailed@example.com" });
    const ownLink = async () => (await follow(booked.reference, booked.key)).body.booking.ownLink;
    expect(await ownLink()).toBeNull();
    vi.setSystemTime(new Date(NOW.getTime() + 61_000));
    expect(await ownLink()).toBe(booked.followUrl);
    await queueConfirmation(booked, "unmailed@example.com");
    expect(await ownLink()).toBeNull();
  });

  it("announces no email that went to another address only", async () => {
    const booked = await caller.book();
    await queueConfirmation(booked, "office@example.com");
    vi.setSystemTime(new Date(NOW.getTime() + 61_000));
    expect(await emailed(booked)).toBe(false);
  });
});

describe("taken slot", () => {
  it("offers the three nearest free slots and changes nothing", async () => {
    await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
    const form = await caller.form({ preferredDate: TOMORROW, preferredTime: "10:00" });
    const before = await caller.contents();
    const { status, body } = await caller.call("POST", "/api/handle-booking", form);
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        success: false,
        reason: "slot-taken",
        message: "This time has just been taken. These are the nearest free times.",
        // The plumber is busy from 10:00 to 11:30: an hour of work and 30 minutes of buffer.
        alternatives: [
          { date: TOMORROW, time: "08:00", free: 1 },
          { date: TOMORROW, time: "12:00", free: 1 },
          { date: TOMORROW, time: "13:00", free: 1 },
        ],
      },
    });
    expect(await caller.contents()).toEqual(before);

    for (const { date, time } of body.alternatives) {
      const booked = await caller.book({ preferredDate: date, preferredTime: time });
      expect((await cancel(booked)).status).toBe(200);
    }
  });

  it("offers alternatives to a slot that has passed or is too soon", async () => {
    for (const preferredTime of ["08:00", "09:00"]) {
      const form = await caller.form({ preferredDate: "2026-11-23", preferredTime });
      const { status, body } = await caller.call("POST", "/api/handle-booking", form);
      expect({ status, first: body.alternatives[0] }).toEqual({
        status: 409,
        first: { date: "2026-11-23", time: "10:00", free: 1 },
      });
    }
  });

  it("reports that no slot near it is free", async () => {
    await caller.db
      .insertInto("publicHolidays")
      .values({ day: "2027-06-10", name: "A long holiday" })
      .execute();
    const off = `[2027-05-01,2027-08-01)`;
    const technicians = await caller.db.selectFrom("technicians").select("id").execute();
    await caller.db
      .insertInto("timeOff")
      .values(technicians.map(({ id }) => ({ technicianId: id, during: off })))
      .execute();
    const form = await caller.form({ preferredDate: "2027-06-10", preferredTime: "10:00" });
    const { status, body } = await caller.call("POST", "/api/handle-booking", form);
    expect({ status, body }).toEqual({
      status: 409,
      body: {
        success: false,
        reason: "slot-taken",
        message: expect.stringMatching(/^.* is a public holiday \(.?A long holiday.?\), and we are closed\./),
        alternatives: [],
      },
    });
  });
});

describe("emailed link", () => {
  it("shows the customer's view and is never cached", async () => {
    const booked = await caller.book({ preferredDate: "2026-11-26", preferredTime: "09:00" });
    const { status, body, headers } = await follow(booked.reference, booked.key);
    expect(status).toBe(200);
    expect(headers.get("Cache-Control")).toBe("no-store");
    expect(body.booking).toEqual(booked.booking);
    expect(body.booking).toMatchObject({
      reference: booked.reference,
      state: "requested",
      version: 1,
      serviceName: "Plumbing",
      visit: {
        startsAt: "2026-11-26T05:00:00.000Z",
        endsAt: "2026-11-26T06:00:00.000Z",
        technicianName: null,
      },
      changeDeadline: { at: "2026-11-25T17:00:00.000Z", hasPassed: false },
      canCancel: true,
      canReschedule: true,
      timeline: [{ event: "request", toState: "requested", reason: null }],
    });
    for (const secret of ["email", "phone", "visits", "availableTransitions", "addressParts"]) {
      expect(body.booking).not.toHaveProperty(secret);
    }
  });

  it("answers wrong, missing and foreign keys like unknown bookings", async () => {
    const [mine, other] = [await caller.book(), await caller.book()];
    const unknown = await follow("BK-2026-999999", mine.key);
    expect(unknown.status).toBe(404);
    for (const key of [
      undefined,
      "",
      "x",
      other.key,
      `${mine.key}x`,
      mine.key.slice(0, -1),
      mine.key.toLowerCase(),
      "é".repeat(32),
    ]) {
      const { status, text } = await follow(mine.reference, key);
      expect({ key, status, text }).toEqual({ key, status: 404, text: unknown.text });
    }
    for (const reference of [mine.reference.toLowerCase(), "x", mine.bookingId, "BK-2026-000001 "]) {
      expect((await follow(encodeURIComponent(reference), mine.key)).text).toBe(unknown.text);
    }
    const before = await caller.contents();
    for (const body of [{ key: other.key }, { key: "" }, { key: undefined }]) {
      expect((await cancel(mine, body)).text).toBe(unknown.text);
      expect((await reschedule(mine, { ...body, date: "2026-11-27", time: "09:00" })).text).toBe(
        unknown.text,
      );
    }
    expect(await caller.contents()).toEqual(before);
  });

  it("gives no access to the office API", async () => {
    const booked = await caller.book();
    for (const path of [`/api/admin/bookings/${booked.bookingId}?key=${booked.key}`, "/api/admin/bookings"]) {
      expect((await caller.call("GET", path)).status).toBe(401);
    }
    expect(
      (
        await caller.call("POST", `/api/admin/bookings/${booked.bookingId}/transitions`, {
          key: booked.key,
          transition: "confirm",
          version: 1,
        })
      ).status,
    ).toBe(401);
  });

  it("opens without a key for the signed-in customer but not for other accounts", async () => {
    const [me, other] = [
      { email: "follow-me@example.com", password: "a password of mine" },
      { email: "follow-other@example.com", password: "a password of theirs" },
    ];
    await caller.addUser(me);
    await caller.addUser(other);
    const mine = { Cookie: await caller.signIn(me) };
    const theirs = { Cookie: await caller.signIn(other) };
    const { reference } = await caller.book({}, mine);
    expect((await caller.call("GET", `/api/bookings/${reference}`, undefined, mine)).status).toBe(200);
    expect((await caller.call("GET", `/api/bookings/${reference}`, undefined, theirs)).status).toBe(404);
    const refused = await caller.call("POST", `/api/bookings/${reference}/cancel`, { version: 1 }, theirs);
    expect(refused.status).toBe(404);
    const cancelled = await caller.call("POST", `/api/bookings/${reference}/cancel`, { version: 1 }, mine);
    expect(cancelled.body.booking.state).toBe("cancelled");
  });

  it("hides guests' bookings from signed-in customers", async () => {
    const me = { email: "curious@example.com", password: "a password of mine" };
    await caller.addUser(me);
    const mine = { Cookie: await caller.signIn(me) };
    const { reference } = await caller.book({});
    expect((await caller.call("GET", `/api/bookings/${reference}`, undefined, mine)).status).toBe(404);
    const refused = await caller.call("POST", `/api/bookings/${reference}/cancel`, { version: 1 }, mine);
    expect(refused.status).toBe(404);
  });
});

describe("cancelling by the customer", () => {
  it("frees the slot", async () => {
    const slot = { preferredDate: "2026-11-27", preferredTime: "10:00" };
    const booked = await caller.book(slot);
    expect(await freeAt("2026-11-27", "10:00")).toBe(0);
    const { status, body } = await cancel(booked, { reason: " We moved " });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      state: "cancelled",
      version: 2,
      visit: null,
      canCancel: false,
      canReschedule: false,
    });
    expect(body.booking.timeline.at(-1)).toMatchObject({
      event: "cancel",
      toState: "cancelled",
      reason: "We moved",
    });
    const moves = await caller.db
      .selectFrom("timelineEntries")
      .select("actorRole")
      .where("bookingId", "=", booked.bookingId)
      .where("event", "=", "cancel")
      .execute();
    expect(moves).toEqual([{ actorRole: "customer" }]);
    expect(await freeAt("2026-11-27", "10:00")).toBe(1);
    expect(await eventsOf(booked.bookingId)).toEqual(["booking.requested", "booking.cancelled"]);
    await caller.book(slot);
  });

  it("refuses to cancel or reschedule a cancelled booking", async () => {
    const booked = await caller.book();
    expect((await cancel(booked)).status).toBe(200);
    const again = await cancel(booked, { version: 2 });
    expect({ status: again.status, reason: again.body.reason }).toEqual({
      status: 409,
      reason: "wrong-state",
    });
    const moved = await reschedule(booked, { version: 2, date: "2026-11-28", time: "10:00" });
    expect({ status: moved.status, reason: moved.body.reason }).toEqual({
      status: 409,
      reason: "wrong-state",
    });
    expect(await eventsOf(booked.bookingId)).toEqual(["booking.requested", "booking.cancelled"]);
  });

  it("cancels until exactly twelve hours before the visit", async () => {
    const [early, late] = [
      await caller.book({ preferredDate: "2026-11-28", preferredTime: "09:00" }),
      await caller.book({ preferredDate: "2026-11-28", preferredTime: "11:00" }),
    ];
    await confirm(early);
    await confirm(late);
    const cutOff = Date.parse("2026-11-28T07:00:00Z") - 12 * 3_600_000;
    vi.setSystemTime(cutOff + 1);
    const refused = await cancel(late, { version: 2 });
    expect({ status: refused.status, body: refused.body }).toEqual({
      status: 409,
      body: {
        success: false,
        reason: "too-late",
        message: "It is too late to change this online. Please call us.",
      },
    });
    const view = (await follow(late.reference, late.key)).body.booking;
    expect(view).toMatchObject({
      canCancel: false,
      canReschedule: false,
      changeDeadline: { hasPassed: true },
    });
    const moved = await reschedule(late, { version: 2, date: "2026-11-30", time: "09:00" });
    expect(moved.body.reason).toBe("too-late");
    expect((await cancel(early, { version: 2 })).body.reason).toBe("too-late");
    vi.setSystemTime(cutOff);
    expect((await follow(late.reference, late.key)).body.booking.canCancel).toBe(true);
    expect((await cancel(late, { version: 2 })).status).toBe(200);
  });

  it("cancels at any time before the confirmation", async () => {
    const day = "2026-12-15";
    vi.setSystemTime(new Date(`${day}T08:00:00+04:00`));
    const withdrawn = await caller.book({ preferredDate: day, preferredTime: "10:00" });
    const moved = await caller.book({ preferredDate: day, preferredTime: "12:00" });
    expect((await follow(withdrawn.reference, withdrawn.key)).body.booking).toMatchObject({
      canCancel: true,
      canReschedule: true,
      changeDeadline: { hasPassed: true },
    });
    expect((await cancel(withdrawn)).status).toBe(200);
    expect((await reschedule(moved, { date: day, time: "15:00" })).status).toBe(200);
  });

  it("refuses a stale version and changes nothing", async () => {
    const booked = await caller.book();
    for (const version of [0, 2, -1]) {
      const { status, body } = await cancel(booked, { version });
      expect({ version, status, reason: body.reason }).toEqual({ version, status: 409, reason: "stale" });
    }
    // The last two are outside of the integer range.
    for (const version of [undefined, "1", 1.5, null, 2 ** 31, Number.MAX_SAFE_INTEGER]) {
      expect((await cancel(booked, { version })).status).toBe(400);
    }
    expect((await cancel(booked, { reason: "x".repeat(501) })).status).toBe(400);
    expect((await follow(booked.reference, booked.key)).body.booking.state).toBe("requested");
  });

  it("cancels once for concurrent requests", async () => {
    const booked = await caller.book();
    const answers = await Promise.all([cancel(booked), cancel(booked), cancel(booked)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await eventsOf(booked.bookingId)).toEqual(["booking.requested", "booking.cancelled"]);
  });
});

describe("rescheduling by the customer", () => {
  it("frees the old slot, takes the new one and keeps the state", async () => {
    const booked = await caller.book({ preferredDate: "2026-12-01", preferredTime: "08:00" });
    const { status, body } = await reschedule(booked, { date: "2026-12-04", time: "16:00" });
    expect(status).toBe(200);
    expect(body.booking).toMatchObject({
      state: "requested",
      version: 2,
      visit: { startsAt: "2026-12-04T12:00:00.000Z", state: "held" },
    });
    expect(body.booking.timeline.at(-1)).toMatchObject({
      event: "reschedule",
      toState: "requested",
      startsAt: { before: "2026-12-01T04:00:00.000Z", after: "2026-12-04T12:00:00.000Z" },
    });
    expect([await freeAt("2026-12-01", "08:00"), await freeAt("2026-12-04", "16:00")]).toEqual([1, 0]);
    expect(await eventsOf(booked.bookingId)).toEqual(["booking.requested", "booking.rescheduled"]);
  });

  it("accepts a slot that overlaps the visit's own current time", async () => {
    const booked = await caller.book({ preferredDate: "2026-12-01", preferredTime: "14:00" });
    const { body } = await reschedule(booked, { date: "2026-12-01", time: "15:00" });
    expect(body.booking.visit.startsAt).toBe("2026-12-01T11:00:00.000Z");
  });

  it("offers times that the visit itself or its crew occupies", async () => {
    const day = "2026-12-10";
    const booked = await caller.book({ preferredDate: day, preferredTime: "10:00" });
    const path = `/api/bookings/${booked.reference}/availability?from=${day}&to=${day}`;
    const freeTimes = async (query: string) => {
      const { body } = await caller.call("GET", `${path}${query}`);
      return body.days[0].slots
        .filter(({ free }: { free: number }) => free > 0)
        .map(({ time }: { time: string }) => time);
    };
    expect(await freeAt(day, "10:00")).toBe(0);
    const offered = await freeTimes(`&key=${encodeURIComponent(booked.key)}`);
    expect(offered).toEqual(expect.arrayContaining(["09:00", "10:00", "11:00"]));
    expect((await caller.call("GET", path)).status).toBe(404);
    // The helper cannot lead the visit, so that only the lead's time is offered.
    const helper = await caller.addTechnician("Ravi Kumar");
    const visits = caller.db.selectFrom("visits").selectAll().where("bookingId", "=", booked.bookingId);
    const { live: _, id, ...visit } = await visits.executeTakeFirstOrThrow();
    await caller.db.updateTable("visits").set({ crewSize: 2 }).where("id", "=", id).execute();
    const helperVisit = {
      ...visit,
      id: crypto.randomUUID(),
      crewSize: 1,
      technicianId: helper,
      leadVisitId: id,
    };
    await caller.db.insertInto("visits").values(helperVisit).execute();
    expect(await freeTimes(`&key=${encodeURIComponent(booked.key)}`)).toContain("11:00");
    const { body } = await caller.call("GET", `${path}&key=${encodeURIComponent(booked.key)}`);
    expect(Math.max(...body.days[0].slots.map(({ free }: { free: number }) => free))).toBe(1);
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", helper).execute();
  });

  it("counts the visit's own time as free among the alternatives of a taken slot", async () => {
    const day = "2026-12-11";
    const booked = await caller.book({ preferredDate: day, preferredTime: "12:00" });
    await caller.book({ preferredDate: day, preferredTime: "14:00" });
    const { body } = await reschedule(booked, { date: day, time: "14:00" });
    expect(body.alternatives).toContainEqual({ date: day, time: "12:00", free: 1 });
  });

  it("keeps the length of a resized visit", async () => {
    const day = "2026-12-14";
    const booked = await caller.book({ preferredDate: day, preferredTime: "09:00" });
    await confirm(booked);
    const { id: visitId, technicianId } = await caller.db
      .selectFrom("visits")
      .select(["id", "technicianId"])
      .where("bookingId", "=", booked.bookingId)
      .executeTakeFirstOrThrow();
    const { bookingId } = booked;
    const longer = { day, time: "09:00", durationMin: 240, technicianId: technicianId! };
    const resized = await scheduleVisit(officeCtx(caller.db, new Date()), {
      ...{ bookingId, visitId, version: 2 },
      ...longer,
    });
    expect(resized.ok).toBe(true);
    await caller.book({ preferredDate: day, preferredTime: "15:00" });
    // Two hours are free before the other visit, but not four.
    const path = `/api/bookings/${booked.reference}/availability?from=${day}&to=${day}`;
    const { body } = await caller.call("GET", `${path}&key=${encodeURIComponent(booked.key)}`);
    const slots: { time: string; free: number }[] = body.days[0].slots;
    expect(slots.find(({ time }) => time === "12:00")?.free).toBe(0);
    expect((await reschedule(booked, { version: 3, date: day, time: "12:00" })).body.reason).toBe(
      "slot-taken",
    );
    const moved = await reschedule(booked, { version: 3, date: day, time: "10:00" });
    expect(moved.body.booking.visit).toMatchObject({
      startsAt: `${day}T06:00:00.000Z`,
      endsAt: `${day}T10:00:00.000Z`,
    });
  });

  it("names the public holiday of a day on which the business is closed", async () => {
    const day = "2026-12-21";
    await caller.db.insertInto("publicHolidays").values({ day, name: "Founders' Day" }).execute();
    const booked = await caller.book();
    const refused = await reschedule(booked, { date: day, time: "10:00" });
    expect(refused.body).toMatchObject({ reason: "slot-taken" });
    expect(refused.body.message).toMatch(/is a public holiday \(.?Founders' Day.?\), and we are closed\./);
    await caller.db.deleteFrom("publicHolidays").where("day", "=", day).execute();
  });

  it("holds a slot for a booking without a time", async () => {
    const booked = await caller.book();
    const { body } = await reschedule(booked, { date: "2026-12-05", time: "10:00" });
    expect(body.booking).toMatchObject({ state: "requested", visit: { state: "held" } });
    expect(await freeAt("2026-12-05", "10:00")).toBe(0);
  });

  it("offers the nearest free slots if the slot is taken and changes nothing", async () => {
    const booked = await caller.book({ preferredDate: "2026-12-07", preferredTime: "08:00" });
    await caller.book({ preferredDate: "2026-12-07", preferredTime: "14:00" });
    const before = await caller.contents();
    const { status, body } = await reschedule(booked, { date: "2026-12-07", time: "14:00" });
    expect({ status, reason: body.reason }).toEqual({ status: 409, reason: "slot-taken" });
    expect(body.alternatives).toHaveLength(3);
    expect(body.alternatives).toContainEqual({ date: "2026-12-07", time: "12:00", free: 1 });
    expect(await caller.contents()).toEqual(before);
    for (const { date, time } of body.alternatives) {
      const other = await caller.book();
      expect((await reschedule(other, { date, time })).status).toBe(200);
      expect((await cancel(other, { version: 2 })).status).toBe(200);
    }
  });

  it("refuses past times, days beyond a year and invalid times", async () => {
    const booked = await caller.book({ preferredDate: "2026-12-08", preferredTime: "08:00" });
    const before = await caller.contents();
    for (const [changes, errors] of [
      [{ date: "2026-11-22", time: "10:00" }, { date: "Please choose a date that is not in the past" }],
      [{ date: "2000-01-01", time: "10:00" }, { date: "Please choose a date that is not in the past" }],
      [{ date: "2027-11-24", time: "10:00" }, { date: "Please choose a date within the next year" }],
      [{ date: "9999-12-31", time: "10:00" }, { date: "Please choose a date" }],
      [{ date: "2026-12-09", time: "10:30" }, { time: "Please choose one of the times in the list" }],
      [{}, { date: "Please choose a date", time: "Please choose one of the times in the list" }],
    ]) {
      const { status, body } = await reschedule(booked, changes!);
      expect({ changes, status, errors: body.errors }).toEqual({ changes, status: 400, errors });
    }
    // Today, but already past.
    expect((await reschedule(booked, { date: "2026-11-23", time: "08:00" })).body.reason).toBe("slot-taken");
    expect(await caller.contents()).toEqual(before);
  });

  it("refuses emergencies, which have no slot", async () => {
    const booked = await caller.book({ service: "emergency" });
    const { status, body } = await reschedule(booked, { date: "2026-12-09", time: "10:00" });
    expect({ status, reason: body.reason }).toEqual({ status: 409, reason: "wrong-state" });
    expect(booked.booking.canReschedule).toBe(false);
  });

  it("refuses a stale version", async () => {
    const booked = await caller.book({ preferredDate: "2026-12-09", preferredTime: "08:00" });
    expect((await reschedule(booked, { date: "2026-12-09", time: "12:00" })).status).toBe(200);
    const { status, body } = await reschedule(booked, { date: "2026-12-09", time: "15:00" });
    expect({ status, reason: body.reason }).toEqual({ status: 409, reason: "stale" });
  });
});

describe("booking settings", () => {
  const saveSettings = (name: string, kept: object) =>
    caller.db
      .insertInto("settings")
      .values({ name, value: JSON.stringify(kept), version: 1 })
      .onConflict((conflict) => conflict.column("name").doUpdateSet({ value: JSON.stringify(kept) }))
      .execute();

  it("sets the customer's cut-off", async () => {
    const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "16:00" });
    const { startsAt } = (await follow(booked.reference, booked.key)).body.booking.visit;
    const cutOff = async () => (await follow(booked.reference, booked.key)).body.booking.changeDeadline.at;
    expect(Date.parse(startsAt) - Date.parse(await cutOff())).toBe(12 * 3_600_000);
    await confirm(booked);
    await saveSettings("bookings", { cutOffHours: 48 });
    expect(Date.parse(startsAt) - Date.parse(await cutOff())).toBe(48 * 3_600_000);
    expect((await cancel(booked, { version: 2 })).body.reason).toBe("too-late");
    await saveSettings("bookings", { cutOffHours: 12 });
    expect((await cancel(booked, { version: 2 })).status).toBe(200);
  });

  it("sets the response target of new requests only", async () => {
    const dueAfter = async ({ reference, key }: Booked) => {
      const { booking } = (await follow(reference, key)).body;
      return (Date.parse(booking.contactDueAt) - Date.parse(booking.requestedAt)) / 60_000;
    };
    const before = await caller.book({});
    await saveSettings("promise", { contactMinutes: 45, contactRuns: "always" });
    const after = await caller.book({});
    expect(await Promise.all([before, after].map(dueAfter))).toEqual([120, 45]);

    // Monday 09:00, open until 10:00, with a public holiday tomorrow.
    const week = [1, 2, 3].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "10:00" }));
    await saveSettings("hours", { week });
    await saveSettings("promise", { contactMinutes: 90, contactRuns: "opening-hours" });
    await caller.db.insertInto("publicHolidays").values({ day: TOMORROW, name: "A day off" }).execute();
    expect(await dueAfter(await caller.book({}))).toBe((48 - 1) * 60 + 30);
    await caller.db.deleteFrom("publicHolidays").where("day", "=", TOMORROW).execute();
    await caller.db.deleteFrom("settings").where("name", "=", "hours").execute();
    await saveSettings("promise", {});
  });
});
