import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import { useBusiness, useTerms } from "../frame/business";
import type { BelowTheFoldProps } from "../home/below-the-fold";
import { Hero } from "../parts/hero";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/home-page";

const BelowTheFold = lazyIsland<BelowTheFoldProps>(
  async () => (await import("../home/below-the-fold")).BelowTheFold,
  { fallback: <Skeleton className="h-[300rem]" /> },
);

export function HomeScreen({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const terms = useTerms();
  const { services, testimonials, facts } = loaderData;
  return (
    <>
      <PageHead
        title={m.site_home_title({ name: bidiIsolate(business.name) })}
        description={m.site_home_description()}
        structuredData={loaderData.structuredData}
      />
      <Hero business={business} services={services} />
      <BelowTheFold
        business={business}
        terms={terms}
        services={services}
        testimonials={testimonials}
        facts={facts}
      />
    </>
  );
}
