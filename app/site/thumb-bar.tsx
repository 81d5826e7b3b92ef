import CalendarCheck from "lucide-react/icons/calendar-check";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import PhoneCall from "lucide-react/icons/phone-call";
import { useMatches } from "react-router";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/contact-links";
import { localPath } from "~/platform/locale/locale";
import { ButtonAnchor } from "~/ui/button";
import type { PublicBusiness } from "./business";
import { hasBookingForm } from "./form-handle";

/** On a phone the call, the chat and the booking are always one thumb away. */
export function ThumbBar({ business }: { business: PublicBusiness }) {
  // A service's page has a form of its own, which knows the service.
  const hasForm = useMatches().some(hasBookingForm);
  return (
    <nav
      aria-label={m.site_thumb_bar()}
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-[1fr_1fr_1.4fr] gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      {/* One of the two: a page about an emergency says so in its markup (data-emergency). */}
      <ButtonAnchor
        href={callHref(business.phone)}
        tone="quiet"
        className="px-2! in-[:root:has(main_[data-emergency])]:hidden"
      >
        <Phone aria-hidden />
        {m.site_call()}
      </ButtonAnchor>
      <ButtonAnchor
        href={callHref(business.emergencyPhone)}
        tone="signal"
        className="hidden px-2! in-[:root:has(main_[data-emergency])]:inline-flex"
      >
        <PhoneCall aria-hidden />
        {m.site_call()}
      </ButtonAnchor>
      <ButtonAnchor
        href={whatsappHref(business.whatsapp, m.site_whatsapp_default())}
        target="_blank"
        rel="noopener"
        tone="quiet"
        className="px-2!"
      >
        <MessageCircle aria-hidden />
        {m.site_whatsapp()}
      </ButtonAnchor>
      <ButtonAnchor href={hasForm ? "#booking" : localPath("/#booking")} className="px-2!">
        <CalendarCheck aria-hidden />
        {m.site_book()}
      </ButtonAnchor>
    </nav>
  );
}
