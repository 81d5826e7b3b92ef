import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import "../../scheduling/table";
import "../table";

/** At a time: the watch comes again in seconds. */
const AT_ONCE = 100;

/**
 * Gives back the times that nobody has confirmed within their time: the booking stays, and says so (docs/domain.md, "Held times").
 * Each in a transaction of its own; whoever is killed in between has done the rest not at all, and of two workers the second finds it done.
 */
export async function expireHolds(ctx: Ctx): Promise<void> {
  const ended = await ctx.db
    .selectFrom("unconfirmed_holds")
    .innerJoin("visits", "visits.id", "unconfirmed_holds.visit_id")
    .select(["visit_id as visitId", "visits.booking_id as bookingId"])
    .where("unconfirmed_holds.ends_at", "<=", ctx.now)
    .orderBy("unconfirmed_holds.ends_at")
    .limit(AT_ONCE)
    .execute();
  const told = {
    failed: "A held time could not be given back",
    idOf: ({ visitId }: { visitId: string }) => visitId,
  };
  await forEachIsolated(ended, told, (hold) => inTransaction(ctx, (ctx) => expireHold(ctx, hold)));
}

async function expireHold(
  ctx: Ctx,
  { visitId, bookingId }: { visitId: string; bookingId: string },
): Promise<void> {
  const seen = await ctx.db
    .selectFrom("bookings")
    .select(["version", "user_id"])
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const hold = await ctx.db
    .deleteFrom("unconfirmed_holds")
    .where("visit_id", "=", visitId)
    .where("ends_at", "<=", ctx.now)
    .returning("visit_id")
    .executeTakeFirst();
  // Somebody was quicker; or it became that of an account, whose email is confirmed.
  if (!hold || seen.user_id) return;
  const locked = await lockBooking(ctx, bookingId, seen.version, visitId, "office");
  if (!locked.ok) throw new Error("A locked booking is as it was");
  const { booking } = locked;
  const visit = booking.visits.find(({ id }) => id === visitId)!;
  await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", visitId).execute();
  await ctx.db.updateTable("bookings").set({ hold_ended_at: ctx.now }).where("id", "=", bookingId).execute();
  await advanceBooking(ctx, booking, booking.state);
  const startsAt = visit.startsAt.toISOString();
  await recordTimelineEntry(ctx, bookingId, {
    move: "endHold",
    from: booking.state,
    to: booking.state,
    version: booking.version,
    detail: { visitId, startsAt },
  });
  await emit(ctx, "booking.hold-expired", bookingId, { startsAt });
}
