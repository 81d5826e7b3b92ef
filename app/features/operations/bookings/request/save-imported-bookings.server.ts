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
      .insertInto("importedBookings")
      .values(part.map(({ id, sourceReference }) => ({ source, reference: sourceReference, bookingId: id })))
      .execute();
    const visits = part.flatMap((booking) => (booking.visit ? [{ ...booking, visit: booking.visit }] : []));
    if (visits.length > 0) {
      await ctx.db
        .insertInto("visits")
        .values(
          visits.map(({ id, address, visit }) => ({
            id: visit.id,
            bookingId: id,
            technicianId: visit.technicianId,
            state: visit.state,
            startsAt: visit.startsAt,
            endsAt: visit.endsAt,
            bufferMin: visit.bufferMin,
            area: address.area,
            createdAt: ctx.now,
          })),
        )
        .execute();
    }
    // The customer knows the visit from the other program, so a notification waits for the dispatcher.
    const planned = visits.filter(({ visit }) => visit.state === "scheduled");
    if (planned.length > 0) {
      await ctx.db
        .insertInto("pendingVisitNotifications")
        .values(planned.map(({ visit }) => ({ visitId: visit.id, ...manualNotification })))
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
  technicianId: null,
  notifiedStartsAt: null,
  notifiedTechnicianId: null,
  confirmsBooking: false,
  dueAt: null,
  queued: false,
  manual: true,
};

function toRow(booking: ImportedBooking, reference: string) {
  return {
    id: booking.id,
    reference,
    state: booking.state,
    serviceId: booking.serviceId,
    emergency: false,
    customerId: booking.customerId,
    propertyId: booking.propertyId,
    userId: booking.userId,
    contactName: booking.name,
    contactEmail: booking.email,
    contactPhone: booking.phone,
    address: flattenAddress(booking.address),
    addressParts: JSON.stringify(booking.address),
    area: booking.address.area,
    message: booking.message,
    language: DEFAULT_LOCALE,
    preferredDate: booking.day,
    preferredTime: booking.time,
    estimateFils: booking.estimateFils,
    durationMin: booking.durationMin,
    bufferMin: booking.bufferMin,
    requestedAt: booking.requestedAt,
    // Response targets of the other program do not apply here.
    contactDueAt: null,
  };
}
