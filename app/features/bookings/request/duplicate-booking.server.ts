import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { dubaiInstant } from "~/platform/time";
import type { BookingForm } from "../schema";
import "../table";

type Wish = Pick<BookingForm, "email" | "phone" | "service" | "preferredDate" | "preferredTime">;

/**
 * The reference of what the same person (by account, or by email and phone) has already booked of this service for
 * this time, the latest of it; null: nothing. One of email and phone is not enough: a stranger could find out what
 * somebody has booked, and who shares a phone would be asked about what is another's. The same person who books at this moment
 * is waited for: two tabs are one after the other. In the caller's transaction.
 */
export async function findDuplicateBooking(ctx: Ctx, wish: Wish): Promise<string | null> {
  const { preferredDate, preferredTime } = wish;
  if (!preferredDate || !preferredTime) return null;
  const userId = userIdOf(ctx.actor);
  await lockPerson(ctx, [`${wish.email} ${wish.phone}`, ...(userId ? [userId] : [])]);
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

/** Any number, the same everywhere, that no other advisory lock of ours uses. */
const PERSON_LOCK = 7_303;

/** By each of what they may be known by, in one order, so that no two wait for each other. */
async function lockPerson(ctx: Ctx, marks: string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${PERSON_LOCK}::int, key)
    FROM (SELECT DISTINCT hashtext(mark) AS key FROM unnest(${marks}::text[]) AS mark ORDER BY key) AS keys`.execute(
    ctx.db,
  );
}
