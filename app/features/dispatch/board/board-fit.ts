import { addDays, dubaiInstant } from "~/platform/time";
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
 * Whom a dispatcher could send, and when. Pure. What stands in the way is asked of the rules by which the server warns and refuses
 * (scheduling/slots.ts): nobody is called free who would be refused.
 */

/** Who works when, and on what, as the board knows it. */
export interface Workforce extends Omit<Roster, "technicians"> {
  workers: ReadonlyMap<string, Worker>;
}

export interface Worker extends Omit<RosterTechnician, "skilled"> {
  skills: readonly string[];
  visits: WorkerVisit[];
}

export interface WorkerVisit extends RosterVisit {
  /** The visit of whoever leads, which all who come to it have in common. */
  crewVisitId: string;
}

/** What somebody is wanted for, on a Dubai day. */
export interface PlacementRequest extends Job {
  skills: readonly string[];
  /** Empty: anywhere. */
  area: string;
  emergency: boolean;
  day: string;
  startMin: number;
  /** The visit that is to be moved; null: a new one. */
  visit: MovedVisit | null;
}

/** It does not stand in its own way. */
interface MovedVisit extends Interval {
  crewVisitId: string;
  /** Whose place in it is given away; null: nobody's. */
  technicianId: string | null;
}

export interface Fit {
  /** What stands in the way, the gravest first; none: it could be done. That the area is in another zone stands in nobody's way here. */
  conflicts: readonly Conflict[];
  startMin: number;
  /** Until when nothing else is planned. */
  untilMin: number;
  /** From the visit before; null: from home, or nobody knows. */
  travel: { area: string; minutes: number } | null;
  /** Whether the technician is sent to the area rather than elsewhere; null: to all areas alike. */
  zone: "own" | "other" | null;
  /** How many visits the technician has that day. */
  visits: number;
}

/** Whom is looked at, and when they are off that day. */
export interface Candidate {
  id: string;
  closed: readonly Span[];
}

/** Whether a technician could do it exactly as wished. */
export function fitAt(workforce: Workforce, candidate: Candidate, request: PlacementRequest, now: Date): Fit {
  return fits(workforce, candidate, request, now).at(request.startMin);
}

/** The same at any minute of the day. */
function fits(workforce: Workforce, { id, closed }: Candidate, request: PlacementRequest, now: Date) {
  const crew = request.visit ? crewOf(workforce, request.visit.crewVisitId) : [];
  const own = rosterTechnician(workforce, id, request);
  const others = crewMembersToCheck(crew, id, request.visit).map((one) =>
    rosterTechnician(workforce, one, request),
  );
  const roster = { ...workforce, technicians: [] };
  const { midnight } = timeSlotAt(request, 0);
  const begins = [
    ...own.visits.map(({ start }) => (start - midnight) / 60_000),
    ...closed.map(({ fromMin }) => fromMin),
  ];

  function at(startMin: number): Fit {
    const timeSlot = timeSlotAt(request, startMin);
    const asked = [own, ...(isUnchanged(request.visit, timeSlot) ? [] : others)];
    const warnings = asked.flatMap((one) =>
      findPlacementWarnings(one, roster, timeSlot, {
        ...{ area: request.area, emergency: request.emergency, now },
        // Whose visit it is already: that the zone is another was settled then.
        currentTechnicianId: crew.includes(one.id) ? one.id : null,
      }),
    );
    return {
      // Nobody is sent to two visits at once, whatever else is said of it.
      conflicts: warnings.includes("busy")
        ? ["busy"]
        : [...new Set(warnings)].filter((one) => one !== "out-of-zone"),
      startMin,
      untilMin: Math.min(DAY_MIN, ...begins.filter((minute) => minute >= startMin)),
      travel: travelFromPreviousVisit(own, timeSlot, request.area),
      zone: zoneOf(own, request.area, warnings),
      visits: countVisitsOn(own, timeSlot),
    };
  }

  /** Told without the ways, which take the longest: most times of a day end here. Being on call may do away with it. */
  function isImpossible(startMin: number): boolean {
    const gravest = findFirstConflict(own, roster, timeSlotAt(request, startMin));
    return gravest === "busy" || (gravest !== null && !dayWideConflicts.has(gravest) && !request.emergency);
  }

  return { at, isImpossible };
}

// One wish is asked of everybody, at the same times.
const timeSlots = new WeakMap<PlacementRequest, Map<number, TimeSlot>>();

function timeSlotAt(request: PlacementRequest, startMin: number): TimeSlot {
  const known = timeSlots.get(request) ?? new Map<number, TimeSlot>();
  timeSlots.set(request, known);
  const timeSlot = known.get(startMin) ?? toTimeSlot(request, request.day, clockOf(startMin));
  known.set(startMin, timeSlot);
  return timeSlot;
}

/** As the server reads somebody for a day: with the visits of that day, the one before and the one after. */
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

/** Who comes to a visit. */
function crewOf({ workers }: Workforce, visit: string): string[] {
  return [...workers.values()]
    .filter(({ visits }) => visits.some(({ crewVisitId }) => crewVisitId === visit))
    .map(({ id }) => id);
}

