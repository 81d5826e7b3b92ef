import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { EventType } from "~/platform/events/events";
import { addDays } from "~/platform/time";
import { rounds, seedOfRun } from "../../../../../../test/faults/rounds";
import { type Caller, createCaller, NOW } from "../../../../../../test/harness/company/booking-caller";
import { officeCtx } from "../../../../../../test/harness/company/company";
import { readTrail } from "../../../../../../test/harness/company/trail";
import { publicEventName } from "../../../../people/api-access/webhook-events";
import { withUsualValues } from "../../../dispatch/board/sparse-visits";
import type { BoardVisit } from "../../../dispatch/views";
import { rescheduleBooking } from "../../commands/reschedule-booking.server";
import { UNCOUNTED_HOLD } from "../../visits/guest-holds.server";

/** Visits with several technicians: no double booking, and the crew moves as a unit. */

// Read before the clock is frozen.
const seed = seedOfRun();

let caller: Caller;
let admin: Record<string, string>;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
});
afterAll(() => caller.close());

/** Own day and technicians per test. */
let day: string;
let days = 0;
let ahmed: string;
let omar: string;
let sara: string;
beforeEach(async () => {
  vi.setSystemTime(NOW);
  day = addDays("2027-01-04", days++);
  await caller.db.deleteFrom("rateLimits").execute();
  await caller.db.updateTable("technicians").set({ active: false }).execute();
  ahmed = await caller.addTechnician(`Ahmed Khan ${days}`);
  omar = await caller.addTechnician(`Omar Saleh ${days}`);
  sara = await caller.addTechnician(`Sara Haddad ${days}`);
});

type Body = Record<string, unknown>;
const get = async (path: string, headers = admin) =>
  (await caller.call("GET", `/api/${path}`, undefined, headers)).body;
