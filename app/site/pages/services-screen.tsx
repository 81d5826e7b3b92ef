import ArrowRight from "lucide-react/icons/arrow-right";
import ClipboardCheck from "lucide-react/icons/clipboard-check";
import PhoneCall from "lucide-react/icons/phone-call";
import { Link } from "react-router";
import { headlinePriceText } from "~/features/core/pricing/price-text";
import type { ServiceCategory, ServiceSummary } from "~/features/website/content/views";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import { useBusiness } from "../frame/business";
import { Vignette } from "../house/vignette";
import { PageHero } from "../parts/page-hero";
import { PageSection } from "../parts/page-section";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/services-page";

const categoryLabels: Record<ServiceCategory, { title: () => string; lead: () => string }> = {
  systems: { title: m.content_category_systems, lead: m.content_category_systems_lead },
  finishes: { title: m.content_category_finishes, lead: m.content_category_finishes_lead },
  upkeep: { title: m.content_category_upkeep, lead: m.content_category_upkeep_lead },
  emergency: { title: m.content_category_emergency, lead: m.content_category_emergency_lead },
};

/** /services: all services by category. */
export function ServicesScreen({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const { groups } = loaderData;
  return (
    <>
      <PageHead
        title={m.content_services_page_title({ business: bidiIsolate(business.name) })}
        description={m.content_services_description()}
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={[{ name: m.content_services(), path: "/services" }]}
        title={m.content_services_title()}
        lead={m.content_services_lead()}
        corner="services"
      >
        <ButtonLink to="/free-assessment" size="large">
          {m.site_hero_assessment()}
        </ButtonLink>
        <ButtonLink to="/amc-packages" size="large" tone="quiet">
          {m.content_see_packages()}
        </ButtonLink>
      </PageHero>
      {groups.map(({ category, services }, index) => {
        const { title, lead } = categoryLabels[category];
        return (
          <PageSection key={category} id={category} title={title()} lead={lead()} sunken={index % 2 === 1}>
            {category === "emergency" ? (
              services.map((service) => <EmergencyCard key={service.id} service={service} />)
            ) : (
              <ul className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
                {services.map((service) => (
                  <li key={service.id}>
                    <ServiceCard service={service} />
                  </li>
                ))}
                {category === "upkeep" && (
                  <li>
                    <AssessmentCard />
                  </li>
                )}
              </ul>
            )}
          </PageSection>
        );
      })}
    </>
  );
}

function ServiceCard({ service }: { service: ServiceSummary }) {
  return (
    <Link
      to={`/services/${service.id}`}
      prefetch="intent"
      className="trade-card group flex h-full overflow-hidden rounded-lg sm:flex-col border border-line bg-surface transition-colors hover:border-accent"
    >
      <div
        data-theme="dark"
        className="grid shrink-0 place-items-center bg-paper max-sm:w-2/5 sm:px-[12%] sm:py-3"
      >
        <Vignette trade={service.id} className="aspect-5/4 w-full" />
      </div>
      <div className="flex grow flex-col gap-2 p-4 sm:p-5">
        <h3 className="leading-tight sm:text-lg">{service.name}</h3>
        <p className="text-sm text-muted">
          <bdi>{service.summary}</bdi>
        </p>
        <p className="figures mt-auto flex items-center justify-between gap-3 border-t border-line pt-3 text-sm">
          <span className="font-medium">{headlinePriceText(service.price)}</span>
          <ArrowRight
            aria-hidden
            className="size-4 shrink-0 text-accent transition-transform group-hover:translate-x-0.5 rtl:-scale-x-100 rtl:group-hover:-translate-x-0.5"
          />
        </p>
      </div>
    </Link>
  );
}

/** Card for visitors unsure which service they need. */
function AssessmentCard() {
  return (
    <div className="flex h-full flex-col justify-end gap-3 rounded-lg bg-brass-soft p-5 text-brass-text sm:p-6">
      <ClipboardCheck aria-hidden className="mb-auto size-8" strokeWidth={1.5} />
      <h3 className="text-xl">{m.content_unsure_title()}</h3>
      <p>{m.content_unsure()}</p>
      <ButtonLink to="/free-assessment" className="mt-2 self-start">
        {m.site_hero_assessment()}
      </ButtonLink>
    </div>
  );
}

function EmergencyCard({ service }: { service: ServiceSummary }) {
  const business = useBusiness();
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-5 rounded-lg border border-signal bg-signal-soft p-5 sm:p-8">
      <div className="flex max-w-[52ch] flex-col gap-2">
        <h3 className="text-xl">{service.name}</h3>
        <p>
          <bdi>{service.summary}</bdi>
        </p>
        <p className="figures text-sm font-medium">{headlinePriceText(service.price)}</p>
      </div>
      <div className="flex flex-wrap gap-3">
        <ButtonAnchor href={callHref(business.emergencyPhone)} tone="signal" size="large" className="figures">
          <PhoneCall aria-hidden />
          <span>{m.content_call_number({ phone: formatPhone(business.emergencyPhone) })}</span>
        </ButtonAnchor>
        <ButtonLink to={`/services/${service.id}`} tone="quiet" size="large">
          {m.content_how_it_goes()}
        </ButtonLink>
      </div>
    </div>
  );
}
