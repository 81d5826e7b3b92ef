import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays, daysBetween, weekdayOf } from "~/platform/time";
import { entitlementsOf, remainingAmount } from "./contract";
import { contractYearFrom, daysInYear, isSpring, planVisits, unusedFils } from "./contract-year";

const day = fc.integer({ min: 0, max: 4000 }).map((days) => addDays("2026-01-01", days));
const isWeekday = (day: string) => weekdayOf(day) !== 7;

describe("contractYearFrom", () => {
  it("ends on the day before the anniversary", () => {
    expect(contractYearFrom("2026-03-10")).toEqual({ startsOn: "2026-03-10", endsOn: "2027-03-09" });
    expect(contractYearFrom("2028-02-29")).toEqual({ startsOn: "2028-02-29", endsOn: "2029-02-28" });
    expect(daysInYear(contractYearFrom("2027-03-01"))).toBe(366);
  });
});

describe("planVisits", () => {
  it("spreads visits evenly with one AC service before summer", () => {
    const planned = planVisits(contractYearFrom("2027-01-01"), { "ac-visit": 4, check: 2 }, () => true);
    expect(planned).toEqual([
      { kind: "ac-visit", day: "2027-02-16" },
      { kind: "check", day: "2027-04-02" },
      { kind: "ac-visit", day: "2027-05-18" },
      { kind: "ac-visit", day: "2027-08-17" },
      { kind: "check", day: "2027-10-01" },
      { kind: "ac-visit", day: "2027-11-16" },
    ]);
  });

  it("property: visits are evenly spread over distinct open days with one AC service in spring", () => {
    fc.assert(
      fc.property(
        day,
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 0, max: 12 }),
        fc.array(fc.integer({ min: 0, max: 365 }), { maxLength: 15 }),
        (startsOn, acVisits, checks, closedAt) => {
          const year = contractYearFrom(startsOn);
          const closed = new Set(closedAt.map((days) => addDays(startsOn, days)));
          const isOpen = (day: string) => isWeekday(day) && !closed.has(day);
          const planned = planVisits(year, { "ac-visit": acVisits, check: checks }, isOpen);
          const days = planned.map((visit) => visit.day);
          expect(planned.filter(({ kind }) => kind === "ac-visit")).toHaveLength(acVisits);
          expect(planned.filter(({ kind }) => kind === "check")).toHaveLength(checks);
          expect(new Set(days).size).toBe(days.length);
          expect(days).toEqual([...days].sort());
          for (const day of days) {
            expect(isOpen(day)).toBe(true);
            expect(day >= year.startsOn && day <= year.endsOn).toBe(true);
          }
          const ac = planned.filter(({ kind }) => kind === "ac-visit").map((visit) => visit.day);
          // If all days in spring are closed, the service falls outside spring.
          if (acVisits > 0 && closed.size === 0) expect(ac.some(isSpring)).toBe(true);
          for (const [at, day] of ac.slice(1).entries()) {
            const gap = daysBetween(ac[at]!, day);
            expect(Math.abs(gap - daysInYear(year) / acVisits)).toBeLessThanOrEqual(
              closed.size === 0 ? 5 : 34,
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe("unusedFils", () => {
  it("returns the share of the remaining days", () => {
    const year = contractYearFrom("2027-01-01");
    expect(unusedFils(3_650_00, year, "2027-01-01")).toBe(3_640_00);
    expect(unusedFils(3_650_00, year, "2026-12-31")).toBe(3_650_00);
    expect(unusedFils(3_650_00, year, "2026-06-01")).toBe(3_650_00);
    expect(unusedFils(3_650_00, year, "2027-12-31")).toBe(0);
    expect(unusedFils(3_650_00, year, "2028-06-01")).toBe(0);
  });

  it("property: complements the used share to the fils and never grows", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 2_000_000 }), (startsOn, fils) => {
        const year = contractYearFrom(startsOn);
        let before = fils;
        for (let at = -1; at < daysInYear(year); at += 13) {
          const unused = unusedFils(fils, year, addDays(startsOn, at));
          expect(Number.isInteger(unused)).toBe(true);
          expect(unused).toBeLessThanOrEqual(before);
          expect(
            Math.abs(unused - (fils * (daysInYear(year) - at - 1)) / daysInYear(year)),
          ).toBeLessThanOrEqual(0.5);
          before = unused;
        }
      }),
      { numRuns: 100 },
    );
  });
});

it("entitlementsOf lists what the package includes", () => {
  const essential = { acVisits: 2, checks: 1, callOuts: 5, handymanHours: 0 };
  expect(entitlementsOf(essential).map(({ kind, total }) => [kind, total])).toEqual([
    ["ac-visit", 2],
    ["check", 1],
    ["call-out", 5],
  ]);
  expect(remainingAmount({ kind: "call-out", total: null, used: 9, planned: 1 })).toBeNull();
  expect(remainingAmount({ kind: "call-out", total: 5, used: 2, planned: 1 })).toBe(2);
});
