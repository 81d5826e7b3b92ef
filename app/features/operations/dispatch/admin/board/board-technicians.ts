import { m } from "~/paraglide/messages";
import { bidiIsolate, formatList } from "~/platform/locale/locale";
import { dubaiDate } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { labelForConflicts } from "../../../scheduling/labels";
import {
  type BusySpan,
  type Candidate,
  compareFits,
  computeLoad,
  type Fit,
  firstFit,
  fitAt,
  fitWithin,
  isFree,
  nearestFit,
  type PlacementRequest,
  type TechnicianStatus,
  technicianStatusAt,
  type Verdict,
  type Workforce,
} from "../../board/board-fit";
import { DAY_MIN, minuteOf, minuteOfClock, type Span, STEP_MIN } from "../../board/board-time";
import type { Board, BoardDay, BoardTechnician } from "../../views";
import { type BoardEntry, busySpansOn, crewVisitIdOf } from "./board-entries";
import { type BoardItem, type BoardPlacement, minuteText } from "./board-item";
import { NOW } from "./search-time";
import { hasCriteria, matchesName, type TechnicianSearch } from "./technician-search";

export interface TechnicianDay {
  technician: BoardTechnician;
  busySpans: readonly BusySpan[];
  closed: BoardDay["closed"][string];
  status: TechnicianStatus;
  /** Null if the technician is available. */
  unavailable: "inactive" | "certificate-expired" | null;
}

export function techniciansOn(
  technicians: readonly BoardTechnician[],
  {
    entries,
    closed,
    day,
    now,
  }: {
    entries: ReadonlyMap<string, readonly BoardEntry[]>;
    closed: BoardDay["closed"];
    day: string;
    now: Date;
  },
): TechnicianDay[] {
  const minute = minuteOf(now.toISOString(), day);
  return technicians.map((technician) => {
    const busySpans = busySpansOn(day, entries.get(technician.id) ?? [], now);
    const off = closed[technician.id] ?? NO_TIMES;
    const unavailable = unavailableReason(technician, day);
    const status = technicianStatusAt(busySpans, unavailable ? allDay : off, minute);
    return { technician, busySpans, closed: off, status, unavailable };
  });
}

function unavailableReason(
  { active, certifiedUntil }: BoardTechnician,
  day: string,
): TechnicianDay["unavailable"] {
  if (!active) return "inactive";
  return certifiedUntil !== null && certifiedUntil < day ? "certificate-expired" : null;
}

export function isLate({ lateFromMin }: BusySpan): boolean {
  return lateFromMin !== null;
}

const NO_TIMES: never[] = [];
const allDay = [{ fromMin: 0, toMin: DAY_MIN }];

/** Technician that matches a search. `words` explains the match. */
export interface TechnicianMatch {
  person: TechnicianDay;
  best: boolean;
  words: string | null;
}

interface FitContext {
  day: string;
  now: Date;
  workforce: Workforce;
}

/**
 * Technicians that match the search. Without criteria, all technicians in board order. With a time or an
 * area only those who are free, earliest arrival first.
 */
export function findTechnicians(
  people: readonly TechnicianDay[],
  search: TechnicianSearch,
  { day, now, workforce, trades }: FitContext & { trades: Board["trades"] },
): TechnicianMatch[] {
  if (!hasCriteria(search)) return people.map((person) => ({ person, best: false, words: null }));
  const { area, minutes, names } = search;
  const starts = startsOf(search, day, now);
  const nowMin = minuteOf(now.toISOString(), day);
  const instant = search.at && starts ? starts.fromMin : nowMin;
  const matches = people.filter(
    ({ technician, busySpans }) =>
      search.trades.every((trade) => technician.skills.includes(trade)) &&
      matchesName(technician, names) &&
      (!search.late || busySpans.some(isLate)) &&
      (!search.onCall || isOnCall(technician, day, instant)),
  );
  if (!starts) return matches.map((person) => ({ person, best: false, words: null }));
  const known = trades.filter(({ id }) => search.trades.includes(id));
  const request: PlacementRequest = {
    ...{ skills: search.trades, area, day, startMin: starts.fromMin, durationMin: minutes },
    outdoor: known.some(({ outdoor }) => outdoor),
    bufferMin: Math.max(0, ...known.map(({ bufferMin }) => bufferMin)),
    ...{ emergency: false, visit: null },
  };
  const isRange = starts.toMin > starts.fromMin;
  return matches
    .filter((person) => isFreeAtNow(person, search, { request, workforce, now }))
    .flatMap((person) => {
      const fit = fitWithin(workforce, toCandidate(person), request, { now, toMin: starts.toMin });
      return fit ? [{ person, fit }] : [];
    })
    .toSorted((a, b) => a.fit.startMin - b.fit.startMin || compareFits(a, b))
    .map(({ person, fit }, index) => {
      const best = index === 0 && isFree(fit);
      const reason = fitText(fit, isRange);
      return { person, best, words: best ? m.board_fit_best({ reason }) : reason };
    });
}

