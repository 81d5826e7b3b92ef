import { DeferredBookingLinkForm } from "~/features/operations/bookings/components/deferred-booking-link-form";
import { DeferredVisitOverview } from "~/features/operations/bookings/components/form/deferred-visit-overview";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { classNames } from "~/ui/class-names";
import { useBusiness, useTerms } from "../frame/business";
import type { Route } from "./+types/bookings-page";
import { FormPage, tallBesideForm } from "./form/form-page";

/** Page to book, or to find a booking. */
export function BookingsScreen({ loaderData }: Route.ComponentProps) {
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
