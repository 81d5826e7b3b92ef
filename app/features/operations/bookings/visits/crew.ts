import type { Conflict } from "../../scheduling/slots";
import { type ActingRole, isPlanned, type TransitionRefusal, type VisitState } from "../booking";

/** Crew of a visit: one lead technician and helpers (docs/decisions/0052-crews-and-multi-day-jobs.md). Pure. */

/** Larger jobs are split into several visits. */
export const MAX_CREW_SIZE = 3;

interface CrewMembers {
  technicianId: string | null;
  /** `id`: the helper's own row in `visits`. */
  helpers: readonly { id: string; technicianId: string }[];
}

export interface Crew {
  lead: string;
  helpers: CrewMembers["helpers"];
}

/** `crewSlotId`: null for the lead's slot. A technician who is already in the crew swaps places. */
export function crewAfter(visit: CrewMembers | null, crewSlotId: string | null, technicianId: string): Crew {
  const lead = visit?.technicianId ?? null;
  const helpers = visit?.helpers ?? [];
  const replaced =
    crewSlotId === null ? lead : (helpers.find(({ id }) => id === crewSlotId)?.technicianId ?? null);
  const swap = (memberId: string) => {
    if (memberId === replaced) return technicianId;
    return memberId === technicianId && replaced !== null ? replaced : memberId;
  };
  return {
    lead: lead === null ? technicianId : swap(lead),
    helpers: helpers.map(({ id, technicianId }) => ({ id, technicianId: swap(technicianId) })),
  };
}

interface PreviousVisit extends CrewMembers {
  state: VisitState;
  startsAt: Date;
  crewSize: number;
}

/** The last visit if it was left on hold, without access or handed over: a new one takes the same crew. */
export function findVisitToContinue<Visit extends PreviousVisit>(visits: readonly Visit[]): Visit | null {
  const last = visits
    .filter(({ state }) => state !== "cancelled")
    .reduce<Visit | null>((last, visit) => (last && last.startsAt > visit.startsAt ? last : visit), null);
  const isLeft = last?.state === "on_hold" || last?.state === "no_access" || last?.state === "handed_over";
  return isLeft && last.crewSize > 1 ? last : null;
}

/** The lead of a handed over visit does not return. */
export function returningHelperIds(
  { state, technicianId, helpers, crewSize }: Omit<PreviousVisit, "startsAt">,
  lead: string,
) {
  return [state === "handed_over" ? null : technicianId, ...helpers.map((helper) => helper.technicianId)]
    .filter((memberId): memberId is string => memberId !== null && memberId !== lead)
    .slice(0, crewSize - 1);
}

export interface AbsentHelper {
  name: string;
  conflicts: readonly Conflict[];
}

export function missingHelpers({
  crewSize,
  helpers,
}: {
  crewSize: number;
  helpers: readonly unknown[];
}): number {
  return Math.max(0, crewSize - 1 - helpers.length);
}

/** Only the office changes crews, until departure. `adding`: another helper. */
export function validateCrewChange(attempt: {
  by: ActingRole;
  visit: CrewMembers & { state: VisitState };
  adding?: boolean;
}): { ok: true } | { ok: false; reason: Extract<TransitionRefusal, "not-allowed" | "wrong-state"> } {
  const { by, visit, adding } = attempt;
  if (by !== "office") return { ok: false, reason: "not-allowed" };
  if (!isPlanned(visit)) return { ok: false, reason: "wrong-state" };
  const full = visit.technicianId === null || visit.helpers.length + 1 >= MAX_CREW_SIZE;
  return adding && full ? { ok: false, reason: "wrong-state" } : { ok: true };
}
