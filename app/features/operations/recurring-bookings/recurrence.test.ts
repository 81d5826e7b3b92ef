import { describe, expect, it } from "vitest";
import { createRandom } from "~/platform/random";
import { addDays, daysBetween } from "~/platform/time";
import { seedOfRun } from "../../../../test/faults/rounds";
import { dayOfNumber, isInMildMonth, nextDay, nextOpenDay, recurrenceIntervals } from "./recurrence";

describe("recurrence days", () => {
  it("keeps the day of the month, or uses the last day of a shorter month", () => {
    const anchor = { number: 2, day: "2027-01-31" };
    expect([2, 3, 4, 5].map((number) => dayOfNumber("monthly", anchor, number))).toEqual([
      "2027-01-31",
      "2027-02-28",
      "2027-03-31",
      "2027-04-30",
    ]);
    expect(dayOfNumber("quarterly", { number: 2, day: "2027-11-30" }, 3)).toBe("2028-02-29");
  });

  it("places half-yearly visits before and after the summer", () => {
    const days = (day: string) =>
      [3, 4, 5].map((number) => dayOfNumber("twice-yearly", { number: 2, day }, number));
    expect(days("2027-05-31")).toEqual(["2027-11-30", "2028-05-31", "2028-11-30"]);
    // Winter start: the first visit is before the coming summer.
    expect(days("2027-01-10")).toEqual(["2027-04-15", "2027-10-15", "2028-04-15"]);
    expect(days("2027-03-20")).toEqual(["2027-10-15", "2028-04-15", "2028-10-15"]);
  });

  it("returns the first day after today for old visits", () => {
    expect(nextDay("monthly", "2025-01-31", "2026-11-23")).toBe("2026-11-30");
    expect(nextDay("twice-yearly", "2026-11-20", "2026-11-23")).toBe("2027-05-20");
  });

  it("property: gaps, seasons and re-anchoring stay consistent", () => {
    const seed = seedOfRun();
    const random = createRandom(seed);
    for (let round = 0; round < 500; round++) {
      const interval = random.pick(recurrenceIntervals);
      const day = addDays("2026-01-01", random.below(1500));
      const anchor = { number: 1 + random.below(5), day };
      const numbers = Array.from({ length: 20 }, (_, index) => anchor.number + index);
      const days = numbers.map((number) => dayOfNumber(interval, anchor, number));
      const seedText = `SEED=${seed}: ${interval} from ${day}`;
      expect(days[0], seedText).toBe(day);
      const gaps = days.slice(1).map((one, index) => daysBetween(days[index]!, one));
      const [min, max] = { monthly: [28, 31], quarterly: [89, 92], "twice-yearly": [60, 270] }[interval]!;
      expect(Math.min(...gaps), seedText).toBeGreaterThanOrEqual(min!);
      expect(Math.max(...gaps), seedText).toBeLessThanOrEqual(max!);
      if (interval === "twice-yearly") expect(days.slice(1).every(isInMildMonth), seedText).toBe(true);
      // Re-anchoring at a later visit gives the same days, except after short months.
      if (Number(day.slice(8)) <= 28) {
        const later = { number: anchor.number + 4, day: days[4]! };
        expect(dayOfNumber(interval, later, anchor.number + 9), seedText).toBe(days[9]);
      }
    }
  });

  it("moves to the next open day, or keeps the day if none is near", () => {
    expect(nextOpenDay("2027-01-01", (day) => day > "2027-01-03")).toBe("2027-01-04");
    expect(nextOpenDay("2027-01-01", () => false)).toBe("2027-01-01");
  });
});
