import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { jobStart, multiDayVisits, openDaysFrom, orderWithoutOverlap } from "./multi-day";

/** Days of a plan: which they are, and in which order they are moved. */

describe("the days from a day on", () => {
  it("are those on which somebody works", () => {
    const isOpen = (day: string) => day !== "2027-01-05";
    expect(openDaysFrom("2027-01-04", 3, isOpen)).toEqual(["2027-01-04", "2027-01-06", "2027-01-07"]);
    expect(openDaysFrom("2027-01-05", 1, isOpen)).toEqual(["2027-01-06"]);
  });

  it("are not looked for without end", () => {
    expect(openDaysFrom("2027-01-04", 1, () => false)).toBeNull();
  });
});

describe("the safe order", () => {
  it("lets no day meet another of the same plan, wherever each goes", () => {
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

describe("a plan", () => {
  const visit = (day: number, changes = {}) => ({
    ...{ multiDay: true, state: "scheduled" as const, startsAt: new Date(Date.UTC(2027, 0, day)) },
    ...changes,
  });

  it("consists of the days that are left of it, and is none where one is left", () => {
    const [first, second, off] = [visit(4), visit(5), visit(6, { state: "cancelled" })];
    expect(multiDayVisits([second, off, first, visit(7, { multiDay: false })])).toEqual([first, second]);
    expect(multiDayVisits([first, off])).toEqual([]);
  });

  it("has its cut-off before its first day, any other work before the next visit", () => {
    const days = [visit(4, { state: "work_done" }), visit(5)];
    expect(jobStart(days, days[1])).toEqual(days[0]!.startsAt);
    expect(jobStart([days[1]!], days[1])).toEqual(days[1]!.startsAt);
    expect(jobStart([], null)).toBeUndefined();
  });
});
