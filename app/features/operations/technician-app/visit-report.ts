import { addMinutes, dubaiDate } from "~/platform/time";
import { type DelayMinutes, delayOptions } from "../bookings/arrival-estimate/delay-options";
import { isToday, isTransitionAvailable } from "../bookings/booking";
import type { OwnVisit, ReportedMove } from "./views";
import { reportedMoves, type VisitMove, type VisitTap, visitMoves } from "./visit-taps";

/** Transitions and reports of a technician. Pure, because the app uses them offline. */

export const reportLimits = {
  note: 2_000,
  reason: 500,
  signedBy: 50,
  photos: 8,
  readings: 1_000,
  parts: 1_000,
};

const stateAfter = {
  depart: "en_route",
  arrive: "on_site",
  reportNoAccess: "no_access",
  hold: "on_hold",
  finishWork: "work_done",
  undoDepart: "scheduled",
  undoArrive: "en_route",
  handOver: "handed_over",
} as const satisfies Record<VisitMove, OwnVisit["state"]>;

/** Moves that need a reason. */
export function needsReason(move: ReportedMove): boolean {
  return move === "hold" || move === "handOver";
}

export function isReported(move: VisitTap): move is ReportedMove {
  return reportedMoves.some((one) => one === move);
}

/**
 * Dubai day under which the phone lists a visit: the day of its start, which is the actual one once it is
 * finished. A visit that began before its planned day belongs to today, also while its taps are not sent.
 */
export function dayOfVisit({ state, startsAt }: Pick<OwnVisit, "state" | "startsAt">, today: string): string {
  const day = dubaiDate(new Date(startsAt));
  return state !== "scheduled" && day > today ? today : day;
}

/** Available transitions. Helpers have none, because only the lead changes the status. */
export function openMoves(
  { state, startsAt, isLead }: Pick<OwnVisit, "state" | "startsAt" | "isLead">,
  now: Date,
): VisitMove[] {
  if (isLead === false || state === "handed_over") return [];
  const visit = { state, now, visitStartsAt: new Date(startsAt) };
  return visitMoves.filter((move) => isTransitionAvailable(move, "technician", visit));
}

/** True if a delay can be reported. */
export function canDelay({ state, isLead }: Pick<OwnVisit, "state" | "isLead">): boolean {
  return state === "en_route" && isLead !== false;
}

/** True if "on the way" needs confirmation, because the visit is planned for another day. */
export function asksFirst(move: VisitMove, { startsAt }: Pick<OwnVisit, "startsAt">, now: Date): boolean {
  return move === "depart" && !isToday(new Date(startsAt), now);
}

/** Unconfirmed tap. */
export interface TappedMove {
  visitId: string;
  move: VisitTap;
  /** Minutes of a delay. */
  minutes?: DelayMinutes;
}

/** Visits with all unconfirmed taps applied, as shown to the technician. */
export function afterTaps(visits: readonly OwnVisit[], taps: readonly TappedMove[]): OwnVisit[] {
  return visits.map((visit) => {
    const own = taps.filter(({ visitId }) => visitId === visit.id);
    return own.reduce(afterTap, visit);
  });
}

function afterTap(visit: OwnVisit, { move, minutes = delayOptions[0] }: TappedMove): OwnVisit {
  const version = visit.version + 1;
  if (move !== "delay") return { ...visit, version, state: stateAfter[move], expectedAt: null };
  const { expectedAt } = visit;
  return {
    ...visit,
    version,
    expectedAt: expectedAt && addMinutes(new Date(expectedAt), minutes).toISOString(),
  };
}
