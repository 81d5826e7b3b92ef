import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { Section } from "~/ui/section";
import { reviewsClient } from "../admin-client";
import { Stars } from "../components/stars";
import { formatRating } from "../rating";
import type { TechnicianReviews as Reviews } from "../views";

/** Mean rating, latest reviews, and a link to the others of one technician. */
export function TechnicianReviews({ technician: { id } }: { technician: { id: string } }) {
  const { data, isError } = useQuery(reviewsClient.query("/admin/technicians/{id}/reviews", { id }));
  return (
    <Section title={m.website_reviews_of_work()}>
      {isError && !data && (
        <p role="alert" className="text-sm text-error">
          {m.website_reviews_of_work_failed()}
        </p>
      )}
      {data?.count === 0 && <p className="text-sm text-muted">{m.website_reviews_of_work_none()}</p>}
      {data && data.count > 0 && <LatestReview said={data} technicianId={id} />}
    </Section>
  );
}

function LatestReview({
  said: { rating, count, stars, latest },
  technicianId,
}: {
  said: Reviews;
  technicianId: string;
}) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      {rating === null ? (
        <p className="text-muted">{m.website_reviews_of_work_few({ count })}</p>
      ) : (
        <div className="grid items-center gap-x-6 gap-y-3 sm:grid-cols-[auto_minmax(0,1fr)]">
          <p>
            <span aria-hidden className="figures block text-3xl font-semibold">
              {formatRating(rating)}
            </span>
            <span className="text-xs text-muted">
              {m.booking_technician_rating({ rating: formatRating(rating), reviews: count })}
            </span>
          </p>
          <RatingDistribution stars={stars} count={count} />
        </div>
      )}
      <ul>
        {latest.map((review) => (
          <li key={review.bookingId} className="flex flex-col gap-1 border-t border-line py-2.5">
            <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
              <Stars rating={review.rating} />
              <Link to={`/admin/bookings/${review.bookingId}`} className="figures text-link underline">
                {review.reference}
              </Link>
              <span className="figures">{formatTime(review.at, "fullDate")}</span>
            </p>
            {review.comment && (
              <p dir="auto" className="whitespace-pre-line">
                {review.comment}
              </p>
            )}
          </li>
        ))}
      </ul>
      {count > latest.length && (
        <Link to={`/admin/reviews?technician=${technicianId}`} className="text-link hover:underline">
          {m.website_reviews_of_work_all({ count })}
        </Link>
      )}
    </div>
  );
}

/** Number of ratings per star. */
function RatingDistribution({ stars, count }: Pick<Reviews, "stars" | "count">) {
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 text-xs">
      {stars
        .map((given, index) => ({ star: index + 1, given }))
        .reverse()
        .map(({ star, given }) => (
          <div key={star} className="col-span-3 grid grid-cols-subgrid items-center">
            <dt className="figures text-muted">{m.reviews_stars({ count: star })}</dt>
            <dd className="contents">
              <span aria-hidden className="h-2 rounded-full bg-sunken">
                <span
                  className="block h-full rounded-full bg-accent"
                  style={{ inlineSize: `${(given / count) * 100}%` }}
                />
              </span>
              <span className="figures text-end">{given}</span>
            </dd>
          </div>
        ))}
    </dl>
  );
}
