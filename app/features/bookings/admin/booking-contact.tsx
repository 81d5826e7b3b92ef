import Mail from "lucide-react/icons/mail";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { callHref, whatsappHref } from "~/platform/contact-links";
import { formatPhone } from "~/platform/phone";
import { ButtonAnchor } from "~/ui/button";
import { SectionAction } from "~/ui/section";
import type { ContactChannel } from "../booking";
import type { BookingDetail } from "../views";
import { ContactForm } from "./booking-log";

/** Whom it is about, three ways to reach them in one click, and the log of it, which opens by itself with the click. */
export function BookingContact({ booking }: { booking: BookingDetail }) {
  const { customerName: name, customerId, reference, phone, email } = booking;
  const [logging, setLogging] = useState<ContactChannel | null>(null);
  const subject = encodeURIComponent(m.admin_booking_mail_subject({ reference }));
  return (
    <section className="flex flex-col gap-3">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 className="text-lg">
            <Link
              to={`/admin/customers/${customerId}`}
              className="rounded-sm hover:text-link hover:underline"
            >
              {name}
            </Link>
          </h2>
          <p className="text-sm text-muted">
            <span className="figures">{formatPhone(phone)}</span>
            {email && <span className="block break-all">{email}</span>}
          </p>
        </div>
        {!logging && (
          <SectionAction onClick={() => setLogging("call")}>{m.admin_log_contact()}</SectionAction>
        )}
      </div>
      {!email && (
        <p className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          {m.admin_booking_no_email()}
        </p>
      )}
      <div className="grid auto-cols-fr grid-flow-col gap-2">
        <ButtonAnchor href={callHref(phone)} onClick={() => setLogging("call")} tone="quiet" size="small">
          <Phone aria-hidden />
          {m.admin_booking_call()}
        </ButtonAnchor>
        <ButtonAnchor
          href={whatsappHref(phone, m.admin_booking_whatsapp_text({ name, reference }))}
          target="_blank"
          rel="noreferrer"
          onClick={() => setLogging("whatsapp")}
          tone="quiet"
          size="small"
        >
          <MessageCircle aria-hidden />
          {m.admin_booking_whatsapp()}
        </ButtonAnchor>
        {email && (
          <ButtonAnchor
            href={`mailto:${email}?subject=${subject}`}
            onClick={() => setLogging("email")}
            tone="quiet"
            size="small"
          >
            <Mail aria-hidden />
            {m.admin_booking_email()}
          </ButtonAnchor>
        )}
      </div>
      {logging && (
        <ContactForm key={logging} booking={booking} channel={logging} onClose={() => setLogging(null)} />
      )}
    </section>
  );
}
