import { formatRating } from "~/features/operations/reviews/rating";
import { type ShownReview, showReview } from "~/features/operations/reviews/shown-review";
import type { ServiceReviews } from "~/features/operations/reviews/views";
import { m } from "~/paraglide/messages";

/** Reviews of a service, formatted for its page. */
export interface ShownReviews {
  mean: { stars: number; words: string; note: string } | null;
  published: ShownReview[];
  /** Link to older reviews, on a page of their own. */
  more: string | null;
}

/** Formatted on the server, because the first load of a service page has no room for this code. */
export function showReviews(
  { rating, count, published, hasMore }: ServiceReviews,
  business: { name: string },
): ShownReviews | null {
  if (rating === null && published.length === 0) return null;
  return {
    mean:
      rating === null
        ? null
        : {
            stars: Math.round(rating),
            words: m.content_review_mean({ rating: formatRating(rating), count }),
            note: m.content_review_mean_note(),
          },
    published: published.map((review) => showReview(review, business)),
    more: hasMore ? m.content_reviews_all() : null,
  };
}
