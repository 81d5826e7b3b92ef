import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { addDays, dubaiDate, dubaiTime } from "~/platform/time";
import { type Caller, createCaller, NOW, TOMORROW } from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import type { VisitToReassign } from "../views";

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

/** One day and new technicians per test, so that tests do not share time. */
let day = TOMORROW;
let days = 0;
let technicianOnLeave: string;
let sara: string;
beforeEach(async () => {
  vi.setSystemTime(NOW);
  day = addDays("2027-01-04", days++);
  await caller.db.updateTable("technicians").set({ active: false }).execute();
  technicianOnLeave = await caller.addTechnician(`Omar Saleh ${days}`);
  sara = await caller.addTechnician(`Sara Haddad ${days}`);
});

type Body = Record<string, unknown>;
const get = async (path: string) => (await caller.call("GET", `/api/admin/${path}`, undefined, admin)).body;
const post = (path: string, body: Body) => caller.call("POST", `/api/admin/${path}`, body, admin);
const detail = async (id: string) => (await get(`bookings/${id}`)).booking;
const technician = async (id = technicianOnLeave) => (await get(`technicians/${id}`)).technician;
const visitsToReassign = async (range = `from=${NOW.toISOString()}`): Promise<VisitToReassign[]> =>
  (await get(`technicians/${technicianOnLeave}/reassignment?${range}`)).visits;
const leave = async (visits: Body[]) =>
  post(`technicians/${technicianOnLeave}/reassignment-with-deactivation`, {
    version: (await technician()).version,
    visits,
  });
const asProposed = (visits: VisitToReassign[]) =>
  visits.map(({ id, version, proposed, startsAt }) => {
    const at = proposed && proposed.startsAt !== startsAt ? new Date(proposed.startsAt) : null;
    return {
      ...{ visitId: id, version, technicianId: proposed?.technicianId ?? null },
      at: at ? { date: dubaiDate(at), time: dubaiTime(at) } : undefined,
    };
  });

/** Confirmed booking of the leaving technician. */
async function bookAndPlace(time: string, technicianId = technicianOnLeave, changes: Body = {}) {
  const { bookingId, reference } = await caller.book(changes);
  const answer = await post(`bookings/${bookingId}/visits`, { version: 1, technicianId, date: day, time });
  expect(answer.status, answer.text).toBe(200);
  return { id: bookingId, reference, visitId: answer.body.visitId as string };
}

/** Technicians of a booking's visits, in order of time. */
async function technicianIdsOf(bookingId: string) {
  const rows = await caller.db
    .selectFrom("visits")
    .select(["technicianId", "state"])
    .where("bookingId", "=", bookingId)
    .orderBy("startsAt")
    .execute();
  return rows.map(({ technicianId, state }) => ({ technicianId, state }));
}

