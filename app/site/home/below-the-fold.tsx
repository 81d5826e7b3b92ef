import type { BookingTerms } from "~/features/core/business/settings";
import type { ServiceView } from "~/features/core/catalogue/views";
import { DeferredBookingForm } from "~/features/operations/bookings/components/form/deferred-booking-form";
import type { NextSlotProps } from "~/features/operations/bookings/components/form/next-slot";
import { QuickBooking } from "~/features/operations/bookings/components/form/quick-booking";
import { Testimonials } from "~/features/website/content/components/testimonials";
import type { TestimonialView } from "~/features/website/content/views";
import { lazyIsland } from "~/ui/screen/lazy-island";
import type { PublicBusiness } from "../frame/business";
import type { HomeFacts } from "../pages/home-facts.server";
import { ContactBlock } from "../parts/contact-block";
import { EmergencyBanner } from "./emergency-banner";
import { Fact, FactsRow } from "./facts-row";
import { Pillars } from "./pillars";
import { Process } from "./process";
import { ServicesGrid } from "./services-grid";

const NextSlot = lazyIsland<NextSlotProps>(
  async () => (await import("~/features/operations/bookings/components/form/next-slot")).NextSlot,
  { fallback: null },
);

export interface BelowTheFoldProps {
  business: PublicBusiness;
  terms: BookingTerms;
  services: ServiceView[];
  testimonials: TestimonialView[];
  facts: HomeFacts;
}

/** Home page after its first screen, in the specification's order. */
export function BelowTheFold({ business, terms, services, testimonials, facts }: BelowTheFoldProps) {
  return (
    <>
      <FactsRow facts={facts}>{facts.nextSlot && <NextFreeTime {...facts.nextSlot} />}</FactsRow>
      <ServicesGrid services={services} />
      <Process />
      <Pillars />
      <Testimonials testimonials={testimonials} />
      <EmergencyBanner business={business} />
      <div className="page-column py-8 sm:py-14 lg:py-24">
        {/* Without the space above, so that a link to the form leaves out the banner before it. */}
        <section
          id="booking"
          tabIndex={-1}
          aria-labelledby="booking-title"
          className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,44rem)_minmax(17rem,1fr)] lg:gap-16"
        >
          <DeferredBookingForm
            services={services}
            emergencyPhone={business.emergencyPhone}
            phone={business.phone}
            whatsapp={business.whatsapp}
            terms={terms}
          />
          <div className="flex flex-col gap-10 lg:sticky lg:top-24">
            <ContactBlock business={business} />
            <QuickBooking />
          </div>
        </section>
      </div>
    </>
  );
}

function NextFreeTime({ serviceId, label }: NonNullable<HomeFacts["nextSlot"]>) {
  return <NextSlot serviceId={serviceId} render={(when) => <Fact value={when} label={label} />} />;
}
