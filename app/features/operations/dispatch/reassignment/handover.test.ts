import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Booked,
  type Caller,
  createCaller,
  NOW,
  TODAY,
} from "../../../../../test/harness/company/booking-caller";
import { readTrail } from "../../../../../test/harness/company/trail";
import { flushDueNotifications } from "../../bookings/visits/pending-notifications.server";
import { escalateEmergencies } from "../../emergencies/escalate.server";
import type { VisitToReassign } from "../views";

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

async function signInAsOmar(): Promise<Record<string, string>> {
  const user = { email: "omar@phone.example", password: "a technician's own", role: "technician" as const };
  const userId = await caller.addUser(user);
  await caller.db.updateTable("technicians").set({ userId }).where("id", "=", omar).execute();
  return { Cookie: await caller.signIn(user) };
}

type Body = Record<string, unknown>;
const get = async (path: string) => (await caller.call("GET", `/api/${path}`, undefined, admin)).body;
const post = (path: string, body: Body) => caller.call("POST", `/api/admin/${path}`, body, admin);
const detail = async (id: string) => (await get(`admin/bookings/${id}`)).booking;
const minutesLater = (minutes: number) => vi.setSystemTime(NOW.getTime() + minutes * 60_000);

/** Omar is on the way to a visit at 10:00, or at work there. */
async function begin(...transitions: string[]) {
  const booked = await caller.book();
  const at = { technicianId: omar, date: TODAY, time: "10:00", version: 1, durationMin: 120 };
  const placed = await post(`bookings/${booked.bookingId}/visits`, at);
  expect(placed.status, placed.text).toBe(200);
  // Both were notified.
  await caller.db.deleteFrom("pendingVisitNotifications").execute();
  let { version } = placed.body;
  minutesLater(65);
  for (const transition of transitions) {
    expect((await post(`bookings/${booked.bookingId}/transitions`, { transition, version })).status).toBe(
      200,
    );
    version++;
  }
  return { ...booked, visitId: placed.body.visitId as string, version: version as number };
}

const visitsToReassign = async (): Promise<VisitToReassign[]> =>
  (await get(`admin/technicians/${omar}/reassignment?from=${new Date().toISOString()}`)).visits;
const handOver = (visitId: string, version: number, technicianId: string | null, more: Body = {}) =>
  post(`technicians/${omar}/reassignment`, {
    visits: [{ visitId, version, technicianId }],
    reason: "Vehicle breakdown",
    ...more,
  });
const page = async ({ reference, key }: Booked) => (await get(`bookings/${reference}?key=${key}`)).booking;

