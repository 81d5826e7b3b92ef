import type { Ctx } from "~/platform/context";
import "../bookings/table";
import "./table";

/** What the customer of a booking has said since, and what was asked for. Whose booking it is was checked before. */
export async function findWords(ctx: Ctx, bookingId: string) {
  const [review, revisit, booking] = await Promise.all([
    ctx.db
      .selectFrom("reviews")
      .select(["rating", "words"])
      .where("booking_id", "=", bookingId)
      .executeTakeFirst(),
    ctx.db
      .selectFrom("revisit_requests")
      .select("created_at")
      .where("booking_id", "=", bookingId)
      .executeTakeFirst(),
    ctx.db
      .selectFrom("bookings")
      .select(["service_id", "contact_name", "contact_email", "contact_phone", "address_parts"])
      .where("id", "=", bookingId)
      .executeTakeFirstOrThrow(),
  ]);
  return {
    review: review ?? null,
    revisitAskedAt: revisit?.created_at.toISOString() ?? null,
    form: {
      service: booking.service_id,
      customerName: booking.contact_name,
      email: booking.contact_email,
      phone: booking.contact_phone,
      ...booking.address_parts,
    },
  };
}
