import type { Ctx } from "~/platform/context";
import "../bookings/table";
import "../scheduling/table";
import "./table";

/** Whoever is with us and trained for the work of a series, which is that of its first booking, by name. */
export function findQualifiedTechnicians(
  ctx: Ctx,
  recurringBookingId: string,
): Promise<{ id: string; name: string }[]> {
  return ctx.db
    .selectFrom("technicians")
    .select(["technicians.id", "technicians.name"])
    .where("active", "=", true)
    .where("technicians.id", "in", (eb) =>
      eb
        .selectFrom("technician_skills")
        .innerJoin("bookings", "bookings.service_id", "technician_skills.service_id")
        .innerJoin("series_bookings", "series_bookings.booking_id", "bookings.id")
        .select("technician_skills.technician_id")
        .where("series_bookings.series_id", "=", recurringBookingId),
    )
    .orderBy("technicians.name")
    .orderBy("technicians.id")
    .execute();
}
