import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Caller, createCaller, NOW, TODAY } from "../../../../../test/harness/company/booking-caller";

let caller: Caller;
let admin: Record<string, string>;
let omar: string;
beforeEach(async () => {
  caller = await createCaller();
  omar = await caller.addTechnician("Omar Saleh");
  admin = await caller.asAdmin();
});
afterEach(() => caller.close());

type Body = Record<string, unknown>;
const get = async (path: string) => (await caller.call("GET", `/api/admin/${path}`, undefined, admin)).body;
const post = (path: string, body: Body) => caller.call("POST", `/api/admin/${path}`, body, admin);
const detail = async (id: string) => (await get(`bookings/${id}`)).booking;
const suggestions = async () => (await get("emergencies")).emergencies[0].suggestions;
const minute = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000).toISOString();

async function place(time: string, durationMin: number, technicianId = omar) {
  const { bookingId, reference } = await caller.book();
  const placement = { technicianId, date: TODAY, time, durationMin, version: 1, override: "Agreed" };
  const { status, text, body } = await post(`bookings/${bookingId}/visits`, placement);
  expect(status, text).toBe(200);
  return { bookingId, reference, visitId: body.visitId as string, version: body.version as number };
}
const begin = async ({ bookingId, version }: { bookingId: string; version: number }) => {
  for (const [step, transition] of ["depart", "arrive"].entries()) {
    const body = { transition, version: version + step };
    expect((await post(`bookings/${bookingId}/transitions`, body)).status).toBe(200);
  }
};
const requestEmergency = () => caller.book({ service: "emergency" });
const send = (bookingId: string, visits: Body[]) =>
  post(`technicians/${omar}/reassignment-with-dispatch`, { bookingId, visits });

describe("candidates of an emergency on a busy day", () => {
  it("include a technician whose ordinary visits can be moved, with the arrival time", async () => {
    const { visitId } = await place("10:00", 120);
    await place("16:00", 60);
    await requestEmergency();
    expect(await suggestions()).toMatchObject([
      { id: omar, arrivesAt: minute(60), displacedVisitIds: [visitId], displacedUntil: minute(180) },
    ]);
  });

  it("include a technician who finishes soon and arrives by the deadline", async () => {
    await begin(await place("08:30", 45));
    await requestEmergency();
    const [candidate] = await suggestions();
    expect(candidate).toMatchObject({ id: omar, displacedVisitIds: [] });
    // After the work, its buffer and the way within the same area.
    expect(candidate.arrivesAt > minute(15)).toBe(true);
    expect(candidate.arrivesAt < minute(90)).toBe(true);
  });

  it("exclude a technician whose work under way ends too late, while another one can come", async () => {
    await begin(await place("08:30", 240));
    const sara = await caller.addTechnician("Sara Haddad");
    await requestEmergency();
    expect((await suggestions()).map(({ id }: Body) => id)).toEqual([sara]);
  });

  it("list all technicians, those without moved visits first", async () => {
    await place("10:00", 120);
    const others = [await caller.addTechnician("Sara"), await caller.addTechnician("Bilal")];
    others.push(await caller.addTechnician("Noor"));
    await requestEmergency();
    const listed = (await suggestions()).map(({ id }: Body) => id);
    expect(new Set(listed.slice(0, 3))).toEqual(new Set(others));
    expect(listed[3]).toBe(omar);
  });

  it("exclude technicians on time off or with another emergency", async () => {
    const first = await requestEmergency();
    expect((await post(`bookings/${first.bookingId}/dispatch`, { technicianId: omar })).status).toBe(200);
    await requestEmergency();
    const { emergencies } = await get("emergencies");
    expect(emergencies.at(-1).suggestions).toEqual([]);
  });

  it("include the earliest technicians when none can arrive by the deadline", async () => {
    await requestEmergency();
    vi.setSystemTime(minute(100));
    expect(await suggestions()).toMatchObject([{ id: omar, arrivesAt: minute(160) }]);
  });
});

describe("dispatch of a busy technician", () => {
  it.each(["another technician", "no technician"])(
    "moves the displaced visit to %s and sends",
    async (to) => {
      const sara = await caller.addTechnician("Sara Haddad");
      const { visitId, version, ...displaced } = await place("10:00", 120);
      const { bookingId } = await requestEmergency();
      const technicianId = to === "no technician" ? null : sara;
      const answer = await send(bookingId, [{ visitId, version, technicianId }]);
      expect(answer.status, answer.text).toBe(200);
      expect(await detail(bookingId)).toMatchObject({
        state: "scheduled",
        visits: [{ technicianName: "Omar Saleh", startsAt: minute(0) }],
      });
      expect(await detail(displaced.bookingId)).toMatchObject({
        state: technicianId ? "scheduled" : "confirmed",
        visits: [{ technicianId, startsAt: minute(60) }],
      });
    },
  );

  it("changes nothing if a displaced visit cannot be moved", async () => {
    const { visitId, version, ...displaced } = await place("10:00", 120);
    const { bookingId } = await requestEmergency();
    const stale = await send(bookingId, [{ visitId, version: version - 1, technicianId: null }]);
    expect(stale.body).toMatchObject({ reason: "reassignment-failed" });
    expect((await detail(bookingId)).state).toBe("requested");
    expect((await detail(displaced.bookingId)).state).toBe("scheduled");
  });

  it("moves nothing if another technician was sent meanwhile", async () => {
    const sara = await caller.addTechnician("Sara Haddad");
    const { visitId, version, ...displaced } = await place("10:00", 120);
    const { bookingId } = await requestEmergency();
    expect((await post(`bookings/${bookingId}/dispatch`, { technicianId: sara })).status).toBe(200);
    expect((await send(bookingId, [{ visitId, version, technicianId: null }])).body).toMatchObject({
      reason: "wrong-state",
    });
    expect(await detail(displaced.bookingId)).toMatchObject({ visits: [{ technicianId: omar }] });
  });

  it("refuses to place the emergency over a visit that was not moved", async () => {
    await place("10:00", 120);
    const { bookingId } = await requestEmergency();
    const answer = await post(`bookings/${bookingId}/dispatch`, { technicianId: omar });
    expect(answer.body).toMatchObject({ reason: "technician-busy" });
  });
});
