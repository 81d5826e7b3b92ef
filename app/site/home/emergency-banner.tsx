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
      <div className="page-column grid items-center gap-x-16 gap-y-2 py-2 sm:gap-y-8 sm:py-14 lg:grid-cols-[minmax(0,1fr)_auto] lg:py-16">
        <div>
          <h2 id="emergency-title" className="text-base sm:text-3xl">
            {m.site_emergency_title()}
          </h2>
          <p className="mt-3 max-w-[44ch] font-medium max-sm:hidden">{m.site_emergency_text()}</p>
          <p className="max-sm:text-sm sm:mt-3">
            <Link
              to="/services/emergency"
              className="inline-flex min-h-6 items-center font-medium underline underline-offset-4 max-sm:leading-tight"
            >
              {m.site_emergency_page()}
            </Link>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2.5 sm:gap-4 lg:justify-end">
          {business.emergencyPhone && (
            <a
              href={callHref(business.emergencyPhone)}
              data-theme="light"
              className="figures flex min-h-11 items-center gap-2.5 rounded-lg bg-on-signal px-3.5 font-semibold whitespace-nowrap text-signal-text transition-transform active:scale-[0.985] sm:gap-4 sm:px-8 sm:py-5 sm:text-3xl"
            >
              <PhoneCall aria-hidden className="size-[0.9em] shrink-0" />
              <span className="sr-only">{m.site_emergency_call()}</span>
              <span>{formatPhone(business.emergencyPhone)}</span>
            </a>
          )}
          <ButtonLink
            to="/contact"
            className="border border-on-signal bg-transparent! text-on-signal! sm:min-h-13"
          >
            {m.site_emergency_quote()}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
