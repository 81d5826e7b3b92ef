import { describe, expect, it } from "vitest";
import { travelMinutes } from "../../customers/travel";
import { expectedArrival } from "./arrival";

/** 10:00 in Dubai. */
const departedAt = new Date("2026-11-24T06:00:00Z");
const later = (minutes: number) => new Date(departedAt.getTime() + minutes * 60_000);
const area = "Dubai Marina";

describe("when whoever is on the way should be there", () => {
  it("is the usual way after the departure, from where the technician was last that day", () => {
    const before = { area: "Deira", endedAt: later(-10) };
    const way = travelMinutes("Deira", area)!;
    expect(way).toBeGreaterThan(10);
    for (const startsAt of [later(-30), later(120)])
      expect(expectedArrival({ departedAt, startsAt, area, before })).toEqual(later(way));
  });

  it("is the planned beginning where nobody knows from where, or only of another day", () => {
    const elsewhere = [
      null,
      { area: "Nowhere on the map", endedAt: later(-10) },
      { area: "Deira", endedAt: later(-11 * 60) },
    ];
    for (const before of elsewhere)
      expect(expectedArrival({ departedAt, startsAt: later(30), area, before })).toEqual(later(30));
  });

  it("is not told where that had passed when the technician set out", () => {
    expect(expectedArrival({ departedAt, startsAt: later(0), area, before: null })).toBeNull();
  });
});
