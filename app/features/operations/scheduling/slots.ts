/**
 * Slot rules (docs/domain.md, "Slots"). Pure functions: days and times are Asia/Dubai, instants are epoch
 * milliseconds.
 */

import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { travelMinutes } from "../../core/geography/travel";

/** docs/domain.md, "Slots". */
export const slotTimes = Array.from({ length: 11 }, (_, hour) => `${String(8 + hour).padStart(2, "0")}:00`);

/** In minutes. */
export const MIN_NOTICE_MIN = 60;

/** UAE midday break for outdoor work. */
const MIDDAY_BREAK = { fromDay: "06-15", toDay: "09-15", fromMin: 12 * 60 + 30, toMin: 15 * 60 };

const DAY_MS = 24 * 3_600_000;

const NEARBY_DAYS = 14;

/** Half-open: [start, end). */
export interface Interval {
  start: number;
  end: number;
}

export interface Shift {
  /** Monday 1 … Sunday 7. */
  weekday: number;
  /** Minutes after midnight, Asia/Dubai. */
  startMin: number;
  endMin: number;
}

export interface RosterTechnician<Visit extends Interval = RosterVisit> {
  id: string;
  name: string;
  active: boolean;
  skilled: boolean;
  /** Last day with all certificates valid; null without certificates. */
  certifiedUntil: string | null;
  /** Home areas; empty for any area. */
  zones: string[];
  shifts: Shift[];
  timeOff: Interval[];
  /** Independent of shifts. */
  onCall: Interval[];
  visits: Visit[];
}

/** Actual busy time including the buffer. */
export interface RosterVisit extends Interval {
  /** Travel to the next visit may start here. */
  workEnd: number;
  area: string;
}

export interface Roster<Visit extends Interval = RosterVisit> {
  technicians: RosterTechnician<Visit>[];
  /** Public holidays on which the business is closed: names by day (yyyy-MM-dd). */
  holidays: ReadonlyMap<string, string>;
  /** Minutes by which shifts end earlier (Ramadan). */
  shorterDays: ReadonlyMap<string, number>;
}

/** `bufferMin` follows the work: cleaning up, travel. */
export interface Job {
  durationMin: number;
  bufferMin: number;
  outdoor: boolean;
}

export interface Slot {
  time: string;
  /** Number of available technicians. */
  free: number;
}

export interface DaySlots {
  date: string;
  slots: Slot[];
}

export const conflicts = [
  "inactive",
  "no-skill",
  "certificate-expired",
  "busy",
  "time-off",
  "off-shift",
  "holiday",
  "midday-break",
  "travel",
  "out-of-zone",
  "past",
] as const;
export type Conflict = (typeof conflicts)[number];

/** Time of a job, computed once for all technicians. */
export interface TimeSlot {
  day: string;
  /** Start of `day`. */
  midnight: number;
  /** Days that `busy` touches, since night work runs into the next day. */
  days: readonly { day: string; weekday: number; midnight: number }[];
  work: Interval;
  /** Work and buffer. */
  busy: Interval;
  duringMiddayBreak: boolean;
}

export function toTimeSlot(job: Job, day: string, time: string): TimeSlot {
  const midnight = dubaiInstant(day, "00:00").getTime();
  const start = dubaiInstant(day, time).getTime();
  const work = { start, end: start + job.durationMin * 60_000 };
  const busy = { start, end: work.end + job.bufferMin * 60_000 };
  const days = [{ day, weekday: weekdayOf(day), midnight }];
  for (let next = midnight + DAY_MS; next < busy.end; next += DAY_MS) {
    const date = addDays(day, days.length);
    days.push({ day: date, weekday: weekdayOf(date), midnight: next });
  }
  return {
    day,
    midnight,
    days,
    work,
    busy,
    duringMiddayBreak: job.outdoor && overlapsMiddayBreak(day, midnight, work),
  };
}

/** Null if the technician can do the job. Most severe first. */
export function findFirstConflict(
  technician: RosterTechnician<Interval>,
  roster: Roster<Interval>,
  timeSlot: TimeSlot,
): Conflict | null {
  for (const [conflict, hasConflict] of CONFLICT_CHECKS)
    if (hasConflict(technician, roster, timeSlot)) return conflict;
  return null;
}

/** Most severe first. */
function findConflicts(technician: RosterTechnician, roster: Roster, timeSlot: TimeSlot): Conflict[] {
  return CONFLICT_CHECKS.filter(([, hasConflict]) => hasConflict(technician, roster, timeSlot)).map(
    ([conflict]) => conflict,
  );
}

