import { describe, expect, it } from "vitest";
import { addMinutes } from "~/platform/time";
import { isActionableByTechnician } from "../bookings/policy";
import type { OwnVisit } from "./views";
import { afterTaps, canDelay, dayOfVisit, openMoves } from "./visit-report";

const visit: OwnVisit = {
  id: "11111111-1111-4111-8111-111111111111",
  reference: "BK-2026-000001",
  version: 3,
  state: "scheduled",
  startsAt: "2026-11-23T06:00:00.000Z",
  endsAt: "2026-11-23T07:00:00.000Z",
  serviceName: "Plumbing",
  emergency: false,
  customerName: "Aisha",
  phone: "+971501234567",
  address: "Palm Street 7",
  area: "Al Barsha",
  message: "",
  photos: [],
  lines: [],
  notes: [],
  reports: [],
  access: {
    ...{ version: 0, parking: "", notes: "", siteContact: "", sitePhone: null, makani: null, pin: null },
    ...{ permitNeeded: false, permitBy: null, permitUntil: null, permitFileId: null },
  },
  permitMissing: false,
};
const now = new Date("2026-11-23T05:00:00Z");

describe("dayOfVisit", () => {
  const today = "2026-11-23";
  it.each([
    ["scheduled", "2026-11-24T06:00:00Z", "2026-11-24"],
    ["on_site", "2026-11-24T06:00:00Z", today],
    ["work_done", "2026-11-24T06:00:00Z", today],
    // Finished today, started before midnight in Dubai.
    ["work_done", "2026-11-22T19:30:00Z", "2026-11-22"],
    ["work_done", "2026-11-22T20:30:00Z", today],
  ] as const)("lists a visit in state %s with start %s under %s", (state, startsAt, day) => {
    expect(dayOfVisit({ state, startsAt }, today)).toBe(day);
  });
});

describe("afterTaps", () => {
  it("applies all taps to a visit and advances its version", () => {
    const other = { ...visit, id: "22222222-2222-4222-8222-222222222222" };
    const shown = afterTaps(
      [visit, other],
      [
        { visitId: visit.id, move: "depart" },
        { visitId: visit.id, move: "arrive" },
      ],
    );
    expect(shown).toEqual([{ ...visit, state: "on_site", version: 5, expectedAt: null }, other]);
  });

  it("shows the delayed arrival", () => {
    const onTheWay = { ...visit, state: "en_route" as const, expectedAt: "2026-11-23T06:10:00.000Z" };
    const later = { visitId: visit.id, move: "delay" as const };
    expect(
      afterTaps(
        [onTheWay],
        [
          { ...later, minutes: 15 },
          { ...later, minutes: 30 },
        ],
      ),
    ).toEqual([{ ...onTheWay, version: 5, expectedAt: "2026-11-23T06:55:00.000Z" }]);
    // Set out offline, so the expected arrival is unknown.
    const [departed] = afterTaps(
      [visit],
      [
        { ...later, move: "depart" },
        { ...later, minutes: 15 },
      ],
    );
    expect(departed).toEqual({ ...visit, state: "en_route", version: 5, expectedAt: null });
    expect([canDelay(departed!), canDelay({ ...departed!, isLead: false }), canDelay(visit)]).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe("openMoves", () => {
  it.each([
    ["scheduled", ["depart"]],
    ["en_route", ["arrive", "reportNoAccess", "undoDepart", "handOver"]],
    ["on_site", ["hold", "finishWork", "undoArrive", "handOver"]],
    ["on_hold", []],
    ["work_done", []],
    ["no_access", []],
  ] as const)("allows the right transitions for a visit that is %s", (state, moves) => {
    expect(openMoves({ ...visit, state }, now)).toEqual(moves);
  });
});

describe("technician's list", () => {
  const at = (
    startsAt: string,
    state: Parameters<typeof isActionableByTechnician>[0]["state"] = "scheduled",
    { endedAt = null as string | null, at: instant = now } = {},
  ) =>
    isActionableByTechnician(
      {
        ...{ state, startsAt: new Date(startsAt), endsAt: addMinutes(new Date(startsAt), 60) },
        endedAt: endedAt === null ? null : new Date(endedAt),
      },
      instant,
    );

  it("covers Dubai days from midnight to midnight", () => {
    expect(at("2026-11-22T19:59:59Z")).toBe(false);
    expect(at("2026-11-22T20:00:00Z")).toBe(true);
    expect(at("2026-11-24T19:59:59Z")).toBe(true);
    expect(at("2026-11-24T20:00:00Z")).toBe(false);
  });

  it("keeps visits of the evening that go on after midnight", () => {
    // 22:00 and 00:30 in Dubai.
    const evening = "2026-11-22T18:00:00Z";
    const late = { at: new Date("2026-11-22T20:30:00Z") };
    expect(at(evening, "scheduled", late)).toBe(true);
    expect(at(evening, "scheduled", { at: new Date("2026-11-23T01:30:00Z") })).toBe(false);
    for (const state of ["work_done", "no_access", "on_hold"] as const) {
      expect(at(evening, state, { ...late, endedAt: "2026-11-22T20:10:00Z" })).toBe(true);
      expect(at(evening, state, { ...late, endedAt: "2026-11-22T19:50:00Z" })).toBe(false);
    }
  });

  it("includes visits in progress of any day, but no unconfirmed or cancelled ones", () => {
    expect(at("2026-11-01T06:00:00Z", "en_route")).toBe(true);
    expect(at("2026-11-01T06:00:00Z", "on_site")).toBe(true);
    expect(at("2026-11-01T06:00:00Z", "on_hold")).toBe(false);
    expect(at("2026-11-23T06:00:00Z", "held")).toBe(false);
    expect(at("2026-11-23T06:00:00Z", "cancelled")).toBe(false);
  });
});
