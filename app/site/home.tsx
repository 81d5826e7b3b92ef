import { pageCtx } from "~/context.server";
import { DeferredBookingForm } from "~/features/bookings/components/deferred-booking-form";
import { getBusiness, listOpeningHours, listServices } from "~/features/catalogue/queries.server";
import { m } from "~/paraglide/messages";
import { sharedPage } from "~/platform/shared-page";
import type { Route } from "./+types/home";
import { useBusiness } from "./business";
import { ContactBlock } from "./contact-block";
import { Hero } from "./hero";
import { PageHead } from "./seo/page-head";
import { businessThing, structuredData } from "./seo/structured-data.server";

export const handle = sharedPage;

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const openingHours = await listOpeningHours(ctx);
  return {
    services: await listServices(ctx),
    structuredData: structuredData(
      businessThing(await getBusiness(ctx), { publicUrl: ctx.publicUrl, openingHours }),
    ),
  };
}

export function shouldRevalidate() {
  return false;
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  return (
    <>
      <PageHead
        title={m.site_home_title({ name: business.name })}
        description={m.site_home_description()}
        structuredData={loaderData.structuredData}
      />
      <Hero business={business} services={loaderData.services} />
      <section id="booking" aria-labelledby="booking-title" className="page-column py-14 lg:py-24">
        <div className="grid items-start gap-10 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] lg:gap-16">
          <DeferredBookingForm services={loaderData.services} emergencyPhone={business.emergencyPhone} />
          <ContactBlock business={business} />
        </div>
      </section>
    </>
  );
}
