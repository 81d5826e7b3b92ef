import Headset from "lucide-react/icons/headset";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import Siren from "lucide-react/icons/siren";
import { type ReactNode, useId } from "react";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/text/contact-links";
import { Button, ButtonAnchor } from "./button";

export interface ContactLines {
  /** Phones in E.164 format; empty if the business has none. */
  phone: string;
  emergencyPhone: string;
  whatsapp: string;
  /** Message of the chat; without one a general question. */
  message?: string;
}

/**
 * Bottom bar of phones with the page's own action, if it has one. It replaces the bar of the site (app/site/frame/thumb-bar.tsx), so its
 * contact button opens the ways to reach the business.
 */
export function ActionBar({
  children,
  phone,
  emergencyPhone,
  whatsapp,
  message,
}: ContactLines & { children?: ReactNode }) {
  return (
    <div
      data-action-bar=""
      data-no-print=""
      className="fixed inset-x-0 bottom-0 z-40 flex gap-2 border-t border-line bg-paper px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] md:hidden"
    >
      <ContactMenu phone={phone} emergencyPhone={emergencyPhone} whatsapp={whatsapp} message={message} />
      {children}
    </div>
  );
}

/** A native popover, which needs no script. */
function ContactMenu({ phone, emergencyPhone, whatsapp, message = m.site_whatsapp_help() }: ContactLines) {
  const id = useId();
  return (
    <>
      {/* As wide as the bar, if the page has no action. */}
      <Button
        tone="quiet"
        popoverTarget={id}
        className="shrink-0 px-2! nth-last-2:grow max-[22rem]:[&>svg]:hidden"
      >
        <Headset aria-hidden />
        {m.site_contact()}
      </Button>
      <div
        id={id}
        popover="auto"
        className="fixed inset-x-4 top-auto bottom-[calc(var(--bottom-bar)+0.75rem)] m-0 w-auto rounded-lg border border-line bg-surface p-4 text-ink shadow-raised"
      >
        <div className="flex flex-col gap-2">
          <ButtonAnchor href={callHref(phone)} tone="quiet">
            <Phone aria-hidden />
            {m.site_call()}
          </ButtonAnchor>
          <ButtonAnchor href={callHref(emergencyPhone)} tone="signal">
            <Siren aria-hidden />
            {m.site_emergency_line()}
          </ButtonAnchor>
          <ButtonAnchor
            href={whatsappHref(whatsapp, message)}
            tone="quiet"
            target="_blank"
            rel="noopener"
            aria-label={m.site_chat()}
            className="[&>svg]:text-calm-text"
          >
            <MessageCircle aria-hidden />
            {m.site_whatsapp()}
          </ButtonAnchor>
        </div>
      </div>
    </>
  );
}
