import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { ContactChannel } from "../booking";
import { advanceBooking, type LockedBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";

/*
 * What the office writes down about a booking beside its moves. It stands in the same timeline and takes a version as
 * every move does, so that the order of what happened is never in doubt. The customer does not see it.
 */

interface Seen {
  bookingId: string;
  version: number;
}

/**
 * An internal note; one `forTechnician` is read by whoever goes there, too. Refuses with "words-required" where nothing was
 * written.
 */
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

/** A contact with the customer, logged by hand. The first one stops the clock (docs/domain.md, "Promises"). */
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
