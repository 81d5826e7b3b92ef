import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addDays, dubaiInstant, weekdayOf } from "~/platform/time";
import {
  countVisitsOn,
  findFirstConflict,
  freeTechnicians,
  isInZone,
  type Job,
  listSlots,
  nearbyRange,
  nearestSlots,
  type Roster,
  type RosterTechnician,
  slotTimes,
  toTimeSlot,
  travelFromPreviousVisit,
} from "./slots";

const MONDAY = "2026-11-23";
const JOB: Job = { durationMin: 60, bufferMin: 30, outdoor: false };
const LONG_AGO = new Date("2026-01-01T00:00:00Z");

function between(day: string, from: string, to: string) {
  const end = dubaiInstant(day, to).getTime();
  return { start: dubaiInstant(day, from).getTime(), end, workEnd: end, area: "" };
}

function technician(changes: Partial<RosterTechnician> = {}): RosterTechnician {
  return {
    id: "t1",
    name: "One",
    active: true,
    skilled: true,
    certifiedUntil: null,
    zones: [],
    shifts: [1, 2, 3, 4, 5].map((weekday) => ({ weekday, startMin: 8 * 60, endMin: 18 * 60 })),
    timeOff: [],
    onCall: [],
    visits: [],
    ...changes,
  };
}

function roster(
  technicians: RosterTechnician[],
  holidays: string[] = [],
  shorterDays: [string, number][] = [],
): Roster {
  return {
    technicians,
    holidays: new Map(holidays.map((day) => [day, "National Day"])),
    shorterDays: new Map(shorterDays),
  };
}

function conflictAt(one: RosterTechnician, time: string, job = JOB, day = MONDAY, holidays: string[] = []) {
  return findFirstConflict(one, roster([one], holidays), toTimeSlot(job, day, time));
}

describe("travelFromPreviousVisit", () => {
  const night = toTimeSlot(JOB, MONDAY, "01:00");
  const sundayNight = (until: number) => ({
    start: dubaiInstant("2026-11-22", "22:00").getTime(),
    end: until,
    workEnd: until,
    area: "Mirdif",
  });
  test("counts a visit over midnight, and none that ended the day before", () => {
    const late = technician({ visits: [sundayNight(dubaiInstant(MONDAY, "00:30").getTime())] });
    expect(travelFromPreviousVisit(late, night, "Dubai Marina")?.area).toBe("Mirdif");
    const early = technician({ visits: [sundayNight(dubaiInstant("2026-11-22", "23:30").getTime())] });
    expect(travelFromPreviousVisit(early, night, "Dubai Marina")).toBeNull();
  });
});

