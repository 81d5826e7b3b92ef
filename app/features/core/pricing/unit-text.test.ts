import { expect, it } from "vitest";
import { unitText } from "./unit-text";

it.each([
  ["unit", 300, "units"],
  ["unit", 100, "unit"],
  ["visit", 200, "visits"],
  ["piece", 50, "pieces"],
  ["half day", 200, "half days"],
  ["box", 200, "boxes"],
  ["h", 150, "h"],
  ["sqm", 1200, "sqm"],
  ["m²", 1200, "m²"],
  ["metres", 200, "metres"],
  ["وحدة", 300, "وحدة"],
])("writes %s for a quantity of %i hundredths as %s", (unit, hundredths, text) => {
  expect(unitText(unit, hundredths)).toBe(text);
});
