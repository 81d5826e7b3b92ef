import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import type { ContactChannel } from "../booking";
import { advanceBooking, type LockedBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { releaseAnsweredHold } from "../visits/guest-holds.server";

/* Internal entries. They take a booking version like transitions, so that the timeline has one order. */

interface BookingVersion {
  bookingId: string;
  version: number;
}

/** `forTechnician`: the assigned technician reads it, too. */
export const writeNote = command(
  "bookings.manage",
  async function writeNote(ctx, input: BookingVersion & { text: string; forTechnician?: boolean }) {
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    const text = input.text.trim();
    if (!text) return refuse("text-required");
    await advanceBooking(ctx, booking, booking.state);
    const detail = input.forTechnician ? { forTechnician: true } : {};
    await recordEntry(ctx, booking, { event: "note", reason: text, detail });
    await emit(ctx, "booking.noted", booking.id, { version: booking.version + 1 });
    return { ok: true };
  },
);

/** The first contact meets the response target (docs/domain.md, "Response targets") and keeps a confirmed hold. */
export const logContact = command(
  "bookings.manage",
  async function logContact(ctx, input: BookingVersion & { channel: ContactChannel; text?: string }) {
    const locked = await lockBooking(ctx, input.bookingId, input.version);
    if (!locked.ok) return locked;
    const { booking } = locked;
    const { channel } = input;
    await advanceBooking(ctx, booking, booking.state, { respondedAt: booking.respondedAt ?? ctx.now });
    await releaseAnsweredHold(ctx, booking.id);
    await recordEntry(ctx, booking, { event: "contact", reason: input.text, detail: { channel } });
    await emit(ctx, "booking.contacted", booking.id, { channel });
    return { ok: true };
  },
);

function recordEntry(
  ctx: Ctx,
  { id, state, version }: LockedBooking,
  entry: { event: "note" | "contact"; reason?: string; detail?: Record<string, unknown> },
): Promise<void> {
  return recordTimelineEntry(ctx, id, { ...entry, from: state, to: state, version });
}