const post = (path: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/${path}`, body, headers);
const detail = async (id: string) => (await get(`admin/bookings/${id}`)).booking;
/** Lead first. */
const board = async () => {
  const answer: { visits: Body[] } = await get(`admin/board?from=${day}&to=${day}`);
  const visits = answer.visits.map((visit) => withUsualValues<BoardVisit>(visit as never));
  return visits.sort((a, b) => Number(a.leadVisitId !== null) - Number(b.leadVisitId !== null));
};

/** A confirmed booking of Ahmed's. */
async function bookAndAssign(time = "10:00", technicianId = ahmed, changes: Body = {}) {
  const { bookingId: id, ...booked } = await caller.book(changes);
  const answer = await post(`admin/bookings/${id}/visits`, { version: 1, technicianId, date: day, time });
  expect(answer.status, answer.text).toBe(200);
  return { ...booked, id, visitId: answer.body.visitId as string };
}

async function change(id: string, visitId: string, what: string, body: Body) {
  const version = await caller.versionOf(id);
  return post(`admin/bookings/${id}/visits/${visitId}/${what}`, { version, ...body });
}
const addHelper = (id: string, visitId: string, technicianId = omar, body: Body = {}) =>
  change(id, visitId, "helpers/add", { technicianId, ...body });

/** A visit of Ahmed's with Omar as helper. `seat`: Omar's row. */
async function bookWithHelper(time = "10:00") {
  const one = await bookAndAssign(time);
  const answer = await addHelper(one.id, one.visitId);
  expect(answer.status, answer.text).toBe(200);
  return { ...one, helperRowId: answer.body.booking.visits[0].helpers[0].id as string };
}

/** Crew and time of a booking's visits in the database, lead first. */
async function crew(id: string) {
  const rows = await caller.db
    .selectFrom("visits")
    .select(["technicianId", "state", "startsAt", "leadVisitId"])
    .where("bookingId", "=", id)
    .where("state", "<>", "cancelled")
    .orderBy("leadVisitId", (order) => order.asc().nullsFirst())
    .execute();
  return rows.map((row) => [row.technicianId, row.state, row.startsAt.toISOString().slice(11, 16)]);
}

async function signInTechnician(technicianId: string, email: string) {
  const user = { email, password: "a password of a technician", role: "technician" as const };
  const userId = await caller.addUser(user);
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", technicianId).execute();
  return { Cookie: await caller.signIn(user) };
}

describe("adding a helper", () => {
  it("shows the helper on the board, to the office and to the customer", async () => {
    const { id, visitId, helperRowId, reference } = await bookWithHelper();
    expect(await crew(id)).toEqual([
      [ahmed, "scheduled", "06:00"],
      [omar, "scheduled", "06:00"],
    ]);
    expect(await board()).toMatchObject([
      { technicianId: ahmed, leadVisitId: null, otherCrewNames: [`Omar Saleh ${days}`], missingHelpers: 0 },
      { id: helperRowId, technicianId: omar, leadVisitId: visitId, otherCrewNames: [`Ahmed Khan ${days}`] },
    ]);
    expect((await detail(id)).visits).toMatchObject([
      {
        technicianName: `Ahmed Khan ${days}`,
        crewSize: 2,
        helpers: [{ technicianName: `Omar Saleh ${days}` }],
      },
    ]);
    expect((await detail(id)).visit).toMatchObject({ helperNames: [`Omar Saleh ${days}`] });
    const list = await get(`admin/bookings?search=${reference}`);
    expect(list.bookings).toMatchObject([{ technicianName: `Ahmed Khan ${days}` }]);
  });

  it("refuses a busy technician and requires a reason for warnings", async () => {
    const { id, visitId } = await bookAndAssign();
    await bookAndAssign("10:30", omar);
    expect((await addHelper(id, visitId)).body).toMatchObject({ reason: "technician-busy" });
    await bookWithHelper("14:00");
    const other = await bookAndAssign("14:30", sara);
    expect((await addHelper(other.id, other.visitId)).body).toMatchObject({ reason: "technician-busy" });
    expect((await addHelper(id, visitId, ahmed)).body).toMatchObject({ reason: "technician-busy" });

    await caller.db.deleteFrom("shifts").where("technicianId", "=", sara).execute();
    expect((await addHelper(id, visitId, sara)).body).toMatchObject({ reason: "technician-warning" });
    expect((await addHelper(id, visitId, sara, { override: "Only one left" })).status).toBe(200);
  });

  it("checks the time and length of the chosen visit if the booking has several", async () => {
    const { id, visitId } = await bookAndAssign("09:00");
    const later = await change(id, visitId, "placement", {
      ...{ technicianId: ahmed, date: day, time: "09:00", durationMin: 60 },
    });
    const second = await post(`admin/bookings/${id}/visits`, {
      ...{ version: later.body.version, technicianId: sara, date: day, time: "14:00", durationMin: 240 },
    });
    expect(second.status, second.text).toBe(200);
    // Omar is busy in the last hour of the visit.
    await bookAndAssign("16:30", omar);
    const free = async (visit: string, time: string) => {
      const { technicians } = await get(
        `admin/bookings/${id}/technicians?date=${day}&time=${time}&visitId=${visit}`,
      );
      return technicians.filter((one: Body) => one.free).map((one: Body) => one.id);
    };
    expect(await free(second.body.visitId, "14:00")).toEqual(expect.arrayContaining([ahmed, sara]));
    expect(await free(second.body.visitId, "14:00")).not.toContain(omar);
    expect(await free(visitId, "14:30")).toEqual(expect.arrayContaining([ahmed, omar]));
    expect(await free(visitId, "14:30")).not.toContain(sara);
  });

  it("blocks the helper's time", async () => {
    await bookWithHelper();
    const { bookingId } = await caller.book();
    const answer = await post(`admin/bookings/${bookingId}/visits`, {
      ...{ version: 1, technicianId: omar, date: day, time: "10:30" },
    });
    expect(answer.body).toMatchObject({ reason: "technician-busy" });
  });
});

describe("webhooks", () => {
  it("reports each added and removed helper once", async () => {
    const calls = async (id: string) =>
      (await readTrail(caller.db, { subjectId: id })).flatMap(({ type, data }) => {
        const name = publicEventName(type as EventType, data as { visitId?: string });
        const who = (data as { technicianId?: string }).technicianId;
        return name === "visit.helper-added" || name === "visit.helper-removed" || name === "visit.unassigned"
          ? [[name, who]]
          : [];
      });
    const { id, visitId, helperRowId } = await bookWithHelper();
    await change(id, helperRowId, "placement", { technicianId: sara, date: day, time: "10:00" });
    await change(id, visitId, "crew-size", { crewSize: 1 });
    await addHelper(id, visitId);
    await change(id, visitId, "unassign", {});
    expect(await calls(id)).toEqual([
      ["visit.helper-added", omar],
      ["visit.helper-removed", omar],
      ["visit.helper-added", sara],
      ["visit.helper-removed", sara],
      ["visit.helper-added", omar],
      ["visit.helper-removed", ahmed],
    ]);
  });
});

describe("visit with a helper", () => {
  it("moves as a unit, or not at all if a crew member is busy", async () => {
    const { id, visitId, helperRowId } = await bookWithHelper();
    const arrange = (visit: string, technicianId: string, time: string) =>
      change(id, visit, "placement", { technicianId, date: day, time });
    expect((await arrange(visitId, ahmed, "12:00")).status).toBe(200);
    expect(await crew(id)).toEqual([
      [ahmed, "scheduled", "08:00"],
      [omar, "scheduled", "08:00"],
    ]);
    const answer = await arrange(helperRowId, omar, "13:00");
    expect(answer.body).toMatchObject({ visitId: helperRowId });
    expect((await crew(id)).map(([, , at]) => at)).toEqual(["09:00", "09:00"]);

    await bookAndAssign("16:00", omar);
    const refused = await arrange(visitId, ahmed, "16:00");
    expect(refused.body.reason).toBe("technician-busy");
    expect(refused.body.message).toContain(`Omar Saleh ${days}`);
    expect((await crew(id)).map(([, , at]) => at)).toEqual(["09:00", "09:00"]);
  });

  it("replaces the lead or the helper and swaps both", async () => {
    const { id, visitId, helperRowId } = await bookWithHelper();
    const arrange = (visit: string, technicianId: string) =>
      change(id, visit, "placement", { technicianId, date: day, time: "10:00" });
    expect((await arrange(helperRowId, sara)).status).toBe(200);
    expect((await crew(id)).map(([who]) => who)).toEqual([ahmed, sara]);
    expect((await arrange(visitId, sara)).status).toBe(200);
    expect((await crew(id)).map(([who]) => who)).toEqual([sara, ahmed]);
    expect((await arrange(helperRowId, sara)).status).toBe(200);
    expect((await crew(id)).map(([who]) => who)).toEqual([ahmed, sara]);
    expect((await arrange(visitId, omar)).status).toBe(200);
    expect((await crew(id)).map(([who]) => who)).toEqual([omar, sara]);
  });

  it("shows a missing helper after a removal and promotes the helper if the lead is unassigned", async () => {
    const { id, visitId, helperRowId } = await bookWithHelper();
    expect((await change(id, helperRowId, "unassign", {})).status).toBe(200);
    expect(await board()).toMatchObject([{ technicianId: ahmed, otherCrewNames: [], missingHelpers: 1 }]);
    expect((await addHelper(id, visitId)).status).toBe(200);
    expect((await change(id, visitId, "unassign", {})).status).toBe(200);
    expect(await board()).toMatchObject([{ id: visitId, technicianId: omar, missingHelpers: 1 }]);
    expect((await detail(id)).state).toBe("scheduled");
    expect((await change(id, visitId, "crew-size", { crewSize: 1 })).status).toBe(200);
    expect(await board()).toMatchObject([{ technicianId: omar, missingHelpers: 0 }]);
  });

  it("takes the crew size set on the booking, also after a cancelled visit", async () => {
    const { bookingId: id } = await caller.book();
    const setBookingCrewSize = async (crewSize: number, version?: number) =>
      post(`admin/bookings/${id}/crew-size`, { version: version ?? (await caller.versionOf(id)), crewSize });
    const unassigned = async () =>
      (await get(`admin/board?from=${day}&to=${day}`)).unassigned.find((one: Body) => one.bookingId === id);
    expect(await unassigned()).toMatchObject({ missingHelpers: 0 });
    expect((await setBookingCrewSize(2)).body.booking).toMatchObject({ version: 2, crewSize: 2 });
    expect(await unassigned()).toMatchObject({ missingHelpers: 1, version: 2 });
    expect((await setBookingCrewSize(2)).body.booking).toMatchObject({ version: 2 });
    expect((await setBookingCrewSize(3, 1)).body).toMatchObject({ reason: "stale" });
    expect((await setBookingCrewSize(4)).status).toBe(400);
    expect((await readTrail(caller.db, { subjectId: id })).at(-1)).toMatchObject({
      ...{ type: "booking.crew-size-changed", data: { crewSize: 2 } },
    });

    const bookAndAssign = await post(`admin/bookings/${id}/visits`, {
      ...{ version: 2, technicianId: ahmed, date: day, time: "10:00" },
    });
    const { visitId } = bookAndAssign.body;
    expect(await board()).toMatchObject([{ id: visitId, missingHelpers: 1 }]);
    expect((await setBookingCrewSize(1)).body).toMatchObject({ reason: "wrong-state" });
    expect((await change(id, visitId, "crew-size", { crewSize: 3 })).status).toBe(200);
    expect((await change(id, visitId, "cancel", {})).status).toBe(200);
    expect(await unassigned()).toMatchObject({ visitId: null, missingHelpers: 2 });
    expect((await setBookingCrewSize(1)).status).toBe(200);
    await post(`admin/bookings/${id}/transitions`, {
      transition: "cancel",
      version: await caller.versionOf(id),
    });
  });

  it("accepts a crew size before a technician is assigned; reducing it releases helpers", async () => {
    const { id, visitId } = await bookAndAssign();
    await change(id, visitId, "crew-size", { crewSize: 2 });
    expect(await board()).toMatchObject([{ missingHelpers: 1 }]);
    await addHelper(id, visitId);
    expect((await addHelper(id, visitId, sara)).status).toBe(200);
    expect((await detail(id)).visits).toMatchObject([{ crewSize: 3, helpers: [{}, {}] }]);
    await change(id, visitId, "crew-size", { crewSize: 1 });
    expect(await crew(id)).toEqual([[ahmed, "scheduled", "06:00"]]);
    const leave = await change(id, visitId, "helpers/remove", { technicianId: omar });
    expect(leave.body).toMatchObject({ reason: "wrong-state" });
  });

  it("restores the crew when a removal, a lead change or a cancellation is undone", async () => {
    const { id, visitId, helperRowId } = await bookWithHelper();
    const undo = async (visit: string | null, technicianId: string, left: number) => {
      const path = visit ? `visits/${visit}/placement` : "visits";
      return post(`admin/bookings/${id}/${path}`, {
        ...{ version: left, technicianId, date: day, time: "10:00", override: "Undone" },
        undo: { leftVersion: left, undoneVersions: [] },
      });
    };
    const both = [
      [ahmed, "scheduled", "06:00"],
      [omar, "scheduled", "06:00"],
    ];
    const released = await change(id, helperRowId, "unassign", {});
    expect(await crew(id)).toEqual(both.slice(0, 1));
    const restored = await undo(helperRowId, omar, released.body.version);
    expect(restored.body, restored.text).toMatchObject({ visitId: helperRowId });
    expect(await crew(id)).toEqual(both);

    const taken = await change(id, visitId, "unassign", {});
    expect(await crew(id)).toEqual([[omar, "scheduled", "06:00"]]);
    expect((await undo(visitId, ahmed, taken.body.version)).status).toBe(200);
    expect(await crew(id)).toEqual(both);

    const cancelled = await change(id, visitId, "cancel", {});
    expect(await crew(id)).toEqual([]);
    expect((await undo(null, ahmed, cancelled.body.version)).status).toBe(200);
    expect(await crew(id)).toEqual(both);
    const pendingTechnicians = await caller.db
      .selectFrom("pendingVisitNotifications")
      .selectAll()
      .where("technicianId", "=", omar)
      .execute();
    expect(pendingTechnicians).toMatchObject([{ notifiedStartsAt: null }]);
  });

  it("names the crew members affected by a longer duration and unassigns only them", async () => {
    const correct = async (id: string, body: Body) => {
      const version = await caller.versionOf(id);
      return post(`admin/bookings/${id}/correct`, { version, durationMin: 180, ...body });
    };
    const { id, visitId } = await bookWithHelper();
    await bookAndAssign("12:00", omar);
    const refused = await correct(id, {});
    expect(refused.body).toMatchObject({
      reason: "visits-affected",
      visits: [
        { id: visitId, conflictText: expect.stringMatching(/^\W*Omar Saleh \d+\W*: already has a visit$/) },
      ],
    });
    const forced = await correct(id, { override: "They will manage" });
    expect(forced.body.reason).toBe("technician-busy");
    expect(forced.body.message).toContain(`Omar Saleh ${days}`);
    const cancelled = await correct(id, { unassign: true });
    expect(cancelled.status, cancelled.text).toBe(200);
    expect(await crew(id)).toEqual([[ahmed, "scheduled", "06:00"]]);
    expect(cancelled.body.booking).toMatchObject({
      state: "scheduled",
      visits: [{ endsAt: `${day}T09:00:00.000Z`, crewSize: 2, helpers: [] }],
    });

    // If the lead is affected, the helper becomes the lead.
    const second = await bookWithHelper("15:00");
    await bookAndAssign("17:00", ahmed);
    expect((await correct(second.id, { unassign: true })).status).toBe(200);
    expect(await crew(second.id)).toEqual([[omar, "scheduled", "11:00"]]);
  });

  it("continues after a hold with the same crew and reports absent helpers", async () => {
    const held = async (time: string) => {
      const one = await bookWithHelper(time);
      const move = async (name: string, body: Body = {}) => {
        const version = await caller.versionOf(one.id);
        const response = await post(`admin/bookings/${one.id}/transitions`, {
          version,
          transition: name,
          ...body,
        });
        expect(response.status, response.text).toBe(200);
      };
      await move("depart", { confirmOtherDay: true });
      await move("arrive");
      await move("hold", { reason: "A part is missing" });
      return { ...one, version: await caller.versionOf(one.id) };
    };
    const ahead = async (id: string) => (await crew(id)).filter(([, state]) => state === "scheduled");
    const first = await held("09:00");
    const again = await post(`admin/bookings/${first.id}/visits`, {
      ...{ version: first.version, technicianId: omar, date: day, time: "16:00" },
    });
    expect(again.status, again.text).toBe(200);
    expect(again.body).not.toHaveProperty("absentHelpers");
    expect(await ahead(first.id)).toEqual([
      [omar, "scheduled", "12:00"],
      [ahmed, "scheduled", "12:00"],
    ]);
    // Cancelled and placed again: no technician comes twice.
    const cancelled = await change(first.id, again.body.visitId, "cancel", {});
    const undone = await post(`admin/bookings/${first.id}/visits`, {
      ...{ version: cancelled.body.version, technicianId: omar, date: day, time: "16:00" },
      undo: { leftVersion: cancelled.body.version, undoneVersions: [] },
    });
    expect(undone.status, undone.text).toBe(200);
    expect(await ahead(first.id)).toHaveLength(2);

    const second = await held("12:00");
    await bookAndAssign("18:00", omar);
    const alone = await post(`admin/bookings/${second.id}/assign`, {
      ...{ version: second.version, technicianId: ahmed, date: day, time: "18:00" },
    });
    expect(alone.status, alone.text).toBe(200);
    expect(alone.body).toMatchObject({
      absentHelpers: [{ name: `Omar Saleh ${days}`, reason: "already has a visit" }],
      booking: { visits: [{ state: "on_hold" }, { crewSize: 2, helpers: [] }] },
    });
  });

  it("cancels the visit for the whole crew", async () => {
    const { id, visitId, helperRowId } = await bookWithHelper();
    await change(id, helperRowId, "cancel", {});
    expect(await crew(id)).toEqual([]);
    expect((await detail(id)).visits).toMatchObject([{ id: visitId, state: "cancelled", helpers: [] }]);
    const another = await bookWithHelper("14:00");
    await post(`admin/bookings/${another.id}/transitions`, {
      version: await caller.versionOf(another.id),
      transition: "cancel",
    });
    expect(await crew(another.id)).toEqual([]);
  });

  it("moves when its customer reschedules, releasing a busy helper", async () => {
    const { id } = await bookWithHelper();
    await bookAndAssign("15:00", omar);
    const version = await caller.versionOf(id);
    const ctx = { ...officeCtx(caller.db), now: NOW };
    const moved = await rescheduleBooking(
      ctx,
      { bookingId: id, version, day, time: "15:00" },
      { ...UNCOUNTED_HOLD },
    );
    expect(moved).toEqual({ ok: true });
    expect(await crew(id)).toEqual([[ahmed, "scheduled", "11:00"]]);
    expect(await board()).toContainEqual(
      expect.objectContaining({ technicianId: ahmed, otherCrewNames: [], missingHelpers: 1 }),
    );
  });

  it("reassigns a helper's visits at their time only", async () => {
    const { id, helperRowId } = await bookWithHelper();
    const from = NOW.toISOString();
    const { visits } = await get(`admin/technicians/${omar}/reassignment?from=${from}`);
    expect(visits).toMatchObject([
      {
        id: helperRowId,
        customerNotice: "helper",
        proposed: { technicianId: sara },
        choices: [{ technicianId: sara }],
      },
    ]);
    const reassigned = await post(`admin/technicians/${omar}/reassignment`, {
      visits: [{ visitId: helperRowId, version: visits[0].version, technicianId: sara }],
    });
    expect(reassigned.status, reassigned.text).toBe(200);
    expect((await crew(id)).map(([who]) => who)).toEqual([ahmed, sara]);
  });
});

describe("technician app for crews", () => {
  it("shows the visit to both technicians, and only the lead changes its state", async () => {
    day = "2026-11-24";
    vi.setSystemTime(new Date(`${day}T04:00:00Z`));
    const { id, visitId, helperRowId } = await bookWithHelper();
    const lead = await signInTechnician(ahmed, `ahmed.${days}@phone.example`);
    const second = await signInTechnician(omar, `omar.${days}@phone.example`);
    const list = async (who: Record<string, string>) => (await get("technician/visits", who)).visits;
    expect(await list(lead)).toMatchObject([
      { id: visitId, isLead: true, otherCrew: [{ name: `Omar Saleh ${days}`, isLead: false }] },
    ]);
    expect(await list(second)).toMatchObject([
      { id: helperRowId, isLead: false, otherCrew: [{ name: `Ahmed Khan ${days}`, isLead: true }] },
    ]);
    const tap = async (visit: string, move: string, who: Record<string, string>) => {
      const version = await caller.versionOf(id);
      const at = new Date().toISOString();
      return (
        await post(`technician/visits/${visit}/transitions`, { transition: move, version, tappedAt: at }, who)
      ).status;
    };
    expect(await tap(helperRowId, "depart", second)).toBe(404);
    expect(await tap(visitId, "depart", second)).toBe(404);
    expect(await tap(visitId, "depart", lead)).toBe(200);
    expect(await list(second)).toMatchObject([{ state: "en_route" }]);
    vi.setSystemTime(new Date(`${day}T06:00:00Z`));
    expect(await tap(visitId, "arrive", lead)).toBe(200);
    vi.setSystemTime(new Date(`${day}T07:00:00Z`));
    expect(await tap(visitId, "finishWork", lead)).toBe(200);
    expect((await crew(id)).map(([, state]) => state)).toEqual(["work_done", "work_done"]);
    expect((await detail(id)).state).toBe("work_done");

    const { rows } = await sql<{ visits: number; workedSec: number }>`
      SELECT sum(finished_visits)::int AS visits, sum(worked_sec)::int AS worked_sec FROM technician_tallies
      WHERE span = 1 AND technician_id IN (${ahmed}, ${omar}) GROUP BY technician_id ORDER BY technician_id = ${omar}`.execute(
      caller.db,
    );
    expect(rows).toEqual([
      { visits: 1, workedSec: 3600 },
      { visits: 0, workedSec: 3600 },
    ]);
  });

  it("counts the visit once a month and the time of both technicians", async () => {
    await bookWithHelper();
    const { days: month } = await get(`admin/board/month?from=${day}&to=${day}`);
    expect(month).toMatchObject([{ visits: 1, technicians: 2, total: { bookedMin: 120 } }]);
  });
});

describe("database rules for crews", () => {
  it("keeps a helper's row at the visit's time and state", async () => {
    const { id, visitId, helperRowId } = await bookWithHelper();
    const rows = () => crew(id).then((all) => all.map(([, state, at]) => `${state} ${at}`));
    await caller.db
      .updateTable("visits")
      .set({ startsAt: new Date(`${day}T20:00:00Z`), state: "work_done" })
      .where("id", "=", helperRowId)
      .execute();
    expect(await rows()).toEqual(["scheduled 06:00", "scheduled 06:00"]);
    await expect(
      caller.db.updateTable("visits").set({ crewSize: 1 }).where("id", "=", visitId).execute(),
    ).rejects.toThrow("more helpers than its crew size");
    await expect(
      caller.db.updateTable("visits").set({ technicianId: ahmed }).where("id", "=", helperRowId).execute(),
    ).rejects.toThrow("visits_no_double_booking_excl");
    await expect(
      caller.db
        .insertInto("visits")
        .values({
          ...{ id: crypto.randomUUID(), bookingId: id, leadVisitId: helperRowId, technicianId: sara },
          ...{ state: "held", createdAt: NOW, startsAt: NOW, endsAt: NOW },
        })
        .execute(),
    ).rejects.toThrow("cannot lead other visits");
  });
});

describe("concurrent dispatchers", () => {
  it("property: never double-books a technician or splits a crew", async () => {
    let state = seed >>> 0;
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return Math.floor((state / 2 ** 32) * below);
    };
    const people = [ahmed, omar, sara];
    const visits = [
      await bookAndAssign("09:00", ahmed),
      await bookAndAssign("12:00", omar),
      await bookAndAssign("15:00", sara),
    ];
    const answers = new Map<number, number>();
    for (let round = 0; round < rounds({ short: 4, long: 50 }); round++) {
      const asked = Array.from({ length: 4 }, async () => {
        const one = visits[random(visits.length)]!;
        const who = people[random(people.length)]!;
        const time = `${String(8 + random(9)).padStart(2, "0")}:00`;
        const [what, ofHelper] = [random(4), random(2) === 0];
        const { visits: now } = await detail(one.id);
        const visit = now.find(({ id }: { id: string }) => id === one.visitId);
        const row = ofHelper && visit.helpers[0] ? visit.helpers[0].id : one.visitId;
        const answer = await [
          () => addHelper(one.id, one.visitId, who),
          () => change(one.id, row, "placement", { technicianId: who, date: day, time }),
          () => change(one.id, one.visitId, "helpers/remove", { technicianId: who }),
          () => change(one.id, one.visitId, "crew-size", { crewSize: 1 + random(3) }),
        ][what]!();
        answers.set(answer.status, (answers.get(answer.status) ?? 0) + 1);
      });
      await Promise.all(asked);
      const { rows } = await sql<{ wrong: string }>`
        SELECT 'overlap' AS wrong FROM visits a JOIN visits b ON a.id < b.id AND a.technician_id = b.technician_id
          AND a.live AND b.live AND a.during && b.during
        UNION ALL SELECT 'parted' FROM visits helper JOIN visits lead ON lead.id = helper.lead_visit_id
          WHERE helper.state <> 'cancelled' AND (helper.state, helper.starts_at, helper.ends_at, helper.during, helper.booking_id)
            IS DISTINCT FROM (lead.state, lead.starts_at, lead.ends_at, lead.during, lead.booking_id)
        UNION ALL SELECT 'too many' FROM visits lead WHERE lead_visit_id IS NULL AND crew_size <
          1 + (SELECT count(*) FROM visits WHERE lead_visit_id = lead.id AND state <> 'cancelled')`.execute(
        caller.db,
      );
      expect(rows, `seed ${seed}, round ${round}`).toEqual([]);
    }
    expect(
      [...answers.keys()].every((status) => [200, 409].includes(status)),
      [...answers].join(" "),
    ).toBe(true);
    expect(answers.get(200)).toBeGreaterThan(0);
    expect(answers.get(409)).toBeGreaterThan(0);
  });
});
