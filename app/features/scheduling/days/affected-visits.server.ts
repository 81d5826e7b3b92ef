import { sql } from "kysely";
import type { Ctx } from "~/platform/context";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { dubaiDate } from "~/platform/time";
import { loadRoster } from "../roster.server";
import { type AffectedVisit, findCurrentConflicts } from "./visit-conflicts";
import "../table";

/** Whose visits a change may touch. Without a technician: everybody's. */
export interface AffectedVisitsScope {
  technicianId?: string;
  /** The visits that whoever asks has seen, by id, and takes into account. */
  agreed?: readonly string[];
}

/**
 * Does what takes skills, papers, zones or working time away, unless planned visits would suffer that nobody agreed to:
 * then it refuses with them. Runs in the transaction of a command, which gives up on a refusal what was done.
 */
export async function withAffectedVisitsCheck<Result extends { ok: true } | Refusal>(
  ctx: Ctx,
  { technicianId, agreed = [] }: AffectedVisitsScope,
  work: () => Promise<Result>,
): Promise<Result | Refusal<"visits-affected">> {
  const before = await listStanding(ctx, technicianId);
  const result = await work();
  if (!result.ok || before.length === 0) return result;
  const earlier = new Map(before.map(({ id, conflicts }) => [id, conflicts]));
  const visits = (await listStanding(ctx, technicianId))
    .map((visit) => ({
      ...visit,
      conflicts: visit.conflicts.filter((one) => !earlier.get(visit.id)?.includes(one)),
    }))
    .filter(({ conflicts }) => conflicts.length > 0);
  return visits.every(({ id }) => agreed.includes(id)) ? result : refuse("visits-affected", { visits });
}

/** The visits ahead, in the order of time, with what stands in the way of each. */
async function listStanding(ctx: Ctx, technicianId: string | undefined): Promise<AffectedVisit[]> {
  const visits = await ctx.db
    .selectFrom("visits_to_make")
    .selectAll()
    .select(
      sql<boolean>`skills <@ ARRAY(SELECT service_id FROM technician_skills
        WHERE technician_skills.technician_id = visits_to_make.technician_id)`.as("skilled"),
    )
    .where("ends_at", ">", ctx.now)
    .$if(technicianId !== undefined, (rows) => rows.where("technician_id", "=", technicianId!))
    .orderBy("starts_at")
    .orderBy("id")
    .execute();
  if (visits.length === 0) return [];
  const roster = await loadRoster(ctx, {
    skills: [],
    from: dubaiDate(visits[0]!.starts_at),
    to: dubaiDate(visits.at(-1)!.starts_at),
    includeUnavailable: true,
  });
  const technicians = new Map(roster.technicians.map((one) => [one.id, one]));
  return visits.map((visit) => {
    const startsAt = visit.starts_at;
    const standing = {
      ...visit,
      startsAt,
      endsAt: visit.ends_at,
      bufferMin: visit.buffer_min,
    };
    return {
      id: visit.id,
      bookingId: visit.booking_id,
      reference: visit.reference,
      serviceName: visit.service_name,
      area: visit.area,
      startsAt: startsAt.toISOString(),
      conflicts: findCurrentConflicts(technicians.get(visit.technician_id)!, roster, standing, ctx.now),
    };
  });
}
