import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { AccessInput } from "./schema";
import { dropOwnAccess, writeAccess } from "./write-access.server";
import "../bookings/table";

/** Writes down how to get in where a booking is: for everything at that property, or for this booking alone. */
export const changeBookingAccess = command(
  "bookings.manage",
  async (
    ctx,
    asked: AccessInput & {
      bookingId: string;
      version: number;
      permitFileId: string | null;
      onlyThisBooking: boolean;
    },
  ) => {
    const { bookingId, version, permitFileId, onlyThisBooking, ...access } = asked;
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("property_id")
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return refuse("not-found");
    const written = await writeAccess(ctx, {
      propertyId: booking.property_id,
      bookingId: onlyThisBooking ? bookingId : null,
      version,
      access,
      permitFileId,
    });
    if (!written.ok) return written;
    // What holds for the property holds for this booking from now on, too.
    if (!onlyThisBooking) await dropOwnAccess(ctx, [bookingId]);
    const { before, after } = written;
    await emit(ctx, "booking.access-changed", bookingId, { onlyThisBooking }, { before, after });
    return { ok: true };
  },
);
