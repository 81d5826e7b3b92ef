import { describe, expect, it } from "vitest";
import { travelMinutes } from "../../../core/geography/travel";
import { type Departure, departureFor, expectedArrival, reviseExpectedArrival } from "./arrival-estimate";

/** 10:00 in Dubai. */
const departedAt = new Date("2026-11-24T06:00:00Z");
const later = (minutes: number) => new Date(departedAt.getTime() + minutes * 60_000);
const area = "Dubai Marina";
const expected = (departure: Partial<Departure>) =>
  expectedArrival({
    ...{ departedAt, startsAt: later(-30), area, before: null, zones: [], defaultMin: 45 },
    ...departure,
  });

describe("expectedArrival", () => {
  it("adds the travel time from the technician's last place that day", () => {
    const before = { area: "Deira", endedAt: later(-10) };
    const travelMin = travelMinutes("Deira", area)!;
    expect(travelMin).toBeGreaterThan(10);
    for (const startsAt of [later(-30), later(120)])
      expect(expected({ startsAt, before, zones: ["Al Barsha 1"] })).toEqual(later(travelMin));
  });

  it("uses the median travel time from the technician's zones if the last place is unknown or of another day", () => {
    const zones = ["Al Barsha 1", "Deira", "Nowhere on the map", area];
    const travelMin = travelMinutes("Al Barsha 1", area)!;
    expect(travelMin).toBeGreaterThan(travelMinutes(area, area)!);
    expect(travelMin).toBeLessThan(travelMinutes("Deira", area)!);
    const otherOrigins = [
      null,
      { area: "Nowhere on the map", endedAt: later(-10) },
      { area: "Deira", endedAt: later(-11 * 60) },
    ];
    for (const before of otherOrigins) expect(expected({ before, zones })).toEqual(later(travelMin));
  });

  it("uses the default travel time if no zone is on the map", () => {
    expect(expected({})).toEqual(later(45));
    expect(expected({ zones: ["Al Barsha 1"], area: "Nowhere on the map" })).toEqual(later(45));
  });

  it("never estimates an arrival before the planned start if the origin is unknown", () => {
    expect(expected({ startsAt: later(50) })).toEqual(later(50));
    expect(expected({ startsAt: later(20) })).toEqual(later(45));
  });
});

describe("departureFor", () => {
  const startsAt = later(120);
  const departure = (change: { areaBefore?: string; zones?: string[] }) =>
    departureFor({ startsAt, area, areaBefore: null, zones: [], defaultMin: 45, ...change });
  const minutesBefore = (minutes: number) => new Date(startsAt.getTime() - minutes * 60_000);

  it("subtracts the travel time from the visit before", () => {
    const zones = ["Al Barsha 1"];
    expect(departure({ areaBefore: "Deira", zones })).toEqual(minutesBefore(travelMinutes("Deira", area)!));
  });

  it("uses the technician's zones, otherwise the default travel time", () => {
    const fromZone = minutesBefore(travelMinutes("Al Barsha 1", area)!);
    expect(departure({ zones: ["Al Barsha 1"] })).toEqual(fromZone);
    expect(departure({ areaBefore: "Nowhere on the map", zones: ["Al Barsha 1"] })).toEqual(fromZone);
    expect(departure({})).toEqual(minutesBefore(45));
  });
});

describe("reviseExpectedArrival", () => {
  it("moves a passed estimate in steps of 15 minutes and gives up after an hour", () => {
    const now = (minutes: number) => reviseExpectedArrival(later(0), later(minutes));
    expect(now(-1)).toEqual(later(0));
    expect(now(0)).toEqual(later(15));
    expect(now(14.9)).toEqual(later(15));
    expect(now(15)).toEqual(later(30));
    expect(now(59)).toEqual(later(60));
    expect(now(60)).toBeNull();
  });
});
