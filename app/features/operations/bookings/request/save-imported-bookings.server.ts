import type { Ctx } from "~/platform/context";
import { emitEach } from "~/platform/events/events.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { allocateBookingNumbers } from "~/platform/numbers.server";
import type { BookingPrice } from "../../../core/pricing/booking-price";
import { flattenAddress } from "../../../core/properties/property";
import type { Address } from "../../../core/properties/schema";
import type { BookingState, VisitState } from "../booking";
import { addLines } from "../lines/lines.server";
import { recordTimelineEntries } from "../timeline.server";

export interface ImportedBooking {
  id: string;
  sourceReference: string;
  state: BookingState;
  serviceId: string;
  customerId: string;
  propertyId: string;
  userId: string | null;
  name: string;
  email: string | null;
  phone: string;
  address: Address;
  message: string;
  /** Preferred Dubai day and time. */
  day: string | null;
  time: string | null;
  /** Fils including VAT; null if unknown. */
  estimateFils: number | null;
  /** Known if the price book has the work at this price. */
  price: BookingPrice | null;
  durationMin: number | null;
  bufferMin: number | null;
  requestedAt: Date;
  visit: {
    id: string;
    state: VisitState;
    technicianId: string | null;
    startsAt: Date;
    endsAt: Date;
    bufferMin: number;
  } | null;
}

const BATCH_SIZE = 500;

/**
 * Saves bookings without notifications. Throws if one was imported concurrently or its time is taken. Must
 * run last in the transaction, because it locks the number sequence.
 */
export async function saveImportedBookings(
  ctx: Ctx,
  source: string,
  bookings: readonly ImportedBooking[],
  progress: (done: number) => void,
): Promise<void> {
  if (bookings.length === 0) return;
  const references = await allocateBookingNumbers(ctx, bookings.length);
  for (let from = 0; from < bookings.length; from += BATCH_SIZE) {
    const part = bookings.slice(from, from + BATCH_SIZE);
    await ctx.db
      .insertInto("bookings")
      .values(part.map((booking, index) => toRow(booking, references[from + index]!)))
      .execute();
    await ctx.db
      .insertInto("imported_bookings")
      .values(part.map(({ id, sourceReference }) => ({ source, reference: sourceReference, booking_id: id })))
      .execute();
    const visits = part.flatMap((booking) => (booking.visit ? [{ ...booking, visit: booking.visit }] : []));
    if (visits.length > 0) {
      await ctx.db
        .insertInto("visits")
        .values(
          visits.map(({ id, address, visit }) => ({
            id: visit.id,
            booking_id: id,
            technician_id: visit.technicianId,
            state: visit.state,
            starts_at: visit.startsAt,
            ends_at: visit.endsAt,
            buffer_min: visit.bufferMin,
            area: address.area,
            created_at: ctx.now,
          })),
        )
        .execute();
    }
    // The customer knows the visit from the other program, so a notification waits for the dispatcher.
    const planned = visits.filter(({ visit }) => visit.state === "scheduled");
    if (planned.length > 0) {
      await ctx.db
        .insertInto("pending_visit_notifications")
        .values(planned.map(({ visit }) => ({ visit_id: visit.id, ...manualNotification })))
        .execute();
    }
    await recordTimelineEntries(
      ctx,
      part.map(({ id: bookingId, state, sourceReference }) => ({
        ...{ bookingId, event: "import", from: null, to: state, version: 0 },
        reason: `${source}, ${sourceReference}`,
      })),
    );
    await emitEach(
      ctx,
      "booking.imported",
      part.map(({ id, sourceReference }) => ({ subjectId: id, data: { source, sourceReference } })),
    );
    for (const { id, price } of part) if (price) await addLines(ctx, id, price);
    progress(from + part.length);
  }
}

const manualNotification = {
  technician_id: null,
  notified_starts_at: null,
  notified_technician_id: null,
  confirms_booking: false,
  due_at: null,
  queued: false,
  manual: true,
};

function toRow(booking: ImportedBooking, reference: string) {
  return {
    id: booking.id,
    reference,
    state: booking.state,
    service_id: booking.serviceId,
    emergency: false,
    customer_id: booking.customerId,
    property_id: booking.propertyId,
    user_id: booking.userId,
    contact_name: booking.name,
    contact_email: booking.email,
    contact_phone: booking.phone,
    address: flattenAddress(booking.address),
    address_parts: JSON.stringify(booking.address),
    area: booking.address.area,
    message: booking.message,
    language: DEFAULT_LOCALE,
    preferred_date: booking.day,
    preferred_time: booking.time,
    estimate_fils: booking.estimateFils,
    duration_min: booking.durationMin,
    buffer_min: booking.bufferMin,
    requested_at: booking.requestedAt,
    // Response targets of the other program do not apply here.
    contact_due_at: null,
  };
}
