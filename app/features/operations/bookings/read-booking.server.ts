import type { Ctx } from "~/platform/context";
import { acceptsNoEmail } from "~/platform/mail/undeliverable.server";
import { currentVisit } from "./booking";
import { listLines } from "./lines/lines.server";
import { preferredTechnicianColumn } from "./preferred-technician.server";
import { bookedServiceName, requiredSkills, tradeName } from "./work/booked-service.server";
import { findVisibleContract } from "./work/under-contract.server";

export type BookingRecord = NonNullable<Awaited<ReturnType<typeof readBooking>>>;

export async function readBooking(ctx: Ctx, by: { id: string } | { reference: string }) {
  const booking = await ctx.db
    .selectFrom("bookings")
    .innerJoin("services", "services.id", "bookings.serviceId")
    .selectAll("bookings")
    .select([
      bookedServiceName(),
      tradeName(),
      requiredSkills,
      preferredTechnicianColumn,
      acceptsNoEmail("bookings.contactEmail").as("emailUndeliverable"),
      "services.durationMin as serviceMin",
      "services.bufferMin as serviceBufferMin",
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
      .leftJoin("technicians", "technicians.id", "visits.technicianId")
      .leftJoin("guestHolds", "guestHolds.visitId", "visits.id")
      .selectAll("visits")
      .select(["technicians.name as technicianName", "guestHolds.endsAt as heldUntil"])
      .where("visits.bookingId", "=", booking.id)
      .orderBy("visits.startsAt")
      // A visit that was handed over comes before the one that continues it.
      .orderBy("visits.createdAt")
      .execute(),
    ctx.db
      .selectFrom("timelineEntries")
      .selectAll()
      .where("bookingId", "=", booking.id)
      .orderBy("id")
      .execute(),
    ctx.db
      .selectFrom("bookingPhotos")
      .select("fileId as id")
      .where("bookingId", "=", booking.id)
      .orderBy("position")
      .execute(),
    listLines(ctx, booking.id),
    findVisibleContract(ctx, booking),
  ]);
  const helpers = Map.groupBy(
    rows.filter(({ state }) => state !== "cancelled"),
    ({ leadVisitId }) => leadVisitId,
  );
  const visits = rows
    .filter(({ leadVisitId }) => leadVisitId === null)
    .map((visit) => ({
      ...visit,
      // A database constraint guarantees that helpers have a technician.
      helpers: (helpers.get(visit.id) ?? []).map((row) => ({
        id: row.id,
        technicianId: row.technicianId!,
        technicianName: row.technicianName!,
      })),
    }));
  return { booking, visits, entries, photos, lines, contract };
}

export function ownerOf({ booking }: BookingRecord) {
  return { id: booking.id, userId: booking.userId };
}

/** The visit under way or ahead, otherwise the last live one. */
export function nextVisitOf({ visits }: BookingRecord) {
  const current = currentVisit(visits.map((visit) => ({ ...visit, startsAt: visit.startsAt })));
  return current ?? visits.findLast((visit) => visit.live);
}
