import type { Silent } from "~/platform/events/events";
import { addMinutes, dubaiDate } from "~/platform/time";
import { EMERGENCY_TRAVEL_FROM_HOME_MIN } from "../scheduling/assignment-weights";
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
import { nextVisitStart } from "../scheduling/visit-time";

/** Response clock and candidates (docs/domain.md, "Emergencies"). Pure functions. */

/** Minutes after the request until the office is emailed. */
export const escalateAfterMin = { unacknowledged: 15, "not-arrived": 90 } as const;
export type EscalationReason = keyof typeof escalateAfterMin;

/** Today and tomorrow, because the visit may run past midnight. */
export function rosterDays(now: Date): { from: string; to: string } {
  const { day } = nextVisitStart(now);
  return { from: day, to: dubaiDate(addMinutes(now, 24 * 60)) };
}

/** Best first: on call, shortest travel, fewest visits that day. Ignores zones. */
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

function travelMinutesTo(technician: RosterTechnician, timeSlot: TimeSlot, area: string): number {
  return travelFromPreviousVisit(technician, timeSlot, area)?.minutes ?? EMERGENCY_TRAVEL_FROM_HOME_MIN;
}

declare module "~/platform/events/events" {
  interface Events {
    "booking.acknowledged": Silent;
    /** Emitted again when the trade was corrected. */
    "booking.on-call-paged": { technicianIds: string[] };
    "booking.page-declined": { technicianId: string };
    /** Emitted once per reason. */
    "booking.escalated": { why: EscalationReason };
  }
}
