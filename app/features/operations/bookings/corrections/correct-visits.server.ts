import type { Ctx } from "~/platform/context";
import { violatesConstraint } from "~/platform/database/transaction.server";
import { addMinutes, dubaiDate, dubaiTime } from "~/platform/time";
import type { Service } from "../../../core/catalogue/queries.server";
import { visitMinutes } from "../../../core/pricing/work-time";
import { loadRoster } from "../../scheduling/roster.server";
import { type Conflict, findPlacementWarnings, toTimeSlot } from "../../scheduling/slots";
import { isPlanned, isUnderWay } from "../booking";
import type { LockedBooking, LockedVisit } from "../lock-booking.server";
import { placementSnapshot } from "../visits/apply-placement.server";
import type { Correctable } from "./correctable.server";

export interface CorrectedWork {
  service: Service;
  skills: readonly string[];
  /** Duration in minutes; null if the default of the service applies. */
  durationMin: number | null;
  area: string;
}

export interface CorrectedVisit {
  visit: LockedVisit;
  durationMin: number;
  crewConflicts: CrewConflict[];
  bookingId: string;
  reference: string;
  work: CorrectedWork;
}

interface CrewConflict {
  /** Id of the visit, or of the helper's row. */
  rowId: string;
  isLead: boolean;
  technicianId: string;
  name: string;
  conflicts: Conflict[];
}

/** A resized visit keeps its length unless the duration itself is corrected. */
export async function correctVisits(
  ctx: Ctx,
  booking: LockedBooking,
  before: Correctable,
  work: CorrectedWork,
): Promise<CorrectedVisit[]> {
  const defaultMin = visitMinutes(before.durationMin ?? before.service.durationMin);
  const resized = work.durationMin !== before.durationMin;
  const corrected: CorrectedVisit[] = [];
  for (const visit of booking.visits.filter((candidate) => isPlanned(candidate) || isUnderWay(candidate))) {
    const length = minutesOf(visit);
    const durationMin =
      resized || length === defaultMin ? visitMinutes(work.durationMin ?? work.service.durationMin) : length;
    const previousWork = {
      service: { ...before.service, bufferMin: before.bufferMin ?? before.service.bufferMin },
      skills: booking.skills,
      area: booking.area,
      durationMin: length,
    };
    const conflictsBefore = await findCrewConflicts(ctx, booking, visit, previousWork);
    const conflictsNow = await findCrewConflicts(ctx, booking, visit, { ...work, durationMin });
    corrected.push({
      visit,
      durationMin,
      crewConflicts: conflictsNow
        .map((person, index) => ({
          ...person,
          // An accepted conflict does not carry over to another skill or area.
          conflicts: person.conflicts.filter(
            (conflict) =>
              !conflictsBefore[index]!.conflicts.includes(conflict) ||
              (conflict === "no-skill" && !sameSkills(work.skills, booking.skills)) ||
              ((conflict === "travel" || conflict === "out-of-zone") && work.area !== booking.area),
          ),
        }))
        .filter(({ conflicts }) => conflicts.length > 0),
      bookingId: booking.id,
      reference: before.reference,
      work,
    });
  }
  return corrected;
}

/** Lead first; empty if unassigned. */
async function findCrewConflicts(
  ctx: Ctx,
  { emergency }: LockedBooking,
  visit: LockedVisit,
  { service, skills, durationMin, area }: CorrectedWork & { durationMin: number },
): Promise<CrewConflict[]> {
  const { technicianId: lead } = visit;
  if (!lead) return [];
  const day = dubaiDate(visit.startsAt);
  const roster = await loadRoster(ctx, {
    skills,
    from: day,
    to: day,
    includeUnavailable: true,
    excludedVisitId: visit.id,
  });
  const timeSlot = toTimeSlot({ ...service, durationMin }, day, dubaiTime(visit.startsAt));
  return [{ id: visit.id, technicianId: lead }, ...visit.helpers].map(({ id: rowId, technicianId }) => {
    const technician = roster.technicians.find(({ id }) => id === technicianId)!;
    const conflicts = findPlacementWarnings(technician, roster, timeSlot, { area, now: ctx.now, emergency });
    return {
      ...{ rowId, isLead: rowId === visit.id, technicianId, name: technician.name },
      conflicts: conflicts.filter((conflict) => conflict !== "past"),
    };
  });
}

export function uniqueConflicts(people: readonly CrewConflict[]): Conflict[] {
  return [...new Set(people.flatMap(({ conflicts }) => conflicts))];
}

export function affectedVisitView({ visit, crewConflicts, bookingId, reference, work }: CorrectedVisit) {
  return {
    id: visit.id,
    bookingId,
    reference,
    serviceName: work.service.name,
    area: work.area,
    startsAt: visit.startsAt.toISOString(),
    conflicts: uniqueConflicts(crewConflicts),
    ...(visit.helpers.length > 0
      ? { people: crewConflicts.map(({ name, conflicts }) => ({ name, conflicts })) }
      : {}),
  };
}

/** False if the database rejects two overlapping visits of one technician. */
export async function updateVisit(
  ctx: Ctx,
  { visit, durationMin }: CorrectedVisit,
  work: CorrectedWork,
): Promise<boolean> {
  try {
    await ctx.db
      .updateTable("visits")
      .set({
        area: work.area,
        bufferMin: work.service.bufferMin,
        endsAt: addMinutes(visit.startsAt, durationMin),
      })
      .where("id", "=", visit.id)
      .execute();
    return true;
  } catch (error) {
    if (violatesConstraint("overlap", error)) return false;
    throw error;
  }
}

export function placementChange({ visit, durationMin }: CorrectedVisit) {
  const endsAt = addMinutes(visit.startsAt, durationMin);
  return {
    visitId: visit.id,
    before: placementSnapshot(visit),
    after: placementSnapshot({ ...visit, endsAt }),
  };
}

function sameSkills(some: readonly string[], others: readonly string[]): boolean {
  return some.length === others.length && some.every((skill) => others.includes(skill));
}

export function minutesOf({ startsAt, endsAt }: LockedVisit): number {
  return (endsAt.getTime() - startsAt.getTime()) / 60_000;
}
