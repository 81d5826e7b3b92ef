import { addDays, addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import {
  countVisitsOn,
  findPlacementWarnings,
  isOnCall,
  isTooSoon,
  type Job,
  type Roster,
  type RosterTechnician,
  slotTimes,
  type TimeSlot,
  toTimeSlot,
  travelFromPreviousVisit,
} from "./slots";

/** Somebody who could go at a time, and what speaks for it. */
export interface Suggestion {
  technicianId: string;
  name: string;
  day: string;
  time: string;
  /** From the visit before; null: from home, or nobody knows. */
  travel: { area: string; minutes: number } | null;
  visitsThatDay: number;
  /** At the time that is agreed or was wished for. */
  matchesPreference: boolean;
  /** In an emergency, that it rings there. */
  onCall: boolean;
  /** The customer would have him again. */
  isPreferred: boolean;
}

export interface SuggestionCriteria {
  job: Job;
  area: string;
  /** No wish: as soon as may be. */
  day: string | null;
  time: string | null;
  /** Who comes as soon as he can be there. */
  emergency: boolean;
  /** The technician whom the customer would have again. */
  preferredTechnicianId?: string | null;
  now: Date;
}

/** How many days after the first are looked at. */
export const SUGGESTED_DAYS_AHEAD = 2;
/** More choice is no help. */
const MAX_ITEMS = 5;
/** A visit more that day weighs as much as so many minutes of driving. */
const VISIT_PENALTY_MIN = 10;
/** An hour away from the wish weighs as much as so many minutes of driving. */
const HOUR_OFF_PENALTY_MIN = 15;
/** In an emergency, to be on call weighs as much as so many minutes less of driving. */
const ON_CALL_BONUS_MIN = 60;
/** From home, or from where nobody knows. */
const UNKNOWN_TRAVEL_MIN = 30;

/** The first day that is looked at. */
export function firstSuggestedDay({ day, now }: Pick<SuggestionCriteria, "day" | "now">): string {
  const today = dubaiDate(now);
  return day && day > today ? day : today;
}

/**
 * Who should go when, the best first: at most five, each technician once, nobody with anything in the way. Weighed
 * in minutes: how far from the wish (or from now), how long the way, how full the day is, and in an emergency who is
 * on call. Whom the customer asked for comes before all of it.
 */
export function suggestPlacements(roster: Roster, criteria: SuggestionCriteria): Suggestion[] {
  const preferredAt = preferredInstant(criteria);
  const ranked = candidateStarts(criteria).flatMap(({ day, time }) => {
    const timeSlot = toTimeSlot(criteria.job, day, time);
    const hoursOff = Math.abs(timeSlot.work.start - preferredAt) / 3_600_000;
    return candidatesAt(roster, timeSlot, criteria).map((candidate) => ({
      ...candidate,
      day,
      time,
      weight: candidate.weight + hoursOff * HOUR_OFF_PENALTY_MIN,
    }));
  });
  const isPreferredTechnician = ({ one }: { one: RosterTechnician }) =>
    one.id === criteria.preferredTechnicianId;
  ranked.sort(
    (a, b) =>
      Number(isPreferredTechnician(b)) - Number(isPreferredTechnician(a)) ||
      a.weight - b.weight ||
      a.timeSlot.work.start - b.timeSlot.work.start ||
      (a.one.id < b.one.id ? -1 : 1),
  );
  return bestPerTechnician(ranked)
    .slice(0, MAX_ITEMS)
    .map(({ one, day, time, timeSlot, travel, onCall }) => ({
      technicianId: one.id,
      name: one.name,
      day,
      time,
      travel,
      visitsThatDay: countVisitsOn(one, timeSlot),
      matchesPreference: day === criteria.day && time === criteria.time,
      onCall,
      isPreferred: one.id === criteria.preferredTechnicianId,
    }));
}

/** Everybody who could go at this very time with nothing in the way, the best first, weighed alike. */
export function rankAvailableTechnicians(
  roster: Roster,
  timeSlot: TimeSlot,
  criteria: Pick<SuggestionCriteria, "area" | "emergency" | "now">,
) {
  return candidatesAt(roster, timeSlot, criteria).sort(
    (a, b) => a.weight - b.weight || (a.one.id < b.one.id ? -1 : 1),
  );
}

/** `weight`: in minutes, the less the better. */
function candidatesAt(
  roster: Roster,
  timeSlot: TimeSlot,
  criteria: Pick<SuggestionCriteria, "area" | "emergency" | "now">,
) {
  return roster.technicians
    .filter((one) => findPlacementWarnings(one, roster, timeSlot, criteria).length === 0)
    .map((one) => {
      const travel = travelFromPreviousVisit(one, timeSlot, criteria.area);
      const onCall = criteria.emergency && isOnCall(one, timeSlot);
      const weight =
        (travel?.minutes ?? UNKNOWN_TRAVEL_MIN) +
        countVisitsOn(one, timeSlot) * VISIT_PENALTY_MIN -
        (onCall ? ON_CALL_BONUS_MIN : 0);
      return { one, timeSlot, travel, onCall, weight };
    });
}

/** Whoever is suggested is suggested once, at his best time. */
function bestPerTechnician<Candidate extends { one: RosterTechnician }>(
  candidates: Candidate[],
): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ one }) => !seen.has(one.id) && seen.add(one.id));
}

function preferredInstant(criteria: SuggestionCriteria): number {
  if (!criteria.day) return criteria.now.getTime();
  return toTimeSlot(criteria.job, criteria.day, criteria.time ?? slotTimes[0]!).work.start;
}

/** The times to look at: the slots of some days; in an emergency every quarter of the next hours. */
function candidateStarts({ day, time, emergency, now }: SuggestionCriteria): { day: string; time: string }[] {
  if (emergency) {
    const quarter = 15 * 60_000;
    const first = new Date(Math.ceil(now.getTime() / quarter) * quarter);
    return Array.from({ length: 12 }, (_, index) => addMinutes(first, index * 15)).map((at) => ({
      day: dubaiDate(at),
      time: dubaiTime(at),
    }));
  }
  const first = firstSuggestedDay({ day, now });
  const times = time && !slotTimes.includes(time) ? [time, ...slotTimes] : slotTimes;
  return Array.from({ length: SUGGESTED_DAYS_AHEAD + 1 }, (_, index) => addDays(first, index))
    .flatMap((date) => times.map((clock) => ({ day: date, time: clock })))
    .filter((start) => !isTooSoon(start.day, start.time, now));
}
