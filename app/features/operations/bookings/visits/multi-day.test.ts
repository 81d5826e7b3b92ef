import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jobStart, multiDayVisits, openDaysFrom, orderWithoutOverlap } from "./multi-day";

describe("openDaysFrom", () => {
  it("returns the open days in order", () => {
    const isOpen = (day: string) => day !== "2027-01-05";
    expect(openDaysFrom("2027-01-04", 3, isOpen)).toEqual(["2027-01-04", "2027-01-06", "2027-01-07"]);
    expect(openDaysFrom("2027-01-05", 1, isOpen)).toEqual(["2027-01-06"]);
  });

  it("gives up after the search limit", () => {
    expect(openDaysFrom("2027-01-04", 1, () => false)).toBeNull();
  });
});

describe("orderWithoutOverlap", () => {
  it("property: moving days in this order never makes two of them overlap", () => {
    const inOrder = fc.uniqueArray(fc.integer({ min: 0, max: 15 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(inOrder, inOrder, (before, after) => {
        const sorted = (days: number[]) => [...days].sort((a, b) => a - b);
        const [from, to] = [sorted(before).slice(0, after.length), sorted(after)];
        const taken = new Set(from);
        for (const day of orderWithoutOverlap(to.map((to, index) => ({ from: from[index] ?? null, to })))) {
          if (day.from !== null) taken.delete(day.from);
          expect(taken.has(day.to)).toBe(false);
          taken.add(day.to);
        }
        expect([...taken].sort((a, b) => a - b)).toEqual(to);
      }),
    );
  });
});

describe("multiDayVisits and jobStart", () => {
  const visit = (day: number, changes = {}) => ({
    ...{ multiDay: true, state: "scheduled" as const, startsAt: new Date(Date.UTC(2027, 0, day)) },
    ...changes,
  });

  it("returns the remaining days, or none if only one is left", () => {
    const [first, second, off] = [visit(4), visit(5), visit(6, { state: "cancelled" })];
    expect(multiDayVisits([second, off, first, visit(7, { multiDay: false })])).toEqual([first, second]);
    expect(multiDayVisits([first, off])).toEqual([]);
  });

  it("takes the first day of a multi-day job, otherwise the next visit", () => {
    const days = [visit(4, { state: "work_done" }), visit(5)];
    expect(jobStart(days, days[1])).toEqual(days[0]!.startsAt);
    expect(jobStart([days[1]!], days[1])).toEqual(days[1]!.startsAt);
    expect(jobStart([], null)).toBeUndefined();
  });
});
