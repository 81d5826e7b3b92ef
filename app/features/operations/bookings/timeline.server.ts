import { nameOf, userIdOf } from "~/platform/auth/actor";
import type { Ctx } from "~/platform/context";
import type { BookingState, TimelineEntry } from "./booking";

interface Entry {
  event: TimelineEntry;
  from: BookingState | null;
  to: BookingState;
  /**
   * Base version of the change. A unique index allows one entry per base version, so that concurrent changes
   * conflict.
   */
  version: number;
  reason?: string | null;
  detail?: Record<string, unknown>;
}

export function recordTimelineEntry(ctx: Ctx, bookingId: string, entry: Entry): Promise<void> {
  return recordTimelineEntries(ctx, [{ bookingId, ...entry }]);
}

/** One insert for up to a few hundred entries; `entries` must not be empty. */
export async function recordTimelineEntries(
  ctx: Ctx,
  entries: readonly (Entry & { bookingId: string })[],
): Promise<void> {
  await ctx.db
    .insertInto("timeline_entries")
    .values(
      entries.map((entry) => ({
        booking_id: entry.bookingId,
        event: entry.event,
        from_state: entry.from,
        to_state: entry.to,
        from_version: entry.version,
        reason: entry.reason?.trim() || null,
        detail: JSON.stringify(entry.detail ?? {}),
        actor_id: userIdOf(ctx.actor),
        // Guests and holders of an emailed link act as the customer.
        actor_role: ["visitor", "link-holder"].includes(ctx.actor.role) ? "customer" : ctx.actor.role,
        actor_name: nameOf(ctx.actor),
        at: ctx.now,
      })),
    )
    .execute();
}
