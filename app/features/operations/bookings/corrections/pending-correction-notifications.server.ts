import type { Selectable, SelectQueryBuilder } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { LockedBooking } from "../lock-booking.server";
import { notificationDueAt } from "../visits/pending-notifications.server";
import { type Correctable, describeBooking, loadCorrectable } from "./correctable.server";
import { correctedSince, type KnownBooking, shouldNotifyCustomer } from "./correction";

/*
 * Debounces corrections like visit changes (docs/domain.md, "Notifications"): a reverted correction is not
 * notified.
 */

async function changesSince(ctx: Ctx, bookingId: string, known: KnownBooking) {
  const current = knownBooking(await loadCorrectable(ctx, bookingId));
  const changes = {
    fields: correctedSince(known, current),
    repriced: known.estimateFils !== current.estimateFils,
    hasNewLink: known.linkNo !== current.linkNo,
  };
  return { changes, current };
}

async function deletePending(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db.deleteFrom("pendingCorrectionNotifications").where("bookingId", "=", bookingId).execute();
}

type PendingQuery = SelectQueryBuilder<
  Tables,
  "pendingCorrectionNotifications",
  Selectable<Tables["pendingCorrectionNotifications"]>
>;

function knownBooking(booking: Correctable): KnownBooking {
  return { ...describeBooking(booking), linkNo: booking.linkNo };
}

/**
 * Runs in the transaction of the correction, which holds the booking lock. Emergencies are notified
 * immediately.
 */
export async function schedulePendingCorrectionNotification(
  ctx: Ctx,
  booking: LockedBooking,
  before: Correctable,
): Promise<void> {
  const dueAt = await notificationDueAt(ctx, booking, booking.visit);
  const { notifiedFacts: known } = await ctx.db
    .insertInto("pendingCorrectionNotifications")
    .values({ bookingId: booking.id, notifiedFacts: JSON.stringify(knownBooking(before)), dueAt })
    .onConflict((conflict) => conflict.column("bookingId").doUpdateSet({ dueAt }))
    .returning("notifiedFacts")
    .executeTakeFirstOrThrow();
  const { changes } = await changesSince(ctx, booking.id, known);
  if (!shouldNotifyCustomer(changes)) return deletePending(ctx, booking.id);
  if (dueAt <= ctx.now) await queueCorrectionNotifications(ctx, [booking.id]);
}

/** Queues notifications immediately, in the caller's transaction. */
export async function queueCorrectionNotifications(ctx: Ctx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await queuePending(ctx, (rows) => rows.where("bookingId", "in", [...bookingIds]));
}

export async function flushDueCorrectionNotifications(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, (ctx) =>
    queuePending(ctx, (rows) => rows.where("dueAt", "<=", ctx.now).limit(100)),
  );
}

async function queuePending(ctx: Ctx, restrict: (rows: PendingQuery) => PendingQuery): Promise<void> {
  const rows = await restrict(ctx.db.selectFrom("pendingCorrectionNotifications").selectAll())
    .orderBy("dueAt")
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { bookingId: id, notifiedFacts: known } of rows) {
    const { changes, current } = await changesSince(ctx, id, known);
    await deletePending(ctx, id);
    if (shouldNotifyCustomer(changes)) {
      await emit(ctx, "booking.correction-notification-due", id, changes, { before: known, after: current });
    }
  }
}
