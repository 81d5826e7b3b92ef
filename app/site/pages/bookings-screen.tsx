import ChevronDown from "lucide-react/icons/chevron-down";
import { useEffect, useRef } from "react";
import { useActionData, useLocation } from "react-router";
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
      before={
        <div className={classNames("flex flex-col gap-8", tallBesideForm)}>
          <FollowBooking />
          {/* Hidden on phones, where the form shows most of it. */}
          <div className="max-lg:hidden lg:sticky lg:top-24">
            <DeferredVisitOverview terms={terms} />
          </div>
        </div>
      }
    />
  );
}

/** One line, which opens the form to ask for the link again. */
function FollowBooking() {
  const { hash } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  // Posted without JavaScript and refused.
  const isPosted = useActionData<{ form: string }>()?.form === "follow";
  useEffect(() => {
    if (hash === "#follow" && details.current) details.current.open = true;
  }, [hash]);
  return (
    <details
      ref={details}
      open={isPosted || undefined}
      data-panel=""
      className="group rounded-lg bg-sunken px-4 sm:px-6"
    >
      <summary className="flex min-h-11 items-center justify-between gap-2 font-medium">
        <h2 id="follow-title" className="text-base">
          {m.booking_follow_title()}
        </h2>
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {/* Inside, because browsers open the details around the target of a link. */}
      <div id="follow" tabIndex={-1} className="flex flex-col gap-4 pb-6">
        <p className="text-sm text-muted">{m.booking_follow_lead()}</p>
        <DeferredBookingLinkForm />
      </div>
    </details>
  );
}
