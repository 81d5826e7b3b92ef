import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { emit } from "~/platform/events.server";
import { isOffice, moverOf } from "../bookings/policy";
import { type Aftercare, aftercareOf } from "./aftercare";
import { findWords } from "./queries.server";
import "../bookings/table";
import "./table";

export type AftercareRefusal = { ok: false; reason: "not-found" | "wrong-state" };

/** What the customer thinks of finished work, once. Others see it when an admin publishes it. */
export function writeReview(
  ctx: Ctx,
  bookingId: string,
  review: { rating: number; words: string },
): Promise<{ ok: true } | AftercareRefusal> {
  return inTransaction<{ ok: true } | AftercareRefusal>(ctx, async (ctx) => {
    const allowed = await lockFinished(ctx, bookingId, "canReview");
    if (!allowed.ok) return allowed;
    await ctx.db
      .insertInto("reviews")
      .values({ booking_id: bookingId, ...review, created_at: ctx.now })
      .execute();
    await emit(ctx, "booking.reviewed", bookingId, { rating: review.rating });
    return { ok: true };
  });
}

/**
 * Shows a review on the website, or no longer. Refuses with "not-found" anybody but the office, and where there is no
 * review; what is so already stays so.
 */
export function publishReview(
  ctx: Ctx,
  bookingId: string,
  published: boolean,
): Promise<{ ok: true } | { ok: false; reason: "not-found" }> {
  return inTransaction<{ ok: true } | { ok: false; reason: "not-found" }>(ctx, async (ctx) => {
    if (!isOffice(ctx.actor)) return { ok: false, reason: "not-found" };
    const review = await ctx.db
      .selectFrom("reviews")
      .select("published_at")
      .where("booking_id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!review) return { ok: false, reason: "not-found" };
    if ((review.published_at !== null) === published) return { ok: true };
    await ctx.db
      .updateTable("reviews")
      .set({ published_at: published ? ctx.now : null })
      .where("booking_id", "=", bookingId)
      .execute();
    await emit(ctx, published ? "booking.review-published" : "booking.review-withdrawn", bookingId, {});
    return { ok: true };
  });
}

/** Asks the office to come back under the warranty, once for each booking. */
export function askForRevisit(
  ctx: Ctx,
  bookingId: string,
  words: string,
): Promise<{ ok: true } | AftercareRefusal> {
  return inTransaction<{ ok: true } | AftercareRefusal>(ctx, async (ctx) => {
    const allowed = await lockFinished(ctx, bookingId, "canAskRevisit");
    if (!allowed.ok) return allowed;
    await ctx.db
      .insertInto("revisit_requests")
      .values({ booking_id: bookingId, words, created_at: ctx.now })
      .execute();
    await emit(ctx, "booking.revisit-asked", bookingId, {});
    return { ok: true };
  });
}

async function lockFinished(
  ctx: Ctx,
  bookingId: string,
  what: keyof Aftercare,
): Promise<{ ok: true } | AftercareRefusal> {
  const booking = await ctx.db
    .selectFrom("bookings")
    .select(["id", "user_id", "state"])
    .where("id", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  if (!booking || moverOf(ctx.actor, { id: booking.id, userId: booking.user_id }, ctx.now) !== "customer") {
    return { ok: false, reason: "not-found" };
  }
  const { review, revisitAskedAt } = await findWords(ctx, bookingId);
  const open = aftercareOf(booking.state, {
    reviewed: review !== null,
    revisitAsked: revisitAskedAt !== null,
  });
  return open[what] ? { ok: true } : { ok: false, reason: "wrong-state" };
}
