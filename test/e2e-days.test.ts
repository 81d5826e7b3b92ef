import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { BOOKING_HORIZON_DAYS } from "~/features/operations/bookings/schema";
import { createRandom } from "~/platform/random";
import { addDays, daysBetween, weekdayOf } from "~/platform/time";
import { publicHolidays } from "../db/seed/catalogue";
import { technicians } from "../db/seed/sample/people";
import { openDay, openDayFrom, quietDay, regularSunday } from "../e2e/harness/days";
import { casesForRun, seedOfRun } from "./faults/rounds";

/** Test dates: the years for which the sample has public holidays, or a random part of them. */
const DATES = casesForRun(
  Array.from({ length: 731 }, (_, index) => addDays("2026-01-01", index)),
  createRandom(seedOfRun()),
  150,
);

const isHoliday = (day: string) => publicHolidays.some((holiday) => holiday.day === day);
const everyoneWorks = (day: string) =>
  !isHoliday(day) &&
  technicians
    .filter(({ shift }) => shift.weekdays.length < 7 && shift.fromHour === 8)
    .every(({ shift }) => shift.weekdays.includes(weekdayOf(day)));

/** Distinct first arguments of a function in all browser tests. */
function argumentsOf(name: string): number[] {
  const calls = globSync("e2e/**/*.spec.ts").flatMap((file) => [
    ...readFileSync(file, "utf8").matchAll(new RegExp(`\\b${name}\\((\\d+)`, "g")),
  ]);
  const values = [...new Set(calls.map(([, value]) => Number(value)))];
  expect(values.length, name).toBeGreaterThan(0);
  return values.sort((a, b) => a - b);
}

describe.each([
  ["openDay", openDay],
  ["quietDay", quietDay],
] as const)("%s on any date", (name, choose) => {
  it("returns a working day of the sample within the booking horizon", () => {
    for (const daysAhead of argumentsOf(name)) {
      for (const today of DATES) {
        const day = choose(daysAhead, today);
        expect(everyoneWorks(day), `${day}, ${daysAhead} days from ${today}`).toBe(true);
        expect(daysBetween(today, day)).toBeGreaterThanOrEqual(daysAhead);
        // Browser tests book visits up to two weeks after it.
        expect(daysBetween(today, day)).toBeLessThan(BOOKING_HORIZON_DAYS - 30);
      }
    }
  });
});

describe("quietDay on any date", () => {
  it("returns a Tuesday followed by two working days", () => {
    for (const daysAhead of argumentsOf("quietDay")) {
      for (const today of DATES) {
        const day = quietDay(daysAhead, today);
        expect(weekdayOf(day)).toBe(2);
        expect([1, 2].map((after) => everyoneWorks(addDays(day, after)))).toEqual([true, true]);
      }
    }
  });

  it("returns another week for each number of days in browser tests", () => {
    const all = argumentsOf("quietDay");
    for (const today of DATES) {
      expect(new Set(all.map((daysAhead) => quietDay(daysAhead, today))).size, today).toBe(all.length);
    }
  });
});

describe("regularSunday on any date", () => {
  it("returns a Sunday without a public holiday, different for each number of weeks in browser tests", () => {
    const all = argumentsOf("regularSunday");
    for (const today of DATES) {
      const days = all.map((weeks) => regularSunday(weeks, today));
      expect(days.map(weekdayOf), today).toEqual(all.map(() => 7));
      expect(days.filter(isHoliday), today).toEqual([]);
      expect(new Set(days).size, today).toBe(all.length);
    }
  });
});

describe("openDayFrom", () => {
  it("skips Sundays and public holidays", () => {
    // Saturday; Sunday; Arafah Day on a Tuesday, with Eid until Friday.
    expect(["2026-05-23", "2026-05-24", "2026-05-26"].map(openDayFrom)).toEqual([
      "2026-05-23",
      "2026-05-25",
      "2026-05-30",
    ]);
  });
});
