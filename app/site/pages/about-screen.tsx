import BadgeCheck from "lucide-react/icons/badge-check";
import HandCoins from "lucide-react/icons/hand-coins";
import House from "lucide-react/icons/house";
import ShieldCheck from "lucide-react/icons/shield-check";
import type { ReactNode } from "react";
import type { TechnicianListProps } from "~/features/operations/reviews/components/technician-list";
import { Testimonials } from "~/features/website/content/components/testimonials";
import type { CertificateView } from "~/features/website/content/views";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatDay } from "~/platform/time";
import { ButtonLink } from "~/ui/button";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { useBusiness } from "../frame/business";
import { PageHero } from "../parts/page-hero";
import { PageSection } from "../parts/page-section";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/about-page";

const TechnicianList = lazyIsland<TechnicianListProps>(
  async () => (await import("~/features/operations/reviews/components/technician-list")).TechnicianList,
  { fallback: null },
);

export function AboutScreen({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const { technicians, testimonials, certificates } = loaderData;
  return (
    <>
      <PageHead
        title={m.content_about_page_title({ business: bidiIsolate(business.name) })}
        description={m.content_about_description({
          business: bidiIsolate(business.name),
          projects: business.projects,
          years: business.experience,
        })}
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={[{ name: m.content_about(), path: "/about" }]}
        title={m.content_about_title()}
        lead={m.content_about_lead({ business: bidiIsolate(business.name) })}
        corner="emergency"
        facts={<Numbers />}
      />

      <PageSection id="work" title={m.content_about_work_title()} lead={m.content_about_work_lead()}>
        <ul className="grid gap-x-10 gap-y-8 sm:grid-cols-2">
          <PromiseItem icon={<HandCoins aria-hidden />} title={m.content_about_price_title()}>
            {m.content_about_price()}
          </PromiseItem>
          <PromiseItem icon={<BadgeCheck aria-hidden />} title={m.content_about_people_title()}>
            {m.content_about_people({ years: business.experience })}
          </PromiseItem>
          <PromiseItem icon={<House aria-hidden />} title={m.content_about_home_title()}>
            {m.content_about_home()}
          </PromiseItem>
          <PromiseItem icon={<ShieldCheck aria-hidden />} title={m.content_about_warranty_title()}>
            {m.content_about_warranty()}
          </PromiseItem>
        </ul>
      </PageSection>

      {technicians.length > 0 && (
        <PageSection
          id="technicians"
          title={m.content_technicians_title()}
          lead={m.content_technicians_lead()}
        >
          <TechnicianList technicians={technicians} />
        </PageSection>
      )}

      <Testimonials testimonials={testimonials} />

      {certificates.length > 0 && <Certificates certificates={certificates} />}

      <PageSection id="area" title={m.content_about_area_title({ area: bidiIsolate(business.serviceArea) })}>
        <div className="flex flex-col gap-8">
          <p className="measure">{m.content_about_area()}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to="/free-assessment" size="large">
              {m.site_hero_assessment()}
            </ButtonLink>
            <ButtonLink to="/services" tone="quiet" size="large">
              {m.content_see_services()}
            </ButtonLink>
          </div>
        </div>
      </PageSection>
    </>
  );
}

function Numbers() {
  const { projects, experience } = useBusiness();
  const numbers = [
    { value: projects, of: m.content_about_number_projects() },
    { value: experience, of: m.content_about_number_years() },
    { value: m.content_about_hours({ hours: 2 }), of: m.content_about_number_response() },
    { value: "24/7", of: m.content_about_number_line() },
  ];
  return (
    <dl className="grid grid-cols-2 gap-x-8 gap-y-5 sm:grid-cols-[repeat(4,auto)] sm:justify-start">
      {numbers.map(({ value, of }) => (
        <div key={of} className="flex flex-col-reverse justify-end">
          <dt className="max-w-[18ch] text-xs text-muted">{of}</dt>
          <dd className="figures text-2xl font-semibold text-link">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Certificates({ certificates }: { certificates: CertificateView[] }) {
  return (
    <PageSection
      id="certificates"
      title={m.content_certificates_title()}
      lead={m.content_certificates_lead()}
    >
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {certificates.map(({ id, title, issuer, number, expiresOn, fileId }) => (
          <li key={id} className="flex flex-col gap-1 rounded-lg border border-line bg-surface p-5">
            <h3 className="text-lg">{title}</h3>
            <p className="text-sm text-muted">{[issuer, number].filter(Boolean).join(" · ")}</p>
            {expiresOn && (
              <p className="text-sm text-muted">
                {m.content_certificate_until({ day: formatDay(expiresOn) })}
              </p>
            )}
            {fileId && (
              <a
                href={`/api/files/${fileId}`}
                className="mt-1 inline-flex min-h-6 self-start text-sm text-link underline underline-offset-4"
              >
                {m.content_certificate_open({ title: bidiIsolate(title) })}
              </a>
            )}
          </li>
        ))}
      </ul>
    </PageSection>
  );
}

function PromiseItem({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <li className="flex gap-4">
      <span className="grid size-11 shrink-0 place-items-center rounded border border-line text-accent [&_svg]:size-5">
        {icon}
      </span>
      <div className="flex flex-col gap-1.5">
        <h3 className="text-lg">{title}</h3>
        <p className="measure text-muted">{children}</p>
      </div>
    </li>
  );
}
