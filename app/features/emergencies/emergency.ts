import type { Silent } from "~/platform/events/events";
import { addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import {
  countVisitsOn,
  findPlacementWarnings,
  isOnCall,
  type Job,
  type Roster,
  type RosterTechnician,
  type TimeSlot,
  toTimeSlot,
  travelFromPreviousVisit,
} from "../scheduling/slots";

/** An emergency's clock (docs/domain.md, "Emergencies"): acknowledged, dispatched, arrived; and whom to send. Pure. */

/** After so many minutes the office is told by mail. */
export const escalateAfterMin = { unacknowledged: 15, "not-arrived": 90 } as const;
export type EscalationReason = keyof typeof escalateAfterMin;

/** Visits start on the full five minutes: the next one is now. */
const START_MIN = 5;

/** The day and time at which somebody who is sent now sets to work. */
export function nextVisitStart(now: Date): { day: string; time: string } {
  const step = START_MIN * 60_000;
  const start = new Date(Math.ceil(now.getTime() / step) * step);
  return { day: dubaiDate(start), time: dubaiTime(start) };
}

/** The days that somebody who is sent now may be looked up on: the way may lead past midnight. */
export function rosterDays(now: Date): { from: string; to: string } {
  const { day } = nextVisitStart(now);
  return { from: day, to: dubaiDate(addMinutes(now, 24 * 60)) };
}

/**
 * Who can be sent now, whatever his zone, the best first: on call before on shift, then the shortest way from the visit before, then the
 * least busy that day.
 */
export function rankCandidates(
  roster: Roster,
  job: Job,
  { area, now }: { area: string; now: Date },
): (RosterTechnician & { isOnCall: boolean })[] {
  const { day, time } = nextVisitStart(now);
  const timeSlot = toTimeSlot(job, day, time);
  return roster.technicians
    .filter((technician) =>
      findPlacementWarnings(technician, roster, timeSlot, { area, now, emergency: true }).every(
        (one) => one === "out-of-zone",
      ),
    )
    .map((technician) => ({ ...technician, isOnCall: isOnCall(technician, timeSlot) }))
    .sort(
      (a, b) =>
        Number(b.isOnCall) - Number(a.isOnCall) ||
        travelMinutesTo(a, timeSlot, area) - travelMinutesTo(b, timeSlot, area) ||
        countVisitsOn(a, timeSlot) - countVisitsOn(b, timeSlot) ||
        (a.id < b.id ? -1 : 1),
    );
}

/** From home the way is unknown: taken for an hour, half the promise. */
const TRAVEL_FROM_HOME_MIN = 60;

function travelMinutesTo(technician: RosterTechnician, timeSlot: TimeSlot, area: string): number {
  return travelFromPreviousVisit(technician, timeSlot, area)?.minutes ?? TRAVEL_FROM_HOME_MIN;
}

declare module "~/platform/events/events" {
  interface Events {
    "booking.acknowledged": Silent;
    /** These on call were asked to go, or what they were asked to go to has changed. */
    "booking.on-call-paged": { technicianIds: string[] };
    /** A technician on call cannot go. */
    "booking.passed-on": { technicianId: string };
    /** It waits too long: once for each reason. */
    "booking.escalated": { why: EscalationReason };
  }
}
