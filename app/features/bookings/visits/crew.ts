import type { Conflict } from "../../scheduling/slots";
import { type ActingRole, isPlanned, type TransitionRefusal, type VisitState } from "../booking";

/** A crew, which is whoever comes to a visit: one leads, others may help (docs/decisions/0052-several-hands.md). Pure. */

/** More are several visits. */
export const MAX_CREW_SIZE = 3;

interface Crewed {
  technicianId: string | null;
  /** Each by the row of his own. */
  helpers: readonly { id: string; technicianId: string }[];
}

export interface Crew {
  lead: string;
  helpers: Crewed["helpers"];
}

/** The crew once somebody is put in a seat of it: that of the lead, or a helper's row. Whoever is in the crew already changes places with who was there. */
export function crewAfter(visit: Crewed | null, crewSlotId: string | null, technicianId: string): Crew {
  const lead = visit?.technicianId ?? null;
  const helpers = visit?.helpers ?? [];
  const left =
    crewSlotId === null ? lead : (helpers.find(({ id }) => id === crewSlotId)?.technicianId ?? null);
  const swap = (one: string) => {
    if (one === left) return technicianId;
    return one === technicianId && left !== null ? left : one;
  };
  return {
    lead: lead === null ? technicianId : swap(lead),
    helpers: helpers.map(({ id, technicianId }) => ({ id, technicianId: swap(technicianId) })),
  };
}

interface Before extends Crewed {
  state: VisitState;
  startsAt: Date;
  crewSize: number;
}

/**
 * The visit of several that a new one goes on from: it was left for now, or nobody let them in, and no other came after it. The same
 * people come again, as far as they can.
 */
export function findVisitToContinue<Visit extends Before>(visits: readonly Visit[]): Visit | null {
  const last = visits
    .filter(({ state }) => state !== "cancelled")
    .reduce<Visit | null>((last, one) => (last && last.startsAt > one.startsAt ? last : one), null);
  const isLeft = last?.state === "on_hold" || last?.state === "no_access";
  return isLeft && last.crewSize > 1 ? last : null;
}

/** Who else comes once somebody leads, of those who came before: no more than it takes. */
export function returningHelperIds(
  { technicianId, helpers, crewSize }: Omit<Before, "state" | "startsAt">,
  lead: string,
) {
  return [technicianId, ...helpers.map((one) => one.technicianId)]
    .filter((one): one is string => one !== null && one !== lead)
    .slice(0, crewSize - 1);
}

/** Somebody who came before and does not come again, and why. */
export interface AbsentHelper {
  name: string;
  conflicts: readonly Conflict[];
}

/** How many are still to be found. */
export function missingHelpers({
  crewSize,
  helpers,
}: {
  crewSize: number;
  helpers: readonly unknown[];
}): number {
  return Math.max(0, crewSize - 1 - helpers.length);
}

/** Whether the crew of a visit may be changed: by the office, until somebody sets out. `adding`: a helper more. */
export function validateCrewChange(attempt: {
  by: ActingRole;
  visit: Crewed & { state: VisitState };
  adding?: boolean;
}): { ok: true } | { ok: false; reason: Extract<TransitionRefusal, "not-allowed" | "wrong-state"> } {
  const { by, visit, adding } = attempt;
  if (by !== "office") return { ok: false, reason: "not-allowed" };
  if (!isPlanned(visit)) return { ok: false, reason: "wrong-state" };
  const full = visit.technicianId === null || visit.helpers.length + 1 >= MAX_CREW_SIZE;
  return adding && full ? { ok: false, reason: "wrong-state" } : { ok: true };
}
