import type { Obstacle } from "../../scheduling/slots";
import { isPlanned, type MoveRefusal, type MoverRole, type VisitState } from "../booking";

/** Who comes to a visit: one leads, others may come along (docs/decisions/0052-several-hands.md). Pure. */

/** More are several visits. */
export const MOST_HANDS = 3;

interface Crewed {
  technicianId: string | null;
  /** Those who come along, each by the row of his own. */
  beside: readonly { id: string; technicianId: string }[];
}

/**
 * The crew once somebody is put in a place of it: that of whoever leads, or of the row `besideId`. Whoever is in the crew already changes
 * places with who was there.
 */
export function crewAfter(
  visit: Crewed | null,
  besideId: string | null,
  technicianId: string,
): { leads: string; beside: { id: string; technicianId: string }[] } {
  const lead = visit?.technicianId ?? null;
  const beside = visit?.beside ?? [];
  const left = besideId === null ? lead : (beside.find(({ id }) => id === besideId)?.technicianId ?? null);
  const swap = (one: string) => {
    if (one === left) return technicianId;
    return one === technicianId && left !== null ? left : one;
  };
  return {
    leads: lead === null ? technicianId : swap(lead),
    beside: beside.map(({ id, technicianId }) => ({ id, technicianId: swap(technicianId) })),
  };
}

interface Before extends Crewed {
  state: VisitState;
  startsAt: Date;
  hands: number;
}

/**
 * The visit of several that a new one goes on from: it was left for now, or nobody let them in, and no other came after it. The same
 * people come again, as far as they can.
 */
export function goesOnFrom<Visit extends Before>(visits: readonly Visit[]): Visit | null {
  const last = visits
    .filter(({ state }) => state !== "cancelled")
    .reduce<Visit | null>((last, one) => (last && last.startsAt > one.startsAt ? last : one), null);
  const isLeft = last?.state === "on_hold" || last?.state === "no_access";
  return isLeft && last.hands > 1 ? last : null;
}

/** Who else comes once somebody leads, of those who came before: no more than it takes. */
export function companionsOf(
  { technicianId, beside, hands }: Omit<Before, "state" | "startsAt">,
  leads: string,
) {
  return [technicianId, ...beside.map((one) => one.technicianId)]
    .filter((one): one is string => one !== null && one !== leads)
    .slice(0, hands - 1);
}

/** Somebody who came before and does not come again, and why. */
export interface NotAlong {
  name: string;
  obstacles: readonly Obstacle[];
}

/** How many are still to be found. */
export function missingHands({ hands, beside }: { hands: number; beside: readonly unknown[] }): number {
  return Math.max(0, hands - 1 - beside.length);
}

/** Whether the crew of a visit may be changed: by the office, until somebody sets out. `adding`: somebody comes along who did not. */
export function decideCrew(attempt: {
  by: MoverRole;
  visit: Crewed & { state: VisitState };
  adding?: boolean;
}): { ok: true } | { ok: false; reason: Extract<MoveRefusal, "not-allowed" | "wrong-state"> } {
  const { by, visit, adding } = attempt;
  if (by !== "office") return { ok: false, reason: "not-allowed" };
  if (!isPlanned(visit)) return { ok: false, reason: "wrong-state" };
  const full = visit.technicianId === null || visit.beside.length + 1 >= MOST_HANDS;
  return adding && full ? { ok: false, reason: "wrong-state" } : { ok: true };
}
