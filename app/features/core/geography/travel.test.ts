import fc from "fast-check";
import { expect, test } from "vitest";
import { coordinatesOfArea, dubaiCommunities } from "./dubai-communities";
import { travelKm, travelMinutes } from "./travel";

const area = fc.constantFrom(...dubaiCommunities);

test("places every community within the emirate", () => {
  for (const name of dubaiCommunities) {
    const [latitude, longitude] = coordinatesOfArea(name)!;
    expect({
      name,
      inside: latitude > 24.7 && latitude < 25.4 && longitude > 54.9 && longitude < 56.2,
    }).toEqual({
      name,
      inside: true,
    });
  }
});

test("estimates travel times that match local knowledge", () => {
  expect(travelMinutes("Dubai Marina", "Dubai Marina")).toBe(10);
  expect(travelMinutes("Dubai Marina", "Palm Jumeirah")).toBe(20);
  expect(travelMinutes("Dubai Marina", "Downtown Dubai")).toBe(45);
  expect(travelMinutes("Mirdif", "Dubai Marina")).toBe(70);
  expect(travelMinutes("Hatta", "Deira")).toBeGreaterThan(120);
});

test("returns road kilometres, or null for unknown areas", () => {
  expect(travelKm("Dubai Marina", "Dubai Marina")).toBe(0);
  expect(travelKm("Mirdif", "Dubai Marina")).toBeGreaterThan(35);
  expect(travelKm("Mirdif", "Dubai Marina")).toBeLessThan(50);
  expect(travelKm("Mirdif", "Somewhere else")).toBeNull();
});

test("returns symmetric travel times that are at least the door time", () => {
  fc.assert(
    fc.property(area, area, (from, to) => {
      expect(travelMinutes(from, to)).toBe(travelMinutes(to, from));
      expect(travelMinutes(from, to)).toBeGreaterThanOrEqual(travelMinutes(from, from)!);
    }),
  );
});

test("matches areas as typed and returns null for unknown ones", () => {
  expect(travelMinutes("jumeirah lake towers", "JUMEIRAH LAKE TOWERS (JLT)")).toBe(10);
  expect(coordinatesOfArea("Jumeirah Lakes Towers")).toEqual(coordinatesOfArea("Jumeirah Lake Towers (JLT)"));
  expect(travelMinutes("Dubai Marina", "Atlantis")).toBeNull();
  expect(travelMinutes("", "")).toBeNull();
});
