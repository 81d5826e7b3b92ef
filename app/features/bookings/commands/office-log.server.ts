import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { ContactChannel } from "../booking";
import { advanceBooking, type LockedBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";

/* Internal entries. They take a booking version like transitions, so that the timeline has one order. */

interface Seen {
  bookingId: string;
  version: number;
}

/** `forTechnician`: the assigned technician reads it, too. */
export const writeNote = command(
  "bookings.manage",
  async (ctx, asked: Seen & { words: string; forTechnician?: boolean }) => {
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    const words = asked.words.trim();
    if (!words) return refuse("words-required");
    await advanceBooking(ctx, booking, booking.state);
    const detail = asked.forTechnician ? { forTechnician: true } : {};
    await record(ctx, booking, { move: "note", reason: words, detail });
    await emit(ctx, "booking.noted", booking.id, { version: booking.version + 1 });
    return { ok: true };
  },
);

/** Logs a contact with the customer. The first one meets the response target (docs/domain.md, "Response targets"). */
export const logContact = command(
  "bookings.manage",
  async (ctx, asked: Seen & { channel: ContactChannel; words?: string }) => {
    const locked = await lockBooking(ctx, asked.bookingId, asked.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    const { channel } = asked;
    await advanceBooking(ctx, booking, booking.state, { responded_at: booking.respondedAt ?? ctx.now });
    await record(ctx, booking, { move: "contact", reason: asked.words, detail: { channel } });
    await emit(ctx, "booking.contacted", booking.id, { channel });
    return { ok: true };
  },
);

function record(
  ctx: Ctx,
  { id, state, version }: LockedBooking,
  entry: { move: "note" | "contact"; reason?: string; detail?: Record<string, unknown> },
): Promise<void> {
  return recordTimelineEntry(ctx, id, { ...entry, from: state, to: state, version });
}