/** Longest way to an area for a technician who is free now, in minutes. */
const MAX_TRAVEL_MIN = 120;

/** Range of starts, both included; null if the search does not ask for free time. */
function startsOf({ at, until, area, free }: TechnicianSearch, day: string, now: Date): Span | null {
  if (!at && !area && !free) return null;
  const earliestMin = earliestStartOn(day, now);
  if (at === NOW) {
    const latestMin = until ? minuteOfClock(until) : earliestMin + (area ? MAX_TRAVEL_MIN : 0);
    return { fromMin: earliestMin, toMin: Math.max(earliestMin, latestMin) };
  }
  const fromMin = minuteOfClock(at || "00:00");
  if (at && !until) return { fromMin, toMin: fromMin };
  return { fromMin: Math.max(fromMin, earliestMin), toMin: until ? minuteOfClock(until) : DAY_MIN };
}

/** With "now" and an area: free now, and then on the way there. */
function isFreeAtNow(
  person: TechnicianDay,
  { at, until, area }: TechnicianSearch,
  { request, workforce, now }: { request: PlacementRequest; workforce: Workforce; now: Date },
): boolean {
  if (at !== NOW || until || !area) return true;
  return fitAt(workforce, toCandidate(person), { ...request, area: "" }, now).conflicts.length === 0;
}

/** The searched start has passed. */
export function hasPassed({ at, until }: TechnicianSearch, day: string, now: Date): boolean {
  if (at === NOW || at === "") return false;
  return minuteOfClock(until || at) < minuteOf(now.toISOString(), day);
}

function isOnCall({ onCall }: BoardTechnician, day: string, minute: number): boolean {
  return onCall.some(
    ({ startsAt, endsAt }) => minuteOf(startsAt, day) <= minute && minute < minuteOf(endsAt, day),
  );
}

function toCandidate({ technician, closed }: TechnicianDay): Candidate {
  return { id: technician.id, closed };
}

function placementRequestFor(item: BoardItem, day: string, startMin: number): PlacementRequest {
  const { skills, area, emergency, outdoor, durationMin, newBufferMin, technicianId, startsAt } = item;
  const start = Date.parse(startsAt ?? "");
  const visit = { crewVisitId: crewVisitIdOf(item), technicianId, start, end: start + durationMin * 60_000 };
  return {
    ...{ skills, area, emergency, outdoor, day, startMin, durationMin },
    bufferMin: newBufferMin,
    visit: item.visitId ? visit : null,
  };
}

/** Mark on a technician's row while an item is dragged. */
export interface FitMark {
  kind: "no" | "yes" | "best";
  words: string;
  startMin: number;
}

/** Marks by technician id, at the item's time if it is on that day, otherwise at the first free time. */
export function fitsFor(
  item: BoardItem,
  people: readonly TechnicianDay[],
  { day, now, workforce }: FitContext,
): Map<string, FitMark> {
  const preferredMin = item.startsAt ? minuteOf(item.startsAt, day) : -1;
  const startMin = Math.max(preferredMin < DAY_MIN ? preferredMin : 0, earliestStartOn(day, now));
  const request = placementRequestFor(item, day, startMin);
  const candidates = people.map((person) => ({
    id: person.technician.id,
    isPreferred: person.technician.id === item.preferredTechnician?.technicianId,
    fit: firstFit(workforce, toCandidate(person), request, now),
  }));
  const best = candidates
    .filter(({ id, fit }) => isFree(fit) && id !== item.technicianId)
    .toSorted(compareFits)[0];
  const holiday = workforce.holidays.get(day) ?? null;
  return new Map(
    candidates.map((candidate) => [candidate.id, toFitMark(candidate, candidate === best, holiday)]),
  );
}

function toFitMark(
  { fit, isPreferred }: { fit: Fit; isPreferred: boolean },
  isBest: boolean,
  holiday: string | null,
): FitMark {
  const { conflicts, startMin } = fit;
  if (conflicts.length > 0) return { kind: "no", words: labelForConflicts(conflicts, holiday), startMin };
  const reason = fitText(fit, true, isPreferred);
  return { kind: isBest ? "best" : "yes", words: isBest ? m.board_fit_best({ reason }) : reason, startMin };
}

function earliestStartOn(day: string, now: Date): number {
  const nowMin = minuteOf(now.toISOString(), day);
  return nowMin > 0 && nowMin < DAY_MIN ? Math.ceil(nowMin / STEP_MIN) * STEP_MIN : 0;
}

export interface DayFit {
  person: TechnicianDay;
  day: string;
  fit: Fit;
}

/**
 * Fit at the item's time of day or the nearest free time. An item without a time gets the first free time.
 */
export function fitOnDay(item: BoardItem, person: TechnicianDay, at: FitContext): DayFit {
  return fitForDay(item, at)(person);
}

