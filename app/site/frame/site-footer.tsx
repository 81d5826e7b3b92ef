import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import PhoneCall from "lucide-react/icons/phone-call";
import Siren from "lucide-react/icons/siren";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { callHref, whatsappHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ButtonAnchor } from "~/ui/button";
import { classNames } from "~/ui/class-names";
import { Brand } from "./brand";
import type { PublicBusiness } from "./business";
import { LanguageSwitch } from "./language-switch";

interface SiteFooterProps {
  business: PublicBusiness;
  year: number;
  onCookieSettings: () => void;
}

export function SiteFooter({ business, year, onCookieSettings }: SiteFooterProps) {
  const legalClass = "inline-flex min-h-8 items-center hover:text-link";
  return (
    <footer
      id="footer"
      tabIndex={-1}
      data-theme="dark"
      className="bg-paper pb-[calc(4.5rem+env(safe-area-inset-bottom))] text-ink md:pb-0"
    >
      <UrgentBanner business={business} />
      <div className="page-column grid grid-cols-2 gap-x-6 gap-y-5 py-6 md:gap-x-12 md:gap-y-10 md:grid-cols-3 md:py-12 lg:grid-cols-[minmax(0,1fr)_auto_auto_auto] lg:gap-x-20 lg:py-16">
        <div className="flex max-w-[36ch] flex-col gap-3 max-lg:col-span-full">
          <p className="flex items-center gap-2 text-lg font-semibold">
            <Brand name={business.name} logo={business.logo} />
          </p>
          <p className="text-sm text-muted">{m.site_footer_claim()}</p>
          <p className="text-sm">
            <LanguageSwitch className="inline-flex min-h-9 items-center hover:text-link" />
          </p>
        </div>
        <FooterLinks id="footer-links" title={m.site_footer_links()}>
          <FooterLink to="/">{m.site_home()}</FooterLink>
          <FooterLink to="/services">{m.site_services()}</FooterLink>
          <FooterLink to="/about">{m.site_about()}</FooterLink>
          <FooterLink to="/contact">{m.site_contact()}</FooterLink>
        </FooterLinks>
        <FooterLinks id="footer-more" title={m.site_footer_more()}>
          <FooterLink to="/bookings#follow">{m.site_follow()}</FooterLink>
          <FooterLink to="/free-assessment">{m.site_free_assessment()}</FooterLink>
          <FooterLink to="/amc-packages">{m.content_packages()}</FooterLink>
          <FooterLink to="/portfolio">{m.content_portfolio()}</FooterLink>
        </FooterLinks>
        <div className="flex flex-col gap-2 text-sm max-md:col-span-2">
          <h2 className="text-base">{m.site_footer_contact()}</h2>
          <address className="grid grid-cols-2 gap-x-6 not-italic md:grid-cols-1 [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent">
            <p className={contactClass}>
              <MapPin aria-hidden />
              {m.site_footer_place()}
            </p>
            <ContactLink href={callHref(business.phone)} className="figures">
              <Phone aria-hidden />
              <span>{formatPhone(business.phone)}</span>
            </ContactLink>
            <ContactLink href={business.email && `mailto:${business.email}`}>
              <Mail aria-hidden />
              <span>{business.email}</span>
            </ContactLink>
            {business.instagram && (
              <ContactLink href={business.instagram} target="_blank" rel="noopener">
                <InstagramMark />
                {m.site_instagram()}
              </ContactLink>
            )}
          </address>
        </div>
      </div>
      <div className="border-t border-line">
        {/* On phones the copyright line stands beside the chat button. */}
        <div className="page-column flex flex-col-reverse justify-between gap-x-8 gap-y-2 py-4 text-xs text-muted md:flex-row md:items-center">
          <p className="flex min-h-14 flex-wrap items-center gap-x-1 md:min-h-8">
            <span>{m.site_copyright({ year: String(year), name: bidiIsolate(business.name) })}</span>
            {business.licence && <span>{m.site_licence({ licence: business.licence })}</span>}
          </p>
          <ul className="flex flex-wrap gap-x-6">
            <li>
              <Link to="/privacy-policy" className={legalClass}>
                {m.site_privacy()}
              </Link>
            </li>
            <li>
              <Link to="/terms-of-service" className={legalClass}>
                {m.site_terms()}
              </Link>
            </li>
            <li>
              <button type="button" onClick={onCookieSettings} className={legalClass}>
                {m.site_cookie_settings()}
              </button>
            </li>
            {business.email && (
              <li>
                <a href={`mailto:${business.email}`} className={legalClass}>
                  {m.site_contact_us()}
                </a>
              </li>
            )}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function UrgentBanner({ business }: { business: PublicBusiness }) {
  return (
    <section aria-labelledby="urgent-title" className="border-b border-line bg-signal-soft">
      <div className="page-column flex flex-wrap items-center gap-x-6 gap-y-3 py-3 sm:gap-y-5 sm:py-7">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-signal text-on-signal max-sm:hidden">
          <Siren aria-hidden className="size-6" />
        </span>
        <div className="grow basis-64">
          <h2 id="urgent-title" className="text-lg sm:text-xl">
            {m.site_urgent_title()}
          </h2>
          <p className="text-xs text-signal-text sm:text-sm">{m.site_urgent_text()}</p>
        </div>
        <div className="grid w-full grid-cols-2 gap-2.5 sm:flex sm:w-auto">
          <ButtonAnchor href={callHref(business.emergencyPhone)} tone="signal" className="px-4! sm:min-h-13">
            <PhoneCall aria-hidden />
            {m.site_call_now()}
          </ButtonAnchor>
          <ButtonAnchor
            href={whatsappHref(business.whatsapp, m.site_whatsapp_default())}
            target="_blank"
            rel="noopener"
            tone="quiet"
            className="px-4! sm:min-h-13"
          >
            <MessageCircle aria-hidden />
            {m.site_whatsapp_us()}
          </ButtonAnchor>
        </div>
      </div>
    </section>
  );
}

const contactClass = "flex min-h-9 items-center gap-2.5";

function ContactLink({ className, ...rest }: ComponentProps<"a">) {
  return rest.href && <a className={classNames(contactClass, "hover:text-link", className)} {...rest} />;
}

function FooterLinks({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <nav aria-labelledby={id} className="flex flex-col gap-2 text-sm">
      <h2 id={id} className="text-base">
        {title}
      </h2>
      <ul className="grid gap-x-8">{children}</ul>
    </nav>
  );
}

function FooterLink({ to, children }: { to: string; children: string }) {
  return (
    <li>
      <Link to={to} className="flex min-h-9 items-center hover:text-link">
        {children}
      </Link>
    </li>
  );
}

/** Lucide has no brand icons, so this one is drawn with the same stroke. */
function InstagramMark() {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
    >
      <rect x="2" y="2" width="20" height="20" rx="5" />
      <circle cx="12" cy="12" r="4" />
      <path d="M17.5 6.5h.01" />
    </svg>
  );
}