/** Checks without travel and zone, most severe first. */
const CONFLICT_CHECKS: readonly [
  Conflict,
  (technician: RosterTechnician<Interval>, roster: Roster<Interval>, timeSlot: TimeSlot) => boolean,
][] = [
  ["busy", ({ visits }, _, { busy }) => overlapsAny(visits, busy)],
  ["inactive", ({ active }) => !active],
  ["no-skill", ({ skilled }) => !skilled],
  [
    "certificate-expired",
    ({ certifiedUntil }, _, { day }) => certifiedUntil !== null && certifiedUntil < day,
  ],
  ["holiday", (_, { holidays }, { day }) => holidays.has(day)],
  ["time-off", ({ timeOff }, _, { busy }) => overlapsAny(timeOff, busy)],
  ["off-shift", (technician, roster, timeSlot) => !isOnShift(technician, roster, timeSlot)],
  ["midday-break", (_technician, _roster, { duringMiddayBreak }) => duringMiddayBreak],
];

/**
 * Conflicts that the office is warned of, including travel, zone and past times. All but "busy" can be
 * overridden with a reason.
 * On-call technicians take emergencies off shift without a warning.
 * `currentTechnicianId`: no zone warning, because it was overridden at the assignment.
 */
export function findPlacementWarnings(
  technician: RosterTechnician,
  roster: Roster,
  timeSlot: TimeSlot,
  {
    area,
    now,
    emergency,
    currentTechnicianId,
  }: { area: string; now: Date; emergency: boolean; currentTechnicianId?: string | null },
): Conflict[] {
  const isCalled = emergency && isOnCall(technician, timeSlot);
  const warnings = findConflicts(technician, roster, timeSlot).filter(
    (conflict) => !isCalled || (conflict !== "off-shift" && conflict !== "holiday"),
  );
  if (lacksTravelTime(technician, timeSlot, area)) warnings.push("travel");
  if (technician.id !== currentTechnicianId && !isInZone(technician, area)) warnings.push("out-of-zone");
  if (timeSlot.work.end <= now.getTime()) warnings.push("past");
  return warnings;
}

/** On call at the start of the work. */
export function isOnCall({ onCall }: RosterTechnician, { work }: TimeSlot): boolean {
  return onCall.some(({ start, end }) => start <= work.start && work.start < end);
}

/** Null for the first visit of the day, or if the distance is unknown. A visit over midnight is one of both days. */
export function travelFromPreviousVisit(
  technician: RosterTechnician,
  timeSlot: TimeSlot,
  area: string,
): { area: string; minutes: number } | null {
  const before = technician.visits
    .filter((visit) => visit.start < timeSlot.work.start && visit.workEnd > timeSlot.midnight)
    .sort((a, b) => b.start - a.start)[0];
  const minutes = before ? travelMinutes(before.area, area) : null;
  return before && minutes !== null ? { area: before.area, minutes } : null;
}

/** Checks travel from the previous and to the next visit. */
function lacksTravelTime(technician: RosterTechnician, timeSlot: TimeSlot, area: string): boolean {
  return technician.visits.some((visit) => {
    if (overlap(visit, timeSlot.busy)) return false;
    const minutes = travelMinutes(visit.area, area);
    const gap =
      visit.start < timeSlot.work.start
        ? timeSlot.work.start - visit.workEnd
        : visit.start - timeSlot.work.end;
    return minutes !== null && gap < minutes * 60_000;
  });
}

/** Least busy first. */
export function freeTechnicians(roster: Roster, timeSlot: TimeSlot): RosterTechnician[] {
  return roster.technicians
    .filter((technician) => findFirstConflict(technician, roster, timeSlot) === null)
    .sort((a, b) => countVisitsOn(a, timeSlot) - countVisitsOn(b, timeSlot) || (a.id < b.id ? -1 : 1));
}

/** Technicians without zones work everywhere. */
export function isInZone({ zones }: Pick<RosterTechnician, "zones">, area: string): boolean {
  return zones.length === 0 || zones.includes(area);
}

/** Visits that start on that day. */
export function countVisitsOn(
  technician: RosterTechnician,
  { midnight }: Pick<TimeSlot, "midnight">,
): number {
  return technician.visits.filter(({ start }) => start >= midnight && start < midnight + DAY_MS).length;
}

export function listSlots(
  roster: Roster<Interval>,
  job: Job,
  from: string,
  to: string,
  now: Date,
): DaySlots[] {
  const first = dubaiInstant(from, "00:00").getTime();
  const visitsByDay = roster.technicians.map(({ visits }) => byDay(visits, first));
  const days: DaySlots[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) {
    const timeSlots = slotTimes.map((time) => toTimeSlot(job, day, time));
    const spansNextDay = timeSlots.at(-1)!.days.length > 1;
    // Only this day's visits, so that the eleven slots do not scan all weeks.
    const technicians = roster.technicians.map((technician, at) => {
      const { [days.length]: today = NONE, [days.length + 1]: tomorrow = NONE } = visitsByDay[at]!;
      return { ...technician, visits: spansNextDay ? [...today, ...tomorrow] : today };
    });
    const countFree = (timeSlot: TimeSlot) =>
      technicians.filter((technician) => findFirstConflict(technician, roster, timeSlot) === null).length;
    const slots = timeSlots.map((timeSlot, at) => {
      const time = slotTimes[at]!;
      return { time, free: isTooSoon(day, time, now) ? 0 : countFree(timeSlot) };
    });
    days.push({ date: day, slots });
  }
  return days;
}

