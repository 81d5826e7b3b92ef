import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../../bookings/lock-booking.server";
import { awaitingArrivalStates } from "../../bookings/response-targets/response-target";
import { recordTimelineEntry } from "../../bookings/timeline.server";
import "../emergency";

/** Accepts any version, because it overwrites nothing. Idempotent. */
export const acknowledgeEmergency = command(
  "bookings.manage",
  async function acknowledgeEmergency(ctx, bookingId: string) {
    const row = await ctx.db
      .selectFrom("bookings")
      .select("version")
      .where("id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!row) return refuse("not-found");
    const locked = await lockBooking(ctx, bookingId, row.version);
    if (!locked.ok) return refuse("not-found");
    const { booking } = locked;
    if (booking.acknowledgedAt) return { ok: true };
    if (!booking.emergency || !awaitingArrivalStates.includes(booking.state)) {
      return refuse("wrong-state");
    }
    await advanceBooking(ctx, booking, booking.state, { acknowledgedAt: ctx.now });
    await recordTimelineEntry(ctx, booking.id, {
      event: "acknowledge",
      from: booking.state,
      to: booking.state,
      version: booking.version,
    });
    await emit(ctx, "booking.acknowledged", booking.id, {});
    return { ok: true };
  },
);