/** Who else is to come at another time where a place of the crew is given to somebody; whoever is in it already changes places. */
function crewMembersToCheck(crew: readonly string[], id: string, visit: MovedVisit | null): string[] {
  return crew.filter((one) => one !== id && (one !== visit?.technicianId || crew.includes(id)));
}

function isUnchanged(visit: MovedVisit | null, { work }: TimeSlot): boolean {
  return visit?.start === work.start && visit.end === work.end;
}

function zoneOf(technician: RosterTechnician, area: string, warnings: readonly Conflict[]): Fit["zone"] {
  if (area === "" || technician.zones.length === 0) return null;
  if (isInZone(technician, area)) return "own";
  return warnings.includes("out-of-zone") ? "other" : null;
}

/** How far apart times are tried. */
const STEP_MIN = 30;

/** What no other time of the day changes. */
const dayWideConflicts = new Set<Conflict>(["inactive", "no-skill", "certificate-expired", "holiday"]);

/** The first time of the day, from the wished one on, at which a technician could do it; else what stands in the way. */
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
    if (fit.conflicts.some((one) => dayWideConflicts.has(one)))
      return { ...fit, conflicts: fit.conflicts.filter((one) => dayWideConflicts.has(one)) };
    // At the end of the day everybody is off: what stood in the way of most of it is the reason.
    if (fit.conflicts.includes("busy") && !first.conflicts.includes("busy")) first = fit;
  }
  return first;
}

/**
 * The free time of a day that is nearest to the wished one, the later of two; where none is free, the wished one, and what stands
 * in its way. It is looked for whether or not the technician may do it at all.
 */
export function nearestFit(
  workforce: Workforce,
  candidate: Candidate,
  request: PlacementRequest,
  { now, earliestMin }: { now: Date; earliestMin: number },
): Fit {
  const { at, isImpossible } = fits(workforce, candidate, request, now);
  const latestMin = DAY_MIN - request.durationMin - request.bufferMin;
  for (let by = 0; by < DAY_MIN; by += QUARTER_MIN) {
    for (const startMin of by === 0 ? [request.startMin] : [request.startMin + by, request.startMin - by]) {
      if (startMin < earliestMin || startMin > latestMin || isImpossible(startMin)) continue;
      const fit = at(startMin);
      if (fit.conflicts.every((one) => dayWideConflicts.has(one))) return fit;
    }
  }
  return at(request.startMin);
}

/** Where the way is not known: about that of anywhere in the city. */
const UNKNOWN_TRAVEL_MIN = 40;

interface RankedFit {
  fit: Fit;
  /** The customer would have him again. */
  isPreferred?: boolean;
}

/**
 * Of two who could, the better first: who is sent there at all, then sooner, then who was asked for, then whose zone it is, then the
 * shorter way, then the less busy.
 */
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

/** Whether nothing is to be said against it: then the server agrees without a reason. */
export function isFree({ conflicts, zone }: Fit): boolean {
  return conflicts.length === 0 && zone !== "other";
}

/** What is told while something is dragged: the server would agree, ask for a reason, or refuse. */
export type Verdict = "free" | "warned" | "busy";

/** A visit on a technician's day as it is drawn, in minutes after its midnight, and how long it really takes them. */
export interface BusySpan extends Span {
  busyFromMin: number;
  /** The buffer is over. */
  freeMin: number;
  /** Nobody is there though its time has come. */
  late: boolean;
}

/** How it stands with a technician at a minute of the day. */
export interface TechnicianStatus {
  kind: "late" | "busy" | "free" | "closed";
  /** Until when; DAY_MIN: for the rest of the day. Of a late visit, when it was to start. */
  untilMin: number;
  /** Off, with a visit still to come before the shift, such as an emergency. */
  calledIn?: true;
}

export function technicianStatusAt(
  taken: readonly BusySpan[],
  closed: readonly Span[],
  minute: number,
): TechnicianStatus {
  const late = taken.find((one) => one.late);
  if (late) return { kind: "late", untilMin: late.fromMin };
  const now = taken.find(({ busyFromMin, freeMin }) => busyFromMin <= minute && minute < freeMin);
  if (now) return { kind: "busy", untilMin: now.freeMin };
  const off = closed.find(({ fromMin, toMin }) => fromMin <= minute && minute < toMin);
  if (off) {
    const calledIn = taken.some(({ fromMin, freeMin }) => minute < freeMin && fromMin < off.toMin);
    return { kind: "closed", untilMin: off.toMin, ...(calledIn && { calledIn }) };
  }
  const begins = [...taken.map(({ busyFromMin }) => busyFromMin), ...closed.map(({ fromMin }) => fromMin)];
  return { kind: "free", untilMin: Math.min(DAY_MIN, ...begins.filter((one) => one > minute)) };
}

/** Minutes that somebody works on a day, and of these what is planned. */
export interface Load {
  bookedMin: number;
  shiftMin: number;
}

export function computeLoad(taken: readonly Span[], closed: readonly Span[]): Load {
  const off = closed.reduce((sum, { fromMin, toMin }) => sum + toMin - fromMin, 0);
  const within = ({ fromMin, toMin }: Span) => Math.max(0, Math.min(DAY_MIN, toMin) - Math.max(0, fromMin));
  return {
    bookedMin: Math.round(taken.reduce((sum, one) => sum + within(one), 0)),
    shiftMin: DAY_MIN - off,
  };
}
