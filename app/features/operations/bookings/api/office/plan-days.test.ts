import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventType } from "~/platform/events/events";
import { addDays } from "~/platform/time";
import { rounds, seedOfRun } from "../../../../../../test/faults/rounds";
import {
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { publicEventName } from "../../../../people/api-access/webhook-events";

/** Multi-day jobs: all days are placed or none, and they move as a whole. */

// Read before the clock is frozen.
const seed = seedOfRun();

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

/** Own Monday and technicians per test. */
let day: string;
let weeks = 0;
let ahmed: string;
let omar: string;
beforeEach(async () => {
  vi.setSystemTime(NOW);
  day = addDays("2027-01-04", 14 * weeks++);
  await caller.db.deleteFrom("rateLimits").execute();
  await caller.db.updateTable("technicians").set({ active: false }).execute();
  ahmed = await caller.addTechnician(`Ahmed Khan ${weeks}`);
  omar = await caller.addTechnician(`Omar Saleh ${weeks}`);
});

type Body = Record<string, unknown>;
const get = async (path: string, headers = admin) =>
  (await caller.call("GET", `/api/${path}`, undefined, headers)).body;
const post = (path: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/${path}`, body, headers);
const detail = async (id: string) => (await get(`admin/bookings/${id}`)).booking;

async function plan(id: string, changes: Body = {}) {
  const version = await caller.versionOf(id);
  return post(`admin/bookings/${id}/plan`, {
    ...{ version, technicianId: ahmed, helperIds: [], date: day, time: "09:00", days: 3, minutes: 480 },
    ...changes,
  });
}

/** A job of three days of Ahmed's. */
async function bookAndPlan(changes: Body = {}) {
  const booked = await caller.book();
  const answer = await plan(booked.bookingId, changes);
  expect(answer.status, answer.text).toBe(200);
  return { ...booked, id: booked.bookingId, booking: answer.body.booking };
}

/** Remaining visits of a booking by day and lead, from the database. */
async function days(id: string) {
  const rows = await caller.db
    .selectFrom("visits")
    .select(["technicianId", "startsAt", "multiDay", "state"])
    .where("bookingId", "=", id)
    .where("leadVisitId", "is", null)
    .where("state", "<>", "cancelled")
    .orderBy("startsAt")
    .execute();
  return rows.map((row) => row.startsAt.toISOString().slice(0, 13));
}
const at = (ahead: number, hour = "05") => `${addDays(day, ahead)}T${hour}`;

describe("planning a multi-day job", () => {
  it("places each day, confirms the request and shows the days as one job", async () => {
    const { id, booking, reference, key } = await bookAndPlan();
    expect(await days(id)).toEqual([at(0), at(1), at(2)]);
    expect(booking).toMatchObject({ state: "scheduled", days: [{}, {}, {}] });
    expect(booking.timeline.filter(({ event }: { event: string }) => event === "planDays")).toHaveLength(1);
    const { visits } = await get(`admin/board?from=${addDays(day, 1)}&to=${addDays(day, 1)}`);
    expect(visits).toMatchObject([{ technicianId: ahmed, multiDayPosition: { day: 2, days: 3 } }]);
    const link = `bookings/${reference}?key=${encodeURIComponent(key)}`;
    expect((await get(link, {})).booking).toMatchObject({
      canReschedule: false,
      canCancel: true,
      days: [{}, {}, {}],
    });
  });

  it("skips holidays and lists technicians who are free on all days", async () => {
    const { bookingId: id } = await caller.book();
    await caller.db
      .insertInto("publicHolidays")
      .values({ day: addDays(day, 1), name: "A holiday", open: false })
      .execute();
    await bookAndPlan({ technicianId: omar, date: addDays(day, 2), days: 1 });
    const choices = await get(`admin/bookings/${id}/plan?date=${day}&time=09:00&days=3&minutes=480`);
    expect(choices.days).toEqual([day, addDays(day, 2), addDays(day, 3)]);
    const choicesOfBoth = choices.technicians.filter((candidate: { id: string }) =>
      [ahmed, omar].includes(candidate.id),
    );
    expect(choicesOfBoth).toMatchObject([
      { id: ahmed, free: true, busyDays: [] },
      { id: omar, free: false, busyDays: [addDays(day, 2)] },
    ]);
    expect((await plan(id)).status).toBe(200);
    expect(await days(id)).toEqual([at(0), at(2), at(3)]);
  });

  it("refuses the whole plan with the busy technicians and days", async () => {
    await bookAndPlan({ date: addDays(day, 1), days: 1 });
    await bookAndPlan({ technicianId: omar, date: addDays(day, 2), days: 1 });
    const { bookingId: id } = await caller.book();
    const answer = await plan(id, { helperIds: [omar] });
    expect(answer.body).toMatchObject({ reason: "days-busy" });
    expect(answer.body.message).toContain(`Ahmed Khan ${weeks}`);
    expect(answer.body.message).toContain(`Omar Saleh ${weeks}`);
    expect(await days(id)).toEqual([]);
    expect(await detail(id)).toMatchObject({ state: "requested", version: 1 });
  });

  it("requires a reason for warnings", async () => {
    const { bookingId: id } = await caller.book();
    expect((await plan(id, { time: "14:00" })).body).toMatchObject({ reason: "technician-warning" });
    expect((await plan(id, { time: "14:00", override: "They agreed to stay" })).status).toBe(200);
  });

  it("assigns helpers to every day", async () => {
    const { id } = await bookAndPlan({ helperIds: [omar] });
    const { visits } = await detail(id);
    expect(visits).toMatchObject([1, 2, 3].map(() => ({ crewSize: 2, helpers: [{ technicianId: omar }] })));
    const swapped = await plan(id, { technicianId: omar, helperIds: [ahmed] });
    expect(swapped.status, swapped.text).toBe(200);
    expect((await detail(id)).visits).toMatchObject(
      [1, 2, 3].map(() => ({ technicianId: omar, helpers: [{ technicianId: ahmed }] })),
    );
    expect((await plan(id, { helperIds: [] })).body.booking.visits).toMatchObject(
      [1, 2, 3].map(() => ({ technicianId: ahmed, crewSize: 1, helpers: [] })),
    );
  });
});

describe("multi-day job", () => {
  it("moves onto its own days in both directions and gains or loses days", async () => {
    const { id } = await bookAndPlan({ helperIds: [omar] });
    const moved = async (changes: Body) => {
      const answer = await plan(id, { helperIds: [omar], ...changes });
      expect(answer.status, answer.text).toBe(200);
      return days(id);
    };
    expect(await moved({ date: addDays(day, 1) })).toEqual([at(1), at(2), at(3)]);
    expect(await moved({ date: day, time: "10:00" })).toEqual([at(0, "06"), at(1, "06"), at(2, "06")]);
    expect(await moved({ days: 4 })).toEqual([at(0), at(1), at(2), at(3)]);
    expect(await moved({ days: 1 })).toEqual([at(0)]);
    expect(await detail(id)).toMatchObject({ days: [], state: "scheduled" });
  });

  it("allows moving a single day", async () => {
    const { id, booking } = await bookAndPlan();
    const [, second] = booking.visits;
    const answer = await post(`admin/bookings/${id}/visits/${second.id}/placement`, {
      ...{ version: booking.version, technicianId: omar, date: addDays(day, 4), time: "09:00" },
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await days(id)).toEqual([at(0), at(2), at(4)]);
    const { visits } = await get(`admin/board?from=${addDays(day, 4)}&to=${addDays(day, 4)}`);
    expect(visits).toMatchObject([{ technicianId: omar, multiDayPosition: { day: 3, days: 3 } }]);
  });

  it("finishes with its last day and keeps past days in place", async () => {
    // Sessions expire within months.
    day = TOMORROW;
    const { id } = await bookAndPlan({ days: 2 });
    const step = async (move: string) => {
      const version = await caller.versionOf(id);
      const answer = await post(`admin/bookings/${id}/transitions`, {
        version,
        transition: move,
        confirmOtherDay: true,
      });
      expect(answer.status, answer.text).toBe(200);
      return answer.body.booking.state;
    };
    vi.setSystemTime(new Date(`${day}T05:00:00Z`));
    for (const move of ["depart", "arrive"]) await step(move);
    expect(await step("finishWork")).toBe("scheduled");
    expect((await plan(id, { date: addDays(day, 3), days: 2 })).status).toBe(200);
    expect(await days(id)).toEqual([at(0), at(3), at(4)]);
    expect((await detail(id)).days).toMatchObject([{ state: "work_done" }, {}, {}]);
    for (const move of ["depart", "arrive", "finishWork", "depart", "arrive"]) await step(move);
    expect(await step("finishWork")).toBe("work_done");
  });

  it("shows the customer its next day", async () => {
    day = TOMORROW;
    const user = { email: `aisha.${weeks}@plan.example`, password: "a password of mine" };
    await caller.addUser(user);
    const headers = { Cookie: await caller.signIn(user) };
    const { bookingId: id } = await caller.book({ email: user.email }, headers);
    expect((await plan(id)).status).toBe(200);
    const comingVisits = async () => (await get("account/overview", headers)).upcoming;
    expect(await comingVisits()).toMatchObject([
      {
        startsAt: `${day}T05:00:00.000Z`,
        multiDayPosition: { day: 1, days: 3 },
        technicianName: `Ahmed Khan ${weeks}`,
      },
    ]);
    await caller.db
      .updateTable("visits")
      .set({ state: "work_done", endedAt: new Date() })
      .where("bookingId", "=", id)
      .where("startsAt", "=", new Date(`${day}T05:00:00Z`))
      .execute();
    expect(await comingVisits()).toMatchObject([
      { startsAt: `${addDays(day, 1)}T05:00:00.000Z`, multiDayPosition: { day: 2, days: 3 } },
    ]);
  });

  it("allows the customer to cancel until the cut-off before its first day, and only the office to move it", async () => {
    day = TOMORROW;
    const { id, reference, key } = await bookAndPlan();
    const version = await caller.versionOf(id);
    const asked = { key, version, date: addDays(day, 8), time: "09:00" };
    expect((await post(`bookings/${reference}/reschedule`, asked, {})).body).toMatchObject({
      reason: "multi-day-locked",
    });
    // The second day is far ahead, the first one is done.
    vi.setSystemTime(new Date(`${day}T14:00:00Z`));
    await caller.db
      .updateTable("visits")
      .set({ state: "work_done", endedAt: new Date() })
      .where("bookingId", "=", id)
      .where("startsAt", "<", new Date())
      .execute();
    expect((await post(`bookings/${reference}/cancel`, { key, version }, {})).body).toMatchObject({
      reason: "too-late",
    });
  });
});

describe("missed day of a multi-day job", () => {
  /** Plans three days from tomorrow and reports no access on the first. */
  async function bookAndMissFirstDay(changes: Body = {}) {
    // Sessions expire within months.
    day = TOMORROW;
    const { id, booking } = await bookAndPlan(changes);
    vi.setSystemTime(new Date(`${day}T05:00:00Z`));
    for (const transition of ["depart", "reportNoAccess"]) {
      const version = await caller.versionOf(id);
      const answer = await post(`admin/bookings/${id}/transitions`, { version, transition });
      expect(answer.status, answer.text).toBe(200);
    }
    const [missed, ...others] = booking.visits;
    return { id, missed, others };
  }
  const findQueued = async (id: string) =>
    (await get(`admin/board?from=${day}&to=${day}`)).unassigned.find((work: Body) => work.bookingId === id);
  const isListed = async (id: string) =>
    (await get("admin/bookings?unassigned=yes")).bookings.some((row: Body) => row.id === id);
  const countToday = async () => (await get("admin/today/work")).unassigned;
  const placeAgain = async (id: string, changes: Body = {}) => {
    const version = await caller.versionOf(id);
    return post(`admin/bookings/${id}/visits`, {
      ...{ version, technicianId: omar, date: addDays(day, 3), time: "10:00" },
      ...changes,
    });
  };

  it("stays in the unassigned queue until a visit replaces it, and returns after undo", async () => {
    const { id } = await bookAndMissFirstDay();
    expect(await detail(id)).toMatchObject({ state: "scheduled" });
    const before = await countToday();
    expect(await findQueued(id)).toMatchObject({
      ...{ visitId: null, startsAt: null, hasTime: false, durationMin: 480 },
      missedDay: `${day}T05:00:00.000Z`,
    });
    expect(await isListed(id)).toBe(true);

    const placed = await placeAgain(id);
    expect(placed.status, placed.text).toBe(200);
    expect(await days(id)).toEqual([at(0), at(1), at(2), at(3, "06")]);
    const { visits } = await get(`admin/board?from=${addDays(day, 3)}&to=${addDays(day, 3)}`);
    expect(visits).toMatchObject([
      {
        technicianId: omar,
        endsAt: `${addDays(day, 3)}T14:00:00.000Z`,
        multiDayPosition: { day: 3, days: 3 },
      },
    ]);
    expect(await findQueued(id)).toBeUndefined();
    expect(await isListed(id)).toBe(false);
    expect(await countToday()).toBe(before - 1);

    const undone = await post(`admin/bookings/${id}/visits/${placed.body.visitId}/cancel`, {
      version: placed.body.version,
      undo: { leftVersion: placed.body.version, undoneVersions: [] },
    });
    expect(undone.status, undone.text).toBe(200);
    expect(await findQueued(id)).toMatchObject({ missedDay: `${day}T05:00:00.000Z` });
    expect(await countToday()).toBe(before);
  });

  it("takes its free helpers along when it is placed again", async () => {
    const { id } = await bookAndMissFirstDay({ helperIds: [omar] });
    expect(await findQueued(id)).toMatchObject({ missingHelpers: 1 });
    const placed = await placeAgain(id, { technicianId: ahmed });
    expect(placed.status, placed.text).toBe(200);
    const { visits } = await detail(id);
    expect(visits.find((visit: Body) => visit.id === placed.body.visitId)).toMatchObject({
      crewSize: 2,
      helpers: [{ technicianId: omar }],
    });
  });

  it("leaves the queue when planning adds a day, and returns after undo", async () => {
    const { id } = await bookAndMissFirstDay();
    expect((await plan(id, { date: addDays(day, 1), days: 3 })).status).toBe(200);
    expect(await findQueued(id)).toBeUndefined();
    const version = await caller.versionOf(id);
    const undo = { undo: { leftVersion: version, undoneVersions: [] } };
    expect((await post(`admin/bookings/${id}/plan/undo`, undo)).status).toBe(200);
    expect(await findQueued(id)).toMatchObject({ visitId: null });
  });

  it("leaves the queue when the remaining days finish the work", async () => {
    const { id } = await bookAndMissFirstDay({ days: 2 });
    for (const transition of ["depart", "arrive", "finishWork"]) {
      const version = await caller.versionOf(id);
      const move = { version, transition, confirmOtherDay: true };
      expect((await post(`admin/bookings/${id}/transitions`, move)).status).toBe(200);
    }
    expect(await detail(id)).toMatchObject({ state: "work_done" });
    expect(await findQueued(id)).toBeUndefined();
    expect(await isListed(id)).toBe(false);
  });

  it("waits in the queue behind a day that lost its technician", async () => {
    const { id, others } = await bookAndMissFirstDay();
    const [second] = others;
    const version = await caller.versionOf(id);
    const unassigned = await post(`admin/bookings/${id}/visits/${second.id}/unassign`, { version });
    expect(unassigned.status, unassigned.text).toBe(200);
    expect(await findQueued(id)).toMatchObject({ visitId: second.id, missedDay: null });
    const assigned = await post(`admin/bookings/${id}/visits/${second.id}/placement`, {
      version: unassigned.body.version,
      technicianId: ahmed,
      date: addDays(day, 1),
      time: "09:00",
    });
    expect(assigned.status, assigned.text).toBe(200);
    expect(await findQueued(id)).toMatchObject({ visitId: null, missedDay: `${day}T05:00:00.000Z` });
  });

  it("lists work on hold without its missed day", async () => {
    const { id } = await bookAndMissFirstDay({ days: 2 });
    const move = async (transition: string, changes: Body = {}) => {
      const version = await caller.versionOf(id);
      const input = { version, transition, confirmOtherDay: true, ...changes };
      const answer = await post(`admin/bookings/${id}/transitions`, input);
      expect(answer.status, answer.text).toBe(200);
    };
    await move("depart");
    await move("arrive");
    await move("hold", { reason: "Tiles are late" });
    expect(await findQueued(id)).toMatchObject({ missedDay: null, visitId: null });
    expect(await isListed(id)).toBe(true);
  });

  it("lists a day that lost its technician while other days are planned", async () => {
    const { id, booking } = await bookAndPlan();
    const [, second] = booking.visits;
    const answer = await post(`admin/bookings/${id}/visits/${second.id}/unassign`, {
      version: booking.version,
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await findQueued(id)).toMatchObject({
      ...{ visitId: second.id, startsAt: `${at(1)}:00:00.000Z`, missedDay: null },
      multiDayPosition: { day: 2, days: 3 },
    });
    expect(await isListed(id)).toBe(true);
  });
});

describe("undo of planning", () => {
  const undo = (id: string, left: number, undoneVersions: number[] = []) =>
    post(`admin/bookings/${id}/plan/undo`, { undo: { leftVersion: left, undoneVersions } });
  /** Pending customer notifications and the crews. */
  const pendingNotifications = (id: string) =>
    caller.db
      .selectFrom("pendingVisitNotifications")
      .innerJoin("visits", "visits.id", "pendingVisitNotifications.visitId")
      .select(["pendingVisitNotifications.technicianId"])
      .where("bookingId", "=", id)
      .execute();
  const remainingVisits = ({ visits }: { visits: { state: string }[] }) =>
    visits.filter(({ state }) => state !== "cancelled");

  it("restores the request when the customer was not notified of the confirmation yet", async () => {
    const { id, booking } = await bookAndPlan({ helperIds: [omar] });
    const undone = await undo(id, booking.version);
    expect(undone.status, undone.text).toBe(200);
    expect(undone.body.booking).toMatchObject({ state: "requested", days: [] });
    expect(await pendingNotifications(id)).toEqual([]);
    expect(await days(id)).toEqual([]);
    expect((await plan(id, { helperIds: [omar] })).status).toBe(200);
  });

  it("removes added visits and keeps the confirmation once the customer was notified", async () => {
    const { id, booking } = await bookAndPlan({ helperIds: [omar] });
    await caller.db.deleteFrom("pendingVisitNotifications").execute();
    const undone = await undo(id, booking.version);
    expect(undone.status, undone.text).toBe(200);
    expect(undone.body.booking).toMatchObject({ state: "confirmed", days: [] });
    expect(await days(id)).toEqual([]);
    // All technicians are free again for another plan.
    expect((await plan(id, { helperIds: [omar] })).status).toBe(200);
  });

  it("restores time, technician and helpers of every day without a notification", async () => {
    const { id, booking } = await bookAndPlan({ helperIds: [omar] });
    await caller.db.deleteFrom("pendingVisitNotifications").execute();
    const before = remainingVisits(booking);
    const moved = await plan(id, { technicianId: omar, date: addDays(day, 1), days: 2, time: "10:00" });
    expect(moved.status, moved.text).toBe(200);
    expect(await pendingNotifications(id)).not.toEqual([]);
    const undone = await undo(id, moved.body.booking.version);
    expect(undone.status, undone.text).toBe(200);
    expect(remainingVisits(undone.body.booking)).toEqual(before);
    expect(undone.body.booking.days).toEqual(booking.days);
    expect(await pendingNotifications(id)).toEqual([]);
    const calls = (await readTrail(caller.db, { subjectId: id })).map(({ type, data }) =>
      publicEventName(type as EventType, data as { visitId?: string }),
    );
    const multiDay = calls.filter((name) => name?.startsWith("visit.") || name === "booking.days-planned");
    const threeTimes = (name: string) => [name, name, name];
    // The daily helper leads, then helps again.
    expect(multiDay).toEqual([
      ...[...threeTimes("visit.helper-added"), "booking.days-planned"],
      ...[...threeTimes("visit.helper-removed"), "booking.days-planned"],
      ...["booking.days-planned", ...threeTimes("visit.helper-added")],
    ]);
  });

  it("refuses the whole undo after a conflict or a later change", async () => {
    const { id } = await bookAndPlan();
    const moved = await plan(id, { date: addDays(day, 7) });
    const { version: left } = moved.body.booking;
    await bookAndPlan({ date: addDays(day, 1), days: 1 });
    expect((await undo(id, left)).body).toMatchObject({ reason: "technician-busy" });
    expect(await days(id)).toEqual([at(7), at(8), at(9)]);

    const [first] = remainingVisits(moved.body.booking) as unknown as { id: string }[];
    const candidate = { version: left, technicianId: omar, date: addDays(day, 8), time: "09:00" };
    const changed = await post(`admin/bookings/${id}/visits/${first!.id}/placement`, candidate);
    expect(changed.status, changed.text).toBe(200);
    expect((await undo(id, left)).body).toMatchObject({ reason: "changed-since" });
    // A single change cannot be undone as a plan.
    expect((await undo(id, changed.body.version)).body).toMatchObject({ reason: "wrong-state" });
  });
});

it("property: concurrent dispatchers never place a day twice or half a job", async () => {
  let state = seed >>> 0;
  const random = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const bookings = [
    (await bookAndPlan()).id,
    (await bookAndPlan({ technicianId: omar })).id,
    (await bookAndPlan({ date: addDays(day, 7) })).id,
  ];
  const statuses = new Map<number, number>();
  for (let round = 0; round < rounds({ short: 8, long: 15 }); round++) {
    const attempts = Array.from({ length: 3 }, () => ({
      id: bookings[random(bookings.length)]!,
      technicianId: [ahmed, omar][random(2)]!,
      date: addDays(day, random(9)),
      days: 1 + random(4),
    }));
    const answers = await Promise.all(attempts.map(({ id, ...changes }) => plan(id, changes)));
    for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    for (const [index, { status }] of answers.entries()) {
      expect([200, 409], `seed ${seed}, round ${round}: ${answers[index]!.text}`).toContain(status);
    }
    for (const id of bookings) {
      const rows = (await detail(id)).visits.filter(({ state }: { state: string }) => state !== "cancelled");
      const who = new Set(rows.map(({ technicianId }: { technicianId: string }) => technicianId));
      expect(who.size, `seed ${seed}, round ${round}: ${id}`).toBe(1);
    }
  }
  expect(statuses.get(200), `seed ${seed}`).toBeGreaterThan(5);
});
