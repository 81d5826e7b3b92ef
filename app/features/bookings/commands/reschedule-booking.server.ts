import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { dubaiInstant } from "~/platform/time";
import { getService } from "../../catalogue/queries.server";
import { holdSlot, lockDay, type SlotTaken } from "../../scheduling/visits.server";
import { decideReschedule, type MoveRefusal } from "../booking";
import { advance, type ChangeRefusal, lockBooking, recordMove } from "./record-move.server";

export type RescheduleRefusal = ChangeRefusal | SlotTaken | { ok: false; reason: MoveRefusal };

/**
 * Moves a booking's visit to another slot, with the same technician where he is free then. An event, not a state
 * (product.md, "Booking"). Customers may do so until the cut-off.
 */
export function rescheduleBooking(
  ctx: Ctx,
  asked: { bookingId: string; version: number; day: string; time: string },
): Promise<{ ok: true } | RescheduleRefusal> {
  return inTransaction<{ ok: true } | RescheduleRefusal>(ctx, async (ctx) => {
    // The day before the booking, as everywhere: two that lock in another order would wait for each other.
    await lockDay(ctx, asked.day);
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    const decision = decideReschedule({
      state: booking.state,
      by,
      emergency: booking.emergency,
      now: ctx.now,
      visitStartsAt: booking.visit?.startsAt,
    });
    if (!decision.ok) return decision;

    const service = await getService(ctx, booking.serviceId);
    const { day, time } = asked;
    const held = await holdSlot(ctx, {
      bookingId: booking.id,
      visit: booking.visit,
      serviceId: service.id,
      job: service,
      area: booking.area,
      day,
      time,
    });
    if (!held.ok) return held;

    const slot = {
      visitId: held.visitId,
      fromStartsAt: booking.visit?.startsAt.toISOString() ?? null,
      toStartsAt: dubaiInstant(day, time).toISOString(),
    };
    await advance(ctx, booking, booking.state);
    await recordMove(ctx, booking.id, {
      move: "reschedule",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      detail: slot,
    });
    await emit(ctx, "booking.rescheduled", booking.id, slot);
    return { ok: true };
  });
}
