import { addDays, addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import {
  isOnCall,
  isTooSoon,
  type Job,
  type Place,
  placeOf,
  type Roster,
  type RosterTechnician,
  slotTimes,
  visitsOn,
  warningsFor,
  wayTo,
} from "./slots";

/** Somebody who could go at a time, and what speaks for it. */
export interface Suggestion {
  technicianId: string;
  name: string;
  day: string;
  time: string;
  /** From the visit before; null: from home, or nobody knows. */
  way: { area: string; minutes: number } | null;
  visitsThatDay: number;
  /** At the time that is agreed or was wished for. */
  asWished: boolean;
  /** In an emergency, that it rings there. */
  onCall: boolean;
  /** The customer would have him again. */
  askedFor: boolean;
}

export interface SuggestionWish {
  job: Job;
  area: string;
  /** No wish: as soon as may be. */
  day: string | null;
  time: string | null;
  /** Who comes as soon as he can be there. */
  emergency: boolean;
  /** The technician whom the customer would have again. */
  askedFor?: string | null;
  now: Date;
}

/** How many days after the first are looked at. */
export const SUGGESTED_DAYS_AHEAD = 2;
/** More choice is no help. */
const MAX_ITEMS = 5;
/** A visit more that day weighs as much as so many minutes of driving. */
const VISIT_WEIGHS_MIN = 10;
/** An hour away from the wish weighs as much as so many minutes of driving. */
const HOUR_WEIGHS_MIN = 15;
/** In an emergency, to be on call weighs as much as so many minutes less of driving. */
const ON_CALL_WEIGHS_MIN = 60;
/** From home, or from where nobody knows. */
const UNKNOWN_WAY_MIN = 30;

/** The first day that is looked at. */
export function firstSuggestedDay({ day, now }: Pick<SuggestionWish, "day" | "now">): string {
  const today = dubaiDate(now);
  return day && day > today ? day : today;
}

/**
 * Who should go when, the best first: at most five, each technician once, nobody with anything in the way. Weighed
 * in minutes: how far from the wish (or from now), how long the way, how full the day is, and in an emergency who is
 * on call. Whom the customer asked for comes before all of it.
 */
export function suggest(roster: Roster, wish: SuggestionWish): Suggestion[] {
  const wishedFor = wishedMoment(wish);
  const weighed = startsFor(wish).flatMap(({ day, time }) => {
    const place = placeOf(wish.job, day, time);
    const hoursOff = Math.abs(place.work.start - wishedFor) / 3_600_000;
    return candidatesAt(roster, place, wish).map((candidate) => ({
      ...candidate,
      day,
      time,
      weight: candidate.weight + hoursOff * HOUR_WEIGHS_MIN,
    }));
  });
  const isAskedFor = ({ one }: { one: RosterTechnician }) => one.id === wish.askedFor;
  weighed.sort(
    (a, b) =>
      Number(isAskedFor(b)) - Number(isAskedFor(a)) ||
      a.weight - b.weight ||
      a.place.work.start - b.place.work.start ||
      (a.one.id < b.one.id ? -1 : 1),
  );
  return firstOfEach(weighed)
    .slice(0, MAX_ITEMS)
    .map(({ one, day, time, place, way, onCall }) => ({
      technicianId: one.id,
      name: one.name,
      day,
      time,
      way,
      visitsThatDay: visitsOn(one, place),
      asWished: day === wish.day && time === wish.time,
      onCall,
      askedFor: one.id === wish.askedFor,
    }));
}

/** Everybody who could go at this very time with nothing in the way, the best first, weighed alike. */
export function whoCouldGo(
  roster: Roster,
  place: Place,
  wish: Pick<SuggestionWish, "area" | "emergency" | "now">,
) {
  return candidatesAt(roster, place, wish).sort(
    (a, b) => a.weight - b.weight || (a.one.id < b.one.id ? -1 : 1),
  );
}

/** `weight`: in minutes, the less the better. */
function candidatesAt(
  roster: Roster,
  place: Place,
  wish: Pick<SuggestionWish, "area" | "emergency" | "now">,
) {
  return roster.technicians
    .filter((one) => warningsFor(one, roster, place, wish).length === 0)
    .map((one) => {
      const way = wayTo(one, place, wish.area);
      const onCall = wish.emergency && isOnCall(one, place);
      const weight =
        (way?.minutes ?? UNKNOWN_WAY_MIN) +
        visitsOn(one, place) * VISIT_WEIGHS_MIN -
        (onCall ? ON_CALL_WEIGHS_MIN : 0);
      return { one, place, way, onCall, weight };
    });
}

/** Whoever is suggested is suggested once, at his best time. */
function firstOfEach<Candidate extends { one: RosterTechnician }>(candidates: Candidate[]): Candidate[] {
  const seen = new Set<string>();
  return candidates.filter(({ one }) => !seen.has(one.id) && seen.add(one.id));
}

function wishedMoment(wish: SuggestionWish): number {
  if (!wish.day) return wish.now.getTime();
  return placeOf(wish.job, wish.day, wish.time ?? slotTimes[0]!).work.start;
}

/** The times to look at: the slots of some days; in an emergency every quarter of the next hours. */
function startsFor({ day, time, emergency, now }: SuggestionWish): { day: string; time: string }[] {
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
