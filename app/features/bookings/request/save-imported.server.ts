import type { Ctx } from "~/platform/context";
import { emitEach } from "~/platform/events/events.server";
import { DEFAULT_LOCALE } from "~/platform/locale/locale";
import { takeBookingNumbers } from "~/platform/numbers.server";
import { type Address, flattenAddress } from "../../forms/schema";
import type { BookingPrice } from "../../pricing/booking-price";
import type { BookingState, VisitState } from "../booking";
import { addLines } from "../lines/lines.server";
import { recordTimelineEntries } from "../timeline.server";
import "../../scheduling/table";
import "../table";

/** A booking as it stood in another program. */
export interface ImportedBooking {
  id: string;
  /** What it was called there. */
  former: string;
  state: BookingState;
  serviceId: string;
  customerId: string;
  propertyId: string;
  /** The account of the customer. */
  userId: string | null;
  name: string;
  email: string | null;
  phone: string;
  place: Address;
  message: string;
  /** Dubai's. */
  day: string | null;
  time: string | null;
  /** AED including VAT, in fils; null: nobody knows. */
  estimateFils: number | null;
  /** What it is made of, where the price book says its price. */
  price: BookingPrice | null;
  /** Where they are not as the service has them. */
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

const AT_ONCE = 500;

/**
 * Keeps bookings of another program, in the order in which they are given, with the next numbers, and tells the trail of them, and
 * nobody else. Throws where the database refuses one: the same was imported meanwhile, or somebody took its time. In the caller's
 * transaction, whose last work it should be. `progress`: after how many of them.
 */
export async function saveImportedBookings(
  ctx: Ctx,
  source: string,
  bookings: readonly ImportedBooking[],
  progress: (done: number) => void,
): Promise<void> {
  if (bookings.length === 0) return;
  const references = await takeBookingNumbers(ctx, bookings.length);
  for (let from = 0; from < bookings.length; from += AT_ONCE) {
    const part = bookings.slice(from, from + AT_ONCE);
    await ctx.db
      .insertInto("bookings")
      .values(part.map((booking, index) => rowOf(booking, references[from + index]!)))
      .execute();
    await ctx.db
      .insertInto("imported_bookings")
      .values(part.map(({ id, former }) => ({ source, reference: former, booking_id: id })))
      .execute();
    const visits = part.flatMap((booking) => (booking.visit ? [{ ...booking, visit: booking.visit }] : []));
    if (visits.length > 0) {
      await ctx.db
        .insertInto("visits")
        .values(
          visits.map(({ id, place, visit }) => ({
            id: visit.id,
            booking_id: id,
            technician_id: visit.technicianId,
            state: visit.state,
            starts_at: visit.startsAt,
            ends_at: visit.endsAt,
            buffer_min: visit.bufferMin,
            area: place.area,
            created_at: ctx.now,
          })),
        )
        .execute();
    }
    // The customer knows it from the program before; the office has them told when it wants.
    const planned = visits.filter(({ visit }) => visit.state === "scheduled");
    if (planned.length > 0) {
      await ctx.db
        .insertInto("visit_news")
        .values(planned.map(({ visit }) => ({ visit_id: visit.id, ...heldBack })))
        .execute();
    }
    await recordTimelineEntries(
      ctx,
      part.map(({ id: bookingId, state, former }) => ({
        ...{ bookingId, move: "import", from: null, to: state, version: 0 },
        reason: `${source}, ${former}`,
      })),
    );
    await emitEach(
      ctx,
      "booking.imported",
      part.map(({ id, former }) => ({ subjectId: id, data: { source, former } })),
    );
    for (const { id, price } of part) if (price) await addLines(ctx, id, price);
    progress(from + part.length);
  }
}

const heldBack = {
  technician_id: null,
  known_starts_at: null,
  known_technician_id: null,
  confirms: false,
  due_at: null,
  going_out: false,
  held_back: true,
};

function rowOf(booking: ImportedBooking, reference: string) {
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
    address: flattenAddress(booking.place),
    address_parts: JSON.stringify(booking.place),
    area: booking.place.area,
    message: booking.message,
    language: DEFAULT_LOCALE,
    preferred_date: booking.day,
    preferred_time: booking.time,
    estimate_fils: booking.estimateFils,
    duration_min: booking.durationMin,
    buffer_min: booking.bufferMin,
    requested_at: booking.requestedAt,
    // The promise was made, and kept or not, elsewhere.
    contact_due_at: null,
  };
}
