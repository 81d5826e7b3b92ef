import { m } from "~/paraglide/messages";
import { entry, line } from "~/platform/documents/report";
import { anyOf } from "~/platform/lists/any-of.server";
import { bidiIsolate } from "~/platform/locale/locale";
import { datedLine, type PersonalData } from "~/platform/personal-data.server";

/** Ratings and warranty requests stay as business records; their texts are erased. */
export const personalDataOfReviews: PersonalData = {
  name: "aftercare",
  tables: { reviews: "anonymized", warranty_visit_requests: "anonymized" },

  async collect(ctx, { userId }) {
    const reviews = await ctx.db
      .selectFrom("reviews")
      .innerJoin("bookings", "bookings.id", "reviews.booking_id")
      .select(["bookings.reference", "rating", "comment", "created_at as at", "published_at as publishedAt"])
      .select(["answer", "answered_at as answeredAt"])
      .where("bookings.user_id", "=", userId)
      .execute();
    const revisits = await ctx.db
      .selectFrom("warranty_visit_requests")
      .innerJoin("bookings", "bookings.id", "warranty_visit_requests.booking_id")
      .select([
        "bookings.reference",
        "warranty_visit_requests.message",
        "warranty_visit_requests.created_at as at",
      ])
      .where("bookings.user_id", "=", userId)
      .execute();
    return [
      {
        name: "reviews",
        data: reviews,
        title: m.account_reviews(),
        parts: reviews.map(({ reference, rating, comment, answer }) =>
          entry(
            reference,
            line(m.account_stars({ count: rating })),
            line(comment),
            line(answer ? m.account_review_answered({ answer: bidiIsolate(answer) }) : ""),
          ),
        ),
      },
      {
        name: "revisits",
        data: revisits,
        title: m.account_warranty_requests(),
        parts: revisits.map(({ reference, at, message }) => entry(reference, datedLine(at, message))),
      },
    ];
  },

  async erase(ctx, { records }) {
    await ctx.db
      .updateTable("reviews")
      .set({ comment: "", published_at: null, answer: null, answered_at: null })
      .where("booking_id", "=", anyOf(records.booking))
      .execute();
    await ctx.db
      .updateTable("warranty_visit_requests")
      .set({ message: "-" })
      .where("booking_id", "=", anyOf(records.booking))
      .execute();
  },
};
