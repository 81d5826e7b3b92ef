import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRandom } from "~/platform/random";
import { casesForRun, seedOfRun } from "../../../../../test/faults/rounds";
import {
  type ApiResponse,
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TOMORROW,
} from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import { expireHolds } from "../../bookings/visits/expire-holds.server";
import { flushDueNotifications } from "../../bookings/visits/pending-notifications.server";

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
let sara: string;
beforeEach(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  sara = await caller.addTechnician("Sara Haddad");
  admin = await caller.asAdmin();
});
afterEach(() => caller.close());

type Body = Record<string, unknown>;
const post = (path: string, body: Body, headers = admin) =>
  caller.call("POST", `/api/admin/bookings/${path}`, body, headers);
const outcome = ({ status, body }: ApiResponse) => [status, body.reason];
const undo = (id: string, leftVersion: number, headers = admin) =>
  post(`${id}/undo-confirmation`, { undo: { leftVersion, undoneVersions: [] } }, headers);
const detail = async (id: string) =>
  (await caller.call("GET", `/api/admin/bookings/${id}`, undefined, admin)).body.booking;

/** All that the undo must restore: the records, the board and the customer's page. */
async function stateOf({ bookingId, reference, key }: Booked) {
  const { db } = caller;
  const [booking, visits, holds, notifications] = await Promise.all([
    db.selectFrom("bookings").selectAll().where("id", "=", bookingId).executeTakeFirstOrThrow(),
    db
      .selectFrom("visits")
      .selectAll()
      .where("bookingId", "=", bookingId)
      .where("state", "<>", "cancelled")
      .orderBy("id")
      .execute(),
    db.selectFrom("guestHolds").selectAll().execute(),
    db.selectFrom("pendingVisitNotifications").selectAll().execute(),
  ]);
  const board = (
    await caller.call("GET", `/api/admin/board?from=${TOMORROW}&to=${TOMORROW}`, undefined, admin)
  ).body;
  const page = (await caller.call("GET", `/api/bookings/${reference}?key=${key}`)).body.booking;
  const unversioned = <Row extends { version: number }>({ version: _, ...row }: Row) => row;
  const { answeredAt: _, ...shown } = page;
  return {
    ...{ booking: unversioned(booking), visits, holds, notifications },
    board: [...board.visits, ...board.unassigned, ...board.requests].map(unversioned),
    page: unversioned(shown),
  };
}

async function findVisit({ bookingId }: Booked) {
  return caller.db
    .selectFrom("visits")
    .selectAll()
    .where("bookingId", "=", bookingId)
    .where("live", "=", true)
    .executeTakeFirstOrThrow();
}

const bookHeld = (preferredTime = "10:00") => caller.book({ preferredDate: TOMORROW, preferredTime });
const at = (time: string, technicianId: string) => ({ technicianId, date: TOMORROW, time });

/** Places the held visit at another time, or at its own. */
async function confirmHeld(booked: Booked, time = "10:00", technicianId?: string): Promise<number> {
  const visit = await findVisit(booked);
  const placement = { ...at(time, technicianId ?? visit.technicianId!), version: 1 };
  const answer = await post(`${booked.bookingId}/visits/${visit.id}/placement`, placement);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.version;
}

const afterDelay = () => flushDueNotifications({ ...caller.ctx(), now: new Date(NOW.getTime() + 120_000) });
const notifications = async ({ bookingId }: Booked) =>
  (await readTrail(caller.db, { subjectId: bookingId, type: "booking.visit-notification-due" })).length;

