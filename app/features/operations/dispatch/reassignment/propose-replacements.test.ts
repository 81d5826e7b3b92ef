import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMinutes, dubaiDate, dubaiInstant, dubaiTime } from "~/platform/time";
import { seedOfRun } from "../../../../../test/faults/rounds";
import {
  findPlacementWarnings,
  type Roster,
  type RosterTechnician,
  toTimeSlot,
} from "../../scheduling/slots";
import { proposeReplacements, type VisitToReassign, withoutTechnician } from "./propose-replacements";

const DAY = "2027-03-02";
const NOW = dubaiInstant("2027-03-01", "12:00");
const AREAS = ["Dubai Marina", "Jumeirah", "Mirdif", "Deira"];
const at = (time: string) => dubaiInstant(DAY, time);

function technician(id: string, changes: Partial<RosterTechnician> = {}): RosterTechnician {
  const shifts = Array.from({ length: 7 }, (_, index) => ({
    weekday: index + 1,
    startMin: 480,
    endMin: 1140,
  }));
  return {
    ...{ id, name: id, active: true, skilled: true, certifiedUntil: null, zones: [] },
    ...{ shifts, timeOff: [], onCall: [], visits: [] },
    ...changes,
  };
}
const rosterOf = (technicians: RosterTechnician[]): Roster => ({
  ...{ technicians, holidays: new Map<string, string>(), shorterDays: new Map<string, number>() },
});
const qualified = (roster: Roster) => new Map(roster.technicians.map(({ id }) => [id, new Set(["hvac"])]));

function visit(id: string, time: string, changes: Partial<VisitToReassign> = {}): VisitToReassign {
  const startsAt = at(time);
  return {
    ...{ id, startsAt, endsAt: addMinutes(startsAt, 60), bufferMin: 15, outdoor: false },
    ...{ area: "Mirdif", emergency: false, skills: ["hvac"], fixedTime: false },
    ...changes,
  };
}
const busyVisit = (time: string, minutes = 60, area = "Mirdif") => {
  const start = at(time).getTime();
  const workEnd = start + minutes * 60_000;
  return { start, workEnd, end: workEnd, area };
};

