import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { type Correctable, inWords, readCorrectable } from "./correctable.server";
import { correctedSince, type KnownBooking } from "./correction";
import type { LockedBooking } from "./record-move.server";
import { restOf } from "./visit-news.server";
import "./table";

/*
 * Corrections gather as moves of a visit do (docs/domain.md, "Messages"): told is the difference between what the customer
 * was last told and how the booking is by then; one that is put back in the meantime is no news.
 */

function knownOf(booking: Correctable): KnownBooking {
  return { ...inWords(booking), linkNo: booking.linkNo };
}

/** Notes in the transaction of a correction, which has locked the booking, what it leaves to be told; an emergency waits for nothing. */
export async function noteCorrection(ctx: Ctx, booking: LockedBooking, before: Correctable): Promise<void> {
  const dueAt = await restOf(ctx, booking, booking.visit);
  await ctx.db
    .insertInto("correction_news")
    .values({ booking_id: booking.id, known: JSON.stringify(knownOf(before)), due_at: dueAt })
    .onConflict((conflict) => conflict.column("booking_id").doUpdateSet({ due_at: dueAt }))
    .execute();
  if (dueAt <= ctx.now) await tellCorrections(ctx, booking.id);
}

/** Finds the bookings that nobody corrects any more, and has told what was put right. */
export async function tellRestedCorrections(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, (ctx) => tellCorrections(ctx));
}

async function tellCorrections(ctx: Ctx, bookingId?: string): Promise<void> {
  const rows = await ctx.db
    .selectFrom("correction_news")
    .selectAll()
    .where("due_at", "<=", ctx.now)
    .$if(bookingId !== undefined, (rows) => rows.where("booking_id", "=", bookingId!))
    .orderBy("due_at")
    .limit(100)
    .forUpdate()
    .skipLocked()
    .execute();
  for (const { booking_id: id, known } of rows) {
    const now = knownOf(await readCorrectable(ctx, id));
    await ctx.db.deleteFrom("correction_news").where("booking_id", "=", id).execute();
    const fields = correctedSince(known, now);
    const repriced = known.estimateFils !== now.estimateFils;
    if (fields.length > 0) await emit(ctx, "booking.correction-news", id, { fields, repriced });
  }
}
