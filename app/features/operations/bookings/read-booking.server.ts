import type { Ctx } from "~/platform/context";
import { currentVisit } from "./booking";
import { listLines } from "./lines/lines.server";
import { preferredTechnicianColumn } from "./preferred-technician.server";
import { bookedServiceName, requiredSkills } from "./work/booked-service.server";
import { findVisibleContract } from "./work/under-contract.server";

export type BookingRecord = NonNullable<Awaited<ReturnType<typeof readBooking>>>;

export async function readBooking(ctx: Ctx, by: { id: string } | { reference: string }) {
  const booking = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.service_id")
    .selectAll("bookings")
    .select([
      bookedServiceName,
      requiredSkills,
      preferredTechnicianColumn,
      "services.duration_min as service_min",
      "services.buffer_min as service_buffer_min",
    ])
    .$if("id" in by, (rows) => rows.where("bookings.id", "=", "id" in by ? by.id : ""))
    .$if("reference" in by, (rows) =>
      rows.where("bookings.reference", "=", "reference" in by ? by.reference : ""),
    )
    .executeTakeFirst();
  if (!booking) return null;
  const [rows, entries, photos, lines, contract] = await Promise.all([
    ctx.db
      .selectFrom("visits")
      .leftJoin("technicians", "technicians.id", "visits.technician_id")
      .leftJoin("unconfirmed_holds", "unconfirmed_holds.visit_id", "visits.id")
      .selectAll("visits")
      .select(["technicians.name as technician_name", "unconfirmed_holds.ends_at as held_until"])
      .where("visits.booking_id", "=", booking.id)
      .orderBy("visits.starts_at")
      .execute(),
    ctx.db
      .selectFrom("timeline_entries")
      .selectAll()
      .where("booking_id", "=", booking.id)
      .orderBy("id")
      .execute(),
    ctx.db
      .selectFrom("booking_photos")
      .select("file_id as id")
      .where("booking_id", "=", booking.id)
      .orderBy("position")
      .execute(),
    listLines(ctx, booking.id),
    findVisibleContract(ctx, booking),
  ]);
  const helpers = Map.groupBy(
    rows.filter(({ state }) => state !== "cancelled"),
    ({ lead_visit_id }) => lead_visit_id,
  );
  const visits = rows
    .filter(({ lead_visit_id }) => lead_visit_id === null)
    .map((visit) => ({
      ...visit,
      // A database constraint guarantees that helpers have a technician.
      helpers: (helpers.get(visit.id) ?? []).map((row) => ({
        id: row.id,
        technicianId: row.technician_id!,
        technicianName: row.technician_name!,
      })),
    }));
  return { booking, visits, entries, photos, lines, contract };
}

export function ownerOf({ booking }: BookingRecord) {
  return { id: booking.id, userId: booking.user_id };
}

/** The visit under way or ahead, otherwise the last live one. */
export function nextVisitOf({ visits }: BookingRecord) {
  const current = currentVisit(visits.map((visit) => ({ ...visit, startsAt: visit.starts_at })));
  return current ?? visits.findLast((visit) => visit.live);
}
