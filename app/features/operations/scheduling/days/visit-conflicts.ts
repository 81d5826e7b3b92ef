import { dubaiDate, dubaiTime } from "~/platform/time";
import {
  type Conflict,
  findPlacementWarnings,
  type Roster,
  type RosterTechnician,
  toTimeSlot,
} from "../slots";

/** Visits ahead or under way. */
export const openVisitStates = ["held", "scheduled", "en_route", "on_site"] as const;

export interface VisitToCheck {
  startsAt: Date;
  endsAt: Date;
  bufferMin: number;
  outdoor: boolean;
  area: string;
  emergency: boolean;
  skilled: boolean;
}

/**
 * Conflicts that appeared after the placement: a removed skill, zone or shift, an expired certificate, a
 * holiday.
 */
export function findCurrentConflicts(
  technician: RosterTechnician,
  roster: Roster,
  visit: VisitToCheck,
  now: Date,
): Conflict[] {
  const { startsAt, endsAt, skilled, area, emergency } = visit;
  const durationMin = (endsAt.getTime() - startsAt.getTime()) / 60_000;
  const timeSlot = toTimeSlot({ ...visit, durationMin }, dubaiDate(startsAt), dubaiTime(startsAt));
  // Without other visits: overlaps are impossible, and the board checks travel itself.
  const alone = { ...technician, skilled, visits: [] };
  return findPlacementWarnings(alone, roster, timeSlot, { area, now, emergency }).filter(
    (one) => one !== "past",
  );
}

/** End of preceding work that overruns into the visit; null if none does. */
export function delayedUntil(
  { visits }: RosterTechnician,
  { startsAt }: Pick<VisitToCheck, "startsAt">,
): Date | null {
  const start = startsAt.getTime();
  const ends = visits.filter((one) => one.start < start && one.workEnd > start).map(({ workEnd }) => workEnd);
  return ends.length > 0 ? new Date(Math.max(...ends)) : null;
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The change would cause new conflicts of these planned visits. */
    "visits-affected": { visits: readonly AffectedVisit[] };
  }
}

/** Instants are ISO 8601 in UTC. */
export interface AffectedVisit {
  id: string;
  bookingId: string;
  reference: string;
  serviceName: string;
  area: string;
  startsAt: string;
  conflicts: readonly Conflict[];
  /** Per technician, for crews. */
  people?: readonly { name: string; conflicts: readonly Conflict[] }[];
}
