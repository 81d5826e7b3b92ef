import type { ShownReview } from "../shown-review";
import { Stars } from "./stars";

/** Published reviews with the office's answers. */
export function ReviewList({ reviews }: { reviews: readonly ShownReview[] }) {
  return (
    <ul className="grid gap-x-12 gap-y-8 md:grid-cols-2">
      {reviews.map(({ id, stars, quote, by, answer }) => (
        <li key={id}>
          <figure className="flex flex-col gap-3 border-t border-line pt-5">
            <Stars rating={stars} />
            {quote && (
              <blockquote>
                <p dir="auto">{quote}</p>
              </blockquote>
            )}
            <figcaption className="text-sm wrap-anywhere text-muted">{by}</figcaption>
          </figure>
          {answer && (
            <div className="mt-4 border-s-2 border-accent ps-4">
              <p className="text-sm text-muted">{answer.by}</p>
              <p dir="auto" className="whitespace-pre-line">
                {answer.words}
              </p>
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}