describe("reassignAndDeactivate", () => {
  it("proposes a replacement for each visit and deactivates the technician with the reassignment", async () => {
    const first = await bookAndPlace("10:00");
    const second = await bookAndPlace("14:00");
    const visits = await visitsToReassign();
    expect(visits).toMatchObject([
      { id: first.visitId, reference: first.reference, isMovable: true, proposed: { technicianId: sara } },
      { id: second.visitId, isMovable: true, choices: [{ technicianId: sara, name: `Sara Haddad ${days}` }] },
    ]);

    const answer = await leave(asProposed(visits));
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.technician).toMatchObject({ id: technicianOnLeave, active: false });
    for (const { id } of [first, second]) {
      expect(await technicianIdsOf(id)).toEqual([{ technicianId: sara, state: "scheduled" }]);
      expect(await detail(id)).toMatchObject({ state: "scheduled" });
    }
    const trail = await readTrail(caller.db, { subjectId: first.id });
    expect(trail.at(-1)).toMatchObject({
      type: "booking.technician-assigned",
      data: { visitId: first.visitId, technicianId: sara },
    });
  });

  it('lists how each customer is notified, and "manual" while notifications wait for the dispatcher', async () => {
    const plain = await bookAndPlace("10:00");
    const held = await bookAndPlace("14:00");
    const version = await caller.versionOf(held.id);
    const moved = await post(`bookings/${held.id}/visits/${held.visitId}/placement`, {
      ...{ version, technicianId: technicianOnLeave, date: day, time: "14:30", notifyCustomer: false },
    });
    expect(moved.status, moved.text).toBe(200);
    expect(await visitsToReassign()).toMatchObject([
      { id: plain.visitId, customerNotice: "email" },
      { id: held.visitId, customerNotice: "manual" },
    ]);
  });

  it("rolls back and names the visit if one cannot be reassigned", async () => {
    const first = await bookAndPlace("10:00");
    const second = await bookAndPlace("14:00");
    const visits = asProposed(await visitsToReassign());
    // A concurrent booking.
    await bookAndPlace("14:00", sara);
    const answer = await leave(visits);
    expect(answer.status).toBe(409);
    expect(answer.body.reason).toBe("reassignment-failed");
    expect(answer.body.message).toContain(second.reference);
    expect(answer.body.message).toContain("already has a visit");
    expect(await technicianIdsOf(first.id)).toEqual([
      { technicianId: technicianOnLeave, state: "scheduled" },
    ]);
    expect(await technician()).toMatchObject({ active: true });
  });

  it("rolls back if a visit was changed or reassigned since", async () => {
    const { id, reference, visitId } = await bookAndPlace("10:00");
    const proposed = asProposed(await visitsToReassign());
    const version = await caller.versionOf(id);
    const moved = await post(`bookings/${id}/visits/${visitId}/placement`, {
      ...{ version, technicianId: technicianOnLeave, date: day, time: "12:00" },
    });
    expect(moved.status).toBe(200);
    const stale = await leave(proposed);
    expect(stale.body).toMatchObject({ reason: "reassignment-failed" });
    expect(stale.body.message).toContain(reference);

    const again = asProposed(await visitsToReassign());
    const taken = await post(`bookings/${id}/visits/${visitId}/placement`, {
      ...{ version: version + 1, technicianId: sara, date: day, time: "12:00" },
    });
    expect(taken.status).toBe(200);
    expect((await leave(again)).body).toMatchObject({ reason: "reassignment-failed" });
    expect(await technician()).toMatchObject({ active: true });
    expect((await leave([{ visitId: crypto.randomUUID(), version: 1, technicianId: null }])).status).toBe(
      404,
    );
  });

  it("unassigns visits without a free technician at their time", async () => {
    const { id, visitId, reference } = await bookAndPlace("10:00");
    await bookAndPlace("10:00", sara);
    const [visit] = await visitsToReassign();
    expect(visit?.choices.map(({ startsAt }) => startsAt)).not.toContain(visit?.startsAt);
    expect((await leave([{ visitId, version: visit!.version, technicianId: null }])).status).toBe(200);
    expect(await technicianIdsOf(id)).toEqual([{ technicianId: null, state: "held" }]);
    const { unassigned } = await get(`board?from=${day}&to=${day}`);
    expect(unassigned.map((one: Body) => one.reference)).toContain(reference);
  });

  it("reassigns held requests without confirming them", async () => {
    await caller.db.updateTable("technicians").set({ active: false }).where("id", "=", sara).execute();
    const { bookingId } = await caller.book({ preferredDate: day, preferredTime: "10:00" });
    await caller.db.updateTable("technicians").set({ active: true }).where("id", "=", sara).execute();
    expect((await leave(asProposed(await visitsToReassign()))).status).toBe(200);
    expect(await technicianIdsOf(bookingId)).toEqual([{ technicianId: sara, state: "held" }]);
    expect(await detail(bookingId)).toMatchObject({ state: "requested" });
  });

  it("refuses to deactivate while a visit is under way", async () => {
    const { id, visitId } = await bookAndPlace("10:00");
    const { id: later } = await bookAndPlace("14:00");
    const version = await caller.versionOf(id);
    const departed = await post(`bookings/${id}/transitions`, {
      transition: "depart",
      version,
      confirmOtherDay: true,
    });
    expect(departed.status, departed.text).toBe(200);
    const visits = await visitsToReassign();
    expect(visits).toMatchObject([{ id: visitId, isMovable: false, canHandOver: true }, { isMovable: true }]);
    const open = asProposed(visits.filter((visit) => visit.isMovable));
    expect((await leave(open)).body).toMatchObject({ reason: "upcoming-visits" });
    expect(await technicianIdsOf(later)).toEqual([{ technicianId: technicianOnLeave, state: "scheduled" }]);

    const reassigned = await post(`technicians/${technicianOnLeave}/reassignment`, { visits: open });
    expect(reassigned.status, reassigned.text).toBe(200);
    expect(await technicianIdsOf(later)).toEqual([{ technicianId: sara, state: "scheduled" }]);
    expect(await technician()).toMatchObject({ active: true });
  });

  it("reassigns two visits of one booking", async () => {
    const { id } = await bookAndPlace("10:00");
    const version = await caller.versionOf(id);
    const next = await post(`bookings/${id}/visits`, {
      ...{ version, technicianId: technicianOnLeave, date: day, time: "16:00" },
    });
    expect(next.status, next.text).toBe(200);
    expect((await leave(asProposed(await visitsToReassign()))).status).toBe(200);
    expect(await technicianIdsOf(id)).toEqual([
      { technicianId: sara, state: "scheduled" },
      { technicianId: sara, state: "scheduled" },
    ]);
  });
});

