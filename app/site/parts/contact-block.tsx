import Clock from "lucide-react/icons/clock";
import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import PhoneCall from "lucide-react/icons/phone-call";
import type { ReactNode } from "react";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import type { PublicBusiness } from "../frame/business";

/** Other contact channels, beside the booking form. */
export function ContactBlock({ business }: { business: PublicBusiness }) {
  return (
    <div className="flex flex-col gap-6">
      <h2 className="text-2xl">{m.site_contact_title()}</h2>
      <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-1">
        <Entry icon={<MapPin aria-hidden />} term={m.site_contact_area()}>
          {business.serviceArea}
        </Entry>
        <Entry icon={<PhoneCall aria-hidden />} term={m.site_contact_emergency()}>
          <a
            href={callHref(business.emergencyPhone)}
            className="figures text-link underline underline-offset-4"
          >
            {formatPhone(business.emergencyPhone)}
          </a>
        </Entry>
        <Entry icon={<Mail aria-hidden />} term={m.site_contact_email()}>
          <a href={`mailto:${business.email}`} className="text-link underline underline-offset-4">
            {business.email}
          </a>
        </Entry>
        <Entry icon={<Clock aria-hidden />} term={m.site_contact_response()}>
          {m.site_contact_response_value()}
        </Entry>
      </dl>
    </div>
  );
}

function Entry({ icon, term, children }: { icon: ReactNode; term: string; children: ReactNode }) {
  return (
    <div className="relative flex min-h-11 flex-col justify-center ps-15">
      <dt className="text-xs text-muted">
        <span className="absolute start-0 top-0 grid size-11 place-items-center rounded border border-line text-accent [&_svg]:size-5">
          {icon}
        </span>
        {term}
      </dt>
      <dd className="font-medium">{children}</dd>
    </div>
  );
}
