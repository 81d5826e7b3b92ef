import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { type ArrivalEstimate, estimateArrival } from "../arrival-estimate/arrival-estimate.server";
import type { DelayMinutes } from "../arrival-estimate/delay-options";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";

/** Maximum total delay; beyond it the visit must be rescheduled. */
const MAX_DELAY_MIN = 24 * 60;

/** Adds to the estimate that the customer sees, or to now if that has passed. */
export const delayVisit = command(
  "bookings.take-part",
  async function delayVisit(
    ctx,
    input: {
      bookingId: string;
      visitId: string;
      version: number;
      minutes: DelayMinutes;
      detail?: Record<string, unknown>;
    },
  ) {
    const locked = await lockBooking(ctx, input.bookingId, input.version, input.visitId);
    if (!locked.ok) return locked;
    const { booking, by } = locked;
    if (by === "customer") return refuse("not-allowed");
    const visit = await ctx.db
      .selectFrom("visits")
      .select(["technicianId", "departedAt", "startsAt", "area", "delayMin"])
      .where("id", "=", input.visitId)
      .where("state", "=", "en_route")
      .executeTakeFirst();
    const arrival = visit && (await estimateArrival(ctx, visit));
    if (!arrival) return refuse("wrong-state");
    const laterMin = Math.min(minutesAfterFirstEstimate(arrival, ctx.now) + input.minutes, MAX_DELAY_MIN);
    await ctx.db.updateTable("visits").set({ delayMin: laterMin }).where("id", "=", input.visitId).execute();
    await advanceBooking(ctx, booking, booking.state);
    await recordTimelineEntry(ctx, booking.id, {
      event: "delay",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      detail: { ...input.detail, visitId: input.visitId, minutes: input.minutes },
    });
    await emit(ctx, "booking.delayed", booking.id, {
      visitId: input.visitId,
      minutes: input.minutes,
      laterMin,
    });
    return { ok: true };
  },
);

function minutesAfterFirstEstimate({ firstAt, expectedAt }: ArrivalEstimate, now: Date): number {
  return Math.ceil(((expectedAt ?? now).getTime() - firstAt.getTime()) / 60_000);
}