describe("undo of a confirmation within the notification delay", () => {
  it.each([
    ["in place", "10:00"],
    ["dragged to another time", "14:00"],
  ])("restores a request confirmed %s with its hold, and sends nothing", async (_, time) => {
    const booked = await bookHeld();
    const before = await stateOf(booked);
    expect(before.holds).toHaveLength(1);
    const version = await confirmHeld(booked, time);
    expect((await detail(booked.bookingId)).state).toBe("scheduled");
    const undone = await undo(booked.bookingId, version);
    expect(undone.status, undone.text).toBe(200);
    expect(undone.body).toEqual({ success: true, version: version + 1 });
    expect(await stateOf(booked)).toEqual(before);
    await afterDelay();
    expect(await notifications(booked)).toBe(0);
  });

  it("restores a request dragged to another technician", async () => {
    const booked = await bookHeld();
    const before = await stateOf(booked);
    const other = (await findVisit(booked)).technicianId === omar ? sara : omar;
    expect(outcome(await undo(booked.bookingId, await confirmHeld(booked, "15:00", other)))[0]).toBe(200);
    expect(await stateOf(booked)).toEqual(before);
  });

  it("restores a request without a time", async () => {
    const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: undefined });
    const before = await stateOf(booked);
    const placed = await post(`${booked.bookingId}/visits`, { ...at("11:00", omar), version: 1 });
    expect(outcome(await undo(booked.bookingId, placed.body.version))[0]).toBe(200);
    expect(await stateOf(booked)).toEqual(before);
    await afterDelay();
    expect(await notifications(booked)).toBe(0);
  });

  it("records the undo for the office and for webhooks, and hides it from the customer", async () => {
    const booked = await bookHeld();
    await undo(booked.bookingId, await confirmHeld(booked, "14:00"));
    const { timeline, state } = await detail(booked.bookingId);
    expect(state).toBe("requested");
    expect(timeline.map(({ event }: Body) => event)).toEqual([
      "request",
      "confirm",
      "reschedule",
      "undoConfirm",
    ]);
    const trail = await readTrail(caller.db, { subjectId: booked.bookingId });
    expect(trail.at(-1)).toMatchObject({ type: "booking.confirmation-undone", data: { version: 4 } });
  });

  it("keeps the response of a contact that was logged since", async () => {
    const booked = await bookHeld();
    const version = await confirmHeld(booked);
    vi.setSystemTime(NOW.getTime() + 20_000);
    const contact = { channel: "call", text: "Called", version };
    expect((await post(`${booked.bookingId}/contacts`, contact)).status).toBe(200);
    expect(outcome(await undo(booked.bookingId, version))[0]).toBe(200);
    expect((await stateOf(booked)).booking.respondedAt).toEqual(new Date(NOW.getTime() + 20_000));
  });

  it("also restores it while the dispatcher holds the notification back", async () => {
    const booked = await bookHeld();
    const before = await stateOf(booked);
    const { id, technicianId } = await findVisit(booked);
    const placement = { ...at("10:00", technicianId!), version: 1, notifyCustomer: false };
    const { body } = await post(`${booked.bookingId}/visits/${id}/placement`, placement);
    vi.setSystemTime(NOW.getTime() + 30_000);
    expect(outcome(await undo(booked.bookingId, body.version))[0]).toBe(200);
    expect(await stateOf(booked)).toEqual(before);
  });

  it("lets a hold expire that ended meanwhile", async () => {
    const booked = await bookHeld();
    const version = await confirmHeld(booked);
    await caller.db
      .updateTable("pendingVisitNotifications")
      .set({ dueAt: new Date(NOW.getTime() + 3 * 3_600_000) })
      .where("technicianId", "is", null)
      .execute();
    vi.setSystemTime(NOW.getTime() + 2.5 * 3_600_000);
    expect(outcome(await undo(booked.bookingId, version))[0]).toBe(200);
    await expireHolds(caller.ctx());
    expect((await stateOf(booked)).page).toMatchObject({ state: "requested", holdExpired: true });
  });

  it("changes nothing when another visit took the time meanwhile", async () => {
    const booked = await bookHeld();
    const { technicianId } = await findVisit(booked);
    const version = await confirmHeld(booked, "14:00");
    const other = await caller.book({ preferredDate: TOMORROW, preferredTime: undefined });
    const taken = await post(`${other.bookingId}/visits`, { ...at("10:00", technicianId!), version: 1 });
    expect(taken.status, taken.text).toBe(200);
    const before = await stateOf(booked);
    expect(outcome(await undo(booked.bookingId, version))).toEqual([409, "technician-busy"]);
    expect(await stateOf(booked)).toEqual(before);
  });

  it("ignores a note that was written meanwhile, and refuses after a correction or the customer's cancellation", async () => {
    const [noted, corrected, cancelled] = [
      await bookHeld(),
      await bookHeld("13:00"),
      await bookHeld("16:00"),
    ];
    const versions = [
      await confirmHeld(noted),
      await confirmHeld(corrected, "13:00"),
      await confirmHeld(cancelled, "16:00"),
    ];
    const note = { text: "Ring twice", version: versions[0] };
    expect((await post(`${noted.bookingId}/notes`, note)).status).toBe(200);
    expect(outcome(await undo(noted.bookingId, versions[0]!))[0]).toBe(200);

    await caller.db
      .insertInto("timelineEntries")
      .values({
        ...{ bookingId: corrected.bookingId, event: "correct", at: NOW, fromVersion: versions[1]! },
        ...{ fromState: "scheduled", toState: "scheduled", actorRole: "dispatcher", actorName: "Mona" },
        detail: JSON.stringify({}),
      })
      .execute();
    await caller.db
      .updateTable("bookings")
      .set({ version: versions[1]! + 1 })
      .where("id", "=", corrected.bookingId)
      .execute();
    expect(outcome(await undo(corrected.bookingId, versions[1]!))).toEqual([409, "changed-since"]);

    const { reference, key } = cancelled;
    const cancellation = { key, version: versions[2] };
    expect((await caller.call("POST", `/api/bookings/${reference}/cancel`, cancellation)).status).toBe(200);
    expect(outcome(await undo(cancelled.bookingId, versions[2]!))).toEqual([409, "changed-since"]);
    expect((await detail(cancelled.bookingId)).state).toBe("cancelled");
  });

  it("restores the others if the customer of one confirmation was notified already", async () => {
    const [first, second] = [await bookHeld(), await bookHeld()];
    const versions = [await confirmHeld(first), await confirmHeld(second)];
    const { id } = await findVisit(first);
    await caller.call("POST", "/api/admin/board/send-notifications", { visitIds: [id] }, admin);
    expect(outcome(await undo(first.bookingId, versions[0]!))).toEqual([409, "customer-notified"]);
    expect(outcome(await undo(second.bookingId, versions[1]!))[0]).toBe(200);
    expect((await detail(first.bookingId)).state).toBe("scheduled");
    expect((await detail(second.bookingId)).state).toBe("requested");
  });

  it("succeeds for one of two dispatchers at once", async () => {
    const booked = await bookHeld();
    const version = await confirmHeld(booked, "14:00");
    const answers = await Promise.all([undo(booked.bookingId, version), undo(booked.bookingId, version)]);
    expect(answers.map(outcome).sort()).toEqual([
      [200, undefined],
      [409, "changed-since"],
    ]);
    expect((await detail(booked.bookingId)).state).toBe("requested");
  });

  it("lets the request be confirmed again, which notifies once", async () => {
    const booked = await bookHeld();
    const version = await confirmHeld(booked, "14:00");
    const { body } = await undo(booked.bookingId, version);
    const { id, technicianId } = await findVisit(booked);
    const placement = { ...at("10:00", technicianId!), version: body.version };
    expect((await post(`${booked.bookingId}/visits/${id}/placement`, placement)).status).toBe(200);
    await afterDelay();
    expect(await notifications(booked)).toBe(2);
  });
});

