import { describe, expect, it } from "vitest";
import { compareFits, firstFit, fitAt, loadOf, nearestFit, standingAt, type Taken } from "./board-fit";

const OMAR = { active: true, skills: ["hvac"], zones: ["Dubai Marina"] };
const CLOSED = [
  { fromMin: 0, toMin: 480, why: "off-shift" as const },
  { fromMin: 1080, toMin: 1440, why: "off-shift" as const },
];
const at = (fromMin: number, toMin: number, area = "Mirdif"): Taken => ({
  fromMin,
  toMin,
  freeMin: toMin + 30,
  area,
  late: false,
});
const WISH = { skills: ["hvac"], area: "Dubai Marina", startMin: 900, durationMin: 60 };

describe("whom to send", () => {
  it("is free until what comes next, with the way from what was before", () => {
    expect(fitAt(OMAR, [at(600, 660), at(1020, 1080)], CLOSED, WISH)).toEqual({
      why: null,
      startMin: 900,
      untilMin: 1020,
      way: { area: "Mirdif", minutes: 70 },
      inZone: true,
    });
  });

  it("says why not, the gravest first", () => {
    const why = (change: object, taken: Taken[] = [], wish: object = {}) =>
      fitAt({ ...OMAR, ...change }, taken, CLOSED, { ...WISH, ...wish }).why;
    expect(why({ active: false })).toBe("inactive");
    expect(why({ skills: [] }, [at(900, 960)])).toBe("not-trained");
    expect(why({}, [], { startMin: 1050 })).toBe("closed");
    expect(why({}, [at(800, 880)])).toBe("busy");
    expect(why({}, [at(800, 870)])).toBeNull();
  });

  it("looks for the first time of the day; the one who can begin sooner is the better", () => {
    const fit = firstFit(OMAR, [at(900, 960)], CLOSED, WISH);
    expect(fit).toMatchObject({ why: null, startMin: 990 });
    expect(firstFit(OMAR, [at(480, 1080)], CLOSED, WISH).why).toBe("busy");
    const sooner = fitAt(OMAR, [], CLOSED, WISH);
    expect(compareFits({ fit: sooner, visits: 5 }, { fit, visits: 0 })).toBeLessThan(0);
    expect(compareFits({ fit: sooner, visits: 5 }, { fit: sooner, visits: 0 })).toBeGreaterThan(0);
  });
});

describe("a day that something is dropped on", () => {
  const start = (taken: Taken[], wish: object = {}, earliestMin = 0) =>
    nearestFit(OMAR, taken, CLOSED, { ...WISH, ...wish }, earliestMin).startMin;

  it("keeps its time of day, or has the free time nearest to it", () => {
    expect(start([])).toBe(900);
    // From 14:45 to 15:30, and the way after it: an hour before is nearer than what comes after.
    expect(start([at(885, 960)])).toBe(825);
    expect(start([at(840, 930)])).toBe(960);
    // Of two as near the later.
    expect(start([at(870, 960)])).toBe(990);
  });

  it("begins neither before it is possible nor after the day", () => {
    expect(start([at(885, 960)], {}, 870)).toBe(990);
    expect(start([], { startMin: 1410 })).toBe(1020);
    expect(start([at(480, 1080)])).toBe(900);
  });

  it("is looked for whoever is trained, and says that nobody is", () => {
    const fit = nearestFit({ ...OMAR, skills: [] }, [at(885, 960)], CLOSED, WISH, 0);
    expect(fit).toMatchObject({ startMin: 825, why: "not-trained" });
  });
});

it("tells how it stands now: late before all else, else busy, off or free, and until when", () => {
  expect(standingAt([at(600, 660)], CLOSED, 610)).toEqual({ kind: "busy", untilMin: 660 });
  expect(standingAt([at(600, 660)], CLOSED, 500)).toEqual({ kind: "free", untilMin: 600 });
  expect(standingAt([], CLOSED, 400)).toEqual({ kind: "closed", untilMin: 480 });
  expect(standingAt([{ ...at(600, 660), late: true }], CLOSED, 900)).toEqual({ kind: "late", untilMin: 600 });
});

it("counts the hours that are booked of those on shift", () => {
  expect(loadOf([at(600, 660), at(1400, 1500)], CLOSED)).toEqual({ bookedMin: 100, shiftMin: 600 });
});
