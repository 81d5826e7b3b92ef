import { useState } from "react";
import { Link } from "react-router";
import { m } from "~/paraglide/messages";
import { useMay } from "~/platform/auth/use-may";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import { ContactActions } from "~/ui/contact-actions";
import { Section, SectionAction } from "~/ui/section";
import { ReadingLanguage } from "../../../core/customers/components/reading-language";
import type { ContactChannel } from "../booking";
import type { BookingDetail } from "../office/views";
import { ContactForm } from "./note-forms";

/** Name, phone and email of the customer. */
export function BookingCustomer({ booking }: { booking: BookingDetail }) {
  const { customerName: name, customerId, phone, email } = booking;
  return (
    <section className="flex flex-col gap-3">
      <div>
        <h2 className="text-lg">
          <Link to={`/admin/customers/${customerId}`} className="rounded-sm hover:text-link hover:underline">
            <bdi>{name}</bdi>
          </Link>
        </h2>
        <p className="flex flex-wrap gap-x-3 text-sm text-muted">
          <a href={callHref(phone)} className="figures rounded-sm hover:text-link hover:underline">
            {formatPhone(phone)}
          </a>
          {email && <span className="break-all">{email}</span>}
        </p>
        <p className="text-muted">
          <ReadingLanguage language={booking.language} />
        </p>
      </div>
      {(!email || booking.emailUndeliverable) && (
        <p className="rounded bg-brass-soft px-3 py-2 text-sm text-brass-text">
          {email ? m.office_bookings_email_undeliverable() : m.office_bookings_no_email()}
        </p>
      )}
    </section>
  );
}

const templateLabels: Record<BookingDetail["messageTexts"][number]["id"], () => string> = {
  about: m.office_bookings_message_template_about,
  "on-the-way": m.office_bookings_message_template_on_the_way,
  late: m.office_bookings_message_template_late,
  "please-confirm": m.office_bookings_message_template_please_confirm,
  "cannot-reach": m.office_bookings_message_template_cannot_reach,
};

/** Calls and messages to the customer. */
export function BookingContact({ booking }: { booking: BookingDetail }) {
  const { phone, email } = booking;
  const templates = booking.messageTexts;
  const [templateId, setTemplateId] = useState("about");
  // Falls back to the neutral template if the state no longer fits the chosen one.
  const chosen = templates.find(({ id }) => id === templateId) ?? templates[0]!;
  const [contactChannel, setContactChannel] = useState<ContactChannel | null>(null);
  const mayLog = useMay("bookings.manage");
  const loggedChannel = mayLog ? contactChannel : null;
  return (
    <Section
      title={m.office_bookings_conversation()}
      action={
        mayLog &&
        !loggedChannel && (
          <SectionAction onClick={() => setContactChannel("call")}>
            {m.office_bookings_log_contact()}
          </SectionAction>
        )
      }
    >
      {mayLog && (
        <div data-no-print="" className="mb-3 flex flex-col gap-1.5">
          <label className="flex flex-col gap-1 text-xs text-muted">
            {m.office_bookings_message_template_choose()}
            <select
              value={chosen.id}
              onChange={({ target }) => setTemplateId(target.value)}
              className="select-arrow h-9 min-w-0 rounded border border-control bg-surface ps-3 pe-9 text-sm text-ink hover:border-accent"
            >
              {templates.map(({ id }) => (
                <option key={id} value={id}>
                  {templateLabels[id]()}
                </option>
              ))}
            </select>
          </label>
          <p dir="auto" className="border-s-2 border-line ps-3 text-sm text-muted">
            {chosen.text}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-2">
        <ContactActions
          phone={phone}
          email={email}
          whatsappText={chosen.text}
          mailSubject={booking.mailSubject}
          mailText={chosen.text}
          onContact={setContactChannel}
        />
      </div>
      {loggedChannel && (
        <div className="mt-3">
          <ContactForm
            key={loggedChannel}
            booking={booking}
            channel={loggedChannel}
            onClose={() => setContactChannel(null)}
          />
        </div>
      )}
    </Section>
  );
}
