/**
 * Who can come when (docs/domain.md, "Slots"). Pure: the roster is read once, `now` is passed in, days and times are
 * Dubai's. Instants are milliseconds since the epoch.
 */

import { addDays, addMinutes, dubaiDate, dubaiInstant, weekdayOf } from "~/platform/time";
import { travelMinutes } from "../geography/travel";

/** Hourly, 08:00 to 18:00: eleven slots (docs/domain.md, "Slots"). */
export const slotTimes = Array.from({ length: 11 }, (_, hour) => `${String(8 + hour).padStart(2, "0")}:00`);

/** A slot that starts sooner than this is not offered: somebody has to get there. */
export const MIN_NOTICE_MIN = 60;

/** Work outdoors stops from 12:30 to 15:00, 15 June to 15 September (UAE midday break). */
const MIDDAY_BREAK = { fromDay: "06-15", toDay: "09-15", fromMin: 12 * 60 + 30, toMin: 15 * 60 };

const DAY_MS = 24 * 3_600_000;

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

export interface RosterTechnician<Visit extends Interval = RosterVisit> {
  id: string;
  name: string;
  active: boolean;
  skilled: boolean;
  /** The last day on which every certificate is valid; null: none is kept. */
  certifiedUntil: string | null;
  /** Areas to go to rather than elsewhere; none: anywhere alike. */
  zones: string[];
  shifts: Shift[];
  timeOff: Interval[];
  /** When emergencies ring here, on shift or not. */
  onCall: Interval[];
  visits: Visit[];
}

/** For how long a live visit really takes its technician: with the buffer after it, until he has left. */
export interface RosterVisit extends Interval {
  /** When the work ends and the way to the next may begin. */
  workEnd: number;
  area: string;
}

export interface Roster<Visit extends Interval = RosterVisit> {
  technicians: RosterTechnician<Visit>[];
  /** Days on which the business is closed. */
  holidays: ReadonlySet<string>;
  /** Days that end earlier for everybody (Ramadan), by how many minutes. */
  shorterDays: ReadonlyMap<string, number>;
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

/** What can stand in the way of sending somebody. */
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

/** A job at a day and time, reckoned once for all technicians. */
export interface TimeSlot {
  day: string;
  /** When the day begins. */
  midnight: number;
  /** The days of `busy`: its own, and where it goes on past midnight the next. */
  days: readonly { day: string; weekday: number; midnight: number }[];
  work: Interval;
  /** The work and the buffer after it: for so long the technician is taken. */
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

/** Why this technician cannot do the job then; null when nothing stands in the way. The gravest comes first. */
export function findFirstConflict(
  technician: RosterTechnician<Interval>,
  roster: Roster<Interval>,
  timeSlot: TimeSlot,
): Conflict | null {
  for (const [conflict, hasConflict] of CONFLICT_CHECKS)
    if (hasConflict(technician, roster, timeSlot)) return conflict;
  return null;
}

/** Everything that stands in the way of a technician, the gravest first. */
function findConflicts(technician: RosterTechnician, roster: Roster, timeSlot: TimeSlot): Conflict[] {
  return CONFLICT_CHECKS.filter(([, hasConflict]) => hasConflict(technician, roster, timeSlot)).map(
    ([conflict]) => conflict,
  );
}

/** What is told of a technician and a place alone, the gravest first. */
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
 * What the office is warned of when it sends a technician to an area: everything that keeps the slot from customers,
 * too short a way from the visit before or to the one after, another zone, a time that is over. All but "busy" may be
 * overruled with a reason. Being on call is for emergencies outside of shifts: then that is no warning. `currentTechnicianId`: whose visit it is already; that the
 * zone is another was settled when he got it.
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

/** Whether emergencies ring at a technician's when the work begins. */
export function isOnCall({ onCall }: RosterTechnician, { work }: TimeSlot): boolean {
  return onCall.some(({ start, end }) => start <= work.start && work.start < end);
}

/** The visit that a technician comes from, and the minutes that its way takes; null: none that day, or nobody knows. */
export function travelFromPreviousVisit(
  technician: RosterTechnician,
  timeSlot: TimeSlot,
  area: string,
): { area: string; minutes: number } | null {
  const before = technician.visits
    .filter((visit) => visit.start < timeSlot.work.start && visit.start >= timeSlot.midnight)
    .sort((a, b) => b.start - a.start)[0];
  const minutes = before ? travelMinutes(before.area, area) : null;
  return before && minutes !== null ? { area: before.area, minutes } : null;
}

/** Whether the way from the visit before, or to the one after, takes longer than there is time. */
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

/** The technicians who can do the job then, the least busy of that day first. */
export function freeTechnicians(roster: Roster, timeSlot: TimeSlot): RosterTechnician[] {
  return roster.technicians
    .filter((technician) => findFirstConflict(technician, roster, timeSlot) === null)
    .sort((a, b) => countVisitsOn(a, timeSlot) - countVisitsOn(b, timeSlot) || (a.id < b.id ? -1 : 1));
}

/** Whether an area is one that the technician would rather go to. Whoever goes anywhere is at home everywhere. */
export function isInZone({ zones }: Pick<RosterTechnician, "zones">, area: string): boolean {
  return zones.length === 0 || zones.includes(area);
}

/** How many visits of a technician start on a day. */
export function countVisitsOn(
  technician: RosterTechnician,
  { midnight }: Pick<TimeSlot, "midnight">,
): number {
  return technician.visits.filter(({ start }) => start >= midnight && start < midnight + DAY_MS).length;
}

/** Every slot of every day from `from` to `to`, with the number of technicians who could come. */
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
    const goesOn = timeSlots.at(-1)!.days.length > 1;
    // Each of the eleven looks through these alone, and not through all visits of the weeks.
    const technicians = roster.technicians.map((technician, at) => {
      const { [days.length]: today = NONE, [days.length + 1]: tomorrow = NONE } = visitsByDay[at]!;
      return { ...technician, visits: goesOn ? [...today, ...tomorrow] : today };
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

/** Visits of each day that they take something of, the first at 0; days before it and without any are left out. */
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

function overlapsAny(intervals: readonly Interval[], other: Interval): boolean {
  for (const interval of intervals) if (overlap(interval, other)) return true;
  return false;
}

/** Shifts cover the work and the buffer after it: one alone, or several that touch, past midnight too. */
function isOnShift(
  technician: RosterTechnician<Interval>,
  roster: Roster<Interval>,
  { day: firstDay, days, busy }: TimeSlot,
): boolean {
  let coveredUntil = busy.start;
  for (const { day, weekday, midnight } of days) {
    // Of the first day the holiday is told for itself.
    if (day !== firstDay && roster.holidays.has(day)) return false;
    const leavesMin = roster.shorterDays.has(day)
      ? lastShiftEndMin(technician, roster, day)
      : Number.POSITIVE_INFINITY;
    // Again as long as one goes on from another: they come in any order.
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

/** When the last shift of a day ends, in minutes after midnight: on a shorter day everybody leaves that much earlier. */
export function lastShiftEndMin(
  { shifts }: RosterTechnician<Interval>,
  roster: Roster<Interval>,
  day: string,
): number {
  const weekday = weekdayOf(day);
  const ends = shifts.filter((shift) => shift.weekday === weekday).map(({ endMin }) => endMin);
  return Math.max(0, ...ends) - (roster.shorterDays.get(day) ?? 0);
}

/** When work outdoors stops on a day, in minutes after midnight; null: it does not. */
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
