import type { Ctx } from "~/platform/context";

/** Active technicians trained for the service of the first booking. */
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
        .innerJoin("recurring_booking_visits", "recurring_booking_visits.booking_id", "bookings.id")
        .select("technician_skills.technician_id")
        .where("recurring_booking_visits.recurring_booking_id", "=", recurringBookingId),
    )
    .orderBy("technicians.name")
    .orderBy("technicians.id")
    .execute();
}
