import * as fc from "fast-check";
import { expect, it } from "vitest";
import { addDays, daysBetween } from "~/platform/time";
import { comparisonRange, daysOfStep, listChartSteps, partsOf, presetRange } from "./range";

it.each([
  ["today", "2026-11-22", "2026-11-22", "2026-11-22"],
  ["7-days", "2026-11-22", "2026-11-16", "2026-11-22"],
  ["30-days", "2026-11-22", "2026-10-24", "2026-11-22"],
  ["month", "2026-11-22", "2026-11-01", "2026-11-22"],
  ["last-month", "2027-03-31", "2027-02-01", "2027-02-28"],
  ["year", "2026-11-22", "2026-01-01", "2026-11-22"],
] as const)("preset %s on %s is %s to %s", (preset, today, from, to) => {
  expect(presetRange(preset, today)).toEqual({ from, to });
});

it.each([
  // The same number of days before.
  ["2026-11-22", "2026-11-22", "before", "2026-11-21", "2026-11-21"],
  ["2026-11-01", "2026-11-01", "before", "2026-10-31", "2026-10-31"],
  ["2026-11-16", "2026-11-22", "before", "2026-11-09", "2026-11-15"],
  // The same days of the month before; a whole month is compared with the whole month before.
  ["2026-11-01", "2026-11-22", "before", "2026-10-01", "2026-10-22"],
  ["2027-03-01", "2027-03-30", "before", "2027-02-01", "2027-02-28"],
  ["2027-02-01", "2027-02-28", "before", "2027-01-01", "2027-01-31"],
  ["2026-01-01", "2026-11-22", "before", "2025-01-01", "2025-11-22"],
  ["2026-01-01", "2026-01-15", "before", "2025-12-01", "2025-12-15"],
  ["2028-02-01", "2028-02-29", "year", "2027-02-01", "2027-02-28"],
  ["2027-02-01", "2027-02-28", "year", "2026-02-01", "2026-02-28"],
  ["2029-02-01", "2029-02-28", "year", "2028-02-01", "2028-02-29"],
  ["2026-11-16", "2026-11-22", "year", "2025-11-16", "2025-11-22"],
] as const)("%s to %s compares (%s) with %s to %s", (from, to, against, otherFrom, otherTo) => {
  expect(comparisonRange({ from, to }, against)).toEqual({ from: otherFrom, to: otherTo });
});

const ranges = fc
  .tuple(fc.integer({ min: 0, max: 4_000 }), fc.integer({ min: 0, max: 900 }))
  .map(([start, days]) => ({ from: addDays("2024-01-01", start), to: addDays("2024-01-01", start + days) }));

const each = (from: string, until: string) =>
  Array.from({ length: daysBetween(from, until) }, (_, at) => addDays(from, at));

it("splits a range into whole months and single days without overlap", () => {
  fc.assert(
    fc.property(ranges, (range) => {
      const { months, days } = partsOf(range);
      const all = [
        ...days.flatMap(({ from, to }) => each(from, addDays(to, 1))),
        ...(months ? each(months.from, months.until) : []),
      ];
      expect(all.sort()).toEqual(each(range.from, addDays(range.to, 1)));
      for (const border of months ? [months.from, months.until] : []) expect(border.slice(8)).toBe("01");
      for (const { from, to } of days) expect(daysBetween(from, to)).toBeLessThan(61);
    }),
  );
});

it("splits a range into steps that cover each day once", () => {
  fc.assert(
    fc.property(ranges, (range) => {
      const days = listChartSteps(range).flatMap((step) => {
        const { from, to } = daysOfStep(step, range);
        return each(from, addDays(to, 1));
      });
      expect(days).toEqual(each(range.from, addDays(range.to, 1)));
    }),
  );
});
