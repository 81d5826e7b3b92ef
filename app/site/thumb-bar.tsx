import CalendarCheck from "lucide-react/icons/calendar-check";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import type { MouseEvent } from "react";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/contact-links";
import { localPath } from "~/platform/locale/locale";
import { ButtonAnchor } from "~/ui/button";
import type { PublicBusiness } from "./business";

/** On a phone the call, the chat and the booking are always one thumb away. */
export function ThumbBar({ business }: { business: PublicBusiness }) {
  return (
    <nav
      aria-label={m.site_thumb_bar()}
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-[1fr_1fr_1.4fr] gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <ButtonAnchor href={callHref(business.phone)} tone="quiet" className="px-2!">
        <Phone aria-hidden />
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
      <ButtonAnchor href={localPath("/#booking")} onClick={showFormOfThisPage} className="px-2!">
        <CalendarCheck aria-hidden />
        {m.site_book()}
      </ButtonAnchor>
    </nav>
  );
}

/** A service's page has a form of its own, which knows the service. */
function showFormOfThisPage(event: MouseEvent): void {
  const form = document.getElementById("booking");
  if (!form) return;
  event.preventDefault();
  form.scrollIntoView({ behavior: "smooth" });
}
