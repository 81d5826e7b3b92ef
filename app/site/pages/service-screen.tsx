import Check from "lucide-react/icons/check";
import Clock from "lucide-react/icons/clock";
import PhoneCall from "lucide-react/icons/phone-call";
import Tag from "lucide-react/icons/tag";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { ServiceView } from "~/features/core/catalogue/views";
import type { PackageView } from "~/features/core/packages/views";
import { amountText, headlinePriceText } from "~/features/core/pricing/price-text";
import { DeferredBookingForm } from "~/features/operations/bookings/components/form/deferred-booking-form";
import { ReviewList } from "~/features/operations/reviews/components/review-list";
import { Stars } from "~/features/operations/reviews/components/stars";
import { FaqList } from "~/features/website/content/components/faq-list";
import { jobExtentText } from "~/features/website/content/job-extent-text";
import type { ServicePage as Page, PortfolioItem, TypicalJob } from "~/features/website/content/views";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { useBusiness, useTerms, useVatPercent } from "../frame/business";
import { Comparison } from "../parts/before-after-comparison";
import { ContactBlock } from "../parts/contact-block";
import { PageHero } from "../parts/page-hero";
import { PageSection } from "../parts/page-section";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/service-page";
import type { ShownReviews } from "./shown-reviews.server";

const NextSlotLine = lazyIsland<{ serviceId: string }>(
  async () => (await import("~/features/operations/bookings/components/form/next-slot")).NextSlotLine,
  { fallback: null },
);

/** Service page: scope, prices, steps, reviews and the booking form. */
export function ServiceScreen({ loaderData }: Route.ComponentProps) {
  const { services, service, page, trail, work, amcPackage, reviews, emergencyPrice } = loaderData;
  const business = useBusiness();
  const terms = useTerms();
  const percent = useVatPercent();
  return (
    <>
      <PageHead
        title={m.content_service_page_title({ service: service.name, business: bidiIsolate(business.name) })}
        description={page.description}
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={trail}
        about={service.name}
        title={bidiIsolate(page.headline)}
        lead={bidiIsolate(page.introduction)}
        corner={service.id}
        facts={<Facts service={service} page={page} emergency={emergencyPrice} />}
      >
        {service.emergency ? <EmergencyActions /> : <Actions serviceId={service.id} />}
      </PageHero>

      <PageSection
        id="jobs"
        title={m.content_jobs_title()}
        lead={percent > 0 ? m.content_jobs_lead({ percent }) : m.content_jobs_lead_no_vat()}
      >
        <div
          className={classNames(
            "grid items-start gap-10 lg:gap-16",
            page.jobs.length > 0 ? "lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]" : "max-w-3xl",
          )}
        >
          {page.jobs.length > 0 && <Jobs jobs={page.jobs} serviceId={service.id} />}
          <Included page={page} />
        </div>
      </PageSection>

      {page.steps.length > 0 && (
        <PageSection
          id="steps"
          title={service.emergency ? m.content_countdown_title() : m.content_steps_title()}
          lead={service.emergency ? m.content_countdown_lead() : undefined}
          sunken
        >
          <Steps steps={page.steps} emergency={service.emergency} />
        </PageSection>
      )}

      {(work || amcPackage) && (
        <PageSection id="more" title={work ? m.content_more_title() : m.content_more_package_title()}>
          <div className="grid items-stretch gap-6 lg:grid-cols-2">
            {work && <WorkCard work={work} />}
            {amcPackage && <PackageCard amcPackage={amcPackage} />}
          </div>
        </PageSection>
      )}

      {page.faqs.length > 0 && (
        <PageSection id="questions" title={m.content_faq_title()} sunken>
          <FaqList faqs={page.faqs} />
        </PageSection>
      )}

      {reviews && (
        <PageSection id="reviews" title={m.content_reviews_title()}>
          <Reviews reviews={reviews} />
        </PageSection>
      )}

      <section
        id="booking"
        tabIndex={-1}
        aria-labelledby="booking-title"
        className="page-column py-12 lg:py-20"
      >
        <div className="grid grid-cols-1 items-start gap-10 lg:grid-cols-[minmax(0,44rem)_minmax(17rem,1fr)] lg:gap-16">
          <DeferredBookingForm
            key={service.id}
            services={services}
            emergencyPhone={business.emergencyPhone}
            phone={business.phone}
            whatsapp={business.whatsapp}
            terms={terms}
            presetService={service.id}
          />
          <ContactBlock business={business} />
        </div>
      </section>
    </>
  );
}

