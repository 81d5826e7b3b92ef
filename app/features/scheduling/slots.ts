/**
 * Who can come when (product.md, "Slots"). Pure: the roster is read once, `now` is passed in, days and times are
 * Dubai's. Instants are milliseconds since the epoch.
 */

import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";

/** Hourly, 08:00 to 18:00: eleven slots (specification, sections 5 and 9). */
export const slotTimes = Array.from({ length: 11 }, (_, hour) => `${String(8 + hour).padStart(2, "0")}:00`);

/** A slot that starts sooner than this is not offered: somebody has to get there. */
export const LEAD_MIN = 60;

/** Work outdoors stops from 12:30 to 15:00, 15 June to 15 September (UAE midday break). */
const MIDDAY_BREAK = { fromDay: "06-15", toDay: "09-15", fromTime: "12:30", toTime: "15:00" };

/** How many days a search for another slot looks ahead. */
const NEARBY_DAYS = 14;

/** Half open: `start` belongs to it, `end` does not. */
export interface Interval {
  start: number;
  end: number;
}

export interface Shift {
  /** Monday 1 … Sunday 7. */
  weekday: number;
  /** Minutes after midnight in Dubai. */
  startMin: number;
  endMin: number;
}

export interface RosterTechnician {
  id: string;
  name: string;
  active: boolean;
  skilled: boolean;
  shifts: Shift[];
  timeOff: Interval[];
  /** Live visits with the buffer after each. */
  visits: Interval[];
}

export interface Roster {
  technicians: RosterTechnician[];
  /** Days on which the business is closed. */
  holidays: ReadonlySet<string>;
}

/** What a visit needs. The buffer follows the work: travel, cleaning up. */
export interface Job {
  durationMin: number;
  bufferMin: number;
  outdoor: boolean;
}

export interface Slot {
  time: string;
  /** How many technicians could come. */
  free: number;
}

export interface DaySlots {
  date: string;
  slots: Slot[];
}

export type Obstacle =
  | "inactive"
  | "no-skill"
  | "busy"
  | "time-off"
  | "off-shift"
  | "holiday"
  | "midday-break";

/** When the work starts and ends, and until when the technician is taken. */
export function timesOf(
  job: Job,
  day: string,
  time: string,
): { startsAt: Date; endsAt: Date; busy: Interval } {
  const startsAt = dubaiInstant(day, time);
  const endsAt = addMinutes(startsAt, job.durationMin);
  return {
    startsAt,
    endsAt,
    busy: { start: startsAt.getTime(), end: addMinutes(endsAt, job.bufferMin).getTime() },
  };
}

/** Why this technician cannot do the job then; null when nothing stands in the way. The gravest comes first. */
export function obstacleFor(
  technician: RosterTechnician,
  roster: Roster,
  job: Job,
  day: string,
  time: string,
): Obstacle | null {
  const { startsAt, endsAt, busy } = timesOf(job, day, time);
  if (technician.visits.some((visit) => overlap(visit, busy))) return "busy";
  if (!technician.active) return "inactive";
  if (!technician.skilled) return "no-skill";
  if (roster.holidays.has(day)) return "holiday";
  if (technician.timeOff.some((off) => overlap(off, busy))) return "time-off";
  if (!technician.shifts.some((shift) => covers(shift, day, busy))) return "off-shift";
  if (job.outdoor && inMiddayBreak(day, { start: startsAt.getTime(), end: endsAt.getTime() }))
    return "midday-break";
  return null;
}

/** The technicians who can do the job then, the least busy of that day first. */
export function freeTechnicians(roster: Roster, job: Job, day: string, time: string): RosterTechnician[] {
  return roster.technicians
    .filter((technician) => obstacleFor(technician, roster, job, day, time) === null)
    .sort((a, b) => visitsOn(a, day) - visitsOn(b, day) || (a.id < b.id ? -1 : 1));
}

/** How many visits of a technician start on a day. */
export function visitsOn(technician: RosterTechnician, day: string): number {
  return technician.visits.filter((visit) => dubaiDate(new Date(visit.start)) === day).length;
}

/** Every slot of every day from `from` to `to`, with the number of technicians who could come. */
export function listSlots(roster: Roster, job: Job, from: string, to: string, now: Date): DaySlots[] {
  const days: DaySlots[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const slots = slotTimes.map((time) => ({
      time,
      free: isTooSoon(day, time, now) ? 0 : freeTechnicians(roster, job, day, time).length,
    }));
    days.push({ date: day, slots });
  }
  return days;
}

export function isTooSoon(day: string, time: string, now: Date): boolean {
  return dubaiInstant(day, time) < addMinutes(now, LEAD_MIN);
}

/** The first and last day to read a roster for, when slots near `day` are sought. */
export function nearbyRange(day: string, now: Date): { from: string; to: string } {
  const today = dubaiDate(now);
  const earliest = addDays(day, -NEARBY_DAYS);
  return { from: earliest > today ? earliest : today, to: addDays(day, NEARBY_DAYS) };
}

/** The free slots nearest to a wanted time, nearest first; of two equally near, the earlier. */
export function nearestSlots(
  days: DaySlots[],
  day: string,
  time: string,
  count = 3,
): { date: string; time: string; free: number }[] {
  const wanted = dubaiInstant(day, time).getTime();
  return days
    .flatMap(({ date, slots }) => slots.map((slot) => ({ date, ...slot })))
    .filter((slot) => slot.free > 0)
    .map((slot) => ({ slot, at: dubaiInstant(slot.date, slot.time).getTime() }))
    .sort((a, b) => Math.abs(a.at - wanted) - Math.abs(b.at - wanted) || a.at - b.at)
    .slice(0, count)
    .map(({ slot }) => slot);
}

function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

function covers(shift: Shift, day: string, busy: Interval): boolean {
  if (shift.weekday !== weekdayOf(day)) return false;
  const midnight = dubaiInstant(day, "00:00").getTime();
  return midnight + shift.startMin * 60_000 <= busy.start && busy.end <= midnight + shift.endMin * 60_000;
}

function inMiddayBreak(day: string, work: Interval): boolean {
  const date = day.slice(5);
  if (date < MIDDAY_BREAK.fromDay || date > MIDDAY_BREAK.toDay) return false;
  return overlap(work, {
    start: dubaiInstant(day, MIDDAY_BREAK.fromTime).getTime(),
    end: dubaiInstant(day, MIDDAY_BREAK.toTime).getTime(),
  });
}
