import { describe, expect, it } from "vitest";
import { rounds } from "../../../../../test/faults/rounds";
import type { RosterTechnician } from "../../scheduling/slots";
import { computeGuestShare, type DayVisit, type GuestDay, isWithinGuestShare } from "./guest-share";

const DAY = "2026-11-24";
const at = (time: string) => new Date(`${DAY}T${time}:00+04:00`).getTime();
const trade = (id: string, durationMin = 120) => ({
  id,
  job: { durationMin, bufferMin: 30, outdoor: false },
});

function hold(from: string, to: string): DayVisit {
  return { start: at(from), end: at(to), workEnd: at(to), area: "", guestHold: true };
}

function technician(id: string, visits: DayVisit[] = []): RosterTechnician<DayVisit> {
  return {
    ...{
      id,
      name: id,
      active: true,
      skilled: true,
      certifiedUntil: null,
      zones: [],
      timeOff: [],
      onCall: [],
    },
    shifts: [{ weekday: 2, startMin: 480, endMin: 1080 }],
    visits,
  };
}

function dayOf(
  technicians: RosterTechnician<DayVisit>[],
  skills: Record<string, string[]>,
  trades = [trade("plumbing")],
): GuestDay {
  return {
    day: DAY,
    now: new Date("2026-11-23T05:00:00Z"),
    roster: { technicians, holidays: new Map(), shorterDays: new Map() },
    skills: new Map(Object.entries(skills)),
    trades,
  };
}

const candidate = (technicianId: string, from: string, to: string, requestedTrades: string[] = []) => ({
  technicianId,
  busy: { start: at(from), end: at(to) },
  requestedTrades,
});

describe("computeGuestShare", () => {
  it("counts the starts that a hold blocks, not only its own", () => {
    const day = dayOf([technician("omar", [hold("11:00", "12:30")])], { omar: ["plumbing"] });
    // 08:00 to 15:00 are free without the hold; 09:00 to 12:00 overlap it.
    expect(computeGuestShare(day, trade("plumbing"), null)).toEqual({
      starts: 8,
      blockedStarts: 4,
      shiftMinutes: 600,
      heldMinutes: 90,
    });
  });

  it("ignores holds of the day before", () => {
    const { start, end, ...before } = hold("08:00", "18:00");
    const visit = { ...before, start: start - 86_400_000, end: end - 86_400_000 };
    const day = dayOf([technician("omar", [visit])], { omar: ["plumbing"] });
    expect(computeGuestShare(day, trade("plumbing"), null)).toMatchObject({
      blockedStarts: 0,
      heldMinutes: 0,
    });
  });

  it("ignores starts that another technician can take", () => {
    const skills = { omar: ["plumbing"], bilal: ["plumbing"] };
    const day = dayOf([technician("omar", [hold("08:00", "18:00")]), technician("bilal")], skills);
    expect(computeGuestShare(day, trade("plumbing"), null)).toMatchObject({ starts: 8, blockedStarts: 0 });
  });

  it("ignores starts that the office has given away", () => {
    const visit = { ...hold("08:00", "12:00"), guestHold: false };
    const day = dayOf([technician("omar", [visit])], { omar: ["plumbing"] });
    expect(computeGuestShare(day, trade("plumbing"), null)).toMatchObject({ starts: 4, blockedStarts: 0 });
  });
});

