import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "react-router";
import { m } from "~/paraglide/messages";
import { isolated } from "~/platform/locale/locale";
import { formatTime } from "~/platform/time";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { CheckLine } from "~/ui/form/check-line";
import { ListFailed, ListWaiting } from "~/ui/list/list-states";
import { ChangeRefused } from "~/ui/overlay/change-refused";
import { EmptyState } from "~/ui/screen/empty-state";
import { SettingsFrame } from "~/ui/screen/settings-frame";
import { SectionAction } from "~/ui/section";
import { reviewsClient } from "../admin-client";
import { Stars } from "../components/stars";
import type { OfficeReview } from "../views";
import { ReviewAnswer } from "./review-answer";

export function meta() {
  return [
    { title: m.admin_page_title({ page: m.website_reviews() }) },
    { name: "robots", content: "noindex" },
  ];
}

/** /admin/settings/reviews: what customers wrote, and what of it the website shows. */
export default function ReviewsPage() {
  return (
    <SettingsFrame title={m.website_reviews()} hint={m.website_reviews_hint()}>
      <Reviews />
    </SettingsFrame>
  );
}

function Reviews() {
  const [search, setSearch] = useSearchParams();
  const unanswered = search.has("unanswered");
  return (
    <div className="flex flex-col gap-4">
      <CheckLine
        checked={unanswered}
        onChange={(only) => setSearch(only ? { unanswered: "" } : {}, { replace: true })}
      >
        {m.website_reviews_unanswered()}
      </CheckLine>
      <ReviewList unanswered={unanswered} />
    </div>
  );
}

function ReviewList({ unanswered }: { unanswered: boolean }) {
  const found = useInfiniteQuery(
    reviewsClient.pages("/admin/reviews", unanswered ? { unanswered: "true" } : {}),
  );
  if (found.isError && !found.data) {
    return <ListFailed reason={found.error.message} onRetry={() => found.refetch()} />;
  }
  if (!found.data) return <ListWaiting />;
  const reviews = found.data.pages.flatMap(({ reviews }) => reviews);
  if (reviews.length === 0) {
    const title = unanswered ? m.website_reviews_all_answered() : m.website_reviews_empty();
    return <EmptyState title={title} />;
  }
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <ul className="border-t border-line">
        {reviews.map((review) => (
          <ReviewItem key={review.bookingId} review={review} />
        ))}
      </ul>
      {found.hasNextPage && (
        <Button
          size="small"
          tone="quiet"
          className="self-start"
          disabled={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {m.website_reviews_more()}
        </Button>
      )}
    </div>
  );
}

function ReviewItem({ review }: { review: OfficeReview }) {
  const { bookingId, reference, name, serviceName, rating, words, at, published } = review;
  const publish = reviewsClient.useChange("/admin/bookings/{id}/review", undefined, { id: bookingId });
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Stars rating={rating} />
        <span className="font-medium">
          <bdi>{name}</bdi>
        </span>
        <span className="text-xs text-muted">
          {serviceName} ·{" "}
          <Link to={`/admin/bookings/${bookingId}`} className="figures text-link hover:underline">
            {reference}
          </Link>{" "}
          · <span className="figures">{formatTime(at, "fullDateTime")}</span>
        </span>
      </div>
      <p dir="auto" className="max-w-prose break-words whitespace-pre-line">
        {words || <span className="text-muted">{m.website_reviews_no_words()}</span>}
      </p>
      <ReviewAnswer review={review} mayAnswer />
      <div className="flex flex-wrap items-center gap-2">
        <Badge tone={published ? "done" : "neutral"}>
          {published ? m.website_state_published() : m.website_state_hidden()}
        </Badge>
        <SectionAction
          label={
            published
              ? m.website_withdraw_of({ name: isolated(reference) })
              : m.website_publish_of({ name: isolated(reference) })
          }
          onClick={() => publish.mutate({ published: !published })}
        >
          {published ? m.website_withdraw() : m.website_publish()}
        </SectionAction>
      </div>
      <ChangeRefused error={publish.error} />
    </li>
  );
}
