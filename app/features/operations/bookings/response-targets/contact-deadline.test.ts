import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addMinutes, dubaiDate, dubaiInstant, dubaiTime, weekdayOf } from "~/platform/time";
import { rounds } from "../../../../../test/faults/rounds";
import { contactDeadline } from "./contact-deadline";

const weekdays = [1, 2, 3, 4, 5].map((weekday) => ({ weekday, opensAt: "08:00", closesAt: "20:00" }));
const saturday = { weekday: 6, opensAt: "09:00", closesAt: "18:00" };
const office = {
  contactMinutes: 120,
  contactRuns: "opening-hours" as const,
  opening: { week: [...weekdays, saturday], closedDays: ["2026-12-02", "2026-12-03"] },
};
const due = (day: string, time: string, terms: Parameters<typeof contactDeadline>[1] = office) => {
  const at = contactDeadline(dubaiInstant(day, time), terms);
  return `${dubaiDate(at)} ${dubaiTime(at)}`;
};

describe("contactDeadline", () => {
  it("counts around the clock if configured so", () => {
    expect(due("2026-11-21", "23:13", { ...office, contactRuns: "always" })).toBe("2026-11-22 01:13");
  });

  it("pauses while the office is closed", () => {
    // A Friday, half an hour before closing.
    expect(due("2026-11-20", "19:30")).toBe("2026-11-21 10:30");
    // Late on Saturday; closed on Sunday.
    expect(due("2026-11-21", "23:13")).toBe("2026-11-23 10:00");
    expect(due("2026-11-22", "12:00")).toBe("2026-11-23 10:00");
    // Before opening.
    expect(due("2026-11-23", "06:00")).toBe("2026-11-23 10:00");
  });

  it("pauses on public holidays", () => {
    // A Tuesday evening before two holidays.
    expect(due("2026-12-01", "19:00")).toBe("2026-12-04 09:00");
    expect(due("2026-12-02", "10:00")).toBe("2026-12-04 10:00");
  });

  it("ends at closing time if that is just enough", () => {
    expect(due("2026-11-23", "18:00")).toBe("2026-11-23 20:00");
    expect(due("2026-11-23", "18:01")).toBe("2026-11-24 08:01");
  });

  it("counts around the clock without opening hours", () => {
    expect(due("2026-11-22", "12:00", { ...office, opening: { week: [], closedDays: [] } })).toBe(
      "2026-11-22 14:00",
    );
  });

  it("property: exactly the target minutes of opening time pass until the deadline", () => {
    const hours = fc.record({
      opens: fc.integer({ min: 0, max: 1300 }),
      length: fc.integer({ min: 60, max: 130 }),
    });
    const clock = (minutes: number) =>
      `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    fc.assert(
      fc.property(
        fc.dictionary(fc.integer({ min: 1, max: 7 }).map(String), hours, { minKeys: 1, maxKeys: 7 }),
        fc.integer({ min: 0, max: 14 * 1440 }),
        fc.integer({ min: 1, max: 300 }),
        (given, offset, contactMinutes) => {
          const week = Object.entries(given).map(([weekday, { opens, length }]) => ({
            weekday: Number(weekday),
            opensAt: clock(opens),
            closesAt: clock(opens + length),
          }));
          const opening = { week, closedDays: ["2026-11-04", "2026-11-05"] };
          const requestedAt = addMinutes(dubaiInstant("2026-11-01", "00:00"), offset);
          const end = contactDeadline(requestedAt, { contactMinutes, contactRuns: "opening-hours", opening });
          // Oracle: counts open minutes one by one.
          let open = 0;
          for (let at = requestedAt; at < end; at = addMinutes(at, 1)) {
            const today = week.find(({ weekday }) => weekday === weekdayOf(dubaiDate(at)));
            const isHoliday = opening.closedDays.includes(dubaiDate(at));
            const time = dubaiTime(at);
            if (today && !isHoliday && time >= today.opensAt && time < today.closesAt) open++;
          }
          expect(open).toBe(contactMinutes);
        },
      ),
      { numRuns: rounds({ short: 15, long: 60 }) },
    );
  });
});
