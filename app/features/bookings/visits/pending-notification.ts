import type { VisitState } from "../booking";

/**
 * What somebody is told of where and when a visit is, and who comes (docs/domain.md, "Messages"): pure. It is never a change
 * that is told, but the difference between what the person knows and what is.
 */

/** What somebody knows of a visit; null: of none. `technicianId` null: nobody was named. */
export type Known = { startsAt: Date; technicianId: string | null } | null;

interface VisitNow {
  state: VisitState;
  technicianId: string | null;
  startsAt: Date;
}

/** What the customer knows of a visit once everything of it was told: a technician is named once it is agreed. */
export function knownToCustomer(visit: VisitNow | null): Known {
  if (!visit || isOff(visit)) return null;
  const { startsAt, technicianId, state } = visit;
  return { startsAt, technicianId: state === "held" ? null : technicianId };
}

/** What a technician knows of a visit once everything of it was told: it is his once it is agreed. */
export function knownToTechnician(visit: VisitNow | null, technicianId: string): Known {
  if (!visit || isOff(visit) || visit.state === "held" || visit.technicianId !== technicianId) return null;
  return { startsAt: visit.startsAt, technicianId };
}

function isOff({ state }: VisitNow): boolean {
  return state === "cancelled" || state === "no_access";
}

/** What a mail says of a visit: somebody comes, comes at another time, or nobody comes. */
export type VisitChangeKind = "assigned" | "rescheduled" | "cancelled";

/** Null: nothing. That a technician was taken off is no news to a customer until another one comes. */
export function classifyVisitChange(known: Known, now: Known): VisitChangeKind | null {
  if (!now) return known && "cancelled";
  const isNamed = now.technicianId !== null && now.technicianId !== known?.technicianId;
  if (isNamed) return "assigned";
  return known && known.startsAt.getTime() !== now.startsAt.getTime() ? "rescheduled" : null;
}

export function isSame(known: Known, now: Known): boolean {
  return known?.startsAt.getTime() === now?.startsAt.getTime() && known?.technicianId === now?.technicianId;
}

interface PendingVisitChange {
  visitId: string;
  known: Known;
  now: Known;
  confirms: boolean;
}

/**
 * What one mail says of a visit, or of several days of one plan that changed together: of which visit, the first one that is told. A day
 * that is called off while others stay is another plan, not the end of it.
 */
export function combineVisitChanges(
  all: readonly PendingVisitChange[],
): { visitId: string; what: VisitChangeKind | null; known: Known; confirms: boolean } | null {
  const told = all.map((one) => ({ ...one, what: classifyVisitChange(one.known, one.now) }));
  const at = ({ now, known }: PendingVisitChange) => (now ?? known)?.startsAt.getTime() ?? 0;
  const rank = ({ what }: { what: VisitChangeKind | null }) =>
    what === null ? 3 : ["assigned", "rescheduled", "cancelled"].indexOf(what);
  const first = told.sort((a, b) => rank(a) - rank(b) || at(a) - at(b))[0];
  if (!first) return null;
  const { visitId, what, known } = first;
  return { visitId, what, known, confirms: all.some(({ confirms }) => confirms) };
}
