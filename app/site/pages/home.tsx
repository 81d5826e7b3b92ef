import { getBusiness } from "~/features/core/business/queries.server";
import { listServices } from "~/features/core/catalogue/queries.server";
import { postBooking } from "~/features/operations/bookings/submissions.server";
import { getOpening } from "~/features/operations/scheduling/queries.server";
import { listTestimonials } from "~/features/website/content/queries.server";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import { useBusiness, useTerms } from "../frame/business";
import type { BelowTheFoldProps } from "../home/below-the-fold";
import { Hero } from "../parts/hero";
import { PageHead } from "../seo/page-head";
import { businessThing, structuredData } from "../seo/structured-data.server";
import type { Route } from "./+types/home";
import { withBookingForm } from "./form/form-handle";

export const handle = { ...sharedPage, ...withBookingForm };

const BelowTheFold = lazyIsland<BelowTheFoldProps>(
  async () => (await import("../home/below-the-fold")).BelowTheFold,
  { fallback: <Skeleton className="h-[300rem]" /> },
);

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const opening = await getOpening(ctx);
  return {
    services: await listServices(ctx),
    testimonials: await listTestimonials(ctx),
    structuredData: structuredData(
      businessThing(await getBusiness(ctx), { publicUrl: ctx.publicUrl, opening }),
    ),
  };
}

export function action({ context, request }: Route.ActionArgs) {
  return postBooking(context.get(pageCtx)!, request);
}

export function shouldRevalidate() {
  return false;
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const terms = useTerms();
  const { services, testimonials } = loaderData;
  return (
    <>
      <PageHead
        title={m.site_home_title({ name: bidiIsolate(business.name) })}
        description={m.site_home_description()}
        structuredData={loaderData.structuredData}
      />
      <Hero business={business} services={services} />
      <BelowTheFold business={business} terms={terms} services={services} testimonials={testimonials} />
    </>
  );
}
