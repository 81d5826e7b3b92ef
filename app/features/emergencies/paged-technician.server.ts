import type { Ctx } from "~/platform/context";
import { isSignedInTechnician } from "../scheduling/technicians/signed-in-technician.server";
import "./table";
import "../bookings/table";
import "../scheduling/table";

/** The technician who is signed in, where he was asked to go to this emergency; null: it is none of his business. */
export async function findPagedTechnician(
  ctx: Ctx,
  bookingId: string,
): Promise<{ technicianId: string; passedOn: boolean } | null> {
  const row = await ctx.db
    .selectFrom("emergency_calls")
    .innerJoin("technicians", "technicians.id", "emergency_calls.technician_id")
    .select(["technicians.id", "passed_on_at"])
    .where("booking_id", "=", bookingId)
    .where(isSignedInTechnician(ctx))
    .executeTakeFirst();
  return row ? { technicianId: row.id, passedOn: row.passed_on_at !== null } : null;
}

/** The visit of an emergency that somebody is sent to; null where nobody is. */
export async function findDispatchedVisit(ctx: Ctx, bookingId: string) {
  const row = await ctx.db
    .selectFrom("visits")
    .innerJoin("technicians", "technicians.id", "visits.technician_id")
    .select(["visits.id", "technicians.id as technician_id", "technicians.name"])
    .where("booking_id", "=", bookingId)
    .where("visits.live", "=", true)
    .where("visits.lead_id", "is", null)
    .orderBy("visits.starts_at", "desc")
    .executeTakeFirst();
  return row ? { visitId: row.id, technicianId: row.technician_id, name: row.name } : null;
}
