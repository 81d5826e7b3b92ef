import type { Ctx } from "~/platform/context";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";

/** Signed-in technician; null if not paged for this emergency. */
export async function findPagedTechnician(
  ctx: Ctx,
  bookingId: string,
): Promise<{ technicianId: string; declined: boolean } | null> {
  const row = await ctx.db
    .selectFrom("on_call_pages")
    .innerJoin("technicians", "technicians.id", "on_call_pages.technician_id")
    .select(["technicians.id", "declined_at"])
    .where("booking_id", "=", bookingId)
    .where(isSignedInTechnician(ctx))
    .executeTakeFirst();
  return row ? { technicianId: row.id, declined: row.declined_at !== null } : null;
}

/** Null if no technician is dispatched. */
export async function findDispatchedVisit(ctx: Ctx, bookingId: string) {
  const row = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technician_id")
    .select(["visits.id", "technicians.id as technician_id", "technicians.name"])
    .where("booking_id", "=", bookingId)
    .where("visits.live", "=", true)
    .where("visits.lead_visit_id", "is", null)
    .orderBy("visits.starts_at", "desc")
    .executeTakeFirst();
  return row ? { visitId: row.id, technicianId: row.technician_id, name: row.name } : null;
}
