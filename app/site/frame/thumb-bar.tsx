import CalendarCheck from "lucide-react/icons/calendar-check";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import PhoneCall from "lucide-react/icons/phone-call";
import Siren from "lucide-react/icons/siren";
import { useMatches } from "react-router";
import { m } from "~/paraglide/messages";
import { localPath } from "~/platform/locale/locale";
import { callHref, whatsappHref } from "~/platform/text/contact-links";
import { ButtonAnchor } from "~/ui/button";
import { hasBookingForm } from "../pages/form/form-handle";
import type { PublicBusiness } from "./business";

/**
 * Bar at the bottom of phones: call, emergency line, chat, booking. Its chat link replaces the floating
 * button of larger screens (whatsapp-button.tsx), with the same name and message. It gives way to a page's bar
 * with its own action (`data-action-bar`).
 */
export function ThumbBar({ business }: { business: PublicBusiness }) {
  // A service page has its own form, preset to the service.
  const hasForm = useMatches().some(hasBookingForm);
  return (
    <nav
      id="thumb-bar"
      aria-label={m.site_thumb_bar()}
      className="fixed inset-x-0 bottom-0 z-40 flex gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      {/*
       * On emergency pages the call button dials the emergency line, also without JavaScript: pages marked
       * `data-emergency`, or a form with an emergency chosen.
       */}
      <ButtonAnchor
        href={callHref(business.phone)}
        tone="quiet"
        className="grow px-2! max-[22rem]:[&>svg]:hidden [:root:has(main_:is([data-emergency],[data-asks-trade]:checked))_&]:hidden"
      >
        <Phone aria-hidden />
        {m.site_call()}
      </ButtonAnchor>
      <ButtonAnchor
        href={callHref(business.emergencyPhone)}
        tone="signal"
        className="grow px-2! max-[22rem]:[&>svg]:hidden [:root:not(:has(main_:is([data-emergency],[data-asks-trade]:checked)))_&]:hidden"
      >
        <PhoneCall aria-hidden />
        {m.site_call()}
      </ButtonAnchor>
      <ButtonAnchor
        href={callHref(business.emergencyPhone)}
        tone="signal"
        aria-label={m.site_emergency_line()}
        className="w-12 shrink-0 px-2! [:root:has(main_:is([data-emergency],[data-asks-trade]:checked))_&]:hidden"
      >
        <Siren aria-hidden />
      </ButtonAnchor>
      <ButtonAnchor
        href={whatsappHref(business.whatsapp, m.site_whatsapp_help())}
        tone="quiet"
        target="_blank"
        rel="noopener"
        aria-label={m.site_chat()}
        className="grow px-2! max-[22rem]:[&>svg]:hidden [&>svg]:text-calm-text"
      >
        <MessageCircle aria-hidden />
        {m.site_whatsapp()}
      </ButtonAnchor>
      <ButtonAnchor
        href={hasForm ? "#booking" : localPath("/#booking")}
        className="grow px-2! max-[22rem]:[&>svg]:hidden"
      >
        <CalendarCheck aria-hidden />
        {m.site_book()}
      </ButtonAnchor>
    </nav>
  );
}
