import Clock from "lucide-react/icons/clock";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import PhoneCall from "lucide-react/icons/phone-call";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import type { PublicBusiness } from "../frame/business";
import { ContactEntry } from "./contact-entry";

/** Other contact channels, beside the booking form. */
export function ContactBlock({ business }: { business: PublicBusiness }) {
  return (
    <div className="flex flex-col gap-4 sm:gap-6">
      <h2 className="text-2xl">{m.site_contact_title()}</h2>
      <dl className="grid gap-x-8 gap-y-3 sm:gap-y-5 sm:grid-cols-2 lg:grid-cols-1">
        {business.serviceArea && (
          <ContactEntry icon={<MapPin aria-hidden />} term={m.site_contact_area()}>
            {business.serviceArea}
          </ContactEntry>
        )}
        {business.emergencyPhone && (
          <ContactEntry icon={<PhoneCall aria-hidden />} term={m.site_contact_emergency()}>
            <a
              href={callHref(business.emergencyPhone)}
              className="figures text-link underline underline-offset-4"
            >
              {formatPhone(business.emergencyPhone)}
            </a>
          </ContactEntry>
        )}
        {business.email && (
          <ContactEntry icon={<Mail aria-hidden />} term={m.site_contact_email()}>
            <a href={`mailto:${business.email}`} className="text-link underline underline-offset-4">
              {business.email}
            </a>
          </ContactEntry>
        )}
        <ContactEntry icon={<Clock aria-hidden />} term={m.site_contact_response()}>
          {m.site_contact_response_value()}
        </ContactEntry>
      </dl>
    </div>
  );
}
