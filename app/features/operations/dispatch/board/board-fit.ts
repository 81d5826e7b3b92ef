import { addDays, dubaiInstant } from "~/platform/time";
import { UNKNOWN_TRAVEL_MIN } from "../../scheduling/assignment-weights";
import {
  type Conflict,
  countVisitsOn,
  findFirstConflict,
  findPlacementWarnings,
  type Interval,
  isInZone,
  type Job,
  type Roster,
  type RosterTechnician,
  type RosterVisit,
  type TimeSlot,
  toTimeSlot,
  travelFromPreviousVisit,
} from "../../scheduling/slots";
import { clockOf, DAY_MIN, STEP_MIN as QUARTER_MIN, type Span } from "./board-time";

/**
 * Fit of technicians for a placement. Pure functions on the server's rules (scheduling/slots.ts), so that the
 * board never offers a technician whom the server would refuse.
 */

/** Shifts and busy times as known to the board. */
export interface Workforce extends Omit<Roster, "technicians"> {
  workers: ReadonlyMap<string, Worker>;
}

export interface Worker extends Omit<RosterTechnician, "skilled"> {
  skills: readonly string[];
  visits: WorkerVisit[];
}

export interface WorkerVisit extends RosterVisit {
  /** Visit of the lead technician, shared by the crew. */
  crewVisitId: string;
}

export interface PlacementRequest extends Job {
  skills: readonly string[];
  /** Empty for any area. */
  area: string;
  emergency: boolean;
  day: string;
  startMin: number;
  /** Null for a new visit. */
  visit: MovedVisit | null;
}

/** Ignored as a conflict of itself. */
interface MovedVisit extends Interval {
  crewVisitId: string;
  /** Crew member to replace; null if none is replaced. */
  technicianId: string | null;
}

export interface Fit {
  /** Most severe first, without "out-of-zone"; see `zone`. */
  conflicts: readonly Conflict[];
  startMin: number;
  /** Start of the next visit or closed time. */
  untilMin: number;
  /** Null if the technician starts from home or the travel is unknown. */
  travel: { area: string; minutes: number } | null;
  /** Null if the technician works in all areas. */
  zone: "own" | "other" | null;
  /** Visits that day. */
  visits: number;
}

/** `closed`: off time of that day. */
export interface Candidate {
  id: string;
  closed: readonly Span[];
}

export function fitAt(workforce: Workforce, candidate: Candidate, request: PlacementRequest, now: Date): Fit {
  return fits(workforce, candidate, request, now).at(request.startMin);
}

/** Returns a function of the start minute, so that a whole day is checked at little cost. */
function fits(workforce: Workforce, { id, closed }: Candidate, request: PlacementRequest, now: Date) {
  const crew = request.visit ? crewOf(workforce, request.visit.crewVisitId) : [];
  const candidateWorker = rosterTechnician(workforce, id, request);
  const others = crewMembersToCheck(crew, id, request.visit).map((member) =>
    rosterTechnician(workforce, member, request),
  );
  const roster = { ...workforce, technicians: [] };
  const { midnight } = timeSlotAt(request, 0);
  const starts = [
    ...candidateWorker.visits.map(({ start }) => (start - midnight) / 60_000),
    ...closed.map(({ fromMin }) => fromMin),
  ];

  function at(startMin: number): Fit {
    const timeSlot = timeSlotAt(request, startMin);
    const checked = [candidateWorker, ...(isUnchanged(request.visit, timeSlot) ? [] : others)];
    const warnings = checked.flatMap((member) =>
      findPlacementWarnings(member, roster, timeSlot, {
        ...{ area: request.area, emergency: request.emergency, now },
        // No zone warning for the current crew, because it was overridden at the assignment.
        currentTechnicianId: crew.includes(member.id) ? member.id : null,
      }),
    );
    return {
      // "busy" cannot be overridden, so other conflicts do not matter.
      conflicts: warnings.includes("busy")
        ? ["busy"]
        : [...new Set(warnings)].filter((member) => member !== "out-of-zone"),
      startMin,
      untilMin: Math.min(DAY_MIN, ...starts.filter((minute) => minute >= startMin)),
      travel: travelFromPreviousVisit(candidateWorker, timeSlot, request.area),
      zone: zoneOf(candidateWorker, request.area, warnings),
      visits: countVisitsOn(candidateWorker, timeSlot),
    };
  }

  /**
   * Cheap check without travel, which rules out most times of a day. Emergencies are excepted because of the
   * on-call rota.
   */
  function isImpossible(startMin: number): boolean {
    const mostSevere = findFirstConflict(candidateWorker, roster, timeSlotAt(request, startMin));
    return (
      mostSevere === "busy" ||
      (mostSevere !== null && !dayWideConflicts.has(mostSevere) && !request.emergency)
    );
  }

  return { at, isImpossible };
}