function Actions({ serviceId }: { serviceId: string }) {
  const business = useBusiness();
  return (
    <>
      <ButtonAnchor href="#booking" size="large">
        {m.content_book_service()}
      </ButtonAnchor>
      <ButtonAnchor href={callHref(business.phone)} size="large" tone="quiet" className="figures">
        <PhoneCall aria-hidden />
        <span>{formatPhone(business.phone)}</span>
      </ButtonAnchor>
      <div className="min-h-6 basis-full">
        <NextSlotLine serviceId={serviceId} />
      </div>
    </>
  );
}

/** Call buttons first, because a call is faster than a form. */
function EmergencyActions() {
  const business = useBusiness();
  return (
    <>
      <ButtonAnchor
        href={callHref(business.emergencyPhone)}
        data-emergency=""
        size="large"
        tone="signal"
        className="figures"
      >
        <PhoneCall aria-hidden />
        <span>{m.content_call_number({ phone: formatPhone(business.emergencyPhone) })}</span>
      </ButtonAnchor>
      <a
        href="#booking"
        className="min-h-6 px-2 text-link underline underline-offset-4 max-sm:py-2 max-sm:text-center"
      >
        {m.content_emergency_book_online()}
      </a>
    </>
  );
}

interface FactsProps {
  service: ServiceView;
  page: Page;
  /** Price of an emergency of this trade; null if none is offered. */
  emergency: { term: string; text: string } | null;
}

function Facts({ service, page, emergency }: FactsProps) {
  return (
    <dl className="grid gap-x-10 gap-y-3 text-sm sm:grid-cols-[auto_auto] sm:justify-start">
      <Fact icon={<Tag aria-hidden />} term={m.content_price()}>
        <span className="figures">{headlinePriceText(service.price)}</span>
      </Fact>
      {emergency && (
        <Fact icon={<PhoneCall aria-hidden />} term={emergency.term}>
          <Link to="/services/emergency" className="figures text-link underline underline-offset-4">
            {emergency.text}
          </Link>
        </Fact>
      )}
      <Fact icon={<Clock aria-hidden />} term={m.content_duration()}>
        <bdi>{page.duration}</bdi>
      </Fact>
      <Fact icon={<Check aria-hidden />} term={m.content_warranty()}>
        <bdi>{page.warranty}</bdi>
      </Fact>
    </dl>
  );
}

