import type { Silent } from "~/platform/events/events";
import { addMinutes, dubaiDate } from "~/platform/time";
import { travelMinutes } from "../../core/geography/travel";
import { EMERGENCY_TRAVEL_FROM_HOME_MIN } from "../scheduling/assignment-weights";
import {
  countVisitsOn,
  findPlacementWarnings,
  isOnCall,
  type Job,
  type Roster,
  type RosterTechnician,
  type RosterVisit,
  toTimeSlot,
  travelFromPreviousVisit,
} from "../scheduling/slots";
import { nextVisitStart } from "../scheduling/visit-time";

/** Response clock and candidates (docs/domain.md, "Emergencies"). Pure functions. */

/** Minutes after the request until the office is emailed. */
export const escalateAfterMin = { unacknowledged: 15, "not-arrived": 90 } as const;
export type EscalationReason = keyof typeof escalateAfterMin;

/** Times of the push messages to paged technicians. */
export const RING_EVERY_SECONDS = 15;
/** Time for one technician to answer, from the first message. */
export const RING_ANSWER_SECONDS = 60;
/** Time until the next technician on call is rung as well, from the first message. */
export const RING_NEXT_SECONDS = 120;
/** Rings end after this time, in minutes; the office is alarmed meanwhile. */
export const RING_MAX_MIN = 60;

/** Today and tomorrow, because the visit may run past midnight. */
export function rosterDays(now: Date): { from: string; to: string } {
  const { day } = nextVisitStart(now);
  return { from: day, to: dubaiDate(addMinutes(now, 24 * 60)) };
}

interface IdentifiedRosterVisit extends RosterVisit {
  id: string;
}

/** Facts of a visit in the roster that decide whether it can be moved. */
export interface RosterVisitFacts {
  isUnderWay: boolean;
  isEmergency: boolean;
  reference: string;
  startsAt: Date;
}

export interface Candidate {
  technicianId: string;
  name: string;
  isOnCall: boolean;
  /** Dubai day and time from which the technician is free to leave. */
  day: string;
  time: string;
  arrivesAt: Date;
  /** Ordinary visits that must be moved first. */
  displaced: { visitId: string; reference: string; startsAt: Date; endsAt: Date }[];
}

/** Offered if no technician can arrive by the deadline. */
const MAX_LATE_CANDIDATES = 3;

/**
 * Technicians who can arrive by the deadline; otherwise the earliest ones. Best first: without moved visits, on
 * call, earliest arrival, fewest visits that day. Ignores zones.
 */
export function findCandidates(
  roster: Roster<IdentifiedRosterVisit>,
  facts: ReadonlyMap<string, RosterVisitFacts>,
  job: Job,
  criteria: { area: string; now: Date; deadline: Date },
): Candidate[] {
  const candidates = roster.technicians
    .flatMap((technician) => toCandidate(technician, roster, facts, job, criteria) ?? [])
    .sort(
      (a, b) =>
        Number(a.displaced.length > 0) - Number(b.displaced.length > 0) ||
        Number(b.isOnCall) - Number(a.isOnCall) ||
        a.arrivesAt.getTime() - b.arrivesAt.getTime() ||
        a.visitsThatDay - b.visitsThatDay ||
        (a.technicianId < b.technicianId ? -1 : 1),
    );
  const inTime = candidates.filter(({ arrivesAt }) => arrivesAt <= criteria.deadline);
  if (inTime.length > 0) return inTime;
  return candidates
    .toSorted((a, b) => a.arrivesAt.getTime() - b.arrivesAt.getTime())
    .slice(0, MAX_LATE_CANDIDATES);
}

/** Null if the technician cannot come, for example because of time off or another emergency. */
function toCandidate(
  technician: RosterTechnician<IdentifiedRosterVisit>,
  roster: Roster<IdentifiedRosterVisit>,
  facts: ReadonlyMap<string, RosterVisitFacts>,
  job: Job,
  { area, now }: { area: string; now: Date },
): (Candidate & { visitsThatDay: number }) | null {
  const upcoming = technician.visits.filter(({ end }) => end > now.getTime());
  const underWay = upcoming.filter(({ id }) => facts.get(id)?.isUnderWay);
  const freeAt = new Date(Math.max(now.getTime(), ...underWay.map(({ end }) => end)));
  const { day, time } = nextVisitStart(freeAt);
  const timeSlot = toTimeSlot(job, day, time);
  const inTheWay = upcoming.filter(
    (visit) =>
      !underWay.includes(visit) &&
      visit.end > timeSlot.busy.start &&
      visit.start < timeSlot.busy.end + (travelMinutes(area, visit.area) ?? 0) * 60_000,
  );
  if (inTheWay.some(({ id }) => facts.get(id)?.isEmergency !== false)) return null;
  const remaining = { ...technician, visits: technician.visits.filter((visit) => !inTheWay.includes(visit)) };
  const isAvailable = findPlacementWarnings(remaining, roster, timeSlot, {
    ...{ area, now },
    emergency: true,
  }).every((conflict) => conflict === "out-of-zone" || conflict === "travel");
  if (!isAvailable) return null;
  const travel =
    travelFromPreviousVisit(remaining, timeSlot, area)?.minutes ?? EMERGENCY_TRAVEL_FROM_HOME_MIN;
  return {
    technicianId: technician.id,
    name: technician.name,
    isOnCall: isOnCall(technician, timeSlot),
    ...{ day, time },
    arrivesAt: addMinutes(new Date(timeSlot.work.start), travel),
    displaced: inTheWay.map(({ id, workEnd }) => {
      const { reference, startsAt } = facts.get(id)!;
      return { visitId: id, reference, startsAt, endsAt: new Date(workEnd) };
    }),
    visitsThatDay: countVisitsOn(technician, timeSlot),
  };
}

declare module "~/platform/events/events" {
  interface Events {
    "booking.acknowledged": Silent;
    /** Emitted again when the trade was corrected. */
    "booking.on-call-paged": { technicianIds: string[] };
    "booking.page-declined": { technicianId: string };
    /** The technician is busy and would go; the office decides. */
    "booking.page-offered": Silent<{ technicianId: string }>;
    /** A push service accepted the first message to a device of the technician. */
    "booking.page-rang": Silent<{ technicianId: string }>;
    /** Emitted once per page, when the technician's time to answer is over or no device can be rung. */
    "booking.page-unanswered": { technicianId: string };
    /** Emitted once per reason. */
    "booking.escalated": { why: EscalationReason };
  }
}