// Cached, because every technician is checked at the same times.
const timeSlots = new WeakMap<PlacementRequest, Map<number, TimeSlot>>();

function timeSlotAt(request: PlacementRequest, startMin: number): TimeSlot {
  const cache = timeSlots.get(request) ?? new Map<number, TimeSlot>();
  timeSlots.set(request, cache);
  const timeSlot = cache.get(startMin) ?? toTimeSlot(request, request.day, clockOf(startMin));
  cache.set(startMin, timeSlot);
  return timeSlot;
}

/** Limited to adjacent days, as the server loads them. */
function rosterTechnician(
  { workers }: Workforce,
  id: string,
  { skills, visit, day }: PlacementRequest,
): RosterTechnician {
  const { skills: trained, visits, ...worker } = workers.get(id)!;
  const from = dubaiInstant(addDays(day, -1), "00:00").getTime();
  const until = dubaiInstant(addDays(day, 2), "00:00").getTime();
  return {
    ...worker,
    skilled: skills.every((skill) => trained.includes(skill)),
    visits: visits.filter(
      ({ crewVisitId, start, end }) => crewVisitId !== visit?.crewVisitId && end > from && start < until,
    ),
  };
}

function crewOf({ workers }: Workforce, visit: string): string[] {
  return [...workers.values()]
    .filter(({ visits }) => visits.some(({ crewVisitId }) => crewVisitId === visit))
    .map(({ id }) => id);
}

/**
 * Crew members who must also be free if the time changes. A technician who joins replaces one; a member
 * changes places.
 */
function crewMembersToCheck(crew: readonly string[], id: string, visit: MovedVisit | null): string[] {
  return crew.filter((member) => member !== id && (member !== visit?.technicianId || crew.includes(id)));
}

function isUnchanged(visit: MovedVisit | null, { work }: TimeSlot): boolean {
  return visit?.start === work.start && visit.end === work.end;
}

function zoneOf(technician: RosterTechnician, area: string, warnings: readonly Conflict[]): Fit["zone"] {
  if (area === "" || technician.zones.length === 0) return null;
  if (isInZone(technician, area)) return "own";
  return warnings.includes("out-of-zone") ? "other" : null;
}

const STEP_MIN = 30;

/** Conflicts that hold for the whole day. */
const dayWideConflicts = new Set<Conflict>(["inactive", "no-skill", "certificate-expired", "holiday"]);

/** First free time from the requested minute on; otherwise the conflicts. */
export function firstFit(
  workforce: Workforce,
  candidate: Candidate,
  request: PlacementRequest,
  now: Date,
): Fit {
  const { at } = fits(workforce, candidate, request, now);
  let first = at(request.startMin);
  for (let startMin = request.startMin; startMin < DAY_MIN; startMin += STEP_MIN) {
    const fit = at(startMin);
    if (fit.conflicts.length === 0) return fit;
    if (fit.conflicts.some((member) => dayWideConflicts.has(member)))
      return { ...fit, conflicts: fit.conflicts.filter((member) => dayWideConflicts.has(member)) };
    // After the shift all are off, so "busy" is the more useful reason.
    if (fit.conflicts.includes("busy") && !first.conflicts.includes("busy")) first = fit;
  }
  return first;
}

/** First start without conflicts from the requested minute to `toMin`, both included; null if there is none. */
export function fitWithin(
  workforce: Workforce,
  candidate: Candidate,
  request: PlacementRequest,
  { now, toMin }: { now: Date; toMin: number },
): Fit | null {
  const { at, isImpossible } = fits(workforce, candidate, request, now);
  const lastMin = Math.min(toMin, DAY_MIN - 1);
  for (let startMin = request.startMin; startMin <= lastMin; startMin += QUARTER_MIN) {
    if (isImpossible(startMin)) continue;
    const fit = at(startMin);
    if (fit.conflicts.length === 0) return fit;
  }
  return null;
}