/** Prepares the request once, so that many technicians can be checked with it. */
function fitForDay(item: BoardItem, { day, now, workforce }: FitContext): (person: TechnicianDay) => DayFit {
  const earliestMin = earliestStartOn(day, now);
  const startMin = item.startsAt ? minuteOf(item.startsAt, dubaiDate(new Date(item.startsAt))) : earliestMin;
  const request = placementRequestFor(item, day, startMin);
  return (person) => ({
    ...{ person, day },
    fit: nearestFit(workforce, toCandidate(person), request, { now, earliestMin }),
  });
}

/** Marks of a week, keyed by technician and day. */
export function fitsOfWeek(
  item: BoardItem,
  week: readonly { day: string; people: readonly TechnicianDay[] }[],
  { now, workforce }: Omit<FitContext, "day">,
): Map<string, FitMark & { id: string; day: string }> {
  const candidates = week.flatMap(({ day, people }) =>
    people.map(fitForDay(item, { day, now, workforce })).map((candidate) => ({
      ...candidate,
      isPreferred: candidate.person.technician.id === item.preferredTechnician?.technicianId,
    })),
  );
  const free = candidates.filter(({ fit }) => isFree(fit));
  const agreedDay = dubaiDate(item.startsAt ? new Date(item.startsAt) : now);
  const preferredDay = free.some(({ day }) => day === agreedDay) ? agreedDay : free[0]?.day;
  const best = free
    .filter(({ day, person }) => day === preferredDay && person.technician.id !== item.technicianId)
    .toSorted(compareFits)[0];
  return new Map(
    candidates.map((candidate) => {
      const { day, person } = candidate;
      const { id } = person.technician;
      return [
        `${id}/${day}`,
        { id, day, ...toFitMark(candidate, candidate === best, workforce.holidays.get(day) ?? null) },
      ];
    }),
  );
}

/** Fit at the drop position. */
export function fitOf(
  item: BoardItem,
  placement: BoardPlacement,
  { now, workforce }: Omit<FitContext, "day">,
): Fit {
  const { technicianId, day, startMin, durationMin } = placement;
  return fitAt(
    workforce,
    { id: technicianId, closed: NO_TIMES },
    { ...placementRequestFor(item, day, startMin), durationMin },
    now,
  );
}

export function verdictFor(item: BoardItem, placement: BoardPlacement, at: Omit<FitContext, "day">): Verdict {
  const fit = fitOf(item, placement, at);
  if (fit.conflicts.includes("busy")) return "busy";
  return isFree(fit) ? "free" : "warned";
}

/** Reasons for the fit, for example "15 min from JLT, home area, free at 3 pm". */
function fitText({ startMin, untilMin, travel, zone }: Fit, showStart: boolean, isPreferred = false): string {
  const until = untilMin < DAY_MIN && m.board_fit_free_until({ time: minuteText(untilMin) });
  return formatList(
    [
      zone === "other" && m.board_fit_other_zone(),
      isPreferred && m.preferred_technician_reason(),
      showStart ? m.board_fit_free({ time: minuteText(startMin) }) : until,
      travel && m.board_fit_travel({ ...travel, area: bidiIsolate(placeInReaderLanguage(travel.area)) }),
      zone === "own" && m.board_fit_in_zone(),
    ].filter((reason) => typeof reason === "string"),
  );
}

const unavailableLabels = {
  inactive: m.board_status_inactive,
  "certificate-expired": m.board_status_expired,
};

/** Current status if the day is today, otherwise the booked hours. */
export function labelForStatus(
  { status, busySpans, closed, unavailable }: TechnicianDay,
  isToday: boolean,
): string {
  const time = minuteText(status.untilMin);
  const restOfDay = status.untilMin === DAY_MIN;
  if (unavailable && (!isToday || status.kind === "closed")) return unavailableLabels[unavailable]();
  if (isToday && status.kind === "late") return m.board_status_late({ time });
  if (isToday && status.kind === "busy") return m.board_status_busy({ time });
  if (isToday && status.kind === "free") {
    return restOfDay ? m.board_status_free_day() : m.board_status_free({ time });
  }
  if (isToday && status.calledIn) return m.board_status_called_in();
  if (isToday && !restOfDay) return m.board_status_closed({ time });
  const { bookedMin, shiftMin } = computeLoad(busySpans, closed);
  if (shiftMin === 0 || isToday) return m.board_status_off();
  return m.board_load({ booked: toHours(bookedMin), shift: toHours(shiftMin) });
}

/** Shorter form of `labelForStatus` for compact rows. */
export function shortStatusLabel(
  { status, busySpans, closed, unavailable }: TechnicianDay,
  isToday: boolean,
): string {
  if (isToday) return shortLabels[status.kind]();
  const { bookedMin, shiftMin } = computeLoad(busySpans, closed);
  if (shiftMin === 0 || unavailable) return m.board_status_off();
  return m.board_capacity_short({ booked: toHours(bookedMin), shift: toHours(shiftMin) });
}

const shortLabels: Record<TechnicianStatus["kind"], () => string> = {
  late: m.board_late,
  busy: m.board_busy,
  free: m.board_free,
  closed: m.board_status_off,
};

/** Rounded to one decimal place. */
export function toHours(minutes: number): number {
  return Math.round((minutes / 60) * 10) / 10;
}