describe("undo of a confirmation after the notification delay", () => {
  it("refuses once the customer was notified", async () => {
    const booked = await bookHeld();
    const version = await confirmHeld(booked, "14:00");
    await afterDelay();
    expect(outcome(await undo(booked.bookingId, version))).toEqual([409, "customer-notified"]);
    expect((await detail(booked.bookingId)).state).toBe("scheduled");
  });

  it("refuses when the delay is over but the notification was not sent yet", async () => {
    const booked = await bookHeld();
    const version = await confirmHeld(booked);
    vi.setSystemTime(NOW.getTime() + 61_000);
    expect(outcome(await undo(booked.bookingId, version))).toEqual([409, "customer-notified"]);
  });

  it("refuses for an emergency and a plain confirmation, which notify at once", async () => {
    const emergency = await caller.book({ service: "emergency" });
    const placed = await post(`${emergency.bookingId}/visits`, { ...at("10:00", omar), version: 1 });
    expect(placed.status, placed.text).toBe(200);
    expect(outcome(await undo(emergency.bookingId, placed.body.version))).toEqual([409, "customer-notified"]);
    const booked = await bookHeld();
    await post(`${booked.bookingId}/transitions`, { transition: "confirm", version: 1 });
    expect(outcome(await undo(booked.bookingId, 2))).toEqual([409, "customer-notified"]);
  });

  it("refuses for a change that confirmed nothing", async () => {
    const booked = await bookHeld();
    expect(outcome(await undo(booked.bookingId, 1))).toEqual([409, "wrong-state"]);
  });
});