const NONE: Interval[] = [];

/** Visits by day index from `first`. A visit over midnight counts on both days. */
function byDay(visits: readonly Interval[], first: number): Interval[][] {
  const days: Interval[][] = [];
  for (const visit of visits) {
    const last = Math.ceil((visit.end - first) / DAY_MS) - 1;
    for (let day = Math.max(0, Math.floor((visit.start - first) / DAY_MS)); day <= last; day++) {
      const dayVisits = days[day];
      if (dayVisits) dayVisits.push(visit);
      else days[day] = [visit];
    }
  }
  return days;
}

export function isTooSoon(day: string, time: string, now: Date): boolean {
  return dubaiInstant(day, time) < addMinutes(now, MIN_NOTICE_MIN);
}

/** Days to load the roster for. */
export function nearbyRange(day: string, now: Date): { from: string; to: string } {
  const today = dubaiDate(now);
  const earliest = addDays(day, -NEARBY_DAYS);
  return { from: earliest > today ? earliest : today, to: addDays(day, NEARBY_DAYS) };
}

/** Nearest first; the earlier of two equally near. */
export function nearestSlots(
  days: DaySlots[],
  day: string,
  time: string,
  count = 3,
): { date: string; time: string; free: number }[] {
  const preferredInstant = dubaiInstant(day, time).getTime();
  return days
    .flatMap(({ date, slots }) => slots.map((slot) => ({ date, ...slot })))
    .filter((slot) => slot.free > 0)
    .map((slot) => ({ slot, at: dubaiInstant(slot.date, slot.time).getTime() }))
    .sort((a, b) => Math.abs(a.at - preferredInstant) - Math.abs(b.at - preferredInstant) || a.at - b.at)
    .slice(0, count)
    .map(({ slot }) => slot);
}

function overlap(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}

function overlapsAny(intervals: readonly Interval[], other: Interval): boolean {
  for (const interval of intervals) if (overlap(interval, other)) return true;
  return false;
}

/** True if touching shifts together cover work and buffer, also past midnight. */
function isOnShift(
  technician: RosterTechnician<Interval>,
  roster: Roster<Interval>,
  { day: firstDay, days, busy }: TimeSlot,
): boolean {
  let coveredUntil = busy.start;
  for (const { day, weekday, midnight } of days) {
    // A holiday on the first day is its own conflict.
    if (day !== firstDay && roster.holidays.has(day)) return false;
    const leavesMin = roster.shorterDays.has(day)
      ? lastShiftEndMin(technician, roster, day)
      : Number.POSITIVE_INFINITY;
    // Repeats while a shift extends the covered time, because shifts are unordered.
    for (let before = Number.NaN; coveredUntil !== before && coveredUntil < busy.end; ) {
      before = coveredUntil;
      for (const shift of technician.shifts) {
        if (shift.weekday !== weekday) continue;
        const start = midnight + shift.startMin * 60_000;
        const end = midnight + Math.min(shift.endMin, leavesMin) * 60_000;
        if (start <= coveredUntil && coveredUntil < end) coveredUntil = end;
      }
    }
  }
  return busy.end <= coveredUntil;
}

/** Minutes after midnight, reduced on shorter days. */
export function lastShiftEndMin(
  { shifts }: RosterTechnician<Interval>,
  roster: Roster<Interval>,
  day: string,
): number {
  const weekday = weekdayOf(day);
  const ends = shifts.filter((shift) => shift.weekday === weekday).map(({ endMin }) => endMin);
  return Math.max(0, ...ends) - (roster.shorterDays.get(day) ?? 0);
}

/** Minutes after midnight; null outside the season. */
export function middayBreakOn(day: string): { fromMin: number; toMin: number } | null {
  const date = day.slice(5);
  const { fromDay, toDay, fromMin, toMin } = MIDDAY_BREAK;
  return date < fromDay || date > toDay ? null : { fromMin, toMin };
}

function overlapsMiddayBreak(day: string, midnight: number, work: Interval): boolean {
  const pause = middayBreakOn(day);
  if (!pause) return false;
  return overlap(work, { start: midnight + pause.fromMin * 60_000, end: midnight + pause.toMin * 60_000 });
}
