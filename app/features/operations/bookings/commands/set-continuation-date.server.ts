import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";

/** `continueOn`: Dubai day on which work on hold is expected to continue; null if unknown. */
export const setContinuationDate = command(
  "bookings.manage",
  async function setContinuationDate(
    ctx,
    input: { bookingId: string; version: number; continueOn: string | null },
  ) {
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    if (booking.state !== "on_hold") return refuse("wrong-state");
    const { continueOn } = input;
    await advanceBooking(ctx, booking, booking.state, { continueOn });
    await recordTimelineEntry(ctx, booking.id, {
      event: "setContinuationDate",
      from: booking.state,
      to: booking.state,
      version: booking.version,
      detail: { continueOn },
    });
    await emit(ctx, "booking.continuation-date-changed", booking.id, { continueOn });
    return { ok: true as const };
  },
);
