import { addDays, addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import {
  HOUR_OFF_WEIGHT_MIN,
  ON_CALL_ADVANTAGE_MIN,
  UNKNOWN_TRAVEL_MIN,
  VISIT_WEIGHT_MIN,
} from "./assignment-weights";
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

export interface Suggestion {
  technicianId: string;
  name: string;
  day: string;
  time: string;
  /** Null if the technician starts from home or the travel is unknown. */
  travel: { area: string; minutes: number } | null;
  visitsThatDay: number;
  /** At the agreed or preferred time. */
  matchesPreference: boolean;
  /** Emergencies only. */
  onCall: boolean;
  isPreferred: boolean;
}

export interface SuggestionCriteria {
  job: Job;
  area: string;
  /** Null if the visit is needed as soon as possible. */
  day: string | null;
  time: string | null;
  /** Earliest arrival counts. */
  emergency: boolean;
  preferredTechnicianId?: string | null;
  now: Date;
}

export const SUGGESTED_DAYS_AHEAD = 2;
const MAX_ITEMS = 5;

export function firstSuggestedDay({ day, now }: Pick<SuggestionCriteria, "day" | "now">): string {
  const today = dubaiDate(now);
  return day && day > today ? day : today;
}

/**
 * Best placement of each technician, at most five, all without warnings.
 * Weight in minutes: distance from the preferred time, travel, visits that day, on call. The preferred
 * technician comes first.
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
      weight: candidate.weight + hoursOff * HOUR_OFF_WEIGHT_MIN,
    }));
  });
  const isPreferredTechnician = ({ technician }: { technician: RosterTechnician }) =>
    technician.id === criteria.preferredTechnicianId;
  ranked.sort(
    (a, b) =>
      Number(isPreferredTechnician(b)) - Number(isPreferredTechnician(a)) ||
      a.weight - b.weight ||
      a.timeSlot.work.start - b.timeSlot.work.start ||
      (a.technician.id < b.technician.id ? -1 : 1),
  );
  return bestPerTechnician(ranked)
    .slice(0, MAX_ITEMS)
    .map(({ technician, day, time, timeSlot, travel, onCall }) => ({
      technicianId: technician.id,
      name: technician.name,
      day,
      time,
      travel,
      visitsThatDay: countVisitsOn(technician, timeSlot),
      matchesPreference: day === criteria.day && time === criteria.time,
      onCall,
      isPreferred: technician.id === criteria.preferredTechnicianId,
    }));
}

/** Technicians without warnings at this time, best first. */
export function rankAvailableTechnicians(
  roster: Roster,
  timeSlot: TimeSlot,
  criteria: Pick<SuggestionCriteria, "area" | "emergency" | "now">,
) {
  return candidatesAt(roster, timeSlot, criteria).sort(
    (a, b) => a.weight - b.weight || (a.technician.id < b.technician.id ? -1 : 1),
  );
}

/** `weight`: minutes, lower is better. */
function candidatesAt(
  roster: Roster,
  timeSlot: TimeSlot,
  criteria: Pick<SuggestionCriteria, "area" | "emergency" | "now">,
) {
  return roster.technicians
    .filter((technician) => findPlacementWarnings(technician, roster, timeSlot, criteria).length === 0)
    .map((technician) => {
      const travel = travelFromPreviousVisit(technician, timeSlot, criteria.area);
      const onCall = criteria.emergency && isOnCall(technician, timeSlot);
      const weight =
        (travel?.minutes ?? UNKNOWN_TRAVEL_MIN) +
        countVisitsOn(technician, timeSlot) * VISIT_WEIGHT_MIN -
        (onCall ? ON_CALL_ADVANTAGE_MIN : 0);
      return { technician, timeSlot, travel, onCall, weight };
    });
}

function bestPerTechnician<Candidate extends { technician: RosterTechnician }>(
  candidates: Candidate[],
): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ technician }) => !seen.has(technician.id) && seen.add(technician.id));
}

function preferredInstant(criteria: SuggestionCriteria): number {
  if (!criteria.day) return criteria.now.getTime();
  return toTimeSlot(criteria.job, criteria.day, criteria.time ?? slotTimes[0]!).work.start;
}

/** Slots of a few days; for emergencies every quarter of the next three hours. */
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
