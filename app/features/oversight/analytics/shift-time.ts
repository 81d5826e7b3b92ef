import { addDays, dubaiInstant, weekdayOf } from "~/platform/time";
import type { EmploymentPeriod } from "../../operations/scheduling/technicians/employment";
import type { Range } from "./range";

export interface WorkingWeek {
  technicianId: string;
  /** Minutes after midnight; weekday 1 Monday to 7 Sunday. */
  shifts: { weekday: number; startMin: number; endMin: number }[];
}

export interface Away {
  technicianId: string;
  /** Start and end in milliseconds; spans are sorted by start. */
  start: number;
  end: number;
}

export interface Calendar {
  /** Days without work. */
  holidays: ReadonlySet<string>;
  seasons: readonly { firstDay: string; lastDay: string; shorterByMin: number }[];
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/**
 * Shift seconds within a range, without holidays, shortened seasonal hours and time off. Same rules as
 * scheduling/load.ts, but identical days are counted together, because a range can cover years.
 */
export function shiftSeconds(
  range: Range,
  technicians: readonly WorkingWeek[],
  away: readonly Away[],
  { holidays, seasons }: Calendar,
): number {
  const shorterOn = (day: string) =>
    seasons.find(({ firstDay, lastDay }) => firstDay <= day && day <= lastDay)?.shorterByMin ?? 0;
  const first = dubaiInstant(range.from, "00:00").getTime();
  const last = dubaiInstant(addDays(range.to, 1), "00:00").getTime();
  /** Days of the range; null without work. */
  const days: ({ weekday: number; shorter: number } | null)[] = [];
  for (let day = range.from; day <= range.to; day = addDays(day, 1)) {
    days.push(holidays.has(day) ? null : { weekday: weekdayOf(day), shorter: shorterOn(day) });
  }
  const daysByKind = Map.groupBy(days.filter(isThere), ({ weekday, shorter }) => `${weekday} ${shorter}`);

  let seconds = 0;
  for (const { shifts } of technicians) {
    for (const [day, ...others] of daysByKind.values()) {
      for (const { startMin, endMin } of onShift(shifts, day!))
        seconds += (1 + others.length) * (endMin - startMin) * 60;
    }
  }

  const shiftsOf = new Map(
    technicians.map(({ technicianId, shifts }) => [technicianId, cachedByDay(shifts)]),
  );
  // Overlapping time off is subtracted once.
  const until = new Map<string, number>();
  for (const { technicianId, start, end } of away) {
    const shiftsOn = shiftsOf.get(technicianId);
    const offStart = Math.max(start, first, until.get(technicianId) ?? 0);
    const offEnd = Math.min(end, last);
    if (!shiftsOn || offStart >= offEnd) continue;
    until.set(technicianId, offEnd);
    const firstDay = Math.floor((offStart - first) / DAY_MS);
    for (let at = firstDay; first + at * DAY_MS < offEnd; at++) {
      const day = days[at];
      if (!day) continue;
      const midnight = first + at * DAY_MS;
      for (const { startMin, endMin } of shiftsOn(day)) {
        const missed =
          Math.min(midnight + endMin * MINUTE_MS, offEnd) -
          Math.max(midnight + startMin * MINUTE_MS, offStart);
        seconds -= Math.max(0, missed) / 1000;
      }
    }
  }
  return Math.round(seconds);
}

/** Days of the range on which the technician was not employed, as time away. `periods`: sorted, of one technician. */
export function gapsBetween(periods: readonly EmploymentPeriod[], range: Range): Away[] {
  const midnight = (day: string) => dubaiInstant(day, "00:00").getTime();
  const starts = [range.from, ...periods.map(({ lastDay }) => addDays(lastDay ?? range.to, 1))];
  const ends = [...periods.map(({ firstDay }) => firstDay), addDays(range.to, 1)];
  return starts.flatMap((start, index) =>
    start < ends[index]!
      ? { technicianId: periods[0]!.technicianId, start: midnight(start), end: midnight(ends[index]!) }
      : [],
  );
}

const isThere = <Day>(day: Day | null): day is Day => day !== null;

function cachedByDay(shifts: WorkingWeek["shifts"]) {
  const byKind = new Map<string, ReturnType<typeof onShift>>();
  return (day: { weekday: number; shorter: number }) => {
    const name = `${day.weekday} ${day.shorter}`;
    const cached = byKind.get(name) ?? onShift(shifts, day);
    byKind.set(name, cached);
    return cached;
  };
}

/** On shortened days the last shift ends earlier. */
function onShift(shifts: WorkingWeek["shifts"], { weekday, shorter }: { weekday: number; shorter: number }) {
  const today = shifts.filter((shift) => shift.weekday === weekday);
  if (shorter === 0) return today;
  const lastEndMin = Math.max(0, ...today.map(({ endMin }) => endMin)) - shorter;
  return today
    .map(({ startMin, endMin }) => ({ startMin, endMin: Math.min(endMin, lastEndMin) }))
    .filter(({ startMin, endMin }) => startMin < endMin);
}
