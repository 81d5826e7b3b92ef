import Check from "lucide-react/icons/check";
import PhoneCall from "lucide-react/icons/phone-call";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { ButtonAnchor } from "~/ui/button";
import type { PublicBusiness } from "./business";

/** Who, where, how fast, and the house: always night, in both themes. */
export function Hero({ business }: { business: PublicBusiness }) {
  const claims = [
    m.site_claim_response(),
    m.site_claim_certified(),
    m.site_claim_warranty(),
    m.site_claim_quality(),
  ];
  return (
    <section data-theme="dark" className="hero-dusk overflow-hidden bg-paper text-ink">
      <div className="page-column grid items-center gap-8 py-10 lg:min-h-[min(46rem,calc(100svh-4rem))] lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:py-12">
        <div className="flex flex-col gap-6">
          <h1 className="text-5xl">{m.site_hero_title()}</h1>
          <p className="max-w-[46ch] text-lg text-muted">{m.site_hero_lead()}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonAnchor href="/?service=free-survey#booking" size="large" className="max-sm:w-full">
              {m.site_hero_assessment()}
            </ButtonAnchor>
            <ButtonAnchor
              href={callHref(business.emergencyPhone)}
              tone="signal"
              size="large"
              className="max-sm:w-full"
            >
              <PhoneCall aria-hidden />
              {m.site_hero_emergency()}
            </ButtonAnchor>
          </div>
          <ul className="grid gap-x-6 gap-y-2.5 text-sm sm:grid-cols-2">
            {claims.map((claim) => (
              <li key={claim} className="flex items-center gap-2.5">
                <Check aria-hidden className="size-4 shrink-0 text-accent" />
                {claim}
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
