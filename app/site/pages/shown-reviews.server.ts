import { formatRating } from "~/features/reviews/rating";
import type { ServiceReviews } from "~/features/reviews/views";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";

/** What customers said of a service, as the page shows it. */
export interface ShownReviews {
  mean: { stars: number; words: string; note: string } | null;
  published: { id: string; stars: number; quote: string | null; by: string; answer: Answer | null }[];
}

interface Answer {
  by: string;
  words: string;
}

/** Put into words on the server: the first load of a service's page has no room for them. */
export function showReviews(
  { rating, count, published }: ServiceReviews,
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
    published: published.map(({ id, rating, words, answer, ...said }) => ({
      id,
      stars: rating,
      quote: words ? m.site_testimonial_quote({ quote: isolated(words) }) : null,
      by: wordsOfAuthor(said),
      answer:
        answer === null
          ? null
          : { by: m.content_review_answer({ business: isolated(business.name) }), words: answer },
    })),
  };
}

function wordsOfAuthor({ name, area, at }: { name: string; area: string; at: string }): string {
  const date = formatTime(at, "fullDate");
  return area
    ? m.content_review_by({ name: isolated(name), area: isolated(area), date })
    : m.content_review_by_name({ name: isolated(name), date });
}
