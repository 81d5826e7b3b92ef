import { pageCtx } from "~/context.server";
import { DeferredBookingForm } from "~/features/bookings/components/deferred-booking-form";
import { listServices } from "~/features/catalogue/queries.server";
import { m } from "~/paraglide/messages";
import { sharedPage } from "~/platform/shared-page";
import type { Route } from "./+types/home";
import { useBusiness } from "./business";
import { ContactBlock } from "./contact-block";
import { Hero } from "./hero";

export const handle = sharedPage;

export async function loader({ context }: Route.LoaderArgs) {
  return { services: await listServices(context.get(pageCtx)!) };
}

export function shouldRevalidate() {
  return false;
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  return (
    <>
      <title>{m.site_home_title({ name: business.name })}</title>
      <meta name="description" content={m.site_home_description()} />
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
