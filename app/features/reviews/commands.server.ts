import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { findAfterCompletion } from "./queries.server";
import type { AfterCompletion } from "./review";
import "../bookings/table";
import "./table";

/** What the customer thinks of finished work, once. Others see it when an admin publishes it. */
export const writeReview = command(
  "reviews.write",
  async (ctx, bookingId: string, review: { rating: number; words: string }) => {
    const allowed = await lockFinished(ctx, bookingId, "canReview");
    if (!allowed.ok) return allowed;
    await ctx.db
      .insertInto("reviews")
      .values({ booking_id: bookingId, ...review, created_at: ctx.now })
      .execute();
    await emit(ctx, "booking.reviewed", bookingId, { rating: review.rating });
    return { ok: true };
  },
);

/** Shows a review on the website, or no longer. Refuses where there is no review; what is so already stays so. */
export const publishReview = command(
  "reviews.publish",
  async (ctx, bookingId: string, published: boolean) => {
    const review = await ctx.db
      .selectFrom("reviews")
      .select("published_at")
      .where("booking_id", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!review) return refuse("not-found");
    if ((review.published_at !== null) === published) return { ok: true };
    await ctx.db
      .updateTable("reviews")
      .set({ published_at: published ? ctx.now : null })
      .where("booking_id", "=", bookingId)
      .execute();
    await emit(ctx, published ? "booking.review-published" : "booking.review-withdrawn", bookingId, {});
    return { ok: true };
  },
);

/** Asks the office to come back under the warranty, once for each booking. */
export const askForRevisit = command("reviews.write", async (ctx, bookingId: string, words: string) => {
  const allowed = await lockFinished(ctx, bookingId, "canAskRevisit");
  if (!allowed.ok) return allowed;
  await ctx.db
    .insertInto("revisit_requests")
    .values({ booking_id: bookingId, words, created_at: ctx.now })
    .execute();
  await emit(ctx, "booking.revisit-asked", bookingId, {});
  return { ok: true };
});

/** Locks a booking of the actor's own, if there is still this to say about it. */
async function lockFinished(ctx: Ctx, bookingId: string, what: keyof AfterCompletion) {
  await ctx.db.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
  const afterCompletion = await findAfterCompletion(ctx, bookingId);
  if (!afterCompletion) return refuse("not-found");
  return afterCompletion[what] ? ({ ok: true } as const) : refuse("wrong-state");
}
