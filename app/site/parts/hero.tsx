import Check from "lucide-react/icons/check";
import PhoneCall from "lucide-react/icons/phone-call";
import type { ServiceView } from "~/features/core/catalogue/views";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/text/contact-links";
import { ButtonAnchor, ButtonLink } from "~/ui/button";
import type { PublicBusiness } from "../frame/business";
import { House } from "../house/house";

/** First screen of the home page; dark in both themes. */
export function Hero({ business, services }: { business: PublicBusiness; services: ServiceView[] }) {
  const claims = [
    m.site_claim_response(),
    m.site_claim_certified(),
    m.site_claim_warranty(),
    m.site_claim_quality(),
  ];
  return (
    <section data-theme="dark" className="hero-dusk overflow-hidden bg-paper text-ink">
      <div className="page-column grid items-center gap-6 py-8 lg:min-h-[min(46rem,calc(100svh-4rem))] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:gap-8 xl:grid-cols-2 lg:py-12">
        <div className="flex flex-col gap-5 lg:gap-6">
          <h1 className="text-4xl sm:text-5xl">{m.site_hero_title()}</h1>
          <p className="max-w-[46ch] text-muted sm:text-lg">{m.site_hero_lead()}</p>
          <div className="grid grid-cols-2 gap-2.5 sm:gap-3 xl:flex">
            <ButtonLink
              to="/free-assessment"
              size="large"
              className="max-sm:px-2! max-sm:text-sm! xl:grow xl:px-3!"
            >
              {m.site_hero_assessment()}
            </ButtonLink>
            {/* Phones have it in the thumb bar (thumb-bar.tsx). */}
            <ButtonAnchor
              href="#booking"
              size="large"
              tone="quiet"
              className="max-md:hidden xl:grow xl:px-3!"
            >
              {m.site_book_a_visit()}
            </ButtonAnchor>
            <ButtonAnchor
              href={callHref(business.emergencyPhone)}
              tone="signal"
              size="large"
              className="max-sm:px-2! max-sm:text-sm! md:col-span-2 max-sm:[&>svg]:hidden xl:grow xl:px-3!"
            >
              <PhoneCall aria-hidden />
              {m.site_hero_emergency()}
            </ButtonAnchor>
          </div>
          <ul className="grid grid-cols-2 gap-x-4 gap-y-2 text-xs sm:grid-cols-[auto_auto] sm:justify-start sm:gap-x-4 sm:gap-y-2.5 sm:text-sm">
            {claims.map((claim) => (
              <li key={claim} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 shrink-0 text-accent" />
                {claim}
              </li>
            ))}
          </ul>
        </div>
        <House services={services} />
      </div>
    </section>
  );
}