/**
 * Free time nearest to the requested minute, the later of two; otherwise the requested minute with its
 * conflicts. Ignores conflicts that hold all day.
 */
export function nearestFit(
  workforce: Workforce,
  candidate: Candidate,
  request: PlacementRequest,
  { now, earliestMin }: { now: Date; earliestMin: number },
): Fit {
  const { at, isImpossible } = fits(workforce, candidate, request, now);
  const latestMin = DAY_MIN - request.durationMin - request.bufferMin;
  for (let offsetMin = 0; offsetMin < DAY_MIN; offsetMin += QUARTER_MIN) {
    for (const startMin of offsetMin === 0
      ? [request.startMin]
      : [request.startMin + offsetMin, request.startMin - offsetMin]) {
      if (startMin < earliestMin || startMin > latestMin || isImpossible(startMin)) continue;
      const fit = at(startMin);
      if (fit.conflicts.every((member) => dayWideConflicts.has(member))) return fit;
    }
  }
  return at(request.startMin);
}

interface RankedFit {
  fit: Fit;
  isPreferred?: boolean;
}

/** Order: home zone or none, earlier start, preferred technician, home zone, shorter travel, fewer visits. */
export function compareFits(a: RankedFit, b: RankedFit): number {
  return (
    Number(a.fit.zone === "other") - Number(b.fit.zone === "other") ||
    a.fit.startMin - b.fit.startMin ||
    Number(b.isPreferred ?? false) - Number(a.isPreferred ?? false) ||
    Number(b.fit.zone === "own") - Number(a.fit.zone === "own") ||
    (a.fit.travel?.minutes ?? UNKNOWN_TRAVEL_MIN) - (b.fit.travel?.minutes ?? UNKNOWN_TRAVEL_MIN) ||
    a.fit.visits - b.fit.visits
  );
}

/** The server accepts it without a reason. */
export function isFree({ conflicts, zone }: Fit): boolean {
  return conflicts.length === 0 && zone !== "other";
}

/** While dragging: accepted, accepted with a reason, refused. */
export type Verdict = "free" | "warned" | "busy";

/** Minutes after midnight. `busyFromMin` to `freeMin`: actual busy time. */
export interface BusySpan extends Span {
  busyFromMin: number;
  /** End of the buffer. */
  freeMin: number;
  /** Due time of a late visit: its start or, for work of an earlier day, its end. Null if not late. */
  lateFromMin: number | null;
}

export interface TechnicianStatus {
  kind: "late" | "busy" | "free" | "closed";
  /** DAY_MIN: rest of the day. For late visits: the time from which they are late. */
  untilMin: number;
  /** Off, with a visit still to come before the shift, such as an emergency. */
  calledIn?: true;
}

export function technicianStatusAt(
  busySpans: readonly BusySpan[],
  closed: readonly Span[],
  minute: number,
): TechnicianStatus {
  const lateFromMin = busySpans.map((span) => span.lateFromMin).find((minute) => minute !== null);
  if (lateFromMin !== undefined) return { kind: "late", untilMin: lateFromMin };
  const now = busySpans.find(({ busyFromMin, freeMin }) => busyFromMin <= minute && minute < freeMin);
  if (now) return { kind: "busy", untilMin: now.freeMin };
  const off = closed.find(({ fromMin, toMin }) => fromMin <= minute && minute < toMin);
  if (off) {
    const calledIn = busySpans.some(({ fromMin, freeMin }) => minute < freeMin && fromMin < off.toMin);
    return { kind: "closed", untilMin: off.toMin, ...(calledIn && { calledIn }) };
  }
  const starts = [
    ...busySpans.map(({ busyFromMin }) => busyFromMin),
    ...closed.map(({ fromMin }) => fromMin),
  ];
  return { kind: "free", untilMin: Math.min(DAY_MIN, ...starts.filter((member) => member > minute)) };
}

export interface Load {
  bookedMin: number;
  shiftMin: number;
}

export function computeLoad(busySpans: readonly Span[], closed: readonly Span[]): Load {
  const off = closed.reduce((sum, { fromMin, toMin }) => sum + toMin - fromMin, 0);
  const within = ({ fromMin, toMin }: Span) => Math.max(0, Math.min(DAY_MIN, toMin) - Math.max(0, fromMin));
  return {
    bookedMin: Math.round(busySpans.reduce((sum, member) => sum + within(member), 0)),
    shiftMin: DAY_MIN - off,
  };
}
