import { expect, test } from "vitest";
import { dubaiCommunities } from "./dubai-communities";
import { shortAreaName } from "./short-area";

test.each([
  ["Jumeirah Lakes Towers", "JLT"],
  ["Jumeirah Village Circle (JVC)", "JVC"],
  ["JUMEIRAH BEACH RESIDENCE", "JBR"],
  ["Mirdif", "Mirdif"],
  ["البرشاء 1", "البرشاء 1"],
  ["أبراج بحيرات جميرا", "جي إل تي"],
])("shortens %s to %s", (area, short) => {
  expect(shortAreaName(area)).toBe(short);
});

test("gives each community a short name of its own", () => {
  const shortened = dubaiCommunities.map(shortAreaName);
  expect(new Set(shortened).size).toBe(dubaiCommunities.length);
});