describe("findFirstConflict", () => {
  test("offers eleven hourly slots from 08:00 to 18:00", () => {
    expect(slotTimes).toEqual([
      "08:00",
      "09:00",
      "10:00",
      "11:00",
      "12:00",
      "13:00",
      "14:00",
      "15:00",
      "16:00",
      "17:00",
      "18:00",
    ]);
  });

  test("requires the shift to cover work and buffer", () => {
    expect(conflictAt(technician(), "08:00")).toBeNull();
    expect(conflictAt(technician(), "16:00")).toBeNull();
    expect(conflictAt(technician(), "17:00")).toBe("off-shift");
    expect(conflictAt(technician(), "16:00", { ...JOB, bufferMin: 61 })).toBe("off-shift");
    expect(conflictAt(technician(), "10:00", JOB, addDays(MONDAY, 5))).toBe("off-shift");
  });

  test("accepts work past midnight and across touching shifts", () => {
    const week = [1, 2, 3, 4, 5, 6, 7];
    const always = technician({ shifts: week.map((weekday) => ({ weekday, startMin: 0, endMin: 1440 })) });
    expect(conflictAt(always, "23:00")).toBeNull();
    expect(conflictAt(always, "23:00", { ...JOB, durationMin: 24 * 60 })).toBeNull();
    const allMonday = technician({ shifts: [{ weekday: 1, startMin: 0, endMin: 1440 }] });
    expect(conflictAt(allMonday, "22:30")).toBeNull();
    expect(conflictAt(allMonday, "23:00")).toBe("off-shift");
    const untilTwo = technician({
      shifts: week.flatMap((weekday) => [
        { weekday, startMin: 0, endMin: 120 },
        { weekday, startMin: 18 * 60, endMin: 1440 },
      ]),
    });
    expect(conflictAt(untilTwo, "23:45")).toBeNull();
    expect(conflictAt(untilTwo, "23:45", { ...JOB, durationMin: 120 })).toBe("off-shift");
    const inTwo = technician({
      shifts: [
        { weekday: 1, startMin: 12 * 60, endMin: 18 * 60 },
        { weekday: 1, startMin: 8 * 60, endMin: 12 * 60 },
      ],
    });
    expect(conflictAt(inTwo, "11:30")).toBeNull();
    // No work into a holiday or past a shorter day.
    expect(conflictAt(always, "23:00", JOB, MONDAY, [addDays(MONDAY, 1)])).toBe("off-shift");
    const ramadan = roster([always], [], [[MONDAY, 60]]);
    expect(findFirstConflict(always, ramadan, toTimeSlot(JOB, MONDAY, "22:00"))).toBe("off-shift");
  });

  test("rejects overlaps with another visit, including both buffers", () => {
    const busy = technician({ visits: [between(MONDAY, "10:00", "11:30")] });
    expect(conflictAt(busy, "11:00")).toBe("busy");
    expect(conflictAt(busy, "09:00")).toBe("busy");
    expect(conflictAt(busy, "08:00")).toBeNull();
    expect(conflictAt(busy, "12:00")).toBeNull();
    expect(conflictAt(busy, "09:00", { ...JOB, bufferMin: 0 })).toBeNull();
  });

  test("rejects time off, public holidays, missing skills and inactive technicians", () => {
    expect(conflictAt(technician({ timeOff: [between(MONDAY, "00:00", "11:00")] }), "10:00")).toBe(
      "time-off",
    );
    expect(conflictAt(technician({ timeOff: [between(MONDAY, "00:00", "11:00")] }), "11:00")).toBeNull();
    expect(conflictAt(technician(), "10:00", JOB, MONDAY, [MONDAY])).toBe("holiday");
    expect(conflictAt(technician({ skilled: false }), "10:00")).toBe("no-skill");
    expect(conflictAt(technician({ active: false }), "10:00")).toBe("inactive");
  });

  test("accepts the last day of a certificate and rejects the next", () => {
    expect(conflictAt(technician({ certifiedUntil: MONDAY }), "10:00")).toBeNull();
    expect(conflictAt(technician({ certifiedUntil: addDays(MONDAY, -1) }), "10:00")).toBe(
      "certificate-expired",
    );
  });

  test("rejects the last hours of a shorter day for any split of the shifts", () => {
    const ramadan = (one: RosterTechnician, time: string, day = MONDAY) =>
      findFirstConflict(one, roster([one], [], [[MONDAY, 120]]), toTimeSlot(JOB, day, time));
    expect(ramadan(technician(), "14:00")).toBeNull();
    expect(ramadan(technician(), "15:00")).toBe("off-shift");
    expect(ramadan(technician(), "16:00", addDays(MONDAY, 1))).toBeNull();
    const shortEvening = technician({
      shifts: [
        { weekday: 1, startMin: 8 * 60, endMin: 14 * 60 },
        { weekday: 1, startMin: 15 * 60, endMin: 15 * 60 + 30 },
      ],
    });
    expect(conflictAt(shortEvening, "12:00")).toBeNull();
    expect(ramadan(shortEvening, "12:00")).toBeNull();
    expect(ramadan(shortEvening, "13:00")).toBe("off-shift");
  });

  test("rejects outdoor work from 12:30 to 15:00 between 15 June and 15 September", () => {
    const always = technician({
      shifts: [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({ weekday, startMin: 0, endMin: 1440 })),
    });
    const outdoor = { ...JOB, outdoor: true };
    expect(conflictAt(always, "11:00", outdoor, "2026-06-15")).toBeNull();
    // Work from 12:00 to 13:00 reaches into the break; a buffer may.
    expect(conflictAt(always, "12:00", outdoor, "2026-06-15")).toBe("midday-break");
    expect(conflictAt(always, "14:00", outdoor, "2026-09-15")).toBe("midday-break");
    expect(conflictAt(always, "15:00", outdoor, "2026-09-15")).toBeNull();
    expect(conflictAt(always, "14:00", outdoor, "2026-06-14")).toBeNull();
    expect(conflictAt(always, "14:00", outdoor, "2026-09-16")).toBeNull();
    expect(conflictAt(always, "14:00", JOB, "2026-07-01")).toBeNull();
  });
});

