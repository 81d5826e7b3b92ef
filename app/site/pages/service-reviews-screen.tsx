import { useInfiniteQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { serviceReviewsQuery } from "~/features/operations/reviews/client";
import { ReviewList } from "~/features/operations/reviews/components/review-list";
import { showReview } from "~/features/operations/reviews/shown-review";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { Button, ButtonLink } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { useReplayClick } from "~/ui/form/use-replay-click";
import { useBusiness } from "../frame/business";
import { PageHero } from "../parts/page-hero";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/service-reviews-page";

/** All published reviews of a service. */
export function ServiceReviewsScreen({ loaderData }: Route.ComponentProps) {
  const { service, first, trail, title } = loaderData;
  const business = useBusiness();
  const found = useInfiniteQuery(serviceReviewsQuery(service.id, first), queryClient);
  const reviews = found.data.pages.flatMap((page) => page.reviews);
  const list = useRef<HTMLDivElement>(null);
  useReplayClick(list);
  return (
    <>
      <PageHead
        title={title}
        description={m.content_reviews_description({ service: service.name })}
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={trail}
        about={service.name}
        title={m.content_reviews_title()}
        lead={m.content_reviews_lead()}
      />
      <div ref={list} className="page-column flex flex-col gap-8 py-8 lg:py-12">
        <ReviewList reviews={reviews.map((review) => showReview(review, business))} />
        <Failure>{found.error?.message}</Failure>
        {found.hasNextPage && (
          <Button
            tone="quiet"
            className="self-start noscript:hidden"
            disabled={found.isFetchingNextPage}
            onClick={() => found.fetchNextPage()}
          >
            {m.content_reviews_older()}
          </Button>
        )}
        <p>
          <ButtonLink to={`/services/${service.id}#booking`} size="large">
            {m.content_book_service()}
          </ButtonLink>
        </p>
      </div>
    </>
  );
}
