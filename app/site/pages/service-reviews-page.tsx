import { useInfiniteQuery } from "@tanstack/react-query";
import { data } from "react-router";
import { getBusiness } from "~/features/core/business/queries.server";
import { listServices } from "~/features/core/catalogue/queries.server";
import { serviceReviewsQuery } from "~/features/operations/reviews/client";
import { ReviewList } from "~/features/operations/reviews/components/review-list";
import { listServiceReviews } from "~/features/operations/reviews/queries.server";
import { showReview } from "~/features/operations/reviews/shown-review";
import { m } from "~/paraglide/messages";
import { queryClient } from "~/platform/browser/query-client";
import { bidiIsolate } from "~/platform/locale/locale";
import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import { Button, ButtonLink } from "~/ui/button";
import { Failure } from "~/ui/form/failure";
import { useBusiness } from "../frame/business";
import { SiteError } from "../frame/site-error";
import { PageHero } from "../parts/page-hero";
import { PageHead } from "../seo/page-head";
import { breadcrumbThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/service-reviews-page";

export const handle = sharedPage;

/** Reviews in the first markup; older ones are fetched. */
const FIRST = 50;

export async function loader({ context, params }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const service = (await listServices(ctx)).find(({ id }) => id === params.service);
  if (!service) throw data(null, { status: 404 });
  const first = await listServiceReviews(ctx, { service: service.id, limit: FIRST });
  if (first.reviews.length === 0) throw data(null, { status: 404 });
  const path = `/services/${service.id}`;
  const trail = [
    { name: m.content_services(), path: "/services" },
    { name: service.name, path },
    { name: m.content_reviews_title(), path: `${path}/reviews` },
  ];
  const { name } = await getBusiness(ctx);
  return {
    service: { id: service.id, name: service.name },
    first,
    trail,
    title: m.content_reviews_page_title({ service: service.name, business: bidiIsolate(name) }),
    structuredData: structuredData(breadcrumbThing(trail, ctx.publicUrl)),
  };
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SiteError error={error} />;
}

/** All published reviews of a service. */
export default function ServiceReviewsPage({ loaderData }: Route.ComponentProps) {
  const { service, first, trail, title } = loaderData;
  const business = useBusiness();
  const found = useInfiniteQuery(serviceReviewsQuery(service.id, first), queryClient);
  const reviews = found.data.pages.flatMap((page) => page.reviews);
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
      <div className="page-column flex flex-col gap-8 py-8 lg:py-12">
        <ReviewList reviews={reviews.map((review) => showReview(review, business))} />
        <Failure>{found.error?.message}</Failure>
        {found.hasNextPage && (
          <Button
            tone="quiet"
            className="self-start"
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