describe("reassignVisits", () => {
  it("lists and reassigns only visits in the range", async () => {
    const absentVisit = await bookAndPlace("10:00");
    const atAgreedTime = await bookAndPlace("16:00");
    const range = `from=${day}T05:00:00Z&to=${day}T08:00:00Z`;
    const visits = await visitsToReassign(range);
    expect(visits.map(({ id }) => id)).toEqual([absentVisit.visitId]);
    const reassigned = await post(`technicians/${technicianOnLeave}/reassignment`, {
      visits: asProposed(visits),
    });
    expect(reassigned.status, reassigned.text).toBe(200);
    expect(await technicianIdsOf(absentVisit.id)).toEqual([{ technicianId: sara, state: "scheduled" }]);
    expect(await technicianIdsOf(atAgreedTime.id)).toEqual([
      { technicianId: technicianOnLeave, state: "scheduled" },
    ]);
  });

  it("proposes technicians whose travel times fit together", async () => {
    const near = await caller.addTechnician(`Near ${days}`);
    await caller.db.insertInto("technicianZones").values({ technicianId: near, area: "Mirdif" }).execute();
    const mirdif = {
      addressParts: { street: "1", buildingName: "", unitNumber: "", area: "Mirdif", landmark: "" },
    };
    await bookAndPlace("10:00");
    const far = await caller.book(mirdif);
    const answer = await post(`bookings/${far.bookingId}/visits`, {
      ...{
        version: 1,
        technicianId: technicianOnLeave,
        date: day,
        time: "11:30",
        override: "No other technician is here",
      },
    });
    expect(answer.status, answer.text).toBe(200);
    // "Near" is less busy, but has no time to travel between both visits.
    await bookAndPlace("18:00", near, mirdif);
    const visits = await visitsToReassign();
    expect(visits.map(({ choices }) => choices.map(({ technicianId }) => technicianId))).toEqual([
      [sara],
      [sara, near],
    ]);
    expect(visits.map(({ proposed }) => proposed?.technicianId)).toEqual([sara, near]);
  });

  it("moves visits to another time and saves the absence in one step", async () => {
    const { id, visitId } = await bookAndPlace("10:00");
    await bookAndPlace("10:00", sara);
    const range = `from=${day}T00:00:00Z&to=${day}T20:00:00Z`;
    const [visit] = await visitsToReassign(range);
    const { proposed } = visit!;
    expect(proposed?.technicianId).toBe(sara);
    expect(proposed?.startsAt).not.toBe(visit?.startsAt);
    const { version } = await technician();
    const timeOff = { fromDay: day, toDay: day, reason: "Sick" };
    const reassigned = await post(`technicians/${technicianOnLeave}/reassignment-with-update`, {
      ...{ version, visits: asProposed([visit!]), update: { timeOff } },
    });
    expect(reassigned.status, reassigned.text).toBe(200);
    expect(reassigned.body.technician.timeOff).toMatchObject([{ reason: "Sick" }]);
    const row = await caller.db
      .selectFrom("visits")
      .select(["technicianId", "startsAt"])
      .where("id", "=", visitId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ technicianId: sara, startsAt: new Date(proposed!.startsAt) });
    const trail = await readTrail(caller.db, { subjectId: id });
    expect(trail.at(-1)).toMatchObject({ type: "booking.technician-assigned" });
  });

  it("saves no absence if a visit cannot be reassigned", async () => {
    await bookAndPlace("10:00");
    const visits = asProposed(await visitsToReassign(`from=${day}T00:00:00Z&to=${day}T20:00:00Z`));
    await bookAndPlace("10:00", sara);
    const { version } = await technician();
    const timeOff = { fromDay: day, toDay: day, reason: "Sick" };
    const refused = await post(`technicians/${technicianOnLeave}/reassignment-with-update`, {
      version,
      visits,
      update: { timeOff },
    });
    expect(refused.body.reason).toBe("reassignment-failed");
    expect((await technician()).timeOff).toEqual([]);
  });
});

