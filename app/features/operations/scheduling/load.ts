import { dubaiInstant, weekdayOf } from "~/platform/time";
import { countVisitsOn, type Interval, lastShiftEndMin, type Roster, type RosterTechnician } from "./slots";

/** Minutes of a technician's day, Asia/Dubai. */
export interface DayLoad {
  day: string;
  visits: number;
  /** Including buffers. */
  bookedMin: number;
  /** Without time off and holidays. */
  shiftMin: number;
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export function computeDayLoad(technician: RosterTechnician, roster: Roster, day: string): DayLoad {
  const midnight = dubaiInstant(day, "00:00").getTime();
  const today = { start: midnight, end: midnight + DAY_MS };
  return {
    day,
    visits: countVisitsOn(technician, { midnight }),
    bookedMin: minutesIn(technician.visits.map((visit) => clip(visit, today))),
    shiftMin: roster.holidays.has(day) ? 0 : minutesIn(workingTime(technician, roster, day, midnight)),
  };
}

function workingTime(
  technician: RosterTechnician,
  roster: Roster,
  day: string,
  midnight: number,
): Interval[] {
  const leavesMin = lastShiftEndMin(technician, roster, day);
  let times = technician.shifts
    .filter(({ weekday }) => weekday === weekdayOf(day))
    .map(({ startMin, endMin }) => ({
      start: midnight + startMin * MINUTE_MS,
      end: midnight + Math.min(endMin, leavesMin) * MINUTE_MS,
    }));
  for (const off of technician.timeOff) times = times.flatMap((time) => without(time, off));
  return times;
}

function without(time: Interval, off: Interval): Interval[] {
  return [
    { start: time.start, end: Math.min(time.end, off.start) },
    { start: Math.max(time.start, off.end), end: time.end },
  ].filter(({ start, end }) => start < end);
}

function clip({ start, end }: Interval, to: Interval): Interval {
  return { start: Math.max(start, to.start), end: Math.min(end, to.end) };
}

function minutesIn(intervals: Interval[]): number {
  const ms = intervals.reduce((sum, { start, end }) => sum + Math.max(0, end - start), 0);
  return Math.round(ms / MINUTE_MS);
}
