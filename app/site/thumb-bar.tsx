import CalendarCheck from "lucide-react/icons/calendar-check";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/contact-links";
import { buttonClass } from "~/ui/button";
import type { PublicBusiness } from "./business";

/** On a phone the call, the chat and the booking are always one thumb away. */
export function ThumbBar({ business }: { business: PublicBusiness }) {
  return (
    <nav
      aria-label={m.site_thumb_bar()}
      className="fixed inset-x-0 bottom-0 z-40 grid grid-cols-[1fr_1fr_1.4fr] gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <a href={callHref(business.phone)} className={buttonClass({ tone: "quiet" }, "px-2!")}>
        <Phone aria-hidden />
        {m.site_call()}
      </a>
      <a
        href={whatsappHref(business.whatsapp, m.site_whatsapp_default())}
        className={buttonClass({ tone: "quiet" }, "px-2!")}
      >
        <MessageCircle aria-hidden />
        {m.site_whatsapp()}
      </a>
      <a href="/#booking" className={buttonClass({}, "px-2!")}>
        <CalendarCheck aria-hidden />
        {m.site_book()}
      </a>
    </nav>
  );
}
