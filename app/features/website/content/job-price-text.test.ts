import { expect, it } from "vitest";
import { jobPriceText } from "./job-price-text";

it("starts the price with “From” only for work that may cost more", () => {
  expect(jobPriceText("fixed", 4_800_00)).toMatch(/^AED.4,800$/);
  expect(jobPriceText("hourly", 300_00)).toMatch(/^From AED.300$/);
});
