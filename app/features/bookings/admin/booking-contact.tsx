import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/contact-links";
import { formatPhone } from "~/platform/phone";
import { ButtonAnchor } from "~/ui/button";
import type { BookingDetail } from "../views";

/** Whom it is about, and three ways to reach them in one click. */
export function BookingContact({ booking }: { booking: BookingDetail }) {
  const { customerName: name, reference, phone, email } = booking;
  const subject = encodeURIComponent(m.admin_booking_mail_subject({ reference }));
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg">{name}</h2>
        <p className="text-sm text-muted">
          <span className="figures">{formatPhone(phone)}</span>
          <span className="block break-all">{email}</span>
        </p>
      </div>
      <div className="grid grid-cols-3 gap-2">
        <ButtonAnchor href={callHref(phone)} tone="quiet" size="small">
          <Phone aria-hidden />
          {m.admin_booking_call()}
        </ButtonAnchor>
        <ButtonAnchor
          href={whatsappHref(phone, m.admin_booking_whatsapp_text({ name, reference }))}
          target="_blank"
          rel="noreferrer"
          tone="quiet"
          size="small"
        >
          <MessageCircle aria-hidden />
          {m.admin_booking_whatsapp()}
        </ButtonAnchor>
        <ButtonAnchor href={`mailto:${email}?subject=${subject}`} tone="quiet" size="small">
          <Mail aria-hidden />
          {m.admin_booking_email()}
        </ButtonAnchor>
      </div>
    </section>
  );
}
