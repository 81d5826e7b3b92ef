import fc from "fast-check";
import { expect, test } from "vitest";
import { coordinatesOfArea } from "../../../core/geography/dubai-communities";
import { travelKm } from "../../../core/geography/travel";
import { findOutliers, routeLetter, separateMarkers, toRoute } from "./day-route";

test("toRoute sums the distances between consecutive visits", () => {
  const { stops, km } = toRoute(["Dubai Marina", "Mirdif", "Mirdif", "Deira"].map((area) => ({ area })));
  expect(stops.map(({ order }) => order)).toEqual([1, 2, 3, 4]);
  expect(stops.map((stop) => stop.km)).toEqual([
    null,
    travelKm("Dubai Marina", "Mirdif"),
    0,
    travelKm("Mirdif", "Deira"),
  ]);
  expect(km).toBe(stops[1]!.km! + stops[3]!.km!);
});

test("toRoute returns no distance for areas that are not on the map", () => {
  const { stops, km } = toRoute(["Deira", "Somewhere else", "Deira"].map((area) => ({ area })));
  expect(stops.map((stop) => stop.km)).toEqual([null, null, null]);
  expect(stops[1]!.coordinates).toBeNull();
  expect(km).toBe(0);
});

test("routeLetter never repeats", () => {
  const letters = Array.from({ length: 200 }, (_, index) => routeLetter(index));
  expect(letters.slice(0, 2)).toEqual(["A", "B"]);
  expect(letters.slice(25, 28)).toEqual(["Z", "AA", "AB"]);
  expect(new Set(letters).size).toBe(200);
});

test("property: separateMarkers keeps markers apart and inside the map", () => {
  const mapSize = { width: 600, height: 500 };
  const single = { x: 50, y: 70, across: 30, down: 20 };
  expect(separateMarkers([single], mapSize)).toEqual([single]);
  const markerArbitrary = fc.record({
    x: fc.integer({ min: 0, max: 400 }),
    y: fc.integer({ min: 0, max: 400 }),
    across: fc.constantFrom(14, 32),
    down: fc.constantFrom(14, 20),
  });
  fc.assert(
    fc.property(fc.array(markerArbitrary, { maxLength: 60 }), (overlapping) => {
      const markers = separateMarkers(overlapping, mapSize);
      for (const [at, marker] of markers.entries()) {
        const [side, top] = [marker.across / 2, marker.down / 2];
        // Fully inside.
        expect(marker.x >= side && marker.x <= 600 - side && marker.y >= top && marker.y <= 500 - top).toBe(
          true,
        );
        for (const other of markers.slice(at + 1)) {
          const isBeside = Math.abs(marker.x - other.x) >= (marker.across + other.across) / 2;
          expect(isBeside || Math.abs(marker.y - other.y) >= (marker.down + other.down) / 2).toBe(true);
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("findOutliers ignores one distant visit but not several", () => {
  const at = (...areas: string[]) => findOutliers(areas.map((area) => coordinatesOfArea(area)!));
  const city = ["Dubai Marina", "Mirdif", "Deira", "Business Bay", "Jumeirah 1"];
  expect(at(...city)).toEqual(city.map(() => false));
  expect(at(...city, "Hatta")).toEqual([...city.map(() => false), true]);
  expect(at("Deira", "Hatta")).toEqual([false, false]);
  expect(at("Hatta")).toEqual([false]);
  expect(at()).toEqual([]);
});
