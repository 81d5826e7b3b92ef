import { describe, expect, it } from "vitest";
import { clockOf, minuteOf, placeIn, shownSpan, snap, spanOf, verdictFor, waysBetween } from "./board-time";
import type { Board, BoardVisit } from "./views";

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
    obstacles: [],
    heldUpUntil: null,
    untold: false,
    heldUntil: null,
    bufferMin: 30,
  };
}

describe("minutes of a Dubai day", () => {
  it("are counted from its midnight, over both its ends", () => {
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
    // When somebody pressed "Arrived", to the second.
    expect(clockOf(minuteOf("2026-11-24T05:13:45.393Z", DAY))).toBe("09:13");
    expect([snap(607), snap(608), snap(-7)]).toEqual([600, 615, -0]);
  });

  it("shown are the working hours, and whatever else there is a visit in", () => {
    expect(shownSpan([], DAY)).toEqual({ fromMin: 420, toMin: 1260 });
    expect(shownSpan([visit("a", "05:30", "06:30"), visit("b", "20:30", "21:10")], DAY)).toEqual({
      fromMin: 300,
      toMin: 1320,
    });
    const overnight = { ...visit("a", "23:00", "23:30"), endsAt: "2026-11-25T01:00:00.000Z" };
    expect(shownSpan([overnight], DAY).toMin).toBe(1440);
  });

  it("lie in percent of what is shown, cut at its ends", () => {
    const shown = { fromMin: 600, toMin: 1000 };
    expect(placeIn(shown, { fromMin: 700, toMin: 800 })).toEqual({ start: 25, size: 25 });
    expect(placeIn(shown, { fromMin: 500, toMin: 800 })).toEqual({ start: 0, size: 50 });
    expect(placeIn(shown, { fromMin: 1000, toMin: 1100 })).toBeNull();
  });
});

it("a way is too long where the time between two visits is shorter", () => {
  const ways = waysBetween([
    visit("b", "11:30", "12:00", "Mirdif"),
    visit("a", "10:00", "11:00"),
    visit("c", "13:30", "14:00", "Mirdif"),
  ]);
  expect(ways.get("a")).toBeUndefined();
  expect(ways.get("b")).toEqual({ area: "Dubai Marina", minutes: 70, tooLong: true });
  expect(ways.get("c")).toEqual({ area: "Mirdif", minutes: 10, tooLong: false });
});

it("while dragging, the board tells what is taken and what is closed", () => {
  const board: Board = {
    days: [
      {
        day: DAY,
        holiday: null,
        middayBreak: null,
        closed: { [OMAR]: [{ fromMin: 0, toMin: 480, why: "off-shift" }] },
      },
    ],
    technicians: [],
    visits: [visit("a", "10:00", "11:00")],
    waiting: [],
    moreWaiting: false,
  };
  const at = (fromMin: number, id: string | null = null) =>
    verdictFor(board, DAY, { id, technicianId: OMAR, bufferMin: 30, fromMin, toMin: fromMin + 60 });
  expect(at(8 * 60)).toBe("free");
  expect(at(8 * 60 + 45)).toBe("busy");
  expect(at(11 * 60)).toBe("busy");
  expect(at(11 * 60, "a")).toBe("free");
  expect(at(11 * 60 + 30)).toBe("free");
  expect(at(7 * 60 + 30)).toBe("closed");
});
