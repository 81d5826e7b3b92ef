import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { inReaderLanguage } from "~/platform/locale/content-language.server";
import { dubaiDate } from "~/platform/time";
import { loadRoster } from "../roster.server";
import { type AffectedVisit, findCurrentConflicts } from "./visit-conflicts";

/** `technicianId`: undefined checks the visits of all technicians. */
export interface AffectedVisitsScope {
  technicianId?: string;
  /** Visit ids that the user has seen and accepts. */
  acceptedVisitIds?: readonly string[];
}

/**
 * Runs a change that takes skills, certificates, zones or working time away, and refuses if it causes new
 * conflicts of visits that the user has not accepted. The caller's transaction must roll back on refusal.
 */
export async function withAffectedVisitsCheck<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { technicianId, acceptedVisitIds = [] }: AffectedVisitsScope,
  work: () => Promise<Result>,
): Promise<Result | Refusal<"visits-affected">> {
  const before = await listVisitConflicts(ctx, technicianId);
  const result = await work();
  if (!result.ok || before.length === 0) return result;
  const earlier = new Map(before.map(({ id, conflicts }) => [id, conflicts]));
  const visits = (await listVisitConflicts(ctx, technicianId))
    .map((visit) => ({
      ...visit,
      conflicts: visit.conflicts.filter((one) => !earlier.get(visit.id)?.includes(one)),
    }))
    .filter(({ conflicts }) => conflicts.length > 0);
  return visits.every(({ id }) => acceptedVisitIds.includes(id))
    ? result
    : refuse("visits-affected", { visits });
}

/** Future visits with their current conflicts, in order of time. */
async function listVisitConflicts(ctx: Ctx, technicianId: string | undefined): Promise<AffectedVisit[]> {
  const visits = await ctx.db
    .selectFrom("assignedVisits")
    .selectAll()
    .select(
      sql<boolean>`skills <@ ARRAY(SELECT service_id FROM technician_skills
        WHERE technician_skills.technician_id = assigned_visits.technician_id)`.as("skilled"),
    )
    .where("endsAt", ">", ctx.now)
    .$if(technicianId !== undefined, (rows) => rows.where("technicianId", "=", technicianId!))
    .orderBy("startsAt")
    .orderBy("id")
    .execute();
  if (visits.length === 0) return [];
  const roster = await loadRoster(ctx, {
    skills: [],
    from: dubaiDate(visits[0]!.startsAt),
    to: dubaiDate(visits.at(-1)!.startsAt),
    includeUnavailable: true,
  });
  const technicians = new Map(roster.technicians.map((one) => [one.id, one]));
  return visits.map((visit) => {
    const startsAt = visit.startsAt;
    const plannedVisit = {
      ...visit,
      startsAt,
      endsAt: visit.endsAt,
      bufferMin: visit.bufferMin,
    };
    return {
      id: visit.id,
      bookingId: visit.bookingId,
      reference: visit.reference,
      serviceName: inReaderLanguage(visit, ["serviceName"]).serviceName,
      area: visit.area,
      startsAt: startsAt.toISOString(),
      conflicts: findCurrentConflicts(technicians.get(visit.technicianId)!, roster, plannedVisit, ctx.now),
    };
  });
}
