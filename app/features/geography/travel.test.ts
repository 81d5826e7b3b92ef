import fc from "fast-check";
import { expect, test } from "vitest";
import { dubaiCommunities, placeOfArea } from "./dubai-communities";
import { travelKm, travelMinutes } from "./travel";

const area = fc.constantFrom(...dubaiCommunities);

test("every community lies in the emirate", () => {
  for (const name of dubaiCommunities) {
    const [latitude, longitude] = placeOfArea(name)!;
    expect({
      name,
      inside: latitude > 24.7 && latitude < 25.4 && longitude > 54.9 && longitude < 56.2,
    }).toEqual({
      name,
      inside: true,
    });
  }
});

test("a way takes what anybody who drives there would say", () => {
  expect(travelMinutes("Dubai Marina", "Dubai Marina")).toBe(10);
  expect(travelMinutes("Dubai Marina", "Palm Jumeirah")).toBe(20);
  expect(travelMinutes("Dubai Marina", "Downtown Dubai")).toBe(45);
  expect(travelMinutes("Mirdif", "Dubai Marina")).toBe(70);
  expect(travelMinutes("Hatta", "Deira")).toBeGreaterThan(120);
});

test("kilometres are those of the road, and of what is not on the map nobody knows them", () => {
  expect(travelKm("Dubai Marina", "Dubai Marina")).toBe(0);
  expect(travelKm("Mirdif", "Dubai Marina")).toBeGreaterThan(35);
  expect(travelKm("Mirdif", "Dubai Marina")).toBeLessThan(50);
  expect(travelKm("Mirdif", "Somewhere else")).toBeNull();
});

test("a way is as long there as back, and no shorter than two doors", () => {
  fc.assert(
    fc.property(area, area, (from, to) => {
      expect(travelMinutes(from, to)).toBe(travelMinutes(to, from));
      expect(travelMinutes(from, to)).toBeGreaterThanOrEqual(travelMinutes(from, from)!);
    }),
  );
});

test("an area is known by how it is typed, and an unknown one keeps nobody from anything", () => {
  expect(travelMinutes("jumeirah lake towers", "JUMEIRAH LAKE TOWERS (JLT)")).toBe(10);
  expect(placeOfArea("Jumeirah Lakes Towers")).toEqual(placeOfArea("Jumeirah Lake Towers (JLT)"));
  expect(travelMinutes("Dubai Marina", "Atlantis")).toBeNull();
  expect(travelMinutes("", "")).toBeNull();
});
