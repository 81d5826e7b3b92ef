import { describe, expect, it } from "vitest";
import { addDays, dubaiInstant } from "~/platform/time";
import { computeDayLoad } from "./load";
import type { Roster, RosterTechnician } from "./slots";

const MONDAY = "2026-11-23";

function between(from: string, to: string, day = MONDAY) {
  const end = dubaiInstant(day, to).getTime();
  return { start: dubaiInstant(day, from).getTime(), end, workEnd: end, area: "" };
}

function load(changes: Partial<RosterTechnician>, days: Partial<Roster> = {}, day = MONDAY) {
  const technician: RosterTechnician = {
    id: "t1",
    name: "One",
    active: true,
    skilled: true,
    certifiedUntil: null,
    zones: [],
    shifts: [
      { weekday: 1, startMin: 8 * 60, endMin: 12 * 60 },
      { weekday: 1, startMin: 14 * 60, endMin: 18 * 60 },
    ],
    timeOff: [],
    onCall: [],
    visits: [],
    ...changes,
  };
  const roster = {
    technicians: [technician],
    holidays: new Map<string, string>(),
    shorterDays: new Map(),
    ...days,
  };
  const { shiftMin, bookedMin, visits } = computeDayLoad(technician, roster, day);
  return { shift: shiftMin, booked: bookedMin, visits };
}

describe("computeDayLoad", () => {
  it("counts booked minutes, shift minutes and visits of a weekday", () => {
    expect(load({ visits: [between("08:00", "09:30"), between("14:00", "15:00")] })).toEqual({
      shift: 8 * 60,
      booked: 150,
      visits: 2,
    });
    expect(load({}, {}, addDays(MONDAY, 1))).toEqual({ shift: 0, booked: 0, visits: 0 });
  });

  it("splits a visit over midnight between both days", () => {
    const night = {
      start: dubaiInstant(MONDAY, "23:00").getTime(),
      end: dubaiInstant(addDays(MONDAY, 1), "01:30").getTime(),
      workEnd: dubaiInstant(addDays(MONDAY, 1), "01:00").getTime(),
      area: "",
    };
    expect(load({ visits: [night] })).toMatchObject({ booked: 60, visits: 1 });
    expect(load({ visits: [night] }, {}, addDays(MONDAY, 1))).toMatchObject({ booked: 90, visits: 0 });
  });

  it("subtracts time off from the shifts", () => {
    expect(load({ timeOff: [between("10:00", "15:00")] }).shift).toBe((2 + 3) * 60);
    expect(load({ timeOff: [between("09:00", "10:00")] }).shift).toBe(7 * 60);
    expect(load({ timeOff: [between("09:00", "11:00"), between("10:00", "12:00")] }).shift).toBe(5 * 60);
    expect(load({ timeOff: [between("00:00", "23:59")] }).shift).toBe(0);
  });

  it("counts no shift on holidays and less on shorter days", () => {
    expect(load({}, { holidays: new Map([[MONDAY, "National Day"]]) }).shift).toBe(0);
    expect(load({}, { shorterDays: new Map([[MONDAY, 120]]) }).shift).toBe(6 * 60);
    expect(load({}, { shorterDays: new Map([[MONDAY, 300]]) }).shift).toBe(4 * 60);
  });
});
