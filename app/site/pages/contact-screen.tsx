import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import PhoneCall from "lucide-react/icons/phone-call";
import { Link } from "react-router";
import type { ContactFormProps } from "~/features/website/contact/components/contact-form";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref, mapHref, whatsappHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { formatDay } from "~/platform/time";
import { ButtonAnchor } from "~/ui/button";
import { lazyIsland } from "~/ui/screen/lazy-island";
import { Skeleton } from "~/ui/screen/skeleton";
import { useBusiness } from "../frame/business";
import { hoursLines } from "../frame/opening-hours";
import { ContactEntry } from "../parts/contact-entry";
import { PageHero } from "../parts/page-hero";
import { PageHead } from "../seo/page-head";
import type { Route } from "./+types/contact-page";

/** Contact page with all channels and the form. */
export function ContactScreen({ loaderData }: Route.ComponentProps) {
  const business = useBusiness();
  const openDays = loaderData.week.length > 0 ? hoursLines(loaderData.week) : [];
  return (
    <>
      <PageHead
        title={m.content_contact_page_title({ business: bidiIsolate(business.name) })}
        description={m.content_contact_description()}
        structuredData={loaderData.structuredData}
      />
      <PageHero
        trail={[{ name: m.content_contact(), path: "/contact" }]}
        title={m.content_contact_title()}
        lead={m.content_contact_lead()}
        corner="general-maintenance"
      >
        {/* Phones have both in the thumb bar (thumb-bar.tsx). */}
        <ButtonAnchor
          href={callHref(business.emergencyPhone)}
          tone="signal"
          size="large"
          className="figures max-md:hidden"
        >
          <PhoneCall aria-hidden />
          <span>{m.content_emergency_number({ phone: formatPhone(business.emergencyPhone) })}</span>
        </ButtonAnchor>
        <ButtonAnchor
          href={whatsappHref(business.whatsapp, m.site_whatsapp_default())}
          tone="quiet"
          size="large"
          className="max-md:hidden"
        >
          <MessageCircle aria-hidden />
          {m.site_whatsapp()}
        </ButtonAnchor>
      </PageHero>
      <div className="page-column grid items-start gap-10 py-10 lg:grid-cols-[minmax(0,40rem)_minmax(0,1fr)] lg:gap-16 lg:py-16">
        <section
          aria-labelledby="contact-title"
          className="flex flex-col gap-6 rounded-lg border border-line bg-surface p-5 sm:p-8"
        >
          <div className="flex flex-col gap-1">
            <h2 id="contact-title" className="text-2xl">
              {m.contact_form_title()}
            </h2>
            <p className="text-muted">{m.contact_form_lead()}</p>
          </div>
          <ContactForm labelledBy="contact-title" sentPath="/contact/sent" />
        </section>

        <div className="flex flex-col gap-8">
          {(business.phone || business.email || business.address) && (
            <section aria-labelledby="reach-title" className="flex flex-col gap-5">
              <h2 id="reach-title" className="text-xl">
                {m.content_contact_reach()}
              </h2>
              <dl className="flex flex-col gap-4">
                {business.phone && (
                  <ContactEntry icon={<Phone aria-hidden />} term={m.content_contact_office()}>
                    <a href={callHref(business.phone)} className={`figures ${linkClass}`}>
                      {formatPhone(business.phone)}
                    </a>
                  </ContactEntry>
                )}
                {business.email && (
                  <ContactEntry icon={<Mail aria-hidden />} term={m.site_contact_email()}>
                    <a href={`mailto:${business.email}`} className={linkClass}>
                      {business.email}
                    </a>
                  </ContactEntry>
                )}
                {business.address && (
                  <ContactEntry icon={<MapPin aria-hidden />} term={m.content_contact_address()}>
                    <span>{business.address}</span>
                    <a
                      href={mapHref(business.address)}
                      target="_blank"
                      rel="noreferrer"
                      className={`${linkClass} block text-sm`}
                    >
                      {m.content_contact_map()}
                    </a>
                  </ContactEntry>
                )}
              </dl>
            </section>
          )}
          <section aria-labelledby="hours-title" className="flex flex-col gap-3">
            <h2 id="hours-title" className="text-xl">
              {m.content_contact_hours()}
            </h2>
            <table className="w-full max-w-md text-sm">
              <caption className="sr-only">{m.content_contact_hours()}</caption>
              <tbody>
                {openDays.map(({ days, hours }) => (
                  <tr key={days} className="border-t border-line">
                    <th scope="row" className="py-2.5 text-start font-normal">
                      {days}
                    </th>
                    <td className="figures py-2.5 ps-3 text-end font-medium whitespace-nowrap">{hours}</td>
                  </tr>
                ))}
                {loaderData.closings.map((day) => (
                  <tr key={day} className="border-t border-line">
                    <th scope="row" className="py-2.5 text-start font-normal">
                      {m.content_holiday({ day: formatDay(day, "weekdayDate") })}
                    </th>
                    <td className="py-2.5 text-end font-medium">{m.content_closed()}</td>
                  </tr>
                ))}
                <tr className="border-y border-line">
                  <th scope="row" className="py-2.5 text-start font-normal">
                    {m.site_contact_emergency()}
                  </th>
                  <td className="py-2.5 text-end font-medium">{m.content_contact_always()}</td>
                </tr>
              </tbody>
            </table>
            <p>
              <Link to="/services/emergency" className={linkClass}>
                {m.site_emergency_page()}
              </Link>
            </p>
          </section>
        </div>
      </div>
    </>
  );
}

const ContactForm = lazyIsland<ContactFormProps>(
  async () => (await import("~/features/website/contact/components/contact-form")).ContactForm,
  { fallback: <Skeleton className="h-[34rem]" /> },
);

const linkClass = "min-h-6 text-link underline underline-offset-4";
