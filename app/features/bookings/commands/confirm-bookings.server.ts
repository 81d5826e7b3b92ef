import type { Ctx } from "~/platform/context";
import { type MoveRefusalOfBooking, moveBooking } from "./move-booking.server";

/**
 * Confirms several bookings, one after the other, each in a transaction of its own and from the version that was seen:
 * one that is refused leaves the others alone. Tells of each what became of it, in the same order.
 */
export async function confirmBookings(
  ctx: Ctx,
  bookings: { id: string; version: number }[],
): Promise<{ id: string; result: { ok: true } | MoveRefusalOfBooking }[]> {
  const results = [];
  for (const { id, version } of bookings) {
    results.push({ id, result: await moveBooking(ctx, { bookingId: id, move: "confirm", version }) });
  }
  return results;
}
