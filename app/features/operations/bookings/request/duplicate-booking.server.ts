import { sql } from "kysely";
import { userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import { dubaiInstant } from "~/platform/time";
import type { BookingForm } from "../schema";

/** `email`: absent if the phone is verified. */
type BookingIdentity = Pick<BookingForm, "phone" | "service" | "preferredDate" | "preferredTime"> &
  Partial<Pick<BookingForm, "email">>;

/**
 * Latest booking of the same service and time by the same account, by the same email and phone, or by the same verified
 * phone; one of both as typed would reveal bookings to strangers. Locks the person until the transaction ends, so that two tabs are
 * checked one after the other.
 */
export async function findDuplicateBooking(ctx: Ctx, request: BookingIdentity): Promise<string | null> {
  const { preferredDate, preferredTime } = request;
  if (!preferredDate || !preferredTime) return null;
  const userId = userIdOf(ctx.actor);
  await lockIdentity(ctx, [`${request.email ?? ""} ${request.phone}`, ...(userId ? [userId] : [])]);
  const duplicate = await ctx.db
    .selectFrom("visits")
    .innerJoin("bookings", "bookings.id", "visits.bookingId")
    .select("bookings.reference")
    .where("visits.live", "=", true)
    .where("visits.startsAt", "=", dubaiInstant(preferredDate, preferredTime))
    .where("bookings.serviceId", "=", request.service)
    .where((eb) =>
      eb.or([
        eb.and({
          "bookings.contactPhone": request.phone,
          ...(request.email !== undefined && { "bookings.contactEmail": request.email }),
        }),
        ...(userId ? [eb("bookings.userId", "=", userId)] : []),
      ]),
    )
    .orderBy("bookings.requestedAt", "desc")
    .orderBy("bookings.reference", "desc")
    .limit(1)
    .executeTakeFirst();
  return duplicate?.reference ?? null;
}

/** Advisory lock namespace: any number that no other lock of this code uses. */
const PERSON_LOCK = 7_303;

/** Locks in sorted order to avoid deadlocks. */
async function lockIdentity(ctx: Ctx, identifiers: string[]): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${PERSON_LOCK}::int, key)
    FROM (SELECT DISTINCT hashtext(mark) AS key FROM unnest(${identifiers}::text[]) AS mark ORDER BY key) AS keys`.execute(
    ctx.db,
  );
}
