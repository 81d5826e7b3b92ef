import { describe, expect, it } from "vitest";
import { coordinatesOfArea, dubaiCommunities } from "../dubai-communities";
import { coast, type GroundPoint, inland, landmarkAreas } from "./dubai-ground";

/** Islands and reclaimed land. */
const OFFSHORE = [
  "Bluewaters Island",
  "Dubai Harbour",
  "Dubai Islands",
  "Dubai Maritime City",
  "Emaar Beachfront",
  "Jumeirah Bay Island",
  "Palm Jebel Ali",
  "Palm Jumeirah",
  "Pearl Jumeira",
  "World Islands",
];

describe("dubai-ground", () => {
  it("names landmarks among the communities", () => {
    expect(landmarkAreas.filter((area) => !dubaiCommunities.includes(area))).toEqual([]);
  });

  it("keeps communities on land, except those on islands and reclaimed land", () => {
    const land = [...coast, ...inland];
    const atSea = dubaiCommunities.filter((area) => {
      const [latitude, longitude] = coordinatesOfArea(area)!;
      return !isWithin(land, [longitude, latitude]);
    });
    expect(atSea).toEqual(OFFSHORE);
  });
});

/** Even-odd rule. */
function isWithin(outline: readonly GroundPoint[], [x, y]: GroundPoint): boolean {
  return outline.reduce((inside, [x1, y1], at) => {
    const [x2, y2] = outline[(at + 1) % outline.length]!;
    const crosses = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    return crosses ? !inside : inside;
  }, false);
}
