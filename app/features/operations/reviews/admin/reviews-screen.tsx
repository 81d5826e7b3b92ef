import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { formatTime } from "~/platform/time";
import { type ListFilter, readFilter, writeFilter } from "~/ui/list/filters/filters";
import { ListHeader } from "~/ui/list/list-header";
import { ListFailed, ListLoading } from "~/ui/list/list-states";
import { LoadMoreButton } from "~/ui/list/load-more-button";
import { useVisiblePagesRef } from "~/ui/list/use-visible-pages";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { PublishToggle } from "~/ui/publish-toggle";
import { EmptyState } from "~/ui/screen/empty-state";
import { technicianFilter } from "../../bookings/admin/shared-filters";
import { reviewsClient } from "../admin-client";
import { Stars } from "../components/stars";
import type { ReviewFilter } from "../review";
import type { OfficeReview } from "../views";
import { ReviewAnswer } from "./review-answer";

const filters: readonly ListFilter<ReviewFilter>[] = [
  {
    kind: "chips",
    name: "unanswered",
    label: m.website_reviews,
    all: m.website_reviews_all,
    values: ["yes"],
    labelOf: m.website_reviews_unanswered,
  },
  technicianFilter,
  {
    kind: "days",
    name: "from",
    label: m.website_reviews_days,
    from: m.admin_filters_from,
    until: "to",
    to: m.admin_filters_to,
  },
];

/** All reviews, with the choice to publish each. */
export function ReviewsScreen() {
  const [address, setAddress] = useSearchParams();
  const filter = readFilter(filters, address);
  return (
    <div className="flex min-h-0 flex-col lg:h-full">
      <ListHeader
        title={m.website_reviews()}
        filters={filters}
        filter={filter}
        onChange={(change) =>
          setAddress((address) => writeFilter(filters, { ...filter, ...change } as ReviewFilter, address), {
            replace: true,
          })
        }
      >
        <p className="text-xs leading-tight text-muted @xl:shrink-[99]">{m.website_reviews_hint()}</p>
      </ListHeader>
      <div className="relative min-h-0 grow border-t border-line px-4 py-4 lg:overflow-y-auto lg:px-6">
        <ReviewList filter={filter} />
      </div>
    </div>
  );
}

function ReviewList({ filter }: { filter: ReviewFilter }) {
  const asked = reviewsClient.pages("/admin/reviews", filter);
  const found = useInfiniteQuery(asked);
  const lengths = (found.data?.pages ?? []).map(({ reviews }) => reviews.length);
  const rows = useVisiblePagesRef(asked.queryKey, lengths, found.refetch);
  if (found.isError && !found.data) {
    return <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />;
  }
  if (!found.data) return <ListLoading />;
  const reviews = found.data.pages.flatMap(({ reviews }) => reviews);
  if (reviews.length === 0) {
    const { unanswered, ...others } = filter;
    const isAll = Object.keys(others).length === 0;
    return (
      <EmptyState
        title={
          !isAll
            ? m.website_reviews_none()
            : unanswered
              ? m.website_reviews_all_answered()
              : m.website_reviews_empty()
        }
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <ul ref={rows} className="-mt-4">
        {reviews.map((review) => (
          <ReviewItem key={review.bookingId} review={review} />
        ))}
      </ul>
      <LoadMoreButton query={found} tone="quiet">
        {m.website_reviews_more()}
      </LoadMoreButton>
    </div>
  );
}

function ReviewItem({ review }: { review: OfficeReview }) {
  const { bookingId, reference, name, serviceName, rating, comment, at, published } = review;
  const publish = reviewsClient.useChange("/admin/bookings/{id}/review", undefined, { id: bookingId });
  return (
    <li className="grid items-start gap-x-6 gap-y-2 border-b border-line py-3 text-sm lg:grid-cols-[17rem_minmax(0,1fr)_auto] xl:grid-cols-[24rem_minmax(0,1fr)_auto]">
      <div className="flex min-w-0 flex-col gap-1">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Stars rating={rating} />
          <span className="font-medium">
            <bdi>{name}</bdi>
          </span>
        </div>
        <span className="text-xs text-muted">
          <span className="wrap-anywhere">{serviceName}</span> ·{" "}
          <Link to={`/admin/bookings/${bookingId}`} className="figures text-link underline">
            <bdi>{reference}</bdi>
          </Link>{" "}
          · <span className="figures">{formatTime(at, "fullDateTime")}</span>
        </span>
      </div>
      <div className="flex min-w-0 flex-col gap-2">
        <p dir="auto" className="max-w-prose whitespace-pre-line">
          {comment || <span className="text-muted">{m.website_reviews_no_comment()}</span>}
        </p>
        <ReviewAnswer review={review} mayAnswer />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <PublishToggle
          name={reference}
          isPublished={published}
          onChange={(published) => publish.mutate({ published })}
        />
      </div>
      <ChangeRefused error={publish.error} />
    </li>
  );
}
