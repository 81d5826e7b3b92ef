import type { Ctx } from "~/platform/context";
import { isOffice } from "../bookings/policy";
import type { CustomerWords } from "./views";
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

/** The same for the office, with what is wrong in the customer's words; null to anybody else. */
export async function findCustomerWords(ctx: Ctx, bookingId: string): Promise<CustomerWords | null> {
  if (!isOffice(ctx.actor)) return null;
  const [review, revisit] = await Promise.all([
    ctx.db
      .selectFrom("reviews")
      .select(["rating", "words"])
      .where("booking_id", "=", bookingId)
      .executeTakeFirst(),
    ctx.db
      .selectFrom("revisit_requests")
      .select(["words", "created_at"])
      .where("booking_id", "=", bookingId)
      .executeTakeFirst(),
  ]);
  return {
    review: review ?? null,
    revisit: revisit ? { words: revisit.words, askedAt: revisit.created_at.toISOString() } : null,
  };
}
