import { nameOf, userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { BookingState, TimelineEntry } from "./booking";
import "./table";

interface Entry {
  move: TimelineEntry;
  from: BookingState | null;
  to: BookingState;
  /** The one the entry was made from; each can be left only once. */
  version: number;
  reason?: string | null;
  detail?: Record<string, unknown>;
}

/** Writes an entry of the timeline. */
export function recordTimelineEntry(ctx: Ctx, bookingId: string, entry: Entry): Promise<void> {
  return recordTimelineEntries(ctx, [{ bookingId, ...entry }]);
}

/** Writes an entry in the timeline of each of these bookings; of one at least, and of a few hundred at once. */
export async function recordTimelineEntries(
  ctx: Ctx,
  entries: readonly (Entry & { bookingId: string })[],
): Promise<void> {
  await ctx.db
    .insertInto("booking_moves")
    .values(
      entries.map((entry) => ({
        booking_id: entry.bookingId,
        move: entry.move,
        from_state: entry.from,
        to_state: entry.to,
        from_version: entry.version,
        reason: entry.reason?.trim() || null,
        detail: JSON.stringify(entry.detail ?? {}),
        actor_id: userIdOf(ctx.actor),
        // Whoever asks as a guest, or holds the mailed link, is the customer.
        actor_role: ["visitor", "link-holder"].includes(ctx.actor.role) ? "customer" : ctx.actor.role,
        actor_name: nameOf(ctx.actor),
        at: ctx.now,
      })),
    )
    .execute();
}
