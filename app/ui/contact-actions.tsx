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
  whatsappText: string;
  mailSubject?: string;
  mailText?: string;
  onContact?: (channel: "call" | "whatsapp" | "email") => void;
}

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
        <ButtonAnchor
          href={callHref(phone)}
          onClick={() => onContact?.("call")}
          tone="quiet"
          size="small"
          className="flex-1"
        >
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
          className="flex-1"
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
          className="flex-1"
        >
          <Mail aria-hidden />
          {m.admin_booking_email()}
        </ButtonAnchor>
      )}
    </>
  );
}
