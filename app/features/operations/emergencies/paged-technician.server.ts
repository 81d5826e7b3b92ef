import type { Ctx } from "~/platform/context";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";

/** Signed-in technician; null if not paged for this emergency. */
export async function findPagedTechnician(
  ctx: Ctx,
  bookingId: string,
): Promise<{ technicianId: string; declined: boolean } | null> {
  const row = await ctx.db
    .selectFrom("onCallPages")
    .innerJoin("technicians", "technicians.id", "onCallPages.technicianId")
    .select(["technicians.id", "declinedAt"])
    .where("bookingId", "=", bookingId)
    .where(isSignedInTechnician(ctx))
    .executeTakeFirst();
  return row ? { technicianId: row.id, declined: row.declinedAt !== null } : null;
}

/** Null if no technician is dispatched. */
export async function findDispatchedVisit(ctx: Ctx, bookingId: string) {
  const row = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technicianId")
    .select(["visits.id", "technicians.id as technicianId", "technicians.name"])
    .where("bookingId", "=", bookingId)
    .where("visits.live", "=", true)
    .where("visits.leadVisitId", "is", null)
    .orderBy("visits.startsAt", "desc")
    .executeTakeFirst();
  return row ? { visitId: row.id, technicianId: row.technicianId, name: row.name } : null;
}
