import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Caller, createCaller, TOMORROW } from "../../../../../test/harness/company/booking-caller";

let caller: Caller;
let admin: Record<string, string>;
let technicianId: string;
let reference: string;
beforeAll(async () => {
  caller = await createCaller();
  admin = await caller.asAdmin();
  technicianId = await caller.addTechnician("Omar Saleh");
  await caller.db.insertInto("technicianZones").values({ technicianId, area: "Dubai Marina" }).execute();
  const booked = await caller.book({ preferredDate: TOMORROW, preferredTime: "10:00" });
  reference = booked.reference;
  await post(`bookings/${booked.bookingId}/transitions`, { transition: "confirm", version: 1 });
});
afterAll(() => caller.close());

// biome-ignore lint/suspicious/noExplicitAny: as answered.
type Json = any;
const get = async (path: string): Promise<Json> =>
  (await caller.call("GET", `/api/admin/${path}`, undefined, admin)).body;
const post = (path: string, body: object) => caller.call("POST", `/api/admin/${path}`, body, admin);
const marks = async () =>
  (await get(`board?from=${TOMORROW}&to=${TOMORROW}`)).visits.map((visit: Json) => visit.conflicts ?? []);

const daily = (startMin: number, endMin: number) =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin, endMin }));

describe("visits affected by a change", () => {
  it.each([
    ["a removed skill", "skills", { serviceIds: ["hvac"] }, { serviceIds: ["hvac", "plumbing"] }, "no-skill"],
    ["a removed zone", "zones", { areas: ["Deira"] }, { areas: ["Dubai Marina"] }, "out-of-zone"],
    [
      "shorter working hours",
      "shifts",
      { shifts: daily(720, 1080) },
      { shifts: daily(480, 1200) },
      "off-shift",
    ],
  ])(
    "refuses %s until the dispatcher accepts the affected visit, then marks the visit",
    async (_what, verb, less, enough, conflict) => {
      const path = `technicians/${technicianId}/${verb}`;
      const { technician } = await get(`technicians/${technicianId}`);
      const answer = await post(path, { ...less, version: technician.version });
      expect(answer.body).toMatchObject({
        reason: "visits-affected",
        message: expect.stringContaining("1 planned visit"),
        visits: [{ reference, serviceName: "Plumbing", conflictText: expect.any(String) }],
      });
      expect((await get(`technicians/${technicianId}`)).technician).toEqual(technician);
      expect(await marks()).toEqual([[]]);

      // Accepting another visit does not accept this one.
      const others = { ...less, version: technician.version, acceptedVisitIds: [crypto.randomUUID()] };
      expect((await post(path, others)).status).toBe(409);
      const acceptedVisitIds = answer.body.visits.map(({ id }: Json) => id);
      expect((await post(path, { ...less, version: technician.version, acceptedVisitIds })).status).toBe(200);
      expect(await marks()).toEqual([[conflict]]);

      // Giving something back needs no confirmation.
      expect((await post(path, { ...enough, version: technician.version + 1 })).status).toBe(200);
      expect(await marks()).toEqual([[]]);
    },
  );

  it("refuses a certificate that expires before the visit until the visit is accepted", async () => {
    const path = `technicians/${technicianId}/certificates`;
    const { version } = (await get(`technicians/${technicianId}`)).technician;
    const certificate = { name: "Licence", number: "", expiresOn: "2026-11-23", version };
    const answer = await post(path, certificate);
    expect(answer.body).toMatchObject({ reason: "visits-affected", visits: [{ reference }] });
    const acceptedVisitIds = answer.body.visits.map(({ id }: Json) => id);
    expect((await post(path, { ...certificate, acceptedVisitIds })).status).toBe(200);
    expect(await marks()).toEqual([["certificate-expired"]]);
    await caller.db.deleteFrom("certificates").execute();
  });

  it("refuses a holiday or shorter day on the day of the visit until the visit is accepted", async () => {
    for (const [path, change, conflict] of [
      ["holidays", { day: TOMORROW, name: "A day off", tentative: false }, "holiday"],
      ["seasons", { name: "Ramadan", firstDay: TOMORROW, lastDay: TOMORROW, shorterByMin: 480 }, "off-shift"],
    ] as const) {
      await caller.db
        .updateTable("visits")
        .set({ startsAt: new Date(`${TOMORROW}T09:00:00Z`), endsAt: new Date(`${TOMORROW}T10:00:00Z`) })
        .execute();
      const answer = await post(path, change);
      expect(answer.body).toMatchObject({ reason: "visits-affected", visits: [{ reference }] });
      const acceptedVisitIds = answer.body.visits.map(({ id }: Json) => id);
      expect((await post(path, { ...change, acceptedVisitIds })).status).toBe(200);
      expect((await marks())[0]).toContain(conflict);
    }
    await caller.db.deleteFrom("seasons").execute();
    expect((await post("holidays/open", { day: TOMORROW })).status).toBe(200);
    expect(await marks()).toEqual([[]]);
    const closed = await post("holidays/close", { day: TOMORROW });
    expect(closed.body).toMatchObject({ reason: "visits-affected", visits: [{ reference }] });
    const acceptedVisitIds = closed.body.visits.map(({ id }: Json) => id);
    expect((await post("holidays/close", { day: TOMORROW, acceptedVisitIds })).status).toBe(200);
    expect(await marks()).toEqual([["holiday"]]);
  });
});
