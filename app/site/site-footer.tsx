import Mail from "lucide-react/icons/mail";
import MapPin from "lucide-react/icons/map-pin";
import Phone from "lucide-react/icons/phone";
import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { formatPhone } from "~/platform/phone";
import type { PublicBusiness } from "./business";
import { LogoMark } from "./logo";

export function SiteFooter({ business, year }: { business: PublicBusiness; year: number }) {
  return (
    <footer id="footer" tabIndex={-1} data-theme="dark" className="bg-paper pb-22 text-ink md:pb-0">
      <div className="page-column flex flex-col gap-8 py-12 md:flex-row md:items-start md:justify-between">
        <div className="flex max-w-[36ch] flex-col gap-3">
          <p className="flex items-center gap-2 text-lg font-semibold">
            <LogoMark className="size-8" />
            {business.name}
          </p>
          <p className="text-sm text-muted">{m.site_footer_claim()}</p>
        </div>
        <address className="flex flex-col gap-1 text-sm not-italic [&_svg]:size-4 [&_svg]:shrink-0 [&_svg]:text-accent">
          <p className="flex min-h-8 items-center gap-2.5">
            <MapPin aria-hidden />
            {m.site_footer_place()}
          </p>
          <a
            href={callHref(business.phone)}
            className="figures flex min-h-8 items-center gap-2.5 hover:text-link"
          >
            <Phone aria-hidden />
            {formatPhone(business.phone)}
          </a>
          <a href={`mailto:${business.email}`} className="flex min-h-8 items-center gap-2.5 hover:text-link">
            <Mail aria-hidden />
            {business.email}
          </a>
        </address>
      </div>
      <div className="border-t border-line">
        <p className="page-column py-5 text-xs text-muted">
          {m.site_copyright({ year: String(year), name: business.name })}
        </p>
      </div>
    </footer>
  );
}