describe("slot search", () => {
  test("counts available technicians, excluding past and too-soon slots", () => {
    const two = roster([technician(), technician({ id: "t2", visits: [between(MONDAY, "08:00", "12:00")] })]);
    const now = dubaiInstant(MONDAY, "09:30");
    const [day] = listSlots(two, JOB, MONDAY, MONDAY, now);
    const free = Object.fromEntries(day!.slots.map((slot) => [slot.time, slot.free]));
    expect(free).toMatchObject({ "08:00": 0, "09:00": 0, "10:00": 0, "11:00": 1, "12:00": 2, "17:00": 0 });
  });

  test("ranks the least busy technician of the day first", () => {
    const busier = technician({ id: "a", visits: [between(MONDAY, "08:00", "09:00")] });
    const busyTomorrow = technician({ id: "b", visits: [between(addDays(MONDAY, 1), "08:00", "09:00")] });
    expect(
      freeTechnicians(roster([busier, busyTomorrow]), toTimeSlot(JOB, MONDAY, "10:00")).map(({ id }) => id),
    ).toEqual(["b", "a"]);
    expect(countVisitsOn(busyTomorrow, toTimeSlot(JOB, MONDAY, "10:00"))).toBe(0);
  });

  test("treats technicians without zones as at home everywhere", () => {
    expect(isInZone(technician(), "Mirdif")).toBe(true);
    expect(isInZone(technician({ zones: ["Mirdif"] }), "Mirdif")).toBe(true);
    expect(isInZone(technician({ zones: ["Deira"] }), "Mirdif")).toBe(false);
  });

  test("returns the nearest free slots across days, earlier ones first", () => {
    const days = [
      {
        date: MONDAY,
        slots: [
          { time: "09:00", free: 1 },
          { time: "10:00", free: 0 },
          { time: "11:00", free: 2 },
        ],
      },
      { date: addDays(MONDAY, 1), slots: [{ time: "10:00", free: 1 }] },
    ];
    expect(nearestSlots(days, MONDAY, "10:00").map(({ date, time }) => `${date} ${time}`)).toEqual([
      `${MONDAY} 09:00`,
      `${MONDAY} 11:00`,
      `${addDays(MONDAY, 1)} 10:00`,
    ]);
    expect(nearestSlots([], MONDAY, "10:00")).toEqual([]);
  });

  test("starts the search range today at the earliest", () => {
    expect(nearbyRange("2026-11-25", dubaiInstant("2026-11-23", "23:30")).from).toBe("2026-11-23");
    expect(nearbyRange("2026-12-25", dubaiInstant("2026-11-23", "00:30"))).toEqual({
      from: "2026-12-11",
      to: "2027-01-08",
    });
  });
});