describe("reassignAndUpdateTechnician with a removed skill", () => {
  it("reassigns visits that need the skill and removes it", async () => {
    const first = await bookAndPlace("10:00");
    const { skills, version } = await technician();
    expect(await visitsToReassign(`from=${NOW.toISOString()}&withoutSkills=hvac`)).toEqual([]);
    const needed = "plumbing";
    const visits = await visitsToReassign(`from=${NOW.toISOString()}&withoutSkills=tiling,${needed}`);
    expect(visits.map(({ id }) => id)).toEqual([first.visitId]);
    expect(visits[0]?.proposed?.technicianId).toBe(sara);
    const atAgreedTime = skills.map(({ id }: { id: string }) => id).filter((id: string) => id !== needed);
    const reassigned = await post(`technicians/${technicianOnLeave}/reassignment-with-update`, {
      ...{ version, visits: asProposed(visits), update: { skills: atAgreedTime } },
    });
    expect(reassigned.status, reassigned.text).toBe(200);
    const expected = reassigned.body.technician.skills.map(({ id }: { id: string }) => id);
    expect(expected).toEqual(atAgreedTime);
    expect(await technicianIdsOf(first.id)).toEqual([{ technicianId: sara, state: "scheduled" }]);
  });
});

describe("reassignAndUpdateTechnician", () => {
  it.each([
    ["zone", { zones: ["Deira"] }, { zones: ["Deira"] }],
    ["hours", { shifts: [{ weekday: 1, startMin: 0, endMin: 60 }] }, { shifts: [{ weekday: 1 }] }],
    [
      "certificate",
      { certificate: { name: "A licence", number: "", expiresOn: "2026-11-01" } },
      { certificates: [{ name: "A licence", state: "expired" }] },
    ],
  ])("reassigns affected visits and saves the change: %s", async (_what, update, expected) => {
    const first = await bookAndPlace("10:00");
    const other = await bookAndPlace("15:00");
    const { version } = await technician();
    const visits = await visitsToReassign(
      `from=${NOW.toISOString()}&visitIds=${first.visitId},${other.visitId}`,
    );
    expect(visits.map(({ id }) => id)).toEqual([first.visitId, other.visitId]);
    const one = await visitsToReassign(`from=${NOW.toISOString()}&visitIds=${first.visitId}`);
    expect(one.map(({ id, proposed }) => [id, proposed?.technicianId])).toEqual([[first.visitId, sara]]);
    // A remaining visit still blocks the change.
    const partial = await post(`technicians/${technicianOnLeave}/reassignment-with-update`, {
      version,
      visits: asProposed(one),
      update,
    });
    expect(partial.body).toMatchObject({ reason: "visits-affected", visits: [{ id: other.visitId }] });
    expect(await technicianIdsOf(first.id)).toEqual([
      { technicianId: technicianOnLeave, state: "scheduled" },
    ]);
    const reassigned = await post(`technicians/${technicianOnLeave}/reassignment-with-update`, {
      ...{ version, visits: asProposed(visits), update },
    });
    expect(reassigned.status, reassigned.text).toBe(200);
    expect(reassigned.body.technician).toMatchObject(expected);
    expect(await technicianIdsOf(other.id)).toEqual([{ technicianId: sara, state: "scheduled" }]);
  });
});

