import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, dubaiInstant } from "~/platform/time";
import { dubaiCommunities } from "../../core/geography/dubai-communities";
import { findPlacementWarnings, type Roster, type RosterTechnician, toTimeSlot } from "./slots";
import { type SuggestionCriteria, suggestPlacements } from "./suggest";

const MONDAY = "2026-11-23";
const NOW = dubaiInstant(MONDAY, "06:00");

function visit(from: string, to: string, area: string, day = MONDAY) {
  const workEnd = dubaiInstant(day, to).getTime();
  return { start: dubaiInstant(day, from).getTime(), end: workEnd + 30 * 60_000, workEnd, area };
}

function technician(id: string, changes: Partial<RosterTechnician> = {}): RosterTechnician {
  return {
    id,
    name: id,
    active: true,
    skilled: true,
    certifiedUntil: null,
    zones: [],
    shifts: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin: 480, endMin: 1200 })),
    timeOff: [],
    onCall: [],
    visits: [],
    ...changes,
  };
}

const roster = (...technicians: RosterTechnician[]): Roster => ({
  technicians,
  holidays: new Map(),
  shorterDays: new Map(),
});

const criteria = (changes: Partial<SuggestionCriteria> = {}): SuggestionCriteria => ({
  job: { durationMin: 60, bufferMin: 30, outdoor: false },
  area: "Dubai Marina",
  day: MONDAY,
  time: "10:00",
  emergency: false,
  now: NOW,
  ...changes,
});

const suggested = (all: Roster, request = criteria()) =>
  suggestPlacements(all, request).map(({ technicianId, day, time }) => `${technicianId} ${day} ${time}`);

describe("suggestPlacements", () => {
  it("prefers the technician with the shorter travel time", () => {
    const near = technician("near", { visits: [visit("08:00", "09:00", "Palm Jumeirah")] });
    const far = technician("far", { visits: [visit("08:00", "08:30", "Mirdif")] });
    const [first, second] = suggestPlacements(roster(far, near), criteria());
    expect(first).toMatchObject({
      technicianId: "near",
      time: "10:00",
      travel: { area: "Palm Jumeirah", minutes: 20 },
      visitsThatDay: 1,
      matchesPreference: true,
    });
    expect(second).toMatchObject({ technicianId: "far", travel: { area: "Mirdif", minutes: 70 } });
  });

  it("excludes technicians who are too far, out of zone, absent or unskilled", () => {
    const late = technician("late", { visits: [visit("08:30", "09:30", "Mirdif")] });
    expect(suggested(roster(late))).toEqual([`late ${MONDAY} 11:00`]);
    expect(
      suggested(roster(technician("a", { zones: ["Deira"] }), technician("b", { skilled: false }))),
    ).toEqual([]);
    const away = technician("away", {
      timeOff: [{ start: NOW.getTime(), end: dubaiInstant(addDays(MONDAY, 1), "12:00").getTime() }],
    });
    expect(suggested(roster(away))).toEqual([`away ${addDays(MONDAY, 1)} 12:00`]);
  });

  it("breaks ties by fewer visits that day", () => {
    const busy = technician("busy", {
      visits: [visit("14:00", "15:00", "Dubai Marina"), visit("17:00", "18:00", "Dubai Marina")],
    });
    expect(suggested(roster(busy, technician("idle")))[0]).toBe(`idle ${MONDAY} 10:00`);
  });

  it("ranks the earliest arrival first in an emergency", () => {
    const now = dubaiInstant(MONDAY, "10:05");
    const taken = technician("taken", { visits: [visit("09:00", "10:30", "Dubai Marina")] });
    const urgent = criteria({ emergency: true, day: null, time: null, now });
    expect(suggested(roster(taken, technician("free")), urgent)).toEqual([
      `free ${MONDAY} 10:15`,
      `taken ${MONDAY} 11:00`,
    ]);
  });

  it("ranks technicians on call first in an emergency, also off shift and a little later", () => {
    const now = dubaiInstant(MONDAY, "20:05");
    const rings = {
      start: dubaiInstant(MONDAY, "20:00").getTime(),
      end: dubaiInstant(MONDAY, "23:00").getTime(),
    };
    const sleeps = technician("sleeps");
    const late = technician("late", { shifts: [{ weekday: 1, startMin: 480, endMin: 1440 }] });
    const called = technician("called", {
      onCall: [rings],
      visits: [visit("18:30", "20:30", "Dubai Marina")],
    });
    const urgent = criteria({ emergency: true, day: null, time: null, now });
    expect(suggestPlacements(roster(sleeps, late, called), urgent)).toMatchObject([
      { technicianId: "called", time: "21:00", onCall: true },
      { technicianId: "late", time: "20:15", onCall: false },
    ]);
    const night = dubaiInstant(MONDAY, "23:05");
    expect(suggested(roster(called), { ...urgent, now: night })).toEqual([]);
    // Ordinary visits do not use the on-call rota.
    expect(suggested(roster(called), criteria({ day: MONDAY, time: "21:00", now }))[0]).toBe(
      `called ${addDays(MONDAY, 1)} 08:00`,
    );
  });

  it("starts as soon as possible without a preferred time, never in the past", () => {
    const now = dubaiInstant(MONDAY, "12:30");
    expect(suggested(roster(technician("a")), criteria({ day: null, time: null, now }))).toEqual([
      `a ${MONDAY} 14:00`,
    ]);
    const before = criteria({ day: addDays(MONDAY, -3), time: "08:00", now });
    expect(suggested(roster(technician("a")), before)).toEqual([`a ${MONDAY} 14:00`]);
  });
});

it("property: every suggestion passes all constraints and appears once", () => {
  const area = fc.constantFrom(...dubaiCommunities);
  const visits = fc.array(
    fc
      .tuple(fc.integer({ min: 8, max: 18 }), area)
      .map(([hour, where]) =>
        visit(`${String(hour).padStart(2, "0")}:00`, `${String(hour + 1).padStart(2, "0")}:00`, where),
      ),
    { maxLength: 5 },
  );
  const people = fc.array(
    fc.record({
      visits,
      zones: fc.constantFrom<string[]>([], [], ["Dubai Marina"], ["Deira"]),
      skilled: fc.boolean(),
    }),
    { maxLength: 6 },
  );
  fc.assert(
    fc.property(people, area, fc.boolean(), (list, where, emergency) => {
      const all = roster(...list.map((one, index) => technician(`t${index}`, one)));
      const request = criteria({ area: where, emergency });
      const suggestions = suggestPlacements(all, request);
      expect(new Set(suggestions.map(({ technicianId }) => technicianId)).size).toBe(suggestions.length);
      for (const { technicianId, day, time } of suggestions) {
        const one = all.technicians.find(({ id }) => id === technicianId)!;
        expect(findPlacementWarnings(one, all, toTimeSlot(request.job, day, time), request)).toEqual([]);
      }
    }),
    { numRuns: 300 },
  );
});
