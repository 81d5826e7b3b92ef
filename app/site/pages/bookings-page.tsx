import { DeferredBookingLinkForm } from "~/features/operations/bookings/components/deferred-booking-link-form";
import { DeferredVisitOverview } from "~/features/operations/bookings/components/form/deferred-visit-overview";
import { postBooking, postLinkRequest } from "~/features/operations/bookings/submissions.server";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { sharedPage } from "~/platform/pages/shared-page";
import { pageCtx } from "~/server/context.server";
import { classNames } from "~/ui/class-names";
import { useBusiness, useTerms } from "../frame/business";
import { SiteError } from "../frame/site-error";
import type { Route } from "./+types/bookings-page";
import { withBookingForm } from "./form/form-handle";
import { FormPage, tallBesideForm } from "./form/form-page";
import { loadFormPage } from "./form/form-page.server";

export const handle = { ...sharedPage, ...withBookingForm };

export function loader({ context }: Route.LoaderArgs) {
  return loadFormPage(context.get(pageCtx)!, { name: m.site_bookings(), path: "/bookings" });
}

/** The page has two forms; the one for a link has `?follow` in its address. */
export function action({ context, request }: Route.ActionArgs) {
  const post = new URL(request.url).searchParams.has("follow") ? postLinkRequest : postBooking;
  return post(context.get(pageCtx)!, request);
}

export function shouldRevalidate() {
  return false;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <SiteError error={error} />;
}

/** Page to book, or to find a booking. */
export default function BookingsPage({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const terms = useTerms();
  return (
    <FormPage
      loaderData={loaderData}
      pageTitle={m.site_bookings_page_title({ business: bidiIsolate(business.name) })}
      description={m.site_bookings_description()}
      title={m.site_bookings_title()}
      lead={m.site_bookings_lead()}
    >
      <div className={classNames("flex flex-col gap-8", tallBesideForm)}>
        <section
          id="follow"
          tabIndex={-1}
          aria-labelledby="follow-title"
          data-panel=""
          className="flex flex-col gap-5 rounded-lg bg-sunken p-5 sm:p-7"
        >
          <div className="flex flex-col gap-1.5">
            <h2 id="follow-title" className="text-2xl">
              {m.booking_follow_title()}
            </h2>
            <p className="text-sm text-muted">{m.booking_follow_lead()}</p>
          </div>
          <DeferredBookingLinkForm />
        </section>
        {/* Hidden on phones, where the form shows most of it. */}
        <div className="max-lg:hidden lg:sticky lg:top-24">
          <DeferredVisitOverview terms={terms} />
        </div>
      </div>
    </FormPage>
  );
}