describe("isWithinGuestShare", () => {
  it("refuses three one-hour holds that would block all starts", () => {
    const held: DayVisit[] = [];
    const admitted = ["11:00", "14:00", "17:00"].map((from) => {
      const to = from.replace(":00", ":59");
      const day = dayOf([technician("omar", held)], { omar: ["plumbing"] });
      const admits = isWithinGuestShare(day, candidate("omar", from, to), 0.5);
      if (admits) held.push(hold(from, to));
      return admits;
    });
    expect(admitted).toEqual([true, false, true]);
  });

  it("protects every trade of the technician", () => {
    const skills = { omar: ["plumbing", "tiling"], bilal: ["plumbing"] };
    const trades = [trade("plumbing"), trade("tiling", 480)];
    const day = dayOf([technician("omar"), technician("bilal")], skills, trades);
    expect(isWithinGuestShare(day, candidate("omar", "12:00", "13:00"), 0.5)).toBe(false);
    expect(isWithinGuestShare(day, candidate("bilal", "12:00", "13:00"), 0.5)).toBe(true);
  });

  it("admits one hold of a trade whose usual work exceeds the share at any start", () => {
    const long = [trade("tiling", 540)];
    const day = (holds: DayVisit[]) => dayOf([technician("omar", holds)], { omar: ["tiling"] }, long);
    const request = candidate("omar", "08:00", "17:30", ["tiling"]);
    expect(computeGuestShare(day([]), long[0]!, request)).toMatchObject({ starts: 1, blockedStarts: 1 });
    expect(isWithinGuestShare(day([]), request, 0.5)).toBe(true);
    expect(isWithinGuestShare(day([hold("17:45", "18:00")]), request, 0.5)).toBe(false);
    // More than the usual work, or work of another trade.
    expect(isWithinGuestShare(day([]), candidate("omar", "08:00", "18:00", ["tiling"]), 0.5)).toBe(false);
    expect(isWithinGuestShare(day([]), candidate("omar", "08:00", "17:30", ["plumbing"]), 0.5)).toBe(false);
  });

  it("protects the other trades of a technician from the only hold of long work", () => {
    const trades = [trade("plumbing"), trade("tiling", 480)];
    const day = dayOf([technician("omar")], { omar: ["plumbing", "tiling"] }, trades);
    expect(isWithinGuestShare(day, candidate("omar", "08:00", "16:30", ["tiling"]), 0.5)).toBe(false);
  });

  it("admits everything with the share 1", () => {
    const day = dayOf([technician("omar")], { omar: ["plumbing"] });
    expect(isWithinGuestShare(day, candidate("omar", "08:00", "18:00"), 1)).toBe(true);
  });

  it("property: admitted holds block at most half of the starts and minutes, counted minute by minute", () => {
    const seed = Math.floor(Math.random() * 2 ** 31);
    console.info("guest share seed", seed);
    let state = seed;
    const random = (below: number) => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
      return (state >> 8) % below;
    };
    for (let round = 0; round < rounds({ short: 60, long: 2_000 }); round++) {
      const count = 1 + random(3);
      const technicians = Array.from({ length: count }, (_, index) => technician(`t${index}`));
      const skills = Object.fromEntries(technicians.map(({ id }) => [id, ["plumbing"]]));
      const work = trade("plumbing", 60 + 30 * random(6));
      for (let request = 0; request < 12; request++) {
        const one = technicians[random(count)]!;
        const start = at("08:00") + random(20) * 30 * 60_000;
        const busy = { start, end: start + (60 + random(6) * 30) * 60_000 };
        if (one.visits.some((visit) => visit.start < busy.end && busy.start < visit.end)) continue;
        const day = dayOf(technicians, skills, [work]);
        if (isWithinGuestShare(day, { technicianId: one.id, busy, requestedTrades: [] }, 0.5))
          one.visits.push({ ...busy, workEnd: busy.end, area: "", guestHold: true });
      }
      // Model: a start is free if all its minutes are free for one technician.
      const minutesOf = (from: number) =>
        Array.from({ length: work.job.durationMin + 30 }, (_, minute) => from + minute * 60_000);
      const isFree = (visits: DayVisit[], from: number) =>
        minutesOf(from).every(
          (minute) =>
            minute < at("18:00") && !visits.some(({ start, end }) => start <= minute && minute < end),
        );
      const starts = Array.from({ length: 11 }, (_, hour) => at("08:00") + hour * 3_600_000);
      const all = starts.filter((from) => isFree([], from)).length;
      const left = starts.filter((from) => technicians.some(({ visits }) => isFree(visits, from))).length;
      const held = technicians
        .flatMap(({ visits }) => visits)
        .map(({ start, end }) => (end - start) / 60_000);
      expect(left, `seed ${seed}, round ${round}`).toBeGreaterThanOrEqual(all / 2);
      expect(held.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual((count * 600) / 2);
    }
  });
});
