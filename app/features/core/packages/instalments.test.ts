import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addDays } from "~/platform/time";
import { contractYearFrom } from "./contract-year";
import { instalmentCounts, planInstalments } from "./instalments";

describe("planInstalments", () => {
  it("divides a year into quarters that are payable on their first day", () => {
    expect(planInstalments(10_500_00, contractYearFrom("2027-01-01"), 4)).toEqual([
      { number: 1, dueDate: "2027-01-01", startsOn: "2027-01-01", endsOn: "2027-03-31", fils: 2_625_00 },
      { number: 2, dueDate: "2027-04-01", startsOn: "2027-04-01", endsOn: "2027-06-30", fils: 2_625_00 },
      { number: 3, dueDate: "2027-07-01", startsOn: "2027-07-01", endsOn: "2027-09-30", fils: 2_625_00 },
      { number: 4, dueDate: "2027-10-01", startsOn: "2027-10-01", endsOn: "2027-12-31", fils: 2_625_00 },
    ]);
  });

  it("starts at the end of a shorter month when the contract starts on the 31st", () => {
    const days = planInstalments(1_200_00, contractYearFrom("2027-08-31"), 6).map(({ dueDate }) => dueDate);
    expect(days).toEqual([
      ...["2027-08-31", "2027-10-31", "2027-12-31", "2028-02-29", "2028-04-30", "2028-06-30"],
    ]);
  });

  it("property: amounts add up to the fil, and periods cover the year without gap or overlap", () => {
    const case_ = fc.record({
      fils: fc.integer({ min: 100_00, max: 1_000_000_00 }),
      after: fc.integer({ min: 0, max: 1_500 }),
      count: fc.constantFrom(...instalmentCounts),
    });
    fc.assert(
      fc.property(case_, ({ fils, after, count }) => {
        const year = contractYearFrom(addDays("2027-01-01", after));
        const parts = planInstalments(fils, year, count);
        expect(parts.map(({ number }) => number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
        expect(parts.reduce((sum, part) => sum + part.fils, 0)).toBe(fils);
        expect(
          Math.max(...parts.map((part) => part.fils)) - Math.min(...parts.map((part) => part.fils)),
        ).toBeLessThan(2);
        const starts = [...parts.map(({ startsOn }) => startsOn), addDays(year.endsOn, 1)];
        expect(starts[0]).toBe(year.startsOn);
        parts.forEach(({ startsOn, endsOn, dueDate }, at) => {
          expect(dueDate).toBe(startsOn);
          expect(endsOn >= startsOn).toBe(true);
          expect(addDays(endsOn, 1)).toBe(starts[at + 1]);
        });
      }),
    );
  });
});
