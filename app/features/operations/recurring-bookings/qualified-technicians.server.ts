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
        .selectFrom("technicianSkills")
        .innerJoin("bookings", "bookings.serviceId", "technicianSkills.serviceId")
        .innerJoin("recurringBookingVisits", "recurringBookingVisits.bookingId", "bookings.id")
        .select("technicianSkills.technicianId")
        .where("recurringBookingVisits.recurringBookingId", "=", recurringBookingId),
    )
    .orderBy("technicians.name")
    .orderBy("technicians.id")
    .execute();
}
