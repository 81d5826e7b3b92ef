import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/text/contact-links";
import { mayHaveWhatsapp } from "~/platform/text/phone";
import { ButtonAnchor } from "./button";

interface ContactActionsProps {
  phone: string | null;
  email: string | null;
  /** What the chat begins with. */
  whatsappText: string;
  mailSubject?: string;
  /** What the mail begins with. */
  mailText?: string;
  onContact?: (channel: "call" | "whatsapp" | "email") => void;
}

/** The ways to reach somebody in one click: those that are known, for a grid of at most three. */
export function ContactActions({
  phone,
  email,
  whatsappText,
  mailSubject,
  mailText,
  onContact,
}: ContactActionsProps) {
  const written = Object.entries({ subject: mailSubject, body: mailText })
    .flatMap(([name, text]) => (text ? [`${name}=${encodeURIComponent(text)}`] : []))
    .join("&");
  return (
    <>
      {phone && (
        <ButtonAnchor href={callHref(phone)} onClick={() => onContact?.("call")} tone="quiet" size="small">
          <Phone aria-hidden />
          {m.admin_booking_call()}
        </ButtonAnchor>
      )}
      {phone && mayHaveWhatsapp(phone) && (
        <ButtonAnchor
          href={whatsappHref(phone, whatsappText)}
          target="_blank"
          rel="noreferrer"
          onClick={() => onContact?.("whatsapp")}
          tone="quiet"
          size="small"
        >
          <MessageCircle aria-hidden />
          {m.admin_booking_whatsapp()}
        </ButtonAnchor>
      )}
      {email && (
        <ButtonAnchor
          href={`mailto:${email}${written && `?${written}`}`}
          onClick={() => onContact?.("email")}
          tone="quiet"
          size="small"
        >
          <Mail aria-hidden />
          {m.admin_booking_email()}
        </ButtonAnchor>
      )}
    </>
  );
}