describe("undo of a change of a confirmed visit within the notification delay", () => {
  /** Confirmed at 10:00, and its people were notified. */
  async function bookNotified() {
    const booked = await bookHeld();
    const version = await confirmHeld(booked);
    await afterDelay();
    // Consumed with the emails.
    await caller.db.deleteFrom("pendingVisitNotifications").execute();
    const visit = await findVisit(booked);
    const other = visit.technicianId === omar ? sara : omar;
    const path = `${booked.bookingId}/visits/${visit.id}`;
    return { ...booked, version, path, other, technicianId: visit.technicianId! };
  }
  type Notified = Awaited<ReturnType<typeof bookNotified>>;
  const placed = (visit: Notified, body: Body) =>
    post(`${visit.path}/placement`, { ...at("10:00", visit.technicianId), ...body });

  /** Equal without the entries of the history and the times of changes. */
  const restored = async (booked: Booked) => {
    const { booking, visits, notifications, board, page } = await stateOf(booked);
    const { timeline: _, ...shown } = page;
    const placements = visits.map(({ id: _, ...visit }) => visit);
    return {
      booking,
      placements,
      notifications,
      board: board.map(({ visitId: _, id: __, ...item }) => item),
      shown,
    };
  };

  type Change = [name: string, change: (visit: Notified) => Promise<ApiResponse>, body: Body];
  const placements: Change[] = [
    ["another time", (visit) => placed(visit, { time: "14:00", version: visit.version }), {}],
    ["another day", (visit) => placed(visit, { date: "2026-11-26", version: visit.version }), {}],
    [
      "another technician",
      (visit) => placed(visit, { technicianId: visit.other, version: visit.version }),
      {},
    ],
    ["another length", (visit) => placed(visit, { durationMin: 150, version: visit.version }), {}],
  ];
  it.each<Change>([
    ...casesForRun(placements, createRandom(seedOfRun())),
    ["no technician", (visit) => post(`${visit.path}/unassign`, { version: visit.version }), {}],
    [
      "another time and no notification",
      (visit) => placed(visit, { time: "14:00", version: visit.version, notifyCustomer: false }),
      { notifyCustomer: false },
    ],
  ])("restores a visit moved to %s, and sends nothing", async (_, change, body) => {
    const visit = await bookNotified();
    const before = await restored(visit);
    const sent = await notifications(visit);
    const { endsAt, startsAt } = await findVisit(visit);
    const durationMin = (endsAt.getTime() - startsAt.getTime()) / 60_000;
    const changed = await change(visit);
    expect(changed.status, changed.text).toBe(200);
    const { version } = changed.body;
    // The last moment before the notification is due.
    vi.setSystemTime(NOW.getTime() + 59_000);
    const undo = { leftVersion: version, undoneVersions: [] };
    const undone = await placed(visit, { durationMin, version, undo, override: "Undone", ...body });
    expect(undone.status, undone.text).toBe(200);
    expect(await restored(visit)).toEqual(before);
    await flushDueNotifications({ ...caller.ctx(), now: new Date(NOW.getTime() + 600_000) });
    expect(await notifications(visit)).toBe(sent);
  });

  it("restores a cancelled visit, and sends nothing", async () => {
    const visit = await bookNotified();
    const before = await restored(visit);
    const sent = await notifications(visit);
    const { body } = await post(`${visit.path}/cancel`, { version: visit.version });
    const undo = { leftVersion: body.version, undoneVersions: [] };
    const placement = { ...at("10:00", visit.technicianId), version: body.version, undo, override: "Undone" };
    const undone = await post(`${visit.bookingId}/visits`, placement);
    expect(undone.status, undone.text).toBe(200);
    expect(await restored(visit)).toEqual(before);
    await flushDueNotifications({ ...caller.ctx(), now: new Date(NOW.getTime() + 600_000) });
    expect(await notifications(visit)).toBe(sent);
  });

  it("restores two changes of the same visit in two steps, and sends nothing", async () => {
    const visit = await bookNotified();
    const before = await restored(visit);
    const sent = await notifications(visit);
    const first = (await placed(visit, { time: "14:00", version: visit.version })).body.version;
    const second = (await placed(visit, { time: "15:00", technicianId: visit.other, version: first })).body
      .version;
    const undo = { leftVersion: second, undoneVersions: [] };
    const once = await placed(visit, { time: "14:00", version: second, undo, override: "Undone" });
    expect(once.status, once.text).toBe(200);
    const again = { leftVersion: first, undoneVersions: [first, second] };
    const twice = await placed(visit, { version: once.body.version, undo: again, override: "Undone" });
    expect(twice.status, twice.text).toBe(200);
    expect(await restored(visit)).toEqual(before);
    await flushDueNotifications({ ...caller.ctx(), now: new Date(NOW.getTime() + 600_000) });
    expect(await notifications(visit)).toBe(sent);
  });
});
