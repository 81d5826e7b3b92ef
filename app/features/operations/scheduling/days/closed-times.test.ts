import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, dubaiInstant } from "~/platform/time";
import type { Interval, RosterTechnician } from "../slots";
import { closedTimes } from "./closed-times";

const MONDAY = "2026-11-23";
const TECHNICIAN: RosterTechnician = {
  id: "t",
  name: "T",
  active: true,
  skilled: true,
  certifiedUntil: null,
  zones: [],
  shifts: [
    { weekday: 1, startMin: 480, endMin: 720 },
    { weekday: 1, startMin: 840, endMin: 1080 },
  ],
  timeOff: [],
  onCall: [],
  visits: [],
};
const roster = {
  technicians: [],
  holidays: new Map<string, string>(),
  shorterDays: new Map<string, number>(),
};
const between = (from: string, to: string, toDay = MONDAY): Interval => ({
  start: dubaiInstant(MONDAY, from).getTime(),
  end: dubaiInstant(toDay, to).getTime(),
});
const described = (timeOff: Interval[], days: Partial<typeof roster> = {}, day = MONDAY) =>
  closedTimes({ ...TECHNICIAN, timeOff }, { ...roster, ...days }, day).map(
    ({ fromMin, toMin, reason }) => `${fromMin}-${toMin} ${reason}`,
  );

test("closes the time between shifts, and the whole day without shifts", () => {
  expect(described([])).toEqual(["0-480 off-shift", "720-840 off-shift", "1080-1440 off-shift"]);
  expect(described([], {}, addDays(MONDAY, 1))).toEqual(["0-1440 off-shift"]);
});

test("applies time off, holidays and shorter days, also across midnight", () => {
  expect(described([between("11:00", "15:00")])).toEqual([
    "0-480 off-shift",
    "660-900 time-off",
    "1080-1440 off-shift",
  ]);
  expect(described([between("17:00", "09:00", addDays(MONDAY, 1))])).toContain("1020-1440 time-off");
  expect(described([], { holidays: new Map([[MONDAY, "National Day"]]) })).toEqual(["0-1440 holiday"]);
  expect(described([], { shorterDays: new Map([[MONDAY, 120]]) })).toContain("960-1440 off-shift");
});

test("property: closed times are ordered and never overlap", () => {
  const minute = fc.integer({ min: 0, max: 1439 });
  const anyOff = fc.array(
    fc.tuple(minute, fc.integer({ min: 1, max: 3000 })).map(([from, length]) => {
      const start = dubaiInstant(MONDAY, "00:00").getTime() + from * 60_000;
      return { start, end: start + length * 60_000 };
    }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(anyOff, fc.constantFrom(0, 60, 600, 1500), (timeOff, shorter) => {
      const closed = closedTimes(
        { ...TECHNICIAN, timeOff },
        { ...roster, shorterDays: new Map([[MONDAY, shorter]]) },
        MONDAY,
      );
      let end = 0;
      for (const { fromMin, toMin } of closed) {
        expect(fromMin).toBeGreaterThanOrEqual(end);
        expect(toMin).toBeGreaterThan(fromMin);
        end = toMin;
      }
      expect(end).toBeLessThanOrEqual(1440);
    }),
  );
});
