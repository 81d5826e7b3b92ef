import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { dubaiInstant } from "~/platform/time";
import { lockDay } from "../../scheduling/visits.server";
import type { BookingForm } from "../schema";
import "../table";

type Wish = Pick<BookingForm, "email" | "phone" | "service" | "preferredDate" | "preferredTime">;

/**
 * The reference of what the same person (by account, or by email and phone) has already booked of this service for
 * this time, the latest of it; null: nothing. One of email and phone is not enough: a stranger could find out what
 * somebody has booked, and who shares a phone would be asked about what is another's. Whoever books for that day at this moment is waited for: two tabs are one after the
 * other. In the caller's transaction.
 */
export async function findSameBooking(ctx: Ctx, wish: Wish): Promise<string | null> {
  const { preferredDate, preferredTime } = wish;
  if (!preferredDate || !preferredTime) return null;
  await lockDay(ctx, preferredDate);
  const userId = userIdOf(ctx.actor);
  const same = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.booking_id")
    .select("bookings.reference")
    .where("visits.live", "=", true)
    .where("visits.starts_at", "=", dubaiInstant(preferredDate, preferredTime))
    .where("bookings.service_id", "=", wish.service)
    .where((eb) =>
      eb.or([
        eb.and({ "bookings.contact_email": wish.email, "bookings.contact_phone": wish.phone }),
        ...(userId ? [eb("bookings.user_id", "=", userId)] : []),
      ]),
    )
    .orderBy("bookings.requested_at", "desc")
    .orderBy("bookings.reference", "desc")
    .limit(1)
    .executeTakeFirst();
  return same?.reference ?? null;
}
