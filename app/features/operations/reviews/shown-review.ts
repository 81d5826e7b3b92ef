import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import type { PublishedReview } from "./views";

/** Review formatted for reading. */
export interface ShownReview {
  id: string;
  stars: number;
  quote: string | null;
  by: string;
  answer: { by: string; words: string } | null;
}

export function showReview(
  { id, rating, comment, answer, ...said }: PublishedReview,
  business: { name: string },
): ShownReview {
  return {
    id,
    stars: rating,
    quote: comment ? m.site_testimonial_quote({ quote: bidiIsolate(comment) }) : null,
    by: wordsOfAuthor(said),
    answer:
      answer === null
        ? null
        : { by: m.content_review_answer({ business: bidiIsolate(business.name) }), words: answer },
  };
}

function wordsOfAuthor({ name, area, at }: { name: string; area: string; at: string }): string {
  const date = formatTime(at, "fullDate");
  return area
    ? m.content_review_by({ name: bidiIsolate(name), area: bidiIsolate(area), date })
    : m.content_review_by_name({ name: bidiIsolate(name), date });
}
