import { expect, it } from "vitest";
import { firstRetainedTrailDay, type TrailRetention } from "./trail-retention";

const settings = { trailYears: 7, firstDocumentDay: "2019-01-01", mailDays: 400 };

it.each<[string, Partial<TrailRetention>, string, string]>([
  ["its own years, if they reach back further", { trailYears: 10 }, "2026-11-27", "2016-11-01"],
  ["issued documents", {}, "2026-11-27", "2019-01-01"],
  ["the days of emails", { mailDays: 3_650 }, "2026-11-27", "2016-11-01"],
  ["whole months on a leap day", { trailYears: 9 }, "2024-02-29", "2015-02-01"],
])("retains entries for %s", (_, changed, today, first) => {
  expect(firstRetainedTrailDay(today, { ...settings, ...changed })).toBe(first);
});
