import { dubaiDate } from "~/platform/time";
import { computeDayLoad } from "../../scheduling/load";
import {
  findFirstConflict,
  type Interval,
  isTooSoon,
  type Job,
  type Roster,
  type RosterVisit,
  slotTimes,
  toTimeSlot,
} from "../../scheduling/slots";

/*
 * Share of a trade's day that unanswered holds of guests may take (docs/domain.md, "Guest holds"). Pure: days and
 * times are Asia/Dubai.
 */

export interface DayVisit extends RosterVisit {
  /** Held for a guest whose request is unanswered. */
  guestHold: boolean;
}

export interface Trade {
  id: string;
  /** The usual work of the trade. */
  job: Job;
}

export interface GuestDay {
  day: string;
  now: Date;
  /** All active technicians. */
  roster: Roster<DayVisit>;
  /** Trades by technician id. */
  skills: ReadonlyMap<string, readonly string[]>;
  trades: readonly Trade[];
}

/** Counts of one trade on one day. */
export interface GuestShare {
  /** Starts that are free without the guest holds. */
  starts: number;
  /** Those of them that no technician can take because of the guest holds. */
  blockedStarts: number;
  shiftMinutes: number;
  heldMinutes: number;
}

/** A hold that a guest asks for. `busy`: work and buffer. */
export interface Candidate {
  technicianId: string;
  busy: Interval;
}

/**
 * True if the hold leaves every trade of the technician within the share: a technician with two trades blocks the
 * starts of both.
 */
export function isWithinGuestShare(day: GuestDay, candidate: Candidate, share: number): boolean {
  if (share >= 1) return true;
  const affected = day.skills.get(candidate.technicianId) ?? [];
  return day.trades
    .filter(({ id }) => affected.includes(id))
    .every((trade) => {
      const counts = computeGuestShare(day, trade, candidate);
      return (
        counts.blockedStarts <= counts.starts * share && counts.heldMinutes <= counts.shiftMinutes * share
      );
    });
}

export function computeGuestShare(
  { day, now, roster, skills }: GuestDay,
  trade: Trade,
  candidate: Candidate | null,
): GuestShare {
  const technicians = roster.technicians.filter(({ id }) => skills.get(id)?.includes(trade.id));
  const withoutHolds = technicians.map((technician) => ({
    ...technician,
    visits: technician.visits.filter(({ guestHold }) => !guestHold),
  }));
  // The roster also has visits of the days before and after.
  const isOfDay = ({ start }: Interval) => dubaiDate(new Date(start)) === day;
  const holds = technicians.map(({ id, visits }) => [
    ...visits.filter((visit) => visit.guestHold && isOfDay(visit)),
    ...(candidate?.technicianId === id ? [candidate.busy] : []),
  ]);
  let starts = 0;
  let blockedStarts = 0;
  for (const time of slotTimes) {
    if (isTooSoon(day, time, now)) continue;
    const timeSlot = toTimeSlot(trade.job, day, time);
    const free = withoutHolds.flatMap((technician, at) =>
      findFirstConflict(technician, roster, timeSlot) === null ? [at] : [],
    );
    if (free.length === 0) continue;
    starts++;
    if (free.every((at) => holds[at]!.some((hold) => overlaps(hold, timeSlot.busy)))) blockedStarts++;
  }
  return {
    starts,
    blockedStarts,
    shiftMinutes: technicians.reduce(
      (minutes, technician) => minutes + computeDayLoad(technician, roster, day).shiftMin,
      0,
    ),
    heldMinutes: holds.flat().reduce((minutes, { start, end }) => minutes + (end - start) / 60_000, 0),
  };
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}
