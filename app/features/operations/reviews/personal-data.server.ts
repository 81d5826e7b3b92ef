import { m } from "~/paraglide/messages";
import { entry, line } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import { bidiIsolate } from "~/platform/locale/locale";
import { datedLine, type PersonalData } from "~/platform/personal-data.server";

/** Ratings and warranty requests stay as business records; their texts are erased. */
export const personalDataOfReviews: PersonalData = {
  name: "reviews",
  tables: { reviews: "anonymized", warrantyVisitRequests: "anonymized" },

  async collect(ctx, { userId }) {
    const reviews = await ctx.db
      .selectFrom("reviews")
      .innerJoin("bookings", "bookings.id", "reviews.bookingId")
      .select(["bookings.reference", "rating", "comment", "createdAt as at", "publishedAt"])
      .select(["answer", "answeredAt"])
      .where("bookings.userId", "=", userId)
      .execute();
    const warrantyRequests = await ctx.db
      .selectFrom("warrantyVisitRequests")
      .innerJoin("bookings", "bookings.id", "warrantyVisitRequests.bookingId")
      .select([
        "bookings.reference",
        "warrantyVisitRequests.message",
        "warrantyVisitRequests.createdAt as at",
      ])
      .where("bookings.userId", "=", userId)
      .execute();
    return [
      {
        name: "reviews",
        data: reviews,
        title: m.account_reviews(),
        parts: reviews.map(({ reference, rating, comment, answer }) =>
          entry(
            reference,
            line(m.reviews_stars({ count: rating })),
            line(comment),
            line(answer ? m.account_review_answered({ answer: bidiIsolate(answer) }) : ""),
          ),
        ),
      },
      {
        name: "warranty-requests",
        data: warrantyRequests,
        title: m.account_warranty_requests(),
        parts: warrantyRequests.map(({ reference, at, message }) => entry(reference, datedLine(at, message))),
      },
    ];
  },

  async erase(ctx, { records }) {
    await ctx.db
      .updateTable("reviews")
      .set({ comment: "", publishedAt: null, answer: null, answeredAt: null })
      .where("bookingId", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .updateTable("warrantyVisitRequests")
      .set({ message: "-" })
      .where("bookingId", "=", anyOf(records.booking))
      .execute();
  },
};
