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
