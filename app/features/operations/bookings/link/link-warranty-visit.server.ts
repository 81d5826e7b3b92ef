import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";

/** Runs in the transaction that creates the warranty visit (docs/domain.md, "Bookings"). */
export async function linkWarrantyVisit(
  ctx: Ctx,
  original: { id: string; version: number },
  warrantyVisit: { bookingId: string; reference: string },
): Promise<{ ok: true } | Refusal<"not-found" | "stale" | "not-completed">> {
  const locked = await lockBooking(ctx, original.id, original.version);
  if (!locked.ok) return locked;
  const { booking } = locked;
  if (booking.state !== "completed") return refuse("not-completed");
  await advanceBooking(ctx, booking, booking.state);
  await recordTimelineEntry(ctx, booking.id, {
    event: "bookWarrantyVisit",
    from: booking.state,
    to: booking.state,
    version: booking.version,
    reason: warrantyVisit.reference,
    detail: { bookingId: warrantyVisit.bookingId },
  });
  await emit(ctx, "booking.warranty-visit-booked", booking.id, {
    warrantyBookingId: warrantyVisit.bookingId,
  });
  return { ok: true };
}