describe("proposeReplacements", () => {
  it("keeps every agreed time, even if the best match of one visit is the only match of another", () => {
    // Both technicians can take "easy"; only Bilal is trained for "hard".
    const roster = rosterOf([technician("anil"), technician("bilal")]);
    const skills = new Map([
      ["anil", new Set(["hvac"])],
      ["bilal", new Set(["hvac", "electrical"])],
    ]);
    const visits = [visit("easy", "10:00"), visit("hard", "10:30", { skills: ["electrical"] })];
    const replacements = proposeReplacements(roster, skills, visits, NOW);
    expect(replacements.get("easy")?.proposed).toMatchObject({ technicianId: "anil", startsAt: at("10:00") });
    expect(replacements.get("hard")?.proposed).toMatchObject({
      technicianId: "bilal",
      startsAt: at("10:30"),
    });
  });

  it("proposes another time only if no technician is free at the agreed one, the nearest first", () => {
    const roster = rosterOf([technician("anil", { visits: [busyVisit("10:00")] })]);
    const replacements = proposeReplacements(roster, qualified(roster), [visit("one", "10:00")], NOW);
    const proposed = replacements.get("one")?.proposed;
    expect(proposed?.technicianId).toBe("anil");
    expect(dubaiDate(proposed!.startsAt)).toBe(DAY);
    expect(["08:00", "12:00"]).toContain(dubaiTime(proposed!.startsAt));
  });

  it("proposes no other time for unconfirmed visits", () => {
    const roster = rosterOf([technician("anil", { visits: [busyVisit("10:00")] })]);
    const replacements = proposeReplacements(
      roster,
      qualified(roster),
      [visit("one", "10:00", { fixedTime: true })],
      NOW,
    );
    expect(replacements.get("one")).toEqual({ choices: [], proposed: null });
  });

  it("prefers the technician with the shorter travel time", () => {
    const roster = rosterOf([
      technician("a-far", { visits: [busyVisit("08:00", 60, "Deira")] }),
      technician("b-near", { visits: [busyVisit("08:00", 60, "Dubai Marina")] }),
    ]);
    const visits = [visit("one", "11:00", { area: "Dubai Marina" })];
    expect(
      proposeReplacements(roster, qualified(roster), visits, NOW).get("one")?.proposed?.technicianId,
    ).toBe("b-near");
  });

  it("prefers the customer's technician unless another visit would lose its time", () => {
    const roster = rosterOf([
      technician("a-near", { visits: [busyVisit("08:00", 60, "Dubai Marina")] }),
      technician("b-far", { visits: [busyVisit("08:00", 60, "Deira")] }),
    ]);
    const preferred = visit("one", "11:00", { area: "Dubai Marina", preferredTechnicianId: "b-far" });
    const { choices, proposed } = proposeReplacements(roster, qualified(roster), [preferred], NOW).get(
      "one",
    )!;
    expect(proposed).toMatchObject({ technicianId: "b-far", isPreferred: true });
    expect(choices.map(({ technicianId, isPreferred }) => [technicianId, isPreferred])).toEqual([
      ["b-far", true],
      ["a-near", false],
    ]);
    const skills = new Map([
      ["a-near", new Set(["hvac"])],
      ["b-far", new Set(["hvac", "electrical"])],
    ]);
    const both = [preferred, visit("two", "11:00", { skills: ["electrical"] })];
    const replacements = proposeReplacements(roster, skills, both, NOW);
    expect(replacements.get("one")?.proposed).toMatchObject({ technicianId: "a-near", isPreferred: false });
    expect(replacements.get("two")?.proposed?.technicianId).toBe("b-far");
  });

  it("proposes the absent technician after the absence", () => {
    const away = { start: at("08:00"), end: at("12:00") };
    const roster = withoutTechnician(
      rosterOf([technician("anil", { visits: [busyVisit("10:00")] })]),
      "anil",
      away,
    );
    const proposed = proposeReplacements(roster, qualified(roster), [visit("one", "10:00")], NOW).get(
      "one",
    )?.proposed;
    expect(proposed?.technicianId).toBe("anil");
    expect(proposed!.startsAt.getTime()).toBeGreaterThanOrEqual(away.end.getTime());
  });

  it("never proposes a technician who left", () => {
    const roster = withoutTechnician(rosterOf([technician("anil")]), "anil", {
      start: at("08:00"),
      end: null,
    });
    expect(
      proposeReplacements(roster, new Map(), [visit("one", "10:00")], NOW).get("one")?.proposed,
    ).toBeNull();
  });

  it("property: keeps as many agreed times as possible and all proposals fit together", () => {
    const anyVisit = fc.record({
      quarter: fc.integer({ min: 32, max: 68 }),
      area: fc.constantFrom(...AREAS),
      minutes: fc.constantFrom(30, 60, 120),
      skill: fc.constantFrom("hvac", "electrical"),
      fixedTime: fc.boolean(),
    });
    const anyTechnician = fc.record({
      electrical: fc.boolean(),
      busy: fc.array(
        fc.record({ quarter: fc.integer({ min: 32, max: 68 }), area: fc.constantFrom(...AREAS) }),
        { maxLength: 2 },
      ),
    });
    const clock = (quarter: number) =>
      `${String(Math.floor(quarter / 4)).padStart(2, "0")}:${String((quarter % 4) * 15).padStart(2, "0")}`;
    const property = fc.property(
      fc.array(anyVisit, { minLength: 1, maxLength: 5 }),
      fc.array(anyTechnician, { minLength: 1, maxLength: 3 }),
      (generatedVisits, people) => {
        const roster = rosterOf(
          people.map(({ busy }, index) =>
            technician(`t${index}`, {
              visits: busy.map((candidate) => busyVisit(clock(candidate.quarter), 45, candidate.area)),
            }),
          ),
        );
        const skills = new Map(
          people.map(({ electrical }, index) => [
            `t${index}`,
            new Set(electrical ? ["hvac", "electrical"] : ["hvac"]),
          ]),
        );
        const visits = generatedVisits.map(({ quarter, minutes, skill, ...generated }, index) => {
          const startsAt = at(clock(quarter));
          const endsAt = addMinutes(startsAt, minutes);
          return visit(`v${index}`, "08:00", { ...generated, startsAt, endsAt, skills: [skill] });
        });
        const replacements = proposeReplacements(roster, skills, visits, NOW);

        // All proposals can be placed together, in any order.
        const placed = new Map(roster.technicians.map((candidate) => [candidate.id, [...candidate.visits]]));
        for (const candidate of visits) {
          const proposed = replacements.get(candidate.id)?.proposed;
          if (!proposed) continue;
          if (candidate.fixedTime) expect(proposed.startsAt).toEqual(candidate.startsAt);
          expect(place(roster, skills, placed, candidate, proposed.technicianId, proposed.startsAt)).toBe(
            true,
          );
        }
        const atAgreedTime = visits.filter(
          (candidate) =>
            replacements.get(candidate.id)?.proposed?.startsAt.getTime() === candidate.startsAt.getTime(),
        ).length;
        expect(atAgreedTime).toBe(maxAtAgreedTime(roster, skills, visits));
      },
    );
    fc.assert(property, { numRuns: 150, seed: seedOfRun() });
  });
});

type Placed = Map<string, RosterTechnician["visits"]>;

function place(
  roster: Roster,
  skills: ReadonlyMap<string, ReadonlySet<string>>,
  placed: Placed,
  candidate: VisitToReassign,
  technicianId: string,
  startsAt: Date,
): boolean {
  const person = roster.technicians.find(({ id }) => id === technicianId)!;
  const durationMin = (candidate.endsAt.getTime() - candidate.startsAt.getTime()) / 60_000;
  const timeSlot = toTimeSlot({ ...candidate, durationMin }, dubaiDate(startsAt), dubaiTime(startsAt));
  const skilled = candidate.skills.every((skill) => skills.get(technicianId)?.has(skill));
  const worker = { ...person, skilled, visits: placed.get(technicianId)! };
  const placement = { area: candidate.area, now: NOW, emergency: false };
  if (findPlacementWarnings(worker, roster, timeSlot, placement).length > 0) return false;
  const busyTime = { ...timeSlot.busy, workEnd: timeSlot.work.end, area: candidate.area };
  placed.set(technicianId, [...worker.visits, busyTime]);
  return true;
}

/** Oracle: exhaustive search. */
function maxAtAgreedTime(
  roster: Roster,
  skills: ReadonlyMap<string, ReadonlySet<string>>,
  visits: readonly VisitToReassign[],
  placed: Placed = new Map(roster.technicians.map((candidate) => [candidate.id, candidate.visits])),
): number {
  const [next, ...rest] = visits;
  if (!next) return 0;
  let max = maxAtAgreedTime(roster, skills, rest, placed);
  for (const { id } of roster.technicians) {
    const placedSoFar = new Map(placed);
    if (place(roster, skills, placedSoFar, next, id, next.startsAt)) {
      max = Math.max(max, 1 + maxAtAgreedTime(roster, skills, rest, placedSoFar));
    }
  }
  return max;
}
