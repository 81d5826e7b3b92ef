import { describe, expect, it } from "vitest";
import { dubaiInstant } from "~/platform/time";
import {
  type BusySpan,
  type Candidate,
  compareFits,
  computeLoad,
  type Fit,
  firstFit,
  fitAt,
  isFree,
  nearestFit,
  type PlacementRequest,
  technicianStatusAt,
  type Worker,
  type Workforce,
} from "./board-fit";

/** A Tuesday in summer. */
const DAY = "2026-07-07";
const instant = (minute: number) => dubaiInstant(DAY, "00:00").getTime() + minute * 60_000;
const NOW = new Date(instant(420));

const CLOSED = [
  { fromMin: 0, toMin: 480 },
  { fromMin: 1080, toMin: 1440 },
];
/** Works 08:00 to 18:00. */
const OMAR: Worker = {
  ...{
    id: "omar",
    name: "Omar",
    active: true,
    skills: ["hvac"],
    zones: ["Dubai Marina"],
    certifiedUntil: null,
  },
  shifts: [{ weekday: 2, startMin: 480, endMin: 1080 }],
  ...{ timeOff: [], onCall: [], visits: [] },
};
const SARA: Worker = { ...OMAR, id: "sara", name: "Sara" };

/** Followed by 30 minutes of buffer. */
const visit = (fromMin: number, toMin: number, area = "Mirdif", crewVisitId = `at ${fromMin}`) => ({
  ...{ start: instant(fromMin), workEnd: instant(toMin), end: instant(toMin + 30) },
  ...{ area, crewVisitId },
});

const REQUEST: PlacementRequest = {
  ...{ skills: ["hvac"], area: "Dubai Marina", day: DAY, startMin: 900, durationMin: 60, bufferMin: 30 },
  ...{ outdoor: false, emergency: false, visit: null },
};

const workforce = (...workers: Worker[]): Workforce => ({
  ...{ holidays: new Map<string, string>(), shorterDays: new Map<string, number>() },
  workers: new Map(workers.map((worker) => [worker.id, worker])),
});
const omar: Candidate = { id: "omar", closed: CLOSED };
const fitOf = (worker: Partial<Worker>, request: Partial<PlacementRequest> = {}) =>
  fitAt(workforce({ ...OMAR, ...worker }), omar, { ...REQUEST, ...request }, NOW);

describe("fitAt", () => {
  it("returns a free fit until the next visit, with travel from the previous one", () => {
    const fit = fitOf({ visits: [visit(600, 660), visit(1035, 1080, "Dubai Marina")] });
    expect(fit).toEqual({
      ...{ conflicts: [], startMin: 900, untilMin: 1035 },
      travel: { area: "Mirdif", minutes: 70 },
      ...{ zone: "own", visits: 2 },
    });
    expect(isFree(fit)).toBe(true);
  });

  it("returns the same conflicts as the server, most severe first", () => {
    const conflictsOf = (worker: Partial<Worker>, request?: Partial<PlacementRequest>) =>
      fitOf(worker, request).conflicts;
    expect(conflictsOf({ active: false })).toEqual(["inactive"]);
    expect(conflictsOf({ skills: [], visits: [visit(900, 960, "Dubai Marina")] })).toEqual(["busy"]);
    expect(conflictsOf({ skills: [] }, { startMin: 1005 })).toEqual(["no-skill", "off-shift"]);
    expect(conflictsOf({ certifiedUntil: "2026-07-06" })).toEqual(["certificate-expired"]);
    // The buffer counts.
    expect(conflictsOf({}, { startMin: 990 })).toEqual([]);
    expect(conflictsOf({}, { startMin: 1005 })).toEqual(["off-shift"]);
    expect(conflictsOf({}, { startMin: 870, outdoor: true })).toEqual(["midday-break"]);
    expect(conflictsOf({ timeOff: [{ start: instant(930), end: instant(940) }] })).toEqual(["time-off"]);
    expect(conflictsOf({}, { startMin: 330, emergency: true })).toEqual(["off-shift", "past"]);
    expect(
      conflictsOf({ onCall: [{ start: 0, end: instant(1440) }] }, { startMin: 1200, emergency: true }),
    ).toEqual([]);
  });

  it("requires travel time from the previous and to the next visit", () => {
    expect(fitOf({ visits: [visit(770, 831)] }).conflicts).toEqual(["travel"]);
    expect(fitOf({ visits: [visit(770, 830)] }).conflicts).toEqual([]);
    expect(fitOf({ visits: [visit(1029, 1050)] }).conflicts).toEqual(["travel"]);
    expect(fitOf({ visits: [visit(1030, 1050)] }).conflicts).toEqual([]);
  });

  it("ranks other zones last and never as free", () => {
    const other = fitOf({ zones: ["Mirdif"] });
    expect(other).toMatchObject({ conflicts: [], zone: "other" });
    expect(isFree(other)).toBe(false);
    const anywhere = fitOf({ zones: [] }, { startMin: 960 });
    expect(anywhere.zone).toBeNull();
    const order = [other, anywhere, fitOf({}, { startMin: 960 })]
      .map((fit) => ({ fit }))
      .toSorted(compareFits);
    expect(order.map(({ fit }) => fit.zone)).toEqual(["own", null, "other"]);
    // The current technician gets no zone conflict.
    const own = visit(900, 960, "Dubai Marina", "own");
    const moved = { crewVisitId: "own", technicianId: "omar", start: own.start, end: own.workEnd };
    expect(isFree(fitOf({ zones: ["Mirdif"], visits: [own] }, { startMin: 930, visit: moved }))).toBe(true);
  });

  it("checks the whole crew if the visit moves to another time", () => {
    const own = visit(900, 960, "Dubai Marina", "both");
    const both = workforce(
      { ...OMAR, visits: [own] },
      { ...SARA, visits: [own, visit(600, 690)] },
      { ...SARA, id: "ali" },
    );
    const moved = { crewVisitId: "both", technicianId: "omar", start: own.start, end: own.workEnd };
    const at = (id: string, startMin: number) =>
      fitAt(both, { id, closed: CLOSED }, { ...REQUEST, startMin, visit: moved }, NOW).conflicts;
    expect(at("omar", 930)).toEqual([]);
    expect(at("omar", 690)).toEqual(["busy"]);
    expect(at("ali", 690)).toEqual(["busy"]);
    // Same time: only the new technician is checked.
    expect(at("ali", 900)).toEqual([]);
  });

  it("firstFit returns the first free time, and an earlier start ranks higher", () => {
    const first = (worker: Partial<Worker>) =>
      firstFit(workforce({ ...OMAR, ...worker }), omar, REQUEST, NOW);
    const later = first({ visits: [visit(900, 930, "Dubai Marina")] });
    expect(later).toMatchObject({ conflicts: [], startMin: 960 });
    expect(first({ visits: [visit(480, 1080)] }).conflicts).toEqual(["busy"]);
    // Conflicts that last all day take precedence.
    expect(first({ visits: [visit(480, 1080)], skills: [] }).conflicts).toEqual(["no-skill"]);
    const sooner: Fit = { ...fitOf({}), visits: 5 };
    expect(compareFits({ fit: sooner }, { fit: later })).toBeLessThan(0);
    expect(compareFits({ fit: sooner }, { fit: fitOf({}) })).toBeGreaterThan(0);
  });
});

