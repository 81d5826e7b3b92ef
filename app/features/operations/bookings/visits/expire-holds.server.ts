import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import { forEachIsolated } from "~/platform/for-each-isolated.server";
import { advanceBooking, lockBooking } from "../lock-booking.server";
import { recordTimelineEntry } from "../timeline.server";
import { findNewAccount } from "./guest-holds.server";

/** Batch size; the poller runs again within seconds. */
const BATCH_SIZE = 100;

/**
 * Releases expired holds; the booking stays (docs/domain.md, "Guest holds"). Each hold has its own
 * transaction, so that a failure affects no other hold.
 */
export async function expireHolds(ctx: Ctx): Promise<void> {
  const expired = await ctx.db
    .selectFrom("guestHolds")
    .innerJoin("visits", "visits.id", "guestHolds.visitId")
    .select(["visitId", "visits.bookingId"])
    .where("guestHolds.endsAt", "<=", ctx.now)
    .orderBy("guestHolds.endsAt")
    .limit(BATCH_SIZE)
    .execute();
  const options = {
    code: "hold-not-expired",
    failed: "A hold of a guest could not be expired",
    idOf: ({ visitId }: { visitId: string }) => visitId,
  };
  await forEachIsolated(expired, options, (hold) => inTransaction(ctx, (ctx) => expireHold(ctx, hold)));
}

async function expireHold(
  ctx: Ctx,
  { visitId, bookingId }: { visitId: string; bookingId: string },
): Promise<void> {
  const current = await ctx.db
    .selectFrom("bookings")
    .select(["version", "userId", "contactConfirmedAt"])
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const hold = await ctx.db
    .deleteFrom("guestHolds")
    .where("visitId", "=", visitId)
    .where("endsAt", "<=", ctx.now)
    .returning("visitId")
    .executeTakeFirst();
  if (!hold) return;
  // The booking belongs to an account that has become known meanwhile.
  if (current.userId && !(await findNewAccount(ctx, current.userId))) return;
  const locked = await lockBooking(ctx, bookingId, current.version, visitId, "office");
  if (!locked.ok) throw new Error("A locked booking must not change");
  const { booking } = locked;
  const visit = booking.visits.find(({ id }) => id === visitId)!;
  await ctx.db.updateTable("visits").set({ state: "cancelled" }).where("id", "=", visitId).execute();
  await ctx.db.updateTable("bookings").set({ holdExpiredAt: ctx.now }).where("id", "=", bookingId).execute();
  await advanceBooking(ctx, booking, booking.state);
  const startsAt = visit.startsAt.toISOString();
  await recordTimelineEntry(ctx, bookingId, {
    event: "expireHold",
    from: booking.state,
    to: booking.state,
    version: booking.version,
    detail: { visitId, startsAt },
  });
  await emit(ctx, "booking.hold-expired", bookingId, {
    startsAt,
    confirmed: current.contactConfirmedAt !== null,
  });
}