function Fact({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className="relative ps-7.5 [&_svg]:absolute [&_svg]:start-0 [&_svg]:top-0.5 [&_svg]:size-4.5 [&_svg]:text-accent">
      <dt className="text-xs text-muted">
        {icon}
        <span>{term}</span>
      </dt>
      <dd className="font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}

function Jobs({ jobs, serviceId }: { jobs: readonly TypicalJob[]; serviceId: string }) {
  return (
    <table className="w-full border-t border-line text-start">
      <caption className="sr-only">{m.content_jobs_title()}</caption>
      <thead className="text-xs text-muted">
        <tr className="border-b border-line">
          <th scope="col" className="py-2.5 text-start font-normal">
            {m.content_job()}
          </th>
          <th scope="col" className="py-2.5 ps-4 text-end font-normal">
            {m.content_price_with_vat()}
          </th>
          <td />
        </tr>
      </thead>
      <tbody>
        {jobs.map((job) => (
          <tr key={job.id} className="border-b border-line align-baseline">
            <th scope="row" className="py-3.5 text-start font-medium">
              <span className="wrap-anywhere">{job.title}</span>
              <span className="block text-xs font-normal text-muted">{jobExtentText(job)}</span>
            </th>
            <td className="figures py-3.5 ps-4 text-end sm:whitespace-nowrap">
              {job.fils === null ? (
                <Link to="/free-assessment" className="text-link underline underline-offset-4">
                  {amountText(job.mode, null)}
                </Link>
              ) : (
                <span className="font-semibold">{amountText(job.mode, job.fils)}</span>
              )}
            </td>
            <td className="py-2 ps-4 text-end align-middle">
              {job.fils !== null && (
                <ButtonAnchor
                  href="#booking"
                  tone="quiet"
                  className="px-3!"
                  data-service={serviceId}
                  data-item={job.item}
                  data-quantity={job.quantity}
                  aria-label={m.content_job_add_of({ job: bidiIsolate(job.title) })}
                >
                  {m.content_job_add()}
                </ButtonAnchor>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Included({ page }: { page: Page }) {
  return (
    <div className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-5 wrap-anywhere sm:p-7">
      <h3 className="text-xl">{m.content_included()}</h3>
      <ul className="flex flex-col gap-3">
        {page.included.map((point) => (
          <li key={point} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-calm" />
            <bdi>{point}</bdi>
          </li>
        ))}
      </ul>
      {page.notIncluded.length > 0 && (
        <>
          <h3 className="border-t border-line pt-5 text-base">{m.content_not_included()}</h3>
          <ul className="-mt-3 flex flex-col gap-2.5 text-sm text-muted">
            {page.notIncluded.map((point) => (
              <li key={point} className="flex gap-3">
                <X aria-hidden className="mt-0.5 size-4.5 shrink-0" />
                <bdi>{point}</bdi>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Steps({ steps, emergency }: { steps: Page["steps"]; emergency: boolean }) {
  // Only the two hours are promised; the times between are targets.
  const clock = new Map([
    [0, "0:00"],
    [steps.length - 1, "2:00"],
  ]);
  return (
    <ol className="grid gap-x-8 gap-y-7 sm:grid-cols-2 lg:grid-cols-4">
      {steps.map(({ title, body }, index) => (
        <li key={title} className="relative flex flex-col gap-2 border-t-2 border-accent pt-4">
          <span aria-hidden className="figures text-sm font-semibold text-link">
            {emergency && clock.has(index) ? `${index + 1} · ${clock.get(index)}` : index + 1}
          </span>
          <h3 className="text-lg">{title}</h3>
          <p className="text-muted">
            <bdi>{body}</bdi>
          </p>
        </li>
      ))}
    </ol>
  );
}

function WorkCard({ work }: { work: PortfolioItem }) {
  return (
    <article className="flex flex-col overflow-hidden rounded-lg border border-line bg-surface">
      <Comparison item={work} />
      <div className="flex grow flex-col gap-2 p-5 sm:p-6">
        <h3 className="text-lg">{work.title}</h3>
        <p className="text-sm text-muted">
          {m.content_work_where({ area: bidiIsolate(work.area), duration: bidiIsolate(work.duration) })}
        </p>
        <p>
          <bdi>{work.summary}</bdi>
        </p>
        <p className="mt-auto pt-2">
          <Link to={`/portfolio/${work.serviceId}`} className="text-link underline underline-offset-4">
            {m.content_more_work()}
          </Link>
        </p>
      </div>
    </article>
  );
}

function PackageCard({ amcPackage }: { amcPackage: PackageView }) {
  const min = Math.min(...Object.values(amcPackage.prices));
  return (
    <article className="flex flex-col gap-4 rounded-lg border border-line bg-surface p-5 sm:p-7">
      <p className="text-sm text-muted">{m.content_package_eyebrow()}</p>
      <h3 className="text-2xl">{m.content_package_named({ name: bidiIsolate(amcPackage.name) })}</h3>
      <p className="measure">
        <bdi>{amcPackage.summary}</bdi>
      </p>
      <p className="figures text-lg font-semibold">{m.content_package_from({ price: formatMoney(min) })}</p>
      <p className="text-sm text-muted">{m.content_package_note()}</p>
      <div className="mt-auto pt-2">
        <ButtonLink to="/amc-packages" tone="quiet">
          {m.content_compare_packages()}
        </ButtonLink>
      </div>
    </article>
  );
}

/** Mean of all ratings, and the published reviews. */
function Reviews({ reviews: { mean, published, more } }: { reviews: ShownReviews }) {
  return (
    <>
      {mean && (
        <div className="-mt-2 mb-8">
          <p className="figures flex flex-wrap items-center gap-x-3 text-lg font-semibold">
            <Stars rating={mean.stars} />
            <span>{mean.words}</span>
          </p>
          <p className="text-sm text-muted">{mean.note}</p>
        </div>
      )}
      <ReviewList reviews={published} />
      {more && (
        <p className="mt-8">
          <Link to="reviews" className="text-link underline underline-offset-4">
            {more}
          </Link>
        </p>
      )}
    </>
  );
}
