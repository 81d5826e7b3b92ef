import { command } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { findAfterCompletion } from "./queries.server";
import type { AfterCompletion } from "./review";

/** Stores the review of completed work, once per booking. It is public after the office publishes it. */
export const writeReview = command(
  "reviews.write",
  async function writeReview(ctx, bookingId: string, { rating, words }: { rating: number; words: string }) {
    const allowed = await lockFinished(ctx, bookingId, "canReview");
    if (!allowed.ok) return allowed;
    await ctx.db
      .insertInto("reviews")
      .values({ bookingId, rating, comment: words, createdAt: ctx.now })
      .execute();
    await emit(ctx, "booking.reviewed", bookingId, { rating });
    return { ok: true };
  },
);

/** Publishes or withdraws a review. Idempotent; refused without a review. */
export const publishReview = command(
  "reviews.publish",
  async function publishReview(ctx, bookingId: string, published: boolean) {
    const review = await ctx.db
      .selectFrom("reviews")
      .select("publishedAt")
      .where("bookingId", "=", bookingId)
      .forUpdate()
      .executeTakeFirst();
    if (!review) return refuse("not-found");
    if ((review.publishedAt !== null) === published) return { ok: true };
    await ctx.db
      .updateTable("reviews")
      .set({ publishedAt: published ? ctx.now : null })
      .where("bookingId", "=", bookingId)
      .execute();
    await emit(ctx, published ? "booking.review-published" : "booking.review-withdrawn", bookingId, {});
    return { ok: true };
  },
);

/**
 * Answers a review, or edits the answer; a new answer is emailed to the customer. Refused for a stale
 * version.
 */
export const answerReview = command(
  "reviews.publish",
  async function answerReview(
    ctx,
    bookingId: string,
    { answer, seenAt }: { answer: string; seenAt: string | null },
  ) {
    const review = await lockAnswer(ctx, bookingId, seenAt);
    if (!review) return refuse("not-found");
    if (review.answer === answer) return { ok: true };
    if (review.changed) return refuse("stale");
    await ctx.db
      .updateTable("reviews")
      .set({ answer, answeredAt: ctx.now })
      .where("bookingId", "=", bookingId)
      .execute();
    await emit(
      ctx,
      review.answer === null ? "booking.review-answered" : "booking.review-answer-edited",
      bookingId,
      {},
      { before: { answer: review.answer }, after: { answer } },
    );
    return { ok: true };
  },
);

/** Removes an answer. Idempotent. */
export const removeAnswer = command(
  "reviews.publish",
  async function removeAnswer(ctx, bookingId: string, seenAt: string | null) {
    const review = await lockAnswer(ctx, bookingId, seenAt);
    if (!review) return refuse("not-found");
    if (review.answer === null) return { ok: true };
    if (review.changed) return refuse("stale");
    await ctx.db
      .updateTable("reviews")
      .set({ answer: null, answeredAt: null })
      .where("bookingId", "=", bookingId)
      .execute();
    await emit(
      ctx,
      "booking.review-answer-removed",
      bookingId,
      {},
      { before: { answer: review.answer }, after: { answer: null } },
    );
    return { ok: true };
  },
);

/** Locks a review; `changed`: the answer differs from the one that the user saw. */
async function lockAnswer(ctx: Ctx, bookingId: string, seenAt: string | null) {
  const review = await ctx.db
    .selectFrom("reviews")
    .select(["answer", "answeredAt"])
    .where("bookingId", "=", bookingId)
    .forUpdate()
    .executeTakeFirst();
  return (
    review && {
      answer: review.answer,
      changed: (review.answeredAt?.toISOString() ?? null) !== seenAt,
    }
  );
}

/** Requests a warranty visit, once per booking. */
export const requestWarrantyVisit = command(
  "reviews.write",
  async function requestWarrantyVisit(ctx, bookingId: string, words: string) {
    const allowed = await lockFinished(ctx, bookingId, "canRequestWarrantyVisit");
    if (!allowed.ok) return allowed;
    await ctx.db
      .insertInto("warrantyVisitRequests")
      .values({ bookingId, message: words, createdAt: ctx.now })
      .execute();
    await emit(ctx, "booking.warranty-visit-requested", bookingId, {});
    return { ok: true };
  },
);

/** Locks the actor's own booking if the step is still open. */
async function lockFinished(ctx: Ctx, bookingId: string, what: keyof AfterCompletion) {
  await ctx.db.selectFrom("bookings").select("id").where("id", "=", bookingId).forUpdate().execute();
  const afterCompletion = await findAfterCompletion(ctx, bookingId);
  if (!afterCompletion) return refuse("not-found");
  return afterCompletion[what] ? ({ ok: true } as const) : refuse("wrong-state");
}
