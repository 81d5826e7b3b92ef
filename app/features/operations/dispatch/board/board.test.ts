import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "~/platform/auth/actor";
import { addDays, dubaiDate, dubaiInstant } from "~/platform/time";
import { createActiveContract } from "../../../../../test/harness/company/active-contract";
import {
  type ApiResponse,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { office, officeCtx } from "../../../../../test/harness/company/company";
import { readTrail } from "../../../../../test/harness/company/trail";
import type { PlainTransition } from "../../bookings/booking";
import { setContinuationDate } from "../../bookings/commands/set-continuation-date.server";
import { transitionBooking } from "../../bookings/commands/transition-booking.server";
import { listTechnicianChoices } from "../../bookings/visits/technician-choices.server";
import { listCalendarVisits } from "../queries.server";
import { getBoard } from "./board-queries.server";
import { withUsualValues } from "./sparse-visits";

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
let sara: string;
beforeAll(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  sara = await caller.addTechnician("Sara Haddad");
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

// One day per test, so that tests do not share time.
let day = TOMORROW;
let days = 0;
beforeEach(() => {
  vi.setSystemTime(NOW);
  day = addDays("2027-01-04", days++);
});

type Body = Record<string, unknown>;
const post = (path: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/admin/bookings/${path}`, body, headers);
const place = (id: string, body: Body) => post(`${id}/visits`, body);
const arrange = (id: string, visitId: string, body: Body) => post(`${id}/visits/${visitId}/placement`, body);
const unassign = (id: string, visitId: string, body: Body) => post(`${id}/visits/${visitId}/unassign`, body);
const cancel = (id: string, visitId: string, body: Body) => post(`${id}/visits/${visitId}/cancel`, body);
/** Confirms departures on another day. */
const move = (id: string, body: Body) =>
  post(`${id}/transitions`, body.transition === "depart" ? { confirmOtherDay: true, ...body } : body);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;
const board = async (from = day, to = from) => {
  const path = `/api/admin/board?from=${from}&to=${to}`;
  const { body } = await caller.call("GET", path, undefined, admin);
  return { ...body, visits: body.visits.map(withUsualValues) };
};
const outcome = ({ status, body }: ApiResponse) => ({ status, reason: body.reason });
const at = (time: string, technicianId = omar) => ({ technicianId, date: day, time });
const utc = (time: string) => new Date(`${day}T${time}:00+04:00`).toISOString();

async function bookAndConfirm(changes: Body = {}) {
  const { bookingId, reference } = await caller.book(changes);
  expect((await move(bookingId, { transition: "confirm", version: 1 })).status).toBe(200);
  return { id: bookingId, reference, version: 2 };
}

async function bookAndPlace(time: string, technicianId = omar) {
  const { bookingId: id, reference } = await caller.book();
  const { status, body } = await place(id, { ...at(time, technicianId), version: 1 });
  expect(status).toBe(200);
  return { id, reference, visitId: body.visitId as string, version: body.version as number };
}

/** Last timeline entry and last event. */
async function lastOf(id: string) {
  const entry = await caller.db
    .selectFrom("timelineEntries")
    .select(["event", "fromState", "toState", "reason", "detail", "actorName"])
    .where("bookingId", "=", id)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  const { type, data } = (await readTrail(caller.db, { subjectId: id })).at(-1)!;
  return { entry, event: { type, data } };
}

describe("board of a day", () => {
  it("lists held requests of any day until they are confirmed", async () => {
    const { bookingId, reference } = await caller.book({ preferredDate: day, preferredTime: "16:00" });
    const findWork = async () =>
      (await board(TOMORROW)).requests.filter((one: Body) => one.bookingId === bookingId);
    const [held] = await findWork();
    expect(held).toMatchObject({ reference, bookingState: "requested", startsAt: utc("16:00") });
    expect(held.dueAt).not.toBeNull();
    const { technicianId, visitId, version } = held;
    const answer = await arrange(bookingId, visitId, { ...at("16:00", technicianId), version });
    expect(answer.status).toBe(200);
    expect(await findWork()).toEqual([]);
    expect((await detail(bookingId)).state).toBe("scheduled");
  });

  it("gives emergencies their arrival target, and drops an answer target once the customer was contacted", async () => {
    const { bookingId: emergency } = await caller.book({ service: "emergency" });
    const { bookingId: request } = await caller.book({ preferredDate: day, preferredTime: undefined });
    const dueOf = async (id: string) =>
      (await board()).unassigned.find((one: Body) => one.bookingId === id).dueAt;
    const { requestedAt } = await detail(emergency);
    expect(Date.parse(await dueOf(emergency)) - Date.parse(requestedAt)).toBe(120 * 60_000);
    expect((await move(emergency, { transition: "confirm", version: 1 })).status).toBe(200);
    expect(await dueOf(emergency)).not.toBeNull();
    expect(await dueOf(request)).not.toBeNull();
    const contact = { channel: "call", text: "Called back", version: 1 };
    expect((await post(`${request}/contacts`, contact)).status).toBe(200);
    expect(await dueOf(request)).toBeNull();
    await move(emergency, { transition: "cancel", version: 2, reason: "Test" });
    await move(request, { transition: "decline", version: 2, reason: "Test" });
  });

  it("shows technicians, visits with their versions, and closed times", async () => {
    const { id, visitId, reference } = await bookAndPlace("10:00");
    await caller.db
      .insertInto("publicHolidays")
      .values({ day: addDays(day, 200), name: "Far away" })
      .execute();
    const shown = await board();
    expect(shown.technicians.map(({ name }: Body) => name)).toEqual(["Omar Saleh", "Sara Haddad"]);
    expect(shown.technicians[0].skills).toContain("plumbing");
    expect(shown.visits).toEqual([
      {
        id: visitId,
        bookingId: id,
        version: 3,
        reference,
        serviceId: "plumbing",
        skills: ["plumbing"],
        tradeName: null,
        serviceName: "Plumbing",
        emergency: false,
        outdoor: false,
        customerName: "Aisha Al Marri",
        area: "Dubai Marina",
        bookingState: "scheduled",
        state: "scheduled",
        technicianId: omar,
        startsAt: utc("10:00"),
        endsAt: utc("11:00"),
        bufferMin: 30,
        newBufferMin: 30,
        actualTime: null,
        permitMissing: false,
        underContract: false,
        recurrence: null,
        preferredTechnician: null,
        leadVisitId: null,
        otherCrewNames: [],
        multiDayPosition: null,
        missingHelpers: 0,
        conflicts: [],
        delayedUntil: null,
        notificationPending: true,
        heldUntil: null,
      },
    ]);
    expect(shown.days).toMatchObject([
      {
        day,
        holiday: null,
        middayBreak: null,
        closed: {
          [omar]: [
            { fromMin: 0, toMin: 480, reason: "off-shift" },
            { fromMin: 1200, toMin: 1440, reason: "off-shift" },
          ],
        },
      },
    ]);
    expect((await board(addDays(day, 1))).visits).toEqual([]);
    expect((await board("2027-07-01")).days[0].middayBreak).toEqual({ fromMin: 750, toMin: 900 });
    expect((await board(addDays(day, 200))).days[0]).toMatchObject({
      holiday: { name: "Far away", open: false },
    });
  });

  it("shows finished visits on the day of the work", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    for (const [index, step] of ["depart", "arrive", "finishWork"].entries()) {
      expect((await move(id, { transition: step, version: version + index })).status).toBe(200);
    }
    const visitsOf = async (day: string) => (await board(day)).visits.map(({ id }: Body) => id);
    expect(await visitsOf(dubaiDate(NOW))).toContain(visitId);
    expect(await visitsOf(day)).not.toContain(visitId);
  });

  it("shows visits under way of another day on today's board until they end", async () => {
    const visit = await bookAndPlace("18:00");
    const today = addDays(day, 1);
    const progress = async (transition: PlainTransition, version: number, now: Date) =>
      expect(
        await transitionBooking(
          { ...officeCtx(caller.db), now },
          { bookingId: visit.id, transition, version, confirmOtherDay: true },
        ),
      ).toEqual({ ok: true });
    const boardAt = async (now: Date, shownDay: string, to = shownDay) =>
      (await getBoard({ ...officeCtx(caller.db), now }, shownDay, to)).visits.filter(
        ({ id }) => id === visit.visitId,
      );
    const night = dubaiInstant(today, "00:20");
    await progress("depart", visit.version, new Date(utc("17:40")));
    expect(await boardAt(night, today)).toMatchObject([
      { state: "en_route", startsAt: utc("18:00"), actualTime: { startsAt: utc("17:40") } },
    ]);
    await progress("arrive", visit.version + 1, new Date(utc("18:00")));
    for (const now of [night, dubaiInstant(addDays(day, 40), "09:00")])
      expect(await boardAt(now, dubaiDate(now))).toMatchObject([{ state: "on_site" }]);
    expect(await boardAt(night, addDays(today, 1), addDays(today, 7))).toEqual([]);
    expect(await boardAt(night, addDays(day, -7), addDays(day, -1))).toEqual([]);
    // Begun before its planned day.
    expect(await boardAt(dubaiInstant(addDays(day, -1), "12:00"), addDays(day, -1))).toHaveLength(1);
    await progress("finishWork", visit.version + 2, night);
    expect(await boardAt(night, today)).toMatchObject([
      { state: "work_done", startsAt: utc("18:00"), endsAt: night.toISOString() },
    ]);
    expect(await boardAt(dubaiInstant(addDays(today, 1), "09:00"), addDays(today, 1))).toEqual([]);
  });

  it("lists unassigned work: emergencies first, then by preferred day", async () => {
    const any = await bookAndConfirm();
    const dayRequest = await caller.book({ preferredDate: day, preferredTime: undefined });
    const urgent = await caller.book({ service: "emergency" });
    const onBoard = await bookAndPlace("12:00");
    await caller.db
      .updateTable("bookings")
      .set({ holdExpiredAt: NOW })
      .where("id", "=", dayRequest.bookingId)
      .execute();
    const { unassigned } = await board();
    const references = unassigned.map(({ reference }: Body) => reference);
    expect(references[0]).toBe(urgent.reference);
    expect(references.indexOf(dayRequest.reference)).toBeLessThan(references.indexOf(any.reference));
    expect(references).not.toContain(onBoard.reference);
    expect(unassigned.find(({ reference }: Body) => reference === dayRequest.reference)).toMatchObject({
      visitId: null,
      startsAt: utc("08:00"),
      hasTime: false,
      durationMin: 60,
      bookingState: "requested",
      holdExpired: true,
    });
    expect(unassigned.find(({ reference }: Body) => reference === any.reference).holdExpired).toBe(false);
    await move(urgent.bookingId, { transition: "decline", version: 1, reason: "Test" });
    await move(dayRequest.bookingId, { transition: "decline", version: 1, reason: "Test" });
    await move(any.id, { transition: "cancel", version: 2 });
  });

  it("shows contract, permit, recurrence, crew and pending notifications of unassigned work", async () => {
    const { bookingId, reference } = await caller.book({
      ...{ preferredDate: day, preferredTime: undefined },
      addressParts: {
        street: "Al Wasl Road",
        buildingName: "",
        unitNumber: "",
        area: "Jumeirah",
        landmark: "",
      },
    });
    const findWork = async () =>
      (await board(TOMORROW)).unassigned.find((work: Body) => work.bookingId === bookingId);
    expect(await findWork()).toMatchObject({
      ...{ reference, underContract: false, permitMissing: false, recurrence: null, multiDayPosition: null },
      ...{ otherCrewNames: [], missingHelpers: 0, notificationPending: false, heldUntil: null },
    });
    const { propertyId } = await caller.db
      .selectFrom("bookings")
      .select("propertyId")
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow();
    // Starts on the preferred day.
    await createActiveContract(caller.db, {
      ...{ propertyId, packageId: "plus", startsOn: day, endsOn: addDays(day, 364) },
    });
    await caller.db
      .insertInto("accessInstructions")
      .values({
        ...{ propertyId, bookingId, parking: "", notes: "", siteContact: "" },
        ...{ permitNeeded: true, permitBy: "office", permitUntil: addDays(day, -1) },
      })
      .execute();
    const started = await post(`${bookingId}/recurrence`, {
      ...{ version: 1, interval: "monthly", day: addDays(day, 31), time: "10:00" },
    });
    expect(started.status, started.text).toBe(200);
    expect(await findWork()).toMatchObject({
      ...{ underContract: true, permitMissing: true, recurrence: { number: 1, interval: "monthly" } },
    });
    const guest = await caller.book({ preferredDate: day, preferredTime: "14:00" });
    const held = (await board(TOMORROW)).requests.find((one: Body) => one.bookingId === guest.bookingId);
    const onItsDay = (await board()).visits.find((one: Body) => one.bookingId === guest.bookingId);
    expect(held.heldUntil).not.toBeNull();
    expect(held.heldUntil).toBe(onItsDay.heldUntil);

    // An unassigned visit keeps its pending notification.
    const one = await bookAndPlace("16:00");
    await unassign(one.id, one.visitId, { version: one.version, notifyCustomer: false });
    const findUnassigned = async () =>
      (await board()).unassigned.find((work: Body) => work.bookingId === one.id);
    expect(await findUnassigned()).toMatchObject({
      visitId: one.visitId,
      notificationPending: true,
      permitMissing: false,
    });
    const version = await caller.versionOf(one.id);
    await move(one.id, { transition: "cancel", version });
  });

  it("sorts unassigned work by held time, then by request time", async () => {
    const book = async (time: string | undefined, ageMin: number) => {
      const { bookingId: id } = await caller.book({ preferredDate: day, preferredTime: undefined });
      const preference = {
        preferredTime: time ?? null,
        requestedAt: new Date(NOW.getTime() - ageMin * 60_000),
      };
      await caller.db.updateTable("bookings").set(preference).where("id", "=", id).execute();
      return id;
    };
    const [noon, later, sooner, held] = [
      await book("12:00", 1),
      await book("09:00", 10),
      await book("09:00", 20),
      await book("18:00", 1),
    ];
    const hold = (from: string, state: "held" | "cancelled", technicianId: string | null = null) => ({
      ...{ id: crypto.randomUUID(), bookingId: held!, technicianId, state, createdAt: NOW },
      ...{ startsAt: new Date(utc(from)), endsAt: new Date(utc("17:00")) },
    });
    const visits = [hold("10:00", "held"), hold("11:00", "held"), hold("07:00", "cancelled")];
    await caller.db.insertInto("visits").values(visits).execute();
    const ids = [noon, later, sooner, held];
    const findWork = async () =>
      (await board()).unassigned.filter(({ bookingId }: Body) => ids.includes(bookingId as string));
    const shown = await findWork();
    expect(shown.map(({ bookingId }: Body) => bookingId)).toEqual([sooner, later, held, noon]);
    expect(shown[2]).toMatchObject({ visitId: visits[0]!.id, startsAt: utc("10:00"), hasTime: true });
    expect(shown[2].durationMin).toBe(420);
    // With a technician it is a held request, no longer unassigned.
    await caller.db
      .insertInto("visits")
      .values(hold("09:00", "held", omar))
      .execute();
    expect((await findWork()).map(({ bookingId }: Body) => bookingId)).toEqual([sooner, later, noon]);
    for (const id of ids) await move(id, { transition: "decline", version: 1, reason: "Test" });
  });

  it("counts the technicians employed on past days, in day and month", async () => {
    await caller.db.deleteFrom("employmentPeriods").where("technicianId", "in", [omar, sara]).execute();
    await caller.db
      .insertInto("employmentPeriods")
      .values([
        { technicianId: omar, firstDay: "2026-10-13", lastDay: null },
        { technicianId: sara, firstDay: "2026-09-01", lastDay: "2026-10-12" },
      ])
      .execute();
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", sara).execute();
    const working = async (date: string) => {
      const { days, technicians } = await board(date);
      const shown = technicians.map(({ id }: Body) => id);
      return [omar, sara].filter((id) => {
        const closed: Body[] = days[0].closed[id] ?? [];
        return shown.includes(id) && !closed.some(({ fromMin, toMin }) => fromMin === 0 && toMin === 1440);
      });
    };
    expect(await working("2026-10-12")).toEqual([sara]);
    expect(await working("2026-10-13")).toEqual([omar]);
    const path = "/api/admin/board/month?from=2026-10-12&to=2026-10-14";
    const { days } = (await caller.call("GET", path, undefined, admin)).body;
    const one = days[0].total.shiftMin;
    expect(one).toBeGreaterThan(0);
    expect(days.map(({ total }: { total: Body }) => total.shiftMin)).toEqual([one, one, one]);
    await caller.db.updateTable("technicians").set({ active: true }).where("id", "=", sara).execute();
  });

  it("sums a month by day of Asia/Dubai", async () => {
    await bookAndPlace("10:00");
    const late = await bookAndConfirm();
    const night = { ...at("23:30", sara), version: 2, override: "Night work" };
    expect((await place(late.id, night)).status).toBe(200);
    const path = (from: string, to: string) => `/api/admin/board/month?from=${from}&to=${to}`;
    const { body } = await caller.call("GET", path(day, addDays(day, 1)), undefined, admin);
    expect(body.days).toMatchObject([
      { day, visits: 2, technicians: 2, holiday: null },
      { day: addDays(day, 1), visits: 0, technicians: 0, holiday: null },
    ]);
    // Capacity as on the board of the day.
    const [{ closed }] = (await board()).days;
    const off = (id: string) =>
      closed[id].reduce(
        (sum: number, { fromMin, toMin }: { fromMin: number; toMin: number }) => sum + toMin - fromMin,
        0,
      );
    const shiftMin = [omar, sara].reduce((sum, id) => sum + 24 * 60 - off(id), 0);
    const { total, trades } = body.days[0];
    const minutes = (
      await caller.db
        .selectFrom("services")
        .select("durationMin")
        .where("id", "=", "plumbing")
        .executeTakeFirstOrThrow()
    ).durationMin;
    expect(total).toMatchObject({ bookedMin: 2 * minutes, shiftMin });
    expect(trades).toContainEqual(
      expect.objectContaining({ trade: "plumbing", bookedMin: 2 * minutes, shiftMin }),
    );
    expect(body.days[1].total).toMatchObject({ bookedMin: 0 });
    expect((await caller.call("GET", path(day, day), undefined, {})).status).toBe(401);
  });

  it.each([
    "from=2027-01-05&to=2027-01-04",
    "from=2027-01-01&to=2027-02-12",
    "from=2027-02-30&to=2027-02-30",
    "from=2027-01-01",
    "",
  ])("rejects invalid ranges: %s", async (query) => {
    expect((await caller.call("GET", `/api/admin/board?${query}`, undefined, admin)).status).toBe(400);
  });

  it("requires an office role for reads and writes", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    const customer = { email: "customer@example.com", password: "a password of a customer" };
    await caller.addUser(customer);
    const cookie = { Cookie: await caller.signIn(customer) };
    for (const [headers, status] of [
      [{}, 401],
      [cookie, 403],
    ] as const) {
      expect(
        (await caller.call("GET", `/api/admin/board?from=${day}&to=${day}`, undefined, headers)).status,
      ).toBe(status);
      const changes = [
        post(`${id}/visits`, { ...at("12:00"), version }, headers),
        post(`${id}/visits/${visitId}/placement`, { ...at("12:00"), version }, headers),
        post(`${id}/visits/${visitId}/unassign`, { version }, headers),
        post(`${id}/visits/${visitId}/cancel`, { version }, headers),
      ];
      for (const answer of await Promise.all(changes)) expect(answer.status).toBe(status);
    }
    expect(await caller.versionOf(id)).toBe(version);
  });
});

describe("calendar link", () => {
  it("lists the visits of the link's technician only", async () => {
    const { visitId } = await bookAndPlace("10:00", omar);
    const read = async (actor: Actor) =>
      (await listCalendarVisits({ ...caller.ctx(), actor })).map(({ id }) => id);
    expect(await read({ role: "calendar-holder", technicianId: omar })).toContain(visitId);
    expect(await read({ role: "calendar-holder", technicianId: sara })).not.toContain(visitId);
    await expect(read({ role: "visitor" })).rejects.toMatchObject({ status: 401 });
    await expect(read(office)).rejects.toMatchObject({ status: 403 });
  });
});

describe("placing a visit", () => {
  it("schedules a confirmed booking and returns it to confirmed when the visit is cancelled", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    expect(await detail(id)).toMatchObject({ state: "scheduled", version: 3 });
    expect(await lastOf(id)).toMatchObject({
      entry: {
        event: "assign",
        toState: "scheduled",
        actorName: "Test admin",
        detail: {
          visitId,
          before: null,
          after: { technicianId: omar, startsAt: utc("10:00"), endsAt: utc("11:00") },
        },
      },
      event: { type: "booking.technician-assigned" },
    });
    expect((await cancel(id, visitId, { version })).body).toEqual({ success: true, visitId, version: 4 });
    expect(await detail(id)).toMatchObject({ state: "confirmed", visits: [{ state: "cancelled" }] });
    expect((await board()).visits).toEqual([]);
  });

  it("confirms a request in the same step and records both transitions", async () => {
    const { bookingId } = await caller.book({ service: "emergency" });
    const { status, body } = await place(bookingId, { ...at("10:00"), version: 1 });
    expect({ status, version: body.version }).toEqual({ status: 200, version: 3 });
    const { state, timeline, acknowledgedAt, dispatchedAt } = await detail(bookingId);
    expect({ state, acknowledgedAt, dispatchedAt }).toEqual({
      state: "scheduled",
      acknowledgedAt: NOW.toISOString(),
      dispatchedAt: NOW.toISOString(),
    });
    expect(timeline.map(({ event }: Body) => event)).toEqual(["request", "confirm", "assign"]);
  });

  it("keeps a request unconfirmed if the placement is refused", async () => {
    await bookAndPlace("10:00");
    const { bookingId } = await caller.book({});
    expect(outcome(await place(bookingId, { ...at("10:30"), version: 1 }))).toEqual({
      status: 409,
      reason: "technician-busy",
    });
    expect(await detail(bookingId)).toMatchObject({ state: "requested", version: 1 });
    await move(bookingId, { transition: "decline", version: 1, reason: "Test" });
  });

  it("adds a second visit while the first is on hold, done or under way", async () => {
    for (const [start, again, ...steps] of [
      ["08:00", "scheduled", "depart", "arrive", "hold"],
      ["11:00", "scheduled", "depart", "arrive", "finishWork"],
      ["14:00", "on_site", "depart", "arrive"],
    ] as const) {
      const { id, version } = await bookAndPlace(start);
      let currentVersion = version;
      for (const step of steps) {
        expect((await move(id, { transition: step, version: currentVersion, reason: "Parts" })).status).toBe(
          200,
        );
        currentVersion++;
      }
      const before = await detail(id);
      const second = await place(id, { ...at(start, sara), version: currentVersion });
      expect(second.status).toBe(200);
      const after = await detail(id);
      expect({ start, state: after.state, visits: after.visits.length }).toEqual({
        start,
        state: again,
        visits: 2,
      });
      expect(after.visits).toContainEqual(before.visits[0]);
      expect((await cancel(id, second.body.visitId, { version: currentVersion + 1 })).status).toBe(200);
      expect((await detail(id)).state).toBe(before.state);
    }
  });

  it("refuses closed bookings, unknown technicians and invalid durations", async () => {
    const { bookingId } = await caller.book({});
    await move(bookingId, { transition: "decline", version: 1, reason: "Too far" });
    expect(outcome(await place(bookingId, { ...at("10:00"), version: 2 }))).toEqual({
      status: 409,
      reason: "wrong-state",
    });
    const { id } = await bookAndConfirm();
    const unknownId = "00000000-0000-4000-8000-000000000000";
    expect(outcome(await place(id, { ...at("10:00", unknownId), version: 2 }))).toEqual({
      status: 404,
      reason: "technician-unknown",
    });
    expect(outcome(await arrange(id, unknownId, { ...at("10:00"), version: 2 }))).toEqual({
      status: 404,
      reason: "visit-unknown",
    });
    for (const durationMin of [0, 14, 721, 30.5, "60"]) {
      expect((await place(id, { ...at("10:00"), durationMin, version: 2 })).status).toBe(400);
    }
    expect((await place("no-such-id", { ...at("10:00"), version: 2 })).status).toBe(404);
  });
});

describe("arranging a visit", () => {
  it("moves a visit to another time and back, and emits the reschedule", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    const moved = await arrange(id, visitId, { ...at("14:15"), version });
    expect(moved.body).toEqual({ success: true, visitId, version: version + 1 });
    expect(await lastOf(id)).toMatchObject({
      entry: {
        event: "reschedule",
        detail: { before: { technicianId: omar, startsAt: utc("10:00") }, after: { startsAt: utc("14:15") } },
      },
      event: { type: "booking.rescheduled", data: { fromStartsAt: utc("10:00"), toStartsAt: utc("14:15") } },
    });
    const undone = await arrange(id, visitId, { ...at("10:00"), version: version + 1 });
    expect(undone.status).toBe(200);
    expect((await board()).visits).toMatchObject([{ startsAt: utc("10:00"), technicianId: omar }]);
  });

  it("assigns another technician, also across midnight", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    await arrange(id, visitId, { ...at("10:00", sara), version });
    expect(await lastOf(id)).toMatchObject({
      entry: { event: "assign", detail: { before: { technicianId: omar }, after: { technicianId: sara } } },
      event: { type: "booking.technician-assigned", data: { technicianId: sara } },
    });
    const late = { ...at("23:30", sara), version: version + 1 };
    expect(outcome(await arrange(id, visitId, late))).toEqual({ status: 409, reason: "technician-warning" });
    expect((await arrange(id, visitId, { ...late, override: "Night work" })).status).toBe(200);
    for (const shownOn of [day, addDays(day, 1)]) {
      expect((await board(shownOn)).visits).toMatchObject([{ startsAt: utc("23:30") }]);
    }
    expect((await board(addDays(day, 2))).visits).toEqual([]);
  });

  it("resizes a visit under way but does not move it", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    const longer = await arrange(id, visitId, { ...at("10:00"), durationMin: 150, version });
    expect(longer.status).toBe(200);
    expect(await lastOf(id)).toMatchObject({
      entry: { event: "resize" },
      event: { type: "booking.visit-resized", data: { fromEndsAt: utc("11:00"), toEndsAt: utc("12:30") } },
    });
    await move(id, { transition: "depart", version: version + 1 });
    await move(id, { transition: "arrive", version: version + 2 });
    const onSite = { version: version + 3 };
    expect((await arrange(id, visitId, { ...at("10:00"), durationMin: 180, ...onSite })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ state: "on_site", visit: { endsAt: utc("13:00") } });
    for (const wanted of [at("12:00"), at("10:00", sara)]) {
      expect(outcome(await arrange(id, visitId, { ...wanted, version: version + 4 }))).toEqual({
        status: 409,
        reason: "wrong-state",
      });
    }
    for (const change of [unassign, cancel]) {
      expect(outcome(await change(id, visitId, { version: version + 4 }))).toEqual({
        status: 409,
        reason: "wrong-state",
      });
    }
  });

  it("refuses overlapping visits, even with a reason", async () => {
    await bookAndPlace("12:00");
    const { id, visitId, version } = await bookAndPlace("10:00");
    for (const wanted of [
      { ...at("11:00") },
      { ...at("10:00"), durationMin: 120 },
      { ...at("12:15"), override: "It has to be" },
    ]) {
      expect(outcome(await arrange(id, visitId, { ...wanted, version }))).toEqual({
        status: 409,
        reason: "technician-busy",
      });
    }
    expect(await caller.versionOf(id)).toBe(version);
  });

  it("writes nothing without a change", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    expect((await arrange(id, visitId, { ...at("10:00"), version })).body.version).toBe(version);
    expect(await caller.versionOf(id)).toBe(version);
  });

  it("warns of long travel, other zones and past times", async () => {
    await bookAndPlace("10:00");
    const { id } = await bookAndConfirm({
      addressParts: { street: "Street 1", buildingName: "", unitNumber: "", area: "Mirdif", landmark: "" },
    });
    const far = await place(id, { ...at("11:30"), version: 2 });
    expect(far.body).toMatchObject({ reason: "technician-warning", conflictText: "not enough travel time" });
    expect((await place(id, { ...at("12:15"), version: 2 })).status).toBe(200);

    await caller.db.insertInto("technicianZones").values({ technicianId: sara, area: "Deira" }).execute();
    const { id: other } = await bookAndConfirm();
    const { body } = await place(other, {
      technicianId: sara,
      date: "2026-11-22",
      time: "21:00",
      version: 2,
    });
    expect(body.conflictText).toBe(
      "outside working hours, outside the technician's home areas, this time has passed",
    );
    await caller.db.deleteFrom("technicianZones").execute();
    await move(other, { transition: "cancel", version: 2 });
  });

  it("warns of another technician's zone but not of the current technician's", async () => {
    const zones = [omar, sara].map((technicianId) => ({ technicianId, area: "Deira" }));
    await caller.db.insertInto("technicianZones").values(zones).execute();
    const { bookingId } = await caller.book({ preferredDate: day, preferredTime: "10:00" });
    await move(bookingId, { transition: "confirm", version: 1 });
    const [{ id: visitId, technicianId, version }] = (await board()).visits;
    const choices = async () =>
      (
        await caller.call(
          "GET",
          `/api/admin/bookings/${bookingId}/technicians?date=${day}&time=14:00`,
          undefined,
          admin,
        )
      ).body.technicians;
    const other = technicianId === omar ? sara : omar;
    expect(await choices()).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: technicianId, free: true }),
        expect.objectContaining({
          id: other,
          free: false,
          conflictText: "outside the technician's home areas",
        }),
      ]),
    );
    const refused = await arrange(bookingId, visitId, { ...at("14:00", other), version });
    expect(refused.body).toMatchObject({
      reason: "technician-warning",
      conflictText: "outside the technician's home areas",
    });
    const moved = await arrange(bookingId, visitId, { ...at("14:00", technicianId), version });
    await caller.db.deleteFrom("technicianZones").execute();
    expect(outcome(moved)).toEqual({ status: 200, reason: undefined });
    expect((await detail(bookingId)).timeline.at(-1)).toMatchObject({ event: "reschedule", reason: null });
  });
});

describe("unassigned queue", () => {
  it("unassigns a visit with its agreed time and assigns it again", async () => {
    const { id, visitId, version, reference } = await bookAndPlace("10:00");
    expect((await unassign(id, visitId, { version })).status).toBe(200);
    const shown = await board();
    expect(shown.visits).toEqual([]);
    expect(shown.unassigned.find((one: Body) => one.reference === reference)).toMatchObject({
      visitId,
      startsAt: utc("10:00"),
      bookingState: "confirmed",
      version: version + 1,
    });
    expect(outcome(await unassign(id, visitId, { version: version + 1 })).status).toBe(409);
    await bookAndPlace("10:00", omar);
    expect((await arrange(id, visitId, { ...at("10:00", sara), version: version + 1 })).status).toBe(200);
    expect(await detail(id)).toMatchObject({
      state: "scheduled",
      visits: [{ technicianName: "Sara Haddad" }],
    });
  });
});

describe("undo", () => {
  const unassignedWork = async (reference: string) =>
    (await board()).unassigned.find((one: Body) => one.reference === reference);
  const withoutVersion = ({ version: _, ...rest }: Body) => rest;

  it("restores the agreed time when a placement from the queue is undone", async () => {
    const { id, visitId, version, reference } = await bookAndPlace("10:00");
    await arrange(id, visitId, { ...at("10:00"), durationMin: 105, version });
    await unassign(id, visitId, { version: version + 1 });
    const before = await unassignedWork(reference);
    await arrange(id, visitId, { ...at("14:00", sara), durationMin: 30, version: version + 2 });
    const back = { date: day, time: "10:00", durationMin: 105 };
    expect((await unassign(id, visitId, { version: version + 3, originalTime: back })).status).toBe(200);
    expect(withoutVersion(await unassignedWork(reference))).toEqual(withoutVersion(before));
    expect(await lastOf(id)).toMatchObject({
      entry: {
        event: "unassign",
        detail: {
          before: { technicianId: sara, startsAt: utc("14:00") },
          after: { technicianId: null, startsAt: utc("10:00"), endsAt: utc("11:45") },
        },
      },
      event: { type: "booking.rescheduled", data: { fromStartsAt: utc("14:00"), toStartsAt: utc("10:00") } },
    });
    expect((await unassign(id, visitId, { version: version + 4, originalTime: { date: day } })).status).toBe(
      400,
    );
  });

  it("restores the preferred time when a first placement is undone", async () => {
    const { id, reference } = await bookAndConfirm({ preferredDate: day, preferredTime: undefined });
    const before = await unassignedWork(reference);
    const { body } = await place(id, { ...at("15:00"), version: 2 });
    await cancel(id, body.visitId, { version: 3 });
    expect(withoutVersion(await unassignedWork(reference))).toEqual(withoutVersion(before));
  });

  it("undoes only own last changes and names the colleague who changed the visit since", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    const user = {
      email: "dispatcher@company.example",
      password: "a password of hers",
      role: "dispatcher" as const,
    };
    await caller.addUser(user);
    const colleague = { Cookie: await caller.signIn(user) };
    const findWork = await arrange(id, visitId, { ...at("12:00"), version });
    const colleagueChange = { ...at("13:00"), version: version + 1 };
    expect((await post(`${id}/visits/${visitId}/placement`, colleagueChange, colleague)).status).toBe(200);
    await arrange(id, visitId, { ...at("15:00"), version: version + 2 });

    // The last change is undone; the colleague's stays.
    const left = { leftVersion: version + 3, undoneVersions: [] };
    const undone = await arrange(id, visitId, { ...at("13:00"), version: version + 3, undo: left });
    expect(undone.body.version).toBe(version + 4);
    const undo = { leftVersion: findWork.body.version, undoneVersions: [version + 2, version + 3] };
    const first = await arrange(id, visitId, { ...at("10:00"), version: version + 4, undo });
    expect(outcome(first)).toEqual({ status: 409, reason: "changed-since" });
    expect(first.body.message).toMatch(/^Test dispatcher changed this visit at 9:00.am: Rescheduled/i);
    for (const change of [unassign, cancel]) {
      expect(outcome(await change(id, visitId, { version: version + 4, undo }))).toMatchObject({
        reason: "changed-since",
      });
    }
    expect((await board()).visits).toMatchObject([{ startsAt: utc("13:00") }]);
  });

  it("undoes two steps despite a note in between", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    await arrange(id, visitId, { ...at("12:00"), version });
    await arrange(id, visitId, { ...at("14:00"), version: version + 1 });
    expect((await post(`${id}/notes`, { text: "Rang twice", version: version + 2 })).status).toBe(200);
    const last = { leftVersion: version + 2, undoneVersions: [] };
    const once = await arrange(id, visitId, { ...at("12:00"), version: version + 2, undo: last });
    expect(once.body.version).toBe(version + 4);
    const before = { leftVersion: version + 1, undoneVersions: [version + 1, version + 3] };
    const twice = await arrange(id, visitId, { ...at("10:00"), version: version + 4, undo: before });
    expect(twice.status).toBe(200);
    expect((await board()).visits).toMatchObject([{ startsAt: utc("10:00") }]);
  });

  it("keeps the request of a held visit unconfirmed", async () => {
    const { bookingId, reference } = await caller.book({ preferredDate: day, preferredTime: "10:00" });
    const [held] = (await board()).visits;
    expect(held).toMatchObject({ reference, state: "held", bookingState: "requested" });
    const restored = { ...at("10:00", held.technicianId), asHold: true, override: "Undone" };
    await unassign(bookingId, held.id, { version: 1 });
    expect((await arrange(bookingId, held.id, { ...restored, version: 2 })).status).toBe(200);
    expect((await board()).visits.map(withoutVersion)).toEqual([withoutVersion(held)]);

    await cancel(bookingId, held.id, { version: 3 });
    expect((await place(bookingId, { ...restored, version: 4 })).status).toBe(200);
    expect((await board()).visits).toMatchObject([{ reference, state: "held", bookingState: "requested" }]);

    await move(bookingId, { transition: "confirm", version: 5 });
    const [{ id: visitId }] = (await board()).visits;
    expect(outcome(await arrange(bookingId, visitId, { ...restored, version: 6 }))).toEqual({
      status: 409,
      reason: "wrong-state",
    });
  });
});

describe("visit that ends early", () => {
  /** Planned 10:00 to 14:00, left at 10:20; another job waits for the technician. */
  async function endEarly(move: "hold" | "finishWork", reason?: string) {
    const { id, visitId, version } = await bookAndPlace("10:00");
    await arrange(id, visitId, { ...at("10:00"), durationMin: 240, version });
    await moveAs(id, "depart", version + 1);
    await moveAs(id, "arrive", version + 2);
    const waiting = await bookAndConfirm();
    const at1130 = { ...at("11:30"), version: waiting.version };
    expect(outcome(await place(waiting.id, at1130))).toEqual({ status: 409, reason: "technician-busy" });
    await moveAs(id, move, version + 3, reason);
    return { id, visitId, version: version + 4, placeOther: () => place(waiting.id, at1130) };
  }

  async function moveAs(bookingId: string, move: PlainTransition, version: number, reason?: string) {
    const then = { ...officeCtx(caller.db), now: new Date(utc("10:20")) };
    expect(
      (await transitionBooking(then, { bookingId, transition: move, version, reason, confirmOtherDay: true }))
        .ok,
    ).toBe(true);
  }

  it("shows the reason and the expected date of work on hold in the unassigned queue", async () => {
    const { id, version } = await endEarly("hold", "A valve");
    const queued = async () => (await board()).unassigned.find(({ bookingId }: Body) => bookingId === id);
    // The preferred time has passed.
    expect(await queued()).toMatchObject({
      ...{ onHold: { reason: "A valve", continueOn: null }, startsAt: null, hasTime: false },
    });
    const then = { ...officeCtx(caller.db), now: new Date(utc("10:20")) };
    await setContinuationDate(then, { bookingId: id, version, continueOn: "2027-08-02" });
    expect(await queued()).toMatchObject({
      ...{ onHold: { reason: "A valve", continueOn: "2027-08-02" }, hasTime: false },
      startsAt: dubaiInstant("2027-08-02", "08:00").toISOString(),
    });
  });

  it("frees the remaining time of a visit on hold and continues in another visit", async () => {
    const { id, visitId, version, placeOther } = await endEarly("hold", "A valve");
    expect((await board()).visits).toMatchObject([
      { id: visitId, state: "on_hold", startsAt: utc("10:00"), endsAt: utc("10:20") },
    ]);
    expect((await placeOther()).status).toBe(200);
    expect((await place(id, { ...at("16:00"), version })).status).toBe(200);
    expect(await detail(id)).toMatchObject({
      state: "scheduled",
      visits: [{ state: "on_hold" }, { state: "scheduled" }],
    });
  });

  it("frees the remaining time of a finished visit", async () => {
    const { visitId, placeOther } = await endEarly("finishWork");
    expect((await board()).visits).toMatchObject([
      { id: visitId, state: "work_done", startsAt: utc("10:00"), endsAt: utc("10:20") },
    ]);
    expect((await placeOther()).status).toBe(200);
  });
});

describe("visit that deviates from its plan", () => {
  const then = (time: string) => ({ ...officeCtx(caller.db), now: new Date(utc(time)) });

  /** Applies each transition at its time. */
  async function visitWithTransitions(time: string, ...moves: [move: PlainTransition, time: string][]) {
    const { id, visitId, version } = await bookAndPlace(time);
    for (const [index, [move, at]] of moves.entries()) {
      const moved = await transitionBooking(then(at), {
        bookingId: id,
        visitId,
        transition: move,
        version: version + index,
      });
      expect(moved).toEqual({ ok: true });
    }
    return { id, visitId };
  }
  const freeAt = async (id: string, now: string, time: string) =>
    (await listTechnicianChoices(then(now), id, { day, time }))!.find((one) => one.id === omar)!.conflictText;

  it("frees the planned time of a visit finished earlier", async () => {
    await visitWithTransitions("10:00", ["depart", "08:00"], ["arrive", "08:10"], ["finishWork", "08:41"]);
    await visitWithTransitions("16:00", ["depart", "08:00"], ["arrive", "08:10"], ["finishWork", "08:41"]);
    const waiting = await bookAndConfirm();
    expect(await freeAt(waiting.id, "08:42", "08:55")).toBeNull();
    expect(await freeAt(waiting.id, "08:42", "10:00")).toBeNull();
    expect((await place(waiting.id, { ...at("10:00"), version: 2 })).status).toBe(200);
    const again = await bookAndConfirm();
    expect((await place(again.id, { ...at("16:00"), version: 2 })).status).toBe(200);
    expect((await board()).visits.filter(({ state }: Body) => state === "work_done")).toMatchObject([
      { startsAt: utc("08:10"), endsAt: utc("08:41") },
      { startsAt: utc("08:10"), endsAt: utc("08:41") },
    ]);
  });

  it("extends the busy time of overrunning work and delays the next visit", async () => {
    await visitWithTransitions("10:00", ["depart", "09:40"], ["arrive", "10:00"]);
    const next = await bookAndPlace("12:00");
    const waiting = await bookAndConfirm();
    // Busy from departure until the end is reported.
    expect(await freeAt(waiting.id, "09:41", "09:30")).toBe("already has a visit");
    expect(await freeAt(waiting.id, "14:20", "14:15")).toBe("already has a visit");
    expect(await freeAt(waiting.id, "14:20", "16:00")).toBeNull();

    const shown = async (now: string) =>
      (await getBoard(then(now), day, day)).visits.find(({ bookingId }) => bookingId === next.id);
    expect(await shown("11:40")).toMatchObject({ delayedUntil: null });
    expect(await shown("12:20")).toMatchObject({ delayedUntil: utc("12:35"), startsAt: utc("12:00") });
  });

  it("records the actual time of late work and delays the next visit", async () => {
    const next = await bookAndPlace("12:00");
    const { id } = await visitWithTransitions(
      "10:00",
      ["depart", "09:40"],
      ["arrive", "10:00"],
      ["finishWork", "12:40"],
    );
    const { visits } = await detail(id);
    expect(visits).toMatchObject([{ state: "work_done", startsAt: utc("10:00"), endsAt: utc("12:40") }]);
    const shown = await getBoard(then("12:41"), day, day);
    expect(shown.visits.find(({ bookingId }) => bookingId === next.id)).toMatchObject({
      delayedUntil: utc("12:40"),
    });
  });
});

describe("concurrent dispatchers", () => {
  it("accepts one of several concurrent moves and names the winner to the others", async () => {
    const { id, visitId, version } = await bookAndPlace("10:00");
    const answers = await Promise.all(
      ["12:00", "14:00", "16:00", "18:00"].map((time) => arrange(id, visitId, { ...at(time), version })),
    );
    const accepted = answers.filter(({ status }) => status === 200);
    const refused = answers.filter(({ status }) => status !== 200);
    expect([accepted.length, refused.length]).toEqual([1, 3]);
    for (const answer of refused) {
      expect(answer.body).toMatchObject({
        reason: "stale",
        message: expect.stringMatching(
          /^Test admin changed this booking at 9:00.AM, just before you: Rescheduled\. Check it and try again\.$/i,
        ),
      });
    }
    expect(await caller.versionOf(id)).toBe(version + 1);
  });

  it("accepts one of two visits at a contested time", async () => {
    const one = await bookAndPlace("08:00");
    const two = await bookAndPlace("18:00");
    const answers = await Promise.all(
      [one, two].map(({ id, visitId, version }) => arrange(id, visitId, { ...at("13:00"), version })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)!.body.reason).toBe("technician-busy");
  });
});

describe("suggestions", () => {
  const suggestions = (id: string, headers = admin) =>
    caller.call("GET", `/api/admin/bookings/${id}/suggestions`, undefined, headers);

  it("suggests placements without warnings, shortest travel first", async () => {
    await bookAndPlace("08:00", sara);
    const { bookingId } = await caller.book({ preferredDate: day, preferredTime: undefined });
    await move(bookingId, { transition: "confirm", version: 1 });
    const { body } = await suggestions(bookingId);
    expect(body.suggestions.map(({ name, date }: Body) => [name, date])).toEqual([
      ["Omar Saleh", day],
      ["Sara Haddad", day],
    ]);
    expect(body.suggestions[1]).toEqual({
      technicianId: sara,
      name: "Sara Haddad",
      date: day,
      time: "10:00",
      travel: { area: "Dubai Marina", minutes: 10 },
      visitsThatDay: 1,
      matchesPreference: false,
      onCall: false,
      isPreferred: false,
    });
    const { technicianId, date, time } = body.suggestions[0];
    expect((await place(bookingId, { technicianId, date, time, version: 2 })).status).toBe(200);
  });

  it("requires an office role and an existing booking", async () => {
    const { id } = await bookAndConfirm();
    expect((await suggestions(id, {})).status).toBe(401);
    expect((await suggestions("no-such-id")).status).toBe(404);
    expect((await suggestions("00000000-0000-4000-8000-000000000000")).status).toBe(404);
    await move(id, { transition: "cancel", version: 2 });
  });
});
