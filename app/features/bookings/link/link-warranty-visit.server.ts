import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { type Refusal, refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";

/**
 * Notes on a finished booking that its work is put right by another one (docs/domain.md, "Bookings"). In the
 * caller's transaction, which makes the other one.
 */
export async function linkWarrantyVisit(
  ctx: Ctx,
  original: { id: string; version: number },
  revisit: { bookingId: string; reference: string },
): Promise<{ ok: true } | Refusal<"not-found" | "stale" | "not-completed">> {
  const locked = await lockBooking(ctx, original.id, original.version);
  if (!locked.ok) return locked;
  const { booking } = locked;
  if (booking.state !== "completed") return refuse("not-completed");
  await advanceBooking(ctx, booking, booking.state);
  await recordTimelineEntry(ctx, booking.id, {
    move: "revisit",
    from: booking.state,
    to: booking.state,
    version: booking.version,
    reason: revisit.reference,
    detail: { bookingId: revisit.bookingId },
  });
  await emit(ctx, "booking.warranty-visit-booked", booking.id, { warrantyBookingId: revisit.bookingId });
  return { ok: true };
}
