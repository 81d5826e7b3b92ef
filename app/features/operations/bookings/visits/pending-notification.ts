import type { VisitState } from "../booking";

/**
 * Pure. Compares the last notified state with the current one, rather than listing each change
 * (docs/domain.md, "Notifications").
 */

/** Last notified state; null if never notified. `technicianId`: null if no technician was named. */
export type NotifiedVisit = { startsAt: Date; technicianId: string | null } | null;

interface VisitNow {
  state: VisitState;
  technicianId: string | null;
  startsAt: Date;
}

/** The technician is named once the visit is confirmed. */
export function knownToCustomer(visit: VisitNow | null): NotifiedVisit {
  if (!visit || isCancelled(visit)) return null;
  const { startsAt, technicianId, state } = visit;
  return { startsAt, technicianId: state === "held" ? null : technicianId };
}

/** The technician is notified once the visit is confirmed. */
export function knownToTechnician(visit: VisitNow | null, technicianId: string): NotifiedVisit {
  if (!visit || isCancelled(visit) || visit.state === "held" || visit.technicianId !== technicianId)
    return null;
  return { startsAt: visit.startsAt, technicianId };
}

function isCancelled({ state }: VisitNow): boolean {
  return state === "cancelled" || state === "no_access" || state === "handed_over";
}

export type VisitChangeKind = "assigned" | "rescheduled" | "cancelled";

/**
 * Null: nothing to notify. Customers are not notified of an unassigned technician until another one is
 * assigned.
 */
export function classifyVisitChange(known: NotifiedVisit, now: NotifiedVisit): VisitChangeKind | null {
  if (!now) return known && "cancelled";
  const isNamed = now.technicianId !== null && now.technicianId !== known?.technicianId;
  if (isNamed) return "assigned";
  return known && known.startsAt.getTime() !== now.startsAt.getTime() ? "rescheduled" : null;
}

export function isSameState(known: NotifiedVisit, now: NotifiedVisit): boolean {
  return known?.startsAt.getTime() === now?.startsAt.getTime() && known?.technicianId === now?.technicianId;
}

interface PendingVisitChange {
  visitId: string;
  known: NotifiedVisit;
  now: NotifiedVisit;
  confirms: boolean;
}

/**
 * One email for a visit, or for several days of a job, about the first relevant visit. A cancelled day of a
 * continuing job is no cancellation.
 */
export function combineVisitChanges(
  changes: readonly PendingVisitChange[],
): { visitId: string; what: VisitChangeKind | null; known: NotifiedVisit; confirms: boolean } | null {
  const classified = changes.map((change) => ({
    ...change,
    what: classifyVisitChange(change.known, change.now),
  }));
  const startOf = ({ now, known }: PendingVisitChange) => (now ?? known)?.startsAt.getTime() ?? 0;
  const rank = ({ what }: { what: VisitChangeKind | null }) =>
    what === null ? 3 : ["assigned", "rescheduled", "cancelled"].indexOf(what);
  const first = classified.sort((a, b) => rank(a) - rank(b) || startOf(a) - startOf(b))[0];
  if (!first) return null;
  const { visitId, what, known } = first;
  return { visitId, what, known, confirms: changes.some(({ confirms }) => confirms) };
}
