import type { Selectable, SelectQueryBuilder } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events/events.server";
import type { LockedBooking } from "../lock-booking.server";
import { notificationDueAt } from "../visits/pending-notifications.server";
import { type Correctable, describeBooking, loadCorrectable } from "./correctable.server";
import { correctedSince, type KnownBooking, shouldNotifyCustomer } from "./correction";
import "../table";

/*
 * Corrections gather as moves of a visit do (docs/domain.md, "Messages"): told is the difference between what the customer
 * was last told and how the booking is by then; one that is put back in the meantime is no news.
 */

async function newsSince(ctx: Ctx, bookingId: string, known: KnownBooking) {
  const now = knownOf(await loadCorrectable(ctx, bookingId));
  const news = { fields: correctedSince(known, now), repriced: known.estimateFils !== now.estimateFils };
  return { news, now };
}

async function forget(ctx: Ctx, bookingId: string): Promise<void> {
  await ctx.db.deleteFrom("correction_news").where("booking_id", "=", bookingId).execute();
}

type Waiting = SelectQueryBuilder<Tables, "correction_news", Selectable<Tables["correction_news"]>>;

function knownOf(booking: Correctable): KnownBooking {
  return { ...describeBooking(booking), linkNo: booking.linkNo };
}

/** Notes in the transaction of a correction, which has locked the booking, what it leaves to be told; an emergency waits for nothing. */
export async function schedulePendingCorrectionNotification(
  ctx: Ctx,
  booking: LockedBooking,
  before: Correctable,
): Promise<void> {
  const dueAt = await notificationDueAt(ctx, booking, booking.visit);
  const { known } = await ctx.db
    .insertInto("correction_news")
    .values({ booking_id: booking.id, known: JSON.stringify(knownOf(before)), due_at: dueAt })
    .onConflict((conflict) => conflict.column("booking_id").doUpdateSet({ due_at: dueAt }))
    .returning("known")
    .executeTakeFirstOrThrow();
  const { news } = await newsSince(ctx, booking.id, known);
  if (!shouldNotifyCustomer(news)) return forget(ctx, booking.id);
  if (dueAt <= ctx.now) await queueCorrectionNotifications(ctx, [booking.id]);
}

/** Has the customers told now, in the caller's transaction, of what waits of these bookings' corrections. */
export async function queueCorrectionNotifications(ctx: Ctx, bookingIds: readonly string[]): Promise<void> {
  if (bookingIds.length === 0) return;
  await tell(ctx, (rows) => rows.where("booking_id", "in", [...bookingIds]));
}

/** Finds the bookings that nobody corrects any more, and has told what was put right. */
export async function flushDueCorrectionNotifications(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, (ctx) => tell(ctx, (rows) => rows.where("due_at", "<=", ctx.now).limit(100)));
}

async function tell(ctx: Ctx, of: (rows: Waiting) => Waiting): Promise<void> {
  const rows = await of(ctx.db.selectFrom("correction_news").selectAll())
    .orderBy("due_at")
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { booking_id: id, known } of rows) {
    const { news, now } = await newsSince(ctx, id, known);
    await forget(ctx, id);
    if (shouldNotifyCustomer(news)) {
      await emit(ctx, "booking.correction-notification-due", id, news, { before: known, after: now });
    }
  }
}
