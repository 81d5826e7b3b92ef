import { describe, expect, it } from "vitest";
import type { BoardVisit } from "../views";
import {
  axisOf,
  clockOf,
  minuteAt,
  minuteOf,
  positionIn,
  snap,
  spanOf,
  travelBetweenVisits,
} from "./board-time";

const DAY = "2026-11-24";
const OMAR = "o";

function visit(id: string, from: string, to: string, area = "Dubai Marina"): BoardVisit {
  return {
    id,
    bookingId: id,
    version: 1,
    reference: id,
    serviceId: "hvac",
    skills: ["hvac"],
    serviceName: "HVAC",
    tradeName: null,
    emergency: false,
    outdoor: false,
    customerName: "A",
    area,
    bookingState: "scheduled",
    state: "scheduled",
    technicianId: OMAR,
    startsAt: new Date(`${DAY}T${from}:00+04:00`).toISOString(),
    endsAt: new Date(`${DAY}T${to}:00+04:00`).toISOString(),
    permitMissing: false,
    underContract: false,
    recurrence: null,
    preferredTechnician: null,
    conflicts: [],
    delayedUntil: null,
    leadVisitId: null,
    otherCrewNames: [],
    multiDayPosition: null,
    missingHelpers: 0,
    notificationPending: false,
    heldUntil: null,
    bufferMin: 30,
    newBufferMin: 30,
    actualTime: null,
  };
}

describe("board time", () => {
  it("counts minutes from Dubai midnight, across both ends of the day", () => {
    expect(minuteOf("2026-11-23T20:00:00.000Z", DAY)).toBe(0);
    expect(minuteOf("2026-11-23T19:30:00.000Z", DAY)).toBe(-30);
    expect(spanOf({ startsAt: "2026-11-24T19:00:00.000Z", endsAt: "2026-11-24T21:00:00.000Z" }, DAY)).toEqual(
      {
        fromMin: 23 * 60,
        toMin: 25 * 60,
      },
    );
    expect([clockOf(0), clockOf(615), clockOf(1440 + 30), clockOf(-15)]).toEqual([
      "00:00",
      "10:15",
      "00:30",
      "23:45",
    ]);
    // Recorded times have seconds.
    expect(clockOf(minuteOf("2026-11-24T05:13:45.393Z", DAY))).toBe("09:13");
    expect([snap(607), snap(608), snap(-7)]).toEqual([600, 615, -0]);
  });

  it("derives the axis from the longest shift", () => {
    const shift = (fromMin: number, toMin: number) => [
      { fromMin: 0, toMin: fromMin, reason: "off-shift" as const },
      { fromMin: toMin, toMin: 1440, reason: "off-shift" as const },
    ];
    expect(axisOf({ closed: {} }, false)).toEqual({ fromMin: 480, toMin: 1080, before: 0.5, after: 0.5 });
    expect(axisOf({ closed: { a: shift(450, 960), b: shift(540, 1150) } }, false)).toEqual({
      fromMin: 420,
      toMin: 1200,
      before: 0.5,
      after: 0.5,
    });
    const off = [{ fromMin: 0, toMin: 1440, reason: "time-off" as const }];
    expect(axisOf({ closed: { a: off } }, false)).toMatchObject({ fromMin: 480, toMin: 1080 });
    expect(axisOf({ closed: {} }, true)).toEqual({ fromMin: 0, toMin: 1440, before: 0, after: 0 });
  });

  it("maps minutes to percent and back, with folded nights", () => {
    const axis = { fromMin: 480, toMin: 1020, before: 0.5, after: 0.5 };
    expect(positionIn(axis, { fromMin: 480, toMin: 540 })).toEqual({ start: 5, size: 10 });
    expect(positionIn(axis, { fromMin: 240, toMin: 480 })).toEqual({ start: 2.5, size: 2.5 });
    expect(positionIn(axis, { fromMin: 1230, toMin: 1440 })).toEqual({ start: 97.5, size: 2.5 });
    expect(positionIn(axis, { fromMin: 1440, toMin: 1500 })).toBeNull();
    expect(positionIn(axis, { fromMin: -120, toMin: 0 })).toBeNull();
    for (const minute of [30, 240, 480, 600, 1020, 1200, 1410]) {
      const { start } = positionIn(axis, { fromMin: minute, toMin: minute + 1 })!;
      expect(minuteAt(axis, start / 100)).toBeCloseTo(minute);
    }
  });
});

it("marks travel as too long if the gap between visits is shorter", () => {
  const travels = travelBetweenVisits([
    visit("b", "11:30", "12:00", "Mirdif"),
    visit("a", "10:00", "11:00"),
    visit("c", "13:30", "14:00", "Mirdif"),
  ]);
  expect(travels.get("a")).toBeUndefined();
  expect(travels.get("b")).toEqual({ area: "Dubai Marina", minutes: 70, tooLong: true });
  expect(travels.get("c")).toEqual({ area: "Mirdif", minutes: 10, tooLong: false });
});