describe("nearestFit", () => {
  const nearest = (visits: Worker["visits"], request: Partial<PlacementRequest> = {}, earliestMin = 0) =>
    nearestFit(workforce({ ...OMAR, visits }), omar, { ...REQUEST, ...request }, { now: NOW, earliestMin });
  const start = (...input: Parameters<typeof nearest>) => nearest(...input).startMin;
  const localVisit = (fromMin: number, toMin: number) => visit(fromMin, toMin, "Dubai Marina");

  it("keeps the time of day or returns the nearest free time", () => {
    expect(start([])).toBe(900);
    // 60 minutes earlier is nearer than 90 minutes later.
    expect(start([localVisit(930, 960)])).toBe(840);
    expect(start([localVisit(840, 930)])).toBe(960);
    // The later of two equally near times.
    expect(start([localVisit(915, 945)])).toBe(975);
  });

  it("never starts before the earliest time or ends after the day", () => {
    expect(start([localVisit(885, 960)], {}, 870)).toBe(990);
    expect(start([], { startMin: 1410 })).toBe(990);
    expect(start([localVisit(480, 1080)])).toBe(900);
  });

  it("finds a time for untrained technicians and returns the lasting conflict", () => {
    const worker = { ...OMAR, skills: [], visits: [localVisit(930, 960)] };
    const fit = nearestFit(workforce(worker), omar, REQUEST, { now: NOW, earliestMin: 0 });
    expect(fit).toMatchObject({ startMin: 840, conflicts: ["no-skill"] });
  });
});

const busySpan = (fromMin: number, toMin: number): BusySpan => ({
  ...{ fromMin, toMin, busyFromMin: fromMin, freeMin: toMin + 30, lateFromMin: null },
});

it("technicianStatusAt prefers late, then busy, off and free", () => {
  expect(technicianStatusAt([busySpan(600, 660)], CLOSED, 610)).toEqual({ kind: "busy", untilMin: 690 });
  // The buffer is busy.
  expect(technicianStatusAt([busySpan(600, 660)], CLOSED, 670)).toEqual({ kind: "busy", untilMin: 690 });
  expect(technicianStatusAt([busySpan(600, 660)], CLOSED, 500)).toEqual({ kind: "free", untilMin: 600 });
  expect(technicianStatusAt([{ ...busySpan(600, 660), busyFromMin: 570 }], CLOSED, 580).kind).toBe("busy");
  expect(technicianStatusAt([], CLOSED, 400)).toEqual({ kind: "closed", untilMin: 480 });
  expect(technicianStatusAt([{ ...busySpan(600, 660), lateFromMin: 600 }], CLOSED, 900)).toEqual({
    kind: "late",
    untilMin: 600,
  });
});

it("computeLoad counts booked minutes of the shift", () => {
  expect(computeLoad([busySpan(600, 660), busySpan(1400, 1500)], CLOSED)).toEqual({
    bookedMin: 100,
    shiftMin: 600,
  });
});
