import type { ReactNode } from "react";
import type { ServiceView } from "~/features/core/catalogue/views";
import { DeferredBookingForm } from "~/features/operations/bookings/components/form/deferred-booking-form";
import { useBusiness, useTerms } from "../../frame/business";
import { PageHero } from "../../parts/page-hero";
import { PageHead } from "../../seo/page-head";

interface FormPageProps {
  /** Data from `loadFormPage` (form-page.server.ts). */
  loaderData: { trail: { name: string; path: string }[]; services: ServiceView[]; structuredData: string };
  /** Title and description for search results. */
  pageTitle: string;
  description: string;
  title: string;
  lead: string;
  /** Corner of the house beside the text. */
  corner?: string;
  /** Service preselected in the form. */
  presetService?: string;
  /** Allows photos. */
  photos?: boolean;
  /** Content beside the form with the class `tallBesideForm`; before it on phones, where it is one line. */
  before?: ReactNode;
  /** Content beside the form with the class `besideForm`; after it on phones. */
  children?: ReactNode;
}

/** Stays in view while the form is filled in. */
export const besideForm = "lg:sticky lg:top-24 lg:col-start-2 lg:row-start-1";

/** Classes that stretch to the height of the form, for content with a sticky part. */
export const tallBesideForm = "lg:col-start-2 lg:row-start-1 lg:self-stretch";

export function FormPage({
  loaderData,
  pageTitle,
  description,
  title,
  lead,
  corner,
  before,
  children,
  ...form
}: FormPageProps) {
  const business = useBusiness();
  const terms = useTerms();
  return (
    <>
      <PageHead title={pageTitle} description={description} structuredData={loaderData.structuredData} />
      <PageHero trail={loaderData.trail} title={title} lead={lead} corner={corner} compact />
      <div className="page-column grid grid-cols-1 items-start gap-4 py-2 sm:py-12 lg:grid-cols-[minmax(0,44rem)_minmax(17rem,1fr)] lg:gap-16 lg:py-20">
        {before}
        <section id="booking" tabIndex={-1} aria-labelledby="booking-title">
          <DeferredBookingForm
            services={loaderData.services}
            emergencyPhone={business.emergencyPhone}
            phone={business.phone}
            whatsapp={business.whatsapp}
            terms={terms}
            startsInView
            {...form}
          />
        </section>
        {children}
      </div>
    </>
  );
}
