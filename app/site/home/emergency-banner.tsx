import PhoneCall from "lucide-react/icons/phone-call";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonLink } from "~/ui/button";
import type { PublicBusiness } from "../frame/business";

/** The only red section of the page; its number must be readable from a distance. */
export function EmergencyBanner({ business }: { business: PublicBusiness }) {
  return (
    <section aria-labelledby="emergency-title" className="bg-signal text-on-signal">
      <div className="page-column grid items-center gap-x-16 gap-y-8 py-14 lg:grid-cols-[minmax(0,1fr)_auto] lg:py-16">
        <div>
          <h2 id="emergency-title" className="text-3xl">
            {m.site_emergency_title()}
          </h2>
          <p className="mt-3 max-w-[44ch] font-medium">{m.site_emergency_text()}</p>
          <p className="mt-3">
            <Link to="/services/emergency" className="font-medium underline underline-offset-4">
              {m.site_emergency_page()}
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-4 lg:justify-end">
          {business.emergencyPhone && (
            <a
              href={callHref(business.emergencyPhone)}
              data-theme="light"
              className="figures flex items-center gap-4 rounded-lg bg-on-signal px-4 py-4 text-xl font-semibold whitespace-nowrap text-signal-text transition-transform active:scale-[0.985] min-[24rem]:px-6 min-[24rem]:text-2xl sm:px-8 sm:py-5 sm:text-3xl"
            >
              <PhoneCall aria-hidden className="size-[0.9em] shrink-0" />
              <span className="sr-only">{m.site_emergency_call()}</span>
              <span>{formatPhone(business.emergencyPhone)}</span>
            </a>
          )}
          <ButtonLink
            to="/contact"
            size="large"
            className="border border-on-signal bg-transparent! text-on-signal!"
          >
            {m.site_emergency_quote()}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
