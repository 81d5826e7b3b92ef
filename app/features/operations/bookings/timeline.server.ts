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
    .insertInto("timelineEntries")
    .values(
      entries.map((entry) => ({
        bookingId: entry.bookingId,
        event: entry.event,
        fromState: entry.from,
        toState: entry.to,
        fromVersion: entry.version,
        reason: entry.reason?.trim() || null,
        detail: JSON.stringify(entry.detail ?? {}),
        actorId: userIdOf(ctx.actor),
        // Guests and holders of an emailed link act as the customer.
        actorRole: ["visitor", "link-holder"].includes(ctx.actor.role) ? "customer" : ctx.actor.role,
        actorName: nameOf(ctx.actor),
        at: ctx.now,
      })),
    )
    .execute();
}
