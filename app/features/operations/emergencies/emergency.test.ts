import { describe, expect, it } from "vitest";
import { addMinutes, dubaiInstant } from "~/platform/time";
import type { RosterTechnician } from "../scheduling/slots";
import { findCandidates, type RosterVisitFacts } from "./emergency";

const MONDAY = "2026-11-23";
const at = (time: string) => dubaiInstant(MONDAY, time);
const NOW = at("10:00");
const AREA = "Dubai Marina";

type Visit = { id: string; start: number; end: number; workEnd: number; area: string };
type Technician = RosterTechnician<Visit>;

/** Work in the area of the emergency unless another is given, without a buffer. */
function visit(id: string, from: string, to: string, area = AREA): Visit {
  const workEnd = at(to).getTime();
  return { id, start: at(from).getTime(), end: workEnd, workEnd, area };
}

function technician(id: string, changes: Partial<Technician> = {}): Technician {
  return {
    ...{ id, name: id, active: true, skilled: true, certifiedUntil: null, zones: [] },
    shifts: [{ weekday: 1, startMin: 480, endMin: 1200 }],
    ...{ timeOff: [], onCall: [], visits: [] },
    ...changes,
  };
}

const interval = (from: string, to: string) => ({ start: at(from).getTime(), end: at(to).getTime() });

function candidates(
  technicians: Technician[],
  { underWay = [], emergencies = [] }: { underWay?: string[]; emergencies?: string[] } = {},
) {
  const facts = new Map<string, RosterVisitFacts>();
  for (const { id, start } of technicians.flatMap(({ visits }) => visits)) {
    facts.set(id, {
      isUnderWay: underWay.includes(id),
      isEmergency: emergencies.includes(id),
      ...{ reference: id, startsAt: new Date(start) },
    });
  }
  const roster = { technicians, holidays: new Map<string, string>(), shorterDays: new Map<string, number>() };
  const job = { durationMin: 60, bufferMin: 30, outdoor: false };
  return findCandidates(roster, facts, job, { area: AREA, now: NOW, deadline: addMinutes(NOW, 120) });
}
const named = (found: ReturnType<typeof candidates>) => found.map(({ technicianId }) => technicianId);

describe("findCandidates on a busy day", () => {
  it("lists a technician who finishes before the deadline, with the arrival after the way", () => {
    const busy = technician("busy", { visits: [visit("work", "09:00", "11:00", "Palm Jumeirah")] });
    const [found] = candidates([busy], { underWay: ["work"] });
    expect(found).toMatchObject({ time: "11:00", displaced: [] });
    expect(found!.arrivesAt).toEqual(addMinutes(at("11:00"), 20));
  });

  it("leaves out work under way that ends too late for the deadline while another can come", () => {
    const late = technician("late", { visits: [visit("long", "09:00", "12:30")] });
    const movable = technician("movable", { visits: [visit("planned", "09:30", "18:00")] });
    const found = candidates([late, movable], { underWay: ["long"] });
    expect(named(found)).toEqual(["movable"]);
    expect(found[0]?.displaced).toMatchObject([{ visitId: "planned" }]);
    expect(named(candidates([late], { underWay: ["long"] }))).toEqual(["late"]);
  });

  it("counts the way to the next visit among the reasons to move it", () => {
    const next = technician("next", { visits: [visit("after", "11:40", "12:40", "Mirdif")] });
    expect(candidates([next])[0]?.displaced).toMatchObject([{ visitId: "after" }]);
    const later = technician("later", { visits: [visit("after", "13:30", "14:30", "Mirdif")] });
    expect(candidates([later])[0]?.displaced).toEqual([]);
  });

  it("moves all ordinary visits in the way, after the work under way", () => {
    const crew = technician("crew", {
      visits: [
        visit("now", "09:00", "10:30"),
        visit("first", "10:45", "11:30"),
        visit("second", "11:30", "13:00"),
      ],
    });
    const [found] = candidates([crew], { underWay: ["now"] });
    expect(found).toMatchObject({ time: "10:30" });
    expect(found?.displaced.map(({ visitId }) => visitId)).toEqual(["first", "second"]);
  });

  it("never takes a technician from another emergency, except after its end", () => {
    const planned = technician("planned", { visits: [visit("other", "10:15", "11:15")] });
    expect(candidates([planned], { emergencies: ["other"] })).toEqual([]);
    const finishing = technician("finishing", { visits: [visit("other", "09:00", "10:30")] });
    expect(named(candidates([finishing], { underWay: ["other"], emergencies: ["other"] }))).toEqual([
      "finishing",
    ]);
  });

  it("leaves out technicians on leave, off shift unless on call, untrained or with an expired certificate", () => {
    const onLeave = technician("leave", { timeOff: [interval("08:00", "20:00")] });
    const leavesSoon = technician("soon", { timeOff: [interval("11:00", "20:00")] });
    const offShift = technician("off", { shifts: [] });
    const untrained = technician("untrained", { skilled: false });
    const expired = technician("expired", { certifiedUntil: "2026-11-22" });
    const all = [onLeave, leavesSoon, offShift, untrained, expired];
    expect(named(candidates(all))).toEqual([]);
    const onCall = { ...offShift, onCall: [interval("08:00", "20:00")] };
    expect(named(candidates([...all, { ...onCall, id: "on call" }]))).toEqual(["on call"]);
  });

  it("ranks technicians who move no visit first, then those on call, then the earliest arrival", () => {
    const free = technician("free");
    const onCall = technician("on call", { onCall: [interval("08:00", "20:00")] });
    const finishing = technician("finishing", { visits: [visit("work", "09:00", "10:30")] });
    const movable = technician("movable", { visits: [visit("planned", "10:00", "12:00")] });
    expect(named(candidates([movable, finishing, free, onCall], { underWay: ["work"] }))).toEqual([
      ...["on call", "finishing", "free", "movable"],
    ]);
  });
});
