import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { getCustomerOfProperty } from "../../../core/properties/read-properties.server";
import type { AccessInput } from "../../access/schema";
import { deleteBookingAccess, storePermit, writeAccess } from "../../access/write-access.server";
import { terminalStates } from "../booking";
import { findBooking } from "../queries.server";
import { accessOfBookings, lastDayAhead } from "./read-access.server";

/** Saves access details for the property of a booking, or for this booking only. */
export const changeBookingAccess = command(
  "bookings.manage",
  async function changeBookingAccess(
    ctx,
    asked: AccessInput & {
      bookingId: string;
      version: number;
      permitFileId: string | null;
      onlyThisBooking: boolean;
    },
  ) {
    const { bookingId, version, permitFileId, onlyThisBooking, ...access } = asked;
    const booking = await ctx.db
      .selectFrom("bookings")
      .select("propertyId")
      .where("id", "=", bookingId)
      .executeTakeFirst();
    if (!booking) return refuse("not-found");
    const written = await writeAccess(ctx, {
      propertyId: booking.propertyId,
      bookingId: onlyThisBooking ? bookingId : null,
      version,
      access,
      permitFileId,
    });
    if (!written.ok) return written;
    // Details saved for the property replace those of this booking.
    if (!onlyThisBooking) await deleteBookingAccess(ctx, [bookingId]);
    const { before, after } = written;
    await emit(ctx, "booking.access-changed", bookingId, { onlyThisBooking }, { before, after });
    return { ok: true };
  },
);

/** Saves access details of a property; bookings with their own keep them. */
export const changePropertyAccess = command(
  "bookings.manage",
  async function changePropertyAccess(
    ctx,
    asked: AccessInput & { propertyId: string; version: number; permitFileId: string | null },
  ) {
    const { propertyId, version, permitFileId, ...access } = asked;
    const written = await writeAccess(ctx, { propertyId, bookingId: null, version, access, permitFileId });
    if (!written.ok) return written;
    const customerId = await getCustomerOfProperty(ctx, propertyId);
    const { before, after } = written;
    await emit(ctx, "customer.access-changed", customerId, {}, { before, after });
    return { ok: true };
  },
);

/** Stores the permit that a customer sends for their booking, while one is missing. */
export const sendPermit = command(
  "bookings.take-part",
  async function sendPermit(
    ctx,
    asked: { bookingId: string; permitFileId: string; permitUntil: string | null },
  ) {
    const { bookingId, permitFileId: fileId, permitUntil: until } = asked;
    const own = await findBooking(ctx, { id: bookingId });
    const known = (await accessOfBookings(ctx, [bookingId])).get(bookingId);
    if (!own || !known?.accessId) return refuse("not-found");
    if (terminalStates.includes(own.state)) return refuse("wrong-state");
    const day = await lastDayAhead(ctx, bookingId);
    if (until !== null && until < day) return refuse("permit-ends-before", { day });
    const kept = await storePermit(ctx, { accessId: known.accessId, day, fileId, until });
    if (!kept.ok) return kept;
    const { before, after } = kept;
    await emit(ctx, "booking.access-changed", bookingId, { onlyThisBooking: known.own }, { before, after });
    return { ok: true };
  },
);
