import { pageCtx } from "~/context.server";
import { DeferredBookingForm } from "~/features/bookings/components/deferred-booking-form";
import { listServices } from "~/features/catalogue/queries.server";
import { m } from "~/paraglide/messages";
import { sharedPage } from "~/platform/shared-page";
import { late } from "~/ui/late";
import { Skeleton } from "~/ui/skeleton";
import type { Route } from "./+types/bookings-page";
import { useBusiness } from "./business";
import { PageHero } from "./page-hero";
import { PageHead } from "./seo/page-head";
import { breadcrumbThing, structuredData } from "./seo/structured-data.server";
import { SiteError } from "./site-error";

export const handle = sharedPage;

const FollowForm = late(async () => (await import("~/features/bookings/components/follow-form")).FollowForm, {
  fallback: <Skeleton className="h-60" />,
  onSight: true,
});

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(pageCtx)!;
  const trail = [{ name: m.site_bookings(), path: "/bookings" }];
  return {
    trail,
    services: await listServices(ctx),
    structuredData: structuredData(breadcrumbThing(trail, ctx.publicUrl)),
  };
}

export function shouldRevalidate() {
  return false;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SiteError error={error} />;
}

/** Book, or follow what was booked. */
export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  return (
    <>
      <PageHead
        title={m.site_bookings_page_title({ business: business.name })}
        description={m.site_bookings_description()}
        structuredData={loaderData.structuredData}
      />
      <PageHero trail={loaderData.trail} title={m.site_bookings_title()} lead={m.site_bookings_lead()} />
      <div className="page-column grid items-start gap-10 py-12 lg:grid-cols-[minmax(0,44rem)_minmax(0,1fr)] lg:gap-16 lg:py-20">
        {/* First in the markup as on a phone: whatever came after the form would push it down while the page arrives. */}
        <section
          id="follow"
          aria-labelledby="follow-title"
          className="flex flex-col gap-5 rounded-lg bg-sunken p-5 sm:p-7 lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1"
        >
          <div className="flex flex-col gap-1.5">
            <h2 id="follow-title" className="text-2xl">
              {m.booking_follow_title()}
            </h2>
            <p className="text-sm text-muted">{m.booking_follow_lead()}</p>
          </div>
          <FollowForm />
        </section>
        <section id="booking" aria-labelledby="booking-title">
          <DeferredBookingForm services={loaderData.services} emergencyPhone={business.emergencyPhone} />
        </section>
      </div>
    </>
  );
}
