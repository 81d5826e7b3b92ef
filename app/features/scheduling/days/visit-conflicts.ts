import { dubaiDate, dubaiTime } from "~/platform/time";
import {
  type Conflict,
  findPlacementWarnings,
  type Roster,
  type RosterTechnician,
  toTimeSlot,
} from "../slots";

/** The states of a visit that its technician has still to make, or makes now. */
export const openVisitStates = ["held", "scheduled", "en_route", "on_site"] as const;

/** A planned visit, as far as it matters whether it can still be made. */
export interface VisitToCheck {
  startsAt: Date;
  endsAt: Date;
  bufferMin: number;
  outdoor: boolean;
  area: string;
  emergency: boolean;
  /** Whether its technician has the skill. */
  skilled: boolean;
}

/**
 * What stands against a planned visit now, as it would if it were placed anew: a skill, certificate, zone or working time
 * that was taken away, or a holiday that was added.
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
  // Other visits are told apart: they cannot overlap as planned, and ways are drawn between blocks.
  const alone = { ...technician, skilled, visits: [] };
  return findPlacementWarnings(alone, roster, timeSlot, { area, now, emergency }).filter(
    (one) => one !== "past",
  );
}

/** Until when the work before goes on into a planned visit's time; null: it does not. */
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
    /** These planned visits would have something in their way that they have not now: whoever agrees names them. */
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
  /** What comes into its way. */
  conflicts: readonly Conflict[];
  /** Into whose way, where several come to it. */
  people?: readonly { name: string; conflicts: readonly Conflict[] }[];
}
