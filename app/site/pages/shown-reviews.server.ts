import { formatRating } from "~/features/reviews/rating";
import { type ShownReview, showReview } from "~/features/reviews/shown-review";
import type { ServiceReviews } from "~/features/reviews/views";
import { m } from "~/paraglide/messages";

/** What customers said of a service, as the page shows it. */
export interface ShownReviews {
  mean: { stars: number; words: string; note: string } | null;
  published: ShownReview[];
  /** There are older ones, on a page of their own. */
  more: string | null;
}

/** Put into words on the server: the first load of a service's page has no room for them. */
export function showReviews(
  { rating, count, published, more }: ServiceReviews,
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
    more: more ? m.content_reviews_all() : null,
  };
}