describe("undoReassignment", () => {
  const undo = (changes: Body[], timeOff?: Body) =>
    post(`technicians/${technicianOnLeave}/reassignment/undo`, {
      changes: changes.map(({ bookingId, visitId, leftVersion }) => ({
        ...{ bookingId, visitId, undo: { leftVersion, undoneVersions: [] } },
      })),
      timeOff,
    });
  const notificationsOf = async (id: string) =>
    (
      await caller.db
        .selectFrom("pendingVisitNotifications")
        .innerJoin("visits", "visits.id", "pendingVisitNotifications.visitId")
        .select(["notifiedTechnicianId", "pendingVisitNotifications.technicianId"])
        .where("bookingId", "=", id)
        .execute()
    ).length;
  /** A confirmed visit that all recipients know. */
  async function bookKnown(time: string) {
    const booked = await bookAndPlace(time);
    await caller.db.deleteFrom("pendingVisitNotifications").execute();
    return booked;
  }

  it("returns all visits and removes the time off, and sends nothing within the notification delay", async () => {
    const confirmed = await bookKnown("10:00");
    const held = await caller.book({ preferredDate: day, preferredTime: "14:00" });
    await caller.db
      .updateTable("visits")
      .set({ technicianId: technicianOnLeave })
      .where("bookingId", "=", held.bookingId)
      .execute();
    const { version } = await technician();
    const timeOff = { fromDay: day, toDay: day, reason: "Sick" };
    const answer = await post(`technicians/${technicianOnLeave}/reassignment-with-update`, {
      ...{ version, update: { timeOff } },
      visits: asProposed(await visitsToReassign()),
    });
    expect(answer.status, answer.text).toBe(200);
    expect(await technicianIdsOf(held.bookingId)).toEqual([{ technicianId: sara, state: "held" }]);

    const { changes, timeOffId: id } = answer.body;
    const undone = await undo(changes, { id, version: answer.body.technician.version });
    expect(undone.status, undone.text).toBe(200);
    expect(await technicianIdsOf(confirmed.id)).toEqual([
      { technicianId: technicianOnLeave, state: "scheduled" },
    ]);
    expect(await technicianIdsOf(held.bookingId)).toEqual([
      { technicianId: technicianOnLeave, state: "held" },
    ]);
    expect((await detail(held.bookingId)).state).toBe("requested");
    expect(await technician()).toMatchObject({ timeOff: [] });
    expect(await notificationsOf(confirmed.id)).toBe(0);
    expect(await notificationsOf(held.bookingId)).toBe(0);
  });

  it("returns two visits of one booking", async () => {
    const { id } = await bookKnown("10:00");
    const version = await caller.versionOf(id);
    const next = { version, technicianId: technicianOnLeave, date: day, time: "16:00" };
    expect((await post(`bookings/${id}/visits`, next)).status).toBe(200);
    const answer = await post(`technicians/${technicianOnLeave}/reassignment`, {
      visits: asProposed(await visitsToReassign()),
    });
    expect(answer.status, answer.text).toBe(200);
    const undone = await undo(answer.body.changes);
    expect(undone.status, undone.text).toBe(200);
    expect(await technicianIdsOf(id)).toEqual([
      { technicianId: technicianOnLeave, state: "scheduled" },
      { technicianId: technicianOnLeave, state: "scheduled" },
    ]);
  });

  it("returns none if one was changed by a colleague since", async () => {
    const first = await bookKnown("10:00");
    const second = await bookKnown("14:00");
    const { body } = await post(`technicians/${technicianOnLeave}/reassignment`, {
      visits: asProposed(await visitsToReassign()),
    });
    const version = await caller.versionOf(second.id);
    const moved = { version, technicianId: sara, date: day, time: "15:00" };
    expect((await post(`bookings/${second.id}/visits/${second.visitId}/placement`, moved)).status).toBe(200);
    expect((await undo(body.changes)).body).toMatchObject({ reason: "changed-since" });
    expect(await technicianIdsOf(first.id)).toEqual([{ technicianId: sara, state: "scheduled" }]);
  });
});
