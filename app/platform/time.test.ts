import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inLocale } from "./locale/locale.server";
import {
  addDays,
  addMinutes,
  daysBetween,
  dubaiDate,
  dubaiInstant,
  dubaiTime,
  formatDay,
  formatTime,
  isDay,
  weekdayOf,
} from "./time";

const day = fc
  .date({ min: new Date("2000-01-01T00:00:00Z"), max: new Date("2199-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const time = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, "0")).join(":"));

describe("Dubai time", () => {
  it("differs from UTC by four hours, on the next day after 20:00 UTC", () => {
    expect(dubaiInstant("2026-11-24", "10:00").toISOString()).toBe("2026-11-24T06:00:00.000Z");
    expect(dubaiInstant("2026-11-24", "03:59").toISOString()).toBe("2026-11-23T23:59:00.000Z");
    expect(dubaiDate(new Date("2026-12-31T19:59:59.999Z"))).toBe("2026-12-31");
    expect(dubaiDate(new Date("2026-12-31T20:00:00Z"))).toBe("2027-01-01");
    expect(dubaiTime(new Date("2026-12-31T20:00:00Z"))).toBe("00:00");
  });

  it("property: converts to an instant and back", () => {
    fc.assert(
      fc.property(day, time, (date, clock) => {
        const instant = dubaiInstant(date, clock);
        expect([dubaiDate(instant), dubaiTime(instant)]).toEqual([date, clock]);
      }),
    );
  });

  it("property: agrees with Intl in any time zone of the machine", () => {
    fc.assert(
      fc.property(day, time, (date, clock) => {
        const formatted = new Intl.DateTimeFormat("en-CA", {
          timeZone: "Asia/Dubai",
          dateStyle: "short",
          timeStyle: "short",
          hourCycle: "h23",
        }).format(dubaiInstant(date, clock));
        expect(formatted.replace(", ", " ")).toBe(`${date} ${clock}`);
      }),
    );
  });
});

describe("days", () => {
  it("addDays and daysBetween cross months, years and leap days", () => {
    expect(addDays("2026-12-31", 1)).toBe("2027-01-01");
    expect(addDays("2028-02-28", 1)).toBe("2028-02-29");
    expect(addDays("2027-03-01", -1)).toBe("2027-02-28");
    expect(daysBetween("2026-11-24", "2026-11-23")).toBe(-1);
  });

  it("property: adding and subtracting days returns the same day, and text order is time order", () => {
    fc.assert(
      fc.property(day, fc.integer({ min: -3000, max: 3000 }), (from, count) => {
        const to = addDays(from, count);
        expect(daysBetween(from, to)).toBe(count);
        expect(addDays(to, -count)).toBe(from);
        expect(Math.sign(count)).toBe(from < to ? 1 : from > to ? -1 : 0);
        expect((weekdayOf(from) - 1 + count + 7 * 1000) % 7).toBe(weekdayOf(to) - 1);
      }),
    );
  });

  it("weekdayOf starts at Monday", () => {
    expect([weekdayOf("2026-11-23"), weekdayOf("2026-11-29")]).toEqual([1, 7]);
  });

  it.each(["2026-11-24", "2028-02-29", "2000-01-01", "2199-12-31"])("isDay accepts %s", (text) => {
    expect(isDay(text)).toBe(true);
  });

  it.each([
    "",
    "2026-02-29",
    "2026-13-01",
    "2026-00-10",
    "2026-1-1",
    "26-11-24",
    "2026-11-24 ",
    "2026-11-24T00:00",
    "1999-12-31",
    "2200-01-01",
    "9999-12-31",
    "+010000-01-01",
    "٢٠٢٦-١١-٢٤",
  ])("isDay rejects %j", (text) => {
    expect(isDay(text)).toBe(false);
  });
});

describe("formatting", () => {
  it("formatTime shows Dubai time in any time zone of the machine", () => {
    const instant = new Date("2026-11-21T20:30:00Z");
    expect(formatTime(instant, "date")).toBe("Sun, 22 Nov 2026");
    expect(formatTime(instant.toISOString(), "time").replace(/\s/g, " ")).toMatch(/^12:30 am$/i);
    expect(formatDay("2026-11-22", "longDate")).toBe("Sunday, 22 November 2026");
  });

  it("keeps the Latin AM and PM of Urdu after the time", () => {
    const formatted = inLocale("ur", () => formatTime("2026-12-02T06:00:00Z", "dateTime"));
    expect(formatted).toMatch(/\u206610:00 AM\u2069$/);
    expect(inLocale("en", () => formatTime("2026-12-02T06:00:00Z", "time"))).toMatch(/^10:00/);
  });

  it("addMinutes adds minutes to an instant", () => {
    expect(addMinutes(new Date("2026-11-21T20:30:00Z"), 90).toISOString()).toBe("2026-11-21T22:00:00.000Z");
  });
});
