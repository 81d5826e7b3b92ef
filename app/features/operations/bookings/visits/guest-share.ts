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

interface Hold {
  technicianId: string;
  /** Work and buffer. */
  busy: Interval;
}

/** A hold that a guest asks for. */
export interface Candidate extends Hold {
  /** Trades of the requested work. */
  requestedTrades: readonly string[];
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
      const tradeDay = getTradeDay(day, trade);
      return (
        isWithinShare(countShare(tradeDay, candidate), share) ||
        isOnlyPossibleHold(tradeDay, trade, candidate, share)
      );
    });
}

function isWithinShare({ starts, blockedStarts, shiftMinutes, heldMinutes }: GuestShare, share: number) {
  return blockedStarts <= starts * share && heldMinutes <= shiftMinutes * share;
}

/**
 * A trade whose usual work exceeds the share wherever it is held, such as the only start of a day, is held once a
 * day. Otherwise guests could hold no time of such a trade.
 */
function isOnlyPossibleHold(
  tradeDay: TradeDay,
  { id, job }: Trade,
  { requestedTrades, busy }: Candidate,
  share: number,
): boolean {
  const usualMs = (job.durationMin + job.bufferMin) * 60_000;
  if (!requestedTrades.includes(id) || busy.end - busy.start > usualMs) return false;
  if (tradeDay.starts.length === 0 || tradeDay.holds.some((holds) => holds.length > 0)) return false;
  return tradeDay.starts.every((start) =>
    start.free.every((at) => {
      const hold = { technicianId: tradeDay.technicianIds[at]!, busy: start.busy };
      return !isWithinShare(countShare(tradeDay, hold), share);
    }),
  );
}

export function computeGuestShare(day: GuestDay, trade: Trade, candidate: Hold | null): GuestShare {
  const tradeDay = getTradeDay(day, trade);
  return countShare(tradeDay, candidate);
}

/** Lists by technician have the order of `technicianIds`. */
interface TradeDay {
  technicianIds: readonly string[];
  /** Starts that are free without the guest holds, with the indexes of the technicians who could take them. */
  starts: readonly { busy: Interval; free: readonly number[] }[];
  /** Guest holds by technician. */
  holds: readonly (readonly Interval[])[];
  shiftMinutes: number;
}

/** Computed once for all candidates of a day. */
const tradeDays = new WeakMap<GuestDay, Map<string, TradeDay>>();

function getTradeDay(day: GuestDay, trade: Trade): TradeDay {
  const ofDay = tradeDays.get(day) ?? new Map<string, TradeDay>();
  tradeDays.set(day, ofDay);
  const known = ofDay.get(trade.id) ?? computeTradeDay(day, trade);
  ofDay.set(trade.id, known);
  return known;
}

function computeTradeDay({ day, now, roster, skills }: GuestDay, trade: Trade): TradeDay {
  const technicians = roster.technicians.filter(({ id }) => skills.get(id)?.includes(trade.id));
  const withoutHolds = technicians.map((technician) => ({
    ...technician,
    visits: technician.visits.filter(({ guestHold }) => !guestHold),
  }));
  // The roster also has visits of the days before and after.
  const isOfDay = ({ start }: Interval) => dubaiDate(new Date(start)) === day;
  const starts = slotTimes
    .filter((time) => !isTooSoon(day, time, now))
    .map((time) => {
      const timeSlot = toTimeSlot(trade.job, day, time);
      const free = withoutHolds.flatMap((technician, at) =>
        findFirstConflict(technician, roster, timeSlot) === null ? [at] : [],
      );
      return { busy: timeSlot.busy, free };
    })
    .filter(({ free }) => free.length > 0);
  return {
    technicianIds: technicians.map(({ id }) => id),
    starts,
    holds: technicians.map(({ visits }) => visits.filter((visit) => visit.guestHold && isOfDay(visit))),
    shiftMinutes: technicians.reduce(
      (minutes, technician) => minutes + computeDayLoad(technician, roster, day).shiftMin,
      0,
    ),
  };
}

function countShare(
  { technicianIds, starts, holds, shiftMinutes }: TradeDay,
  candidate: Hold | null,
): GuestShare {
  const added = candidate && { at: technicianIds.indexOf(candidate.technicianId), busy: candidate.busy };
  const isHeld = (at: number, busy: Interval) =>
    holds[at]!.some((hold) => overlaps(hold, busy)) || (added?.at === at && overlaps(added.busy, busy));
  const held = added && added.at >= 0 ? [...holds.flat(), added.busy] : holds.flat();
  return {
    starts: starts.length,
    blockedStarts: starts.filter(({ busy, free }) => free.every((at) => isHeld(at, busy))).length,
    shiftMinutes,
    heldMinutes: held.reduce((minutes, { start, end }) => minutes + (end - start) / 60_000, 0),
  };
}

function overlaps(a: Interval, b: Interval): boolean {
  return a.start < b.end && b.start < a.end;
}