/** Oracle: the rules minute by minute on the Dubai clock. */
function isFreeByBruteForce(
  one: RosterTechnician,
  { holidays, shorterDays }: Roster,
  job: Job,
  day: string,
  time: string,
): boolean {
  if (!one.active || !one.skilled || holidays.has(day)) return false;
  if (one.certifiedUntil !== null && day > one.certifiedUntil) return false;
  const dayEnd = Math.max(
    ...one.shifts.filter(({ weekday }) => weekday === weekdayOf(day)).map((s) => s.endMin),
  );
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  const startMin = hour * 60 + minute;
  for (let at = startMin; at < startMin + job.durationMin + job.bufferMin; at++) {
    const instant = Date.parse(`${day}T00:00:00+04:00`) + at * 60_000;
    const onShift = one.shifts.some(
      (shift) => shift.weekday === weekdayOf(day) && shift.startMin <= at && at < shift.endMin,
    );
    const gone = at >= dayEnd - (shorterDays.get(day) ?? 0);
    const taken = [...one.timeOff, ...one.visits].some(({ start, end }) => start <= instant && instant < end);
    const working = at < startMin + job.durationMin;
    const summer = day.slice(5) >= "06-15" && day.slice(5) <= "09-15";
    const tooHot = job.outdoor && working && summer && at >= 12 * 60 + 30 && at < 15 * 60;
    if (!onShift || gone || taken || tooHot) return false;
  }
  return true;
}

test("property: findFirstConflict matches a brute-force oracle", () => {
  const day = fc.constantFrom("2026-06-14", "2026-06-15", "2026-09-15", "2026-09-16", MONDAY, "2026-12-31");
  const minutes = (max: number) => fc.integer({ min: 0, max: max / 15 }).map((quarters) => quarters * 15);
  const intervalOn = (days: fc.Arbitrary<string>) =>
    fc.tuple(days, minutes(1425), minutes(600)).map(([date, start, length]) => {
      const from = Date.parse(`${date}T00:00:00+04:00`) + start * 60_000;
      const end = from + (length + 15) * 60_000;
      return { start: from, end, workEnd: end, area: "" };
    });
  const person = day.chain((date) =>
    fc.record({
      date: fc.constant(date),
      time: fc.constantFrom(...slotTimes),
      holidays: fc.constantFrom<string[]>([], [], [addDays(date, 1)], [date]),
      shorter: fc.constantFrom(0, 0, 60, 120),
      job: fc.record({
        durationMin: minutes(480).map((length) => length + 15),
        bufferMin: minutes(120),
        outdoor: fc.boolean(),
      }),
      one: fc.record({
        id: fc.constant("t"),
        name: fc.constant("t"),
        active: fc.constantFrom(true, true, true, false),
        skilled: fc.constantFrom(true, true, true, false),
        certifiedUntil: fc.constantFrom(null, null, date, addDays(date, 1), addDays(date, -1)),
        zones: fc.constant<string[]>([]),
        shifts: fc
          .tuple(minutes(720), minutes(480), minutes(120), minutes(360), fc.boolean())
          .map(([startMin, length, pause, secondLength, two]) => {
            const endMin = startMin + length + 15;
            const second = { startMin: endMin + pause + 15, endMin: endMin + pause + 30 + secondLength };
            const all = two ? [{ startMin, endMin }, second] : [{ startMin, endMin }];
            return all.map((shift) => ({ weekday: weekdayOf(date), ...shift }));
          }),
        timeOff: fc.array(intervalOn(fc.constantFrom(date, addDays(date, -1))), { maxLength: 1 }),
        onCall: fc.constant<RosterTechnician["onCall"]>([]),
        visits: fc.array(intervalOn(fc.constant(date)), { maxLength: 2 }),
      }),
    }),
  );
  // fast-check prints the failing seed.
  fc.assert(
    fc.property(person, ({ date, time, holidays, shorter, job, one }) => {
      const all = roster([one], holidays, shorter ? [[date, shorter]] : []);
      expect(findFirstConflict(one, all, toTimeSlot(job, date, time)) === null).toBe(
        isFreeByBruteForce(one, all, job, date, time),
      );
    }),
    { numRuns: 3_000 },
  );
  expect(listSlots(roster([technician()]), JOB, MONDAY, MONDAY, LONG_AGO)[0]?.slots[0]?.free).toBe(1);
});