describe("handover of a visit under way", () => {
  it.each([
    [["depart"], 120],
    [["depart", "arrive"], 115],
  ])("ends the visit after %s and places the remaining work with another technician", async (steps, left) => {
    const booked = await begin(...steps);
    expect(await visitsToReassign()).toMatchObject([
      { id: booked.visitId, isMovable: false, canHandOver: true, proposed: { technicianId: sara } },
    ]);
    const answer = await handOver(booked.visitId, booked.version, sara);
    expect(answer.status, answer.text).toBe(200);
    const { state, visits, timeline } = await detail(booked.bookingId);
    expect(state).toBe("scheduled");
    expect(visits).toMatchObject([
      { id: booked.visitId, state: "handed_over", technicianName: "Omar Saleh" },
      { state: "scheduled", technicianName: "Sara Haddad" },
    ]);
    const [{ startsAt, endsAt }] = visits.slice(-1);
    expect(startsAt).toBe(new Date(NOW.getTime() + 65 * 60_000).toISOString());
    expect((Date.parse(endsAt) - Date.parse(startsAt)) / 60_000).toBe(left);
    expect(timeline.slice(-2)).toMatchObject([
      { event: "handOver", reason: "Vehicle breakdown" },
      { event: "assign" },
    ]);
    expect((await page(booked)).visit).toMatchObject({ technicianName: "Sara Haddad", state: "scheduled" });
    // Omar's time is free again.
    expect(await visitsToReassign()).toEqual([]);
  });

  it("notifies the customer of the new technician, and both technicians", async () => {
    const booked = await begin("depart");
    const recipients = async () =>
      (
        await readTrail(caller.db, { subjectId: booked.bookingId, type: "booking.visit-notification-due" })
      ).map(({ data }) => (data as { technicianId: string | null }).technicianId);
    await handOver(booked.visitId, booked.version, sara);
    minutesLater(70);
    await flushDueNotifications(caller.ctx());
    expect(new Set(await recipients())).toEqual(new Set([omar, sara, null]));
  });

  it("leaves the work unassigned if no technician takes it, and no page names the former one", async () => {
    const booked = await begin("depart");
    expect((await handOver(booked.visitId, booked.version, null)).status).toBe(200);
    expect(await detail(booked.bookingId)).toMatchObject({ state: "confirmed" });
    expect(await page(booked)).toMatchObject({
      state: "confirmed",
      visit: { technicianName: null },
      onTheWay: null,
    });
    const board = await get(`admin/board?from=${TODAY}&to=${TODAY}`);
    expect(board.visits).toEqual([]);
    expect(board.unassigned).toMatchObject([{ reference: booked.reference, bookingState: "confirmed" }]);
  });

  it("lists an emergency without a technician again", async () => {
    const { bookingId } = await caller.book({ service: "emergency" });
    const sent = await post(`bookings/${bookingId}/dispatch`, { technicianId: omar });
    expect(sent.status, sent.text).toBe(200);
    const { version, visits } = await detail(bookingId);
    await post(`bookings/${bookingId}/transitions`, { transition: "depart", version });
    await handOver(visits[0].id, version + 1, null);
    expect((await get("admin/emergencies")).emergencies).toMatchObject([
      { id: bookingId, technicianName: null, dispatchedAt: null },
    ]);
  });

  it("alarms the office of an emergency that its technician hands over, until another is sent", async () => {
    const phone = await signInAsOmar();
    const { bookingId } = await caller.book({ service: "emergency" });
    await post(`bookings/${bookingId}/dispatch`, { technicianId: omar });
    const running = async () => (await get("admin/emergencies")).emergencies[0];
    expect((await running()).acknowledgedAt).not.toBeNull();
    const { version, visits } = await detail(bookingId);
    await post(`bookings/${bookingId}/transitions`, { transition: "depart", version });
    const handedOver = await caller.call(
      "POST",
      `/api/technician/visits/${visits[0].id}/transitions`,
      {
        ...{ transition: "handOver", version: version + 1, reason: "Vehicle breakdown" },
        tappedAt: new Date().toISOString(),
      },
      { ...phone, "Idempotency-Key": crypto.randomUUID() },
    );
    expect(handedOver.status, handedOver.text).toBe(200);
    expect(await running()).toMatchObject({ technicianName: null, acknowledgedAt: null });
    minutesLater(15);
    await escalateEmergencies(caller.ctx());
    const escalated = () => readTrail(caller.db, { subjectId: bookingId, type: "booking.escalated" });
    expect(await escalated()).toMatchObject([{ data: { why: "unacknowledged" } }]);
    expect((await post(`bookings/${bookingId}/dispatch`, { technicianId: sara })).status).toBe(200);
    expect(await running()).toMatchObject({
      technicianName: "Sara Haddad",
      acknowledgedAt: new Date().toISOString(),
    });
  });

  it("hands over and adds the time off in one transaction, or does neither", async () => {
    const booked = await begin("depart");
    const { version } = (await get(`admin/technicians/${omar}`)).technician;
    const timeOff = { fromDay: TODAY, fromTime: "10:00", toDay: TODAY, toTime: "18:00", reason: "Van" };
    const send = (reason?: string) =>
      post(`technicians/${omar}/reassignment-with-update`, {
        ...{ version, update: { timeOff }, reason },
        visits: [{ visitId: booked.visitId, version: booked.version, technicianId: sara }],
      });
    const refused = await send();
    expect(refused.body).toMatchObject({ reason: "reassignment-failed" });
    expect((await detail(booked.bookingId)).state).toBe("en_route");
    const answer = await send("Vehicle breakdown");
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.technician.timeOff).toHaveLength(1);
    expect((await detail(booked.bookingId)).state).toBe("scheduled");
  });

  it("succeeds for one of two dispatchers at once", async () => {
    const booked = await begin("depart");
    const answers = await Promise.all([
      handOver(booked.visitId, booked.version, sara),
      handOver(booked.visitId, booked.version, null),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it("shows the ended visit on the phone of the former technician", async () => {
    const booked = await begin("depart");
    const phone = await signInAsOmar();
    await handOver(booked.visitId, booked.version, sara);
    const { body } = await caller.call("GET", "/api/technician/visits", undefined, phone);
    expect(body.visits).toMatchObject([{ id: booked.visitId, state: "handed_over" }]);
  });
});
