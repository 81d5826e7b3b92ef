import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { isOffice } from "../policy";
import { arrivalAwaited } from "../promise";
import "../emergency";
import { advance, lockBooking, recordMove } from "./record-move.server";
import "../table";

export type AcknowledgeRefusal = { ok: false; reason: "not-found" | "wrong-state" };

/**
 * Somebody of the office has seen an emergency: it stops ringing everywhere. From whatever version was seen, as it
 * overwrites nothing; who comes second is not refused, and changes nothing.
 */
export function acknowledgeEmergency(
  ctx: Ctx,
  bookingId: string,
): Promise<{ ok: true } | AcknowledgeRefusal> {
  return inTransaction<{ ok: true } | AcknowledgeRefusal>(ctx, async (ctx) => {
    if (!isOffice(ctx.actor)) return { ok: false, reason: "not-found" };
    const row = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return { ok: false, reason: "not-found" };
    const locked = await lockBooking(ctx, bookingId, row.version);
    if (!locked.ok) return { ok: false, reason: "not-found" };
    const { booking } = locked;
    if (booking.acknowledgedAt) return { ok: true };
    if (!booking.emergency || !arrivalAwaited.includes(booking.state)) {
      return { ok: false, reason: "wrong-state" };
    }
    await advance(ctx, booking, booking.state, { acknowledged_at: ctx.now });
    await recordMove(ctx, booking.id, {
      move: "acknowledge",
      from: booking.state,
      to: booking.state,
      version: booking.version,
    });
    await emit(ctx, "booking.acknowledged", booking.id, {});
    return { ok: true };
  });
}
