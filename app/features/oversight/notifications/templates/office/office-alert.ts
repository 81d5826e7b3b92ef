import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { formatTime } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { arrivalSentence, type BookingMailContext, customerLinks, officeFacts } from "../context";

/** `contactDueAt`: deadline for the office to contact the customer. */
export function officeAlert(context: BookingMailContext, contactDueAt: Date): Message {
  const { booking, officeUrl } = context;
  const { emergency, reference, readAt } = booking;
  const named = {
    reference,
    service: booking.serviceName,
    area: bidiIsolate(placeInReaderLanguage(booking.area || booking.address)),
  };
  const contactSentence = contactDueAt > readAt ? m.mail_office_contact_by : m.mail_office_contact_by_passed;
  const due = emergency
    ? arrivalSentence(booking)
    : contactSentence({ by: formatTime(contactDueAt, "dateTime") });
  return {
    subject: emergency ? m.mail_office_emergency_subject(named) : m.mail_office_request_subject(named),
    content: {
      tone: emergency ? "emergency" : "normal",
      preview: due,
      heading: emergency ? m.mail_office_emergency_heading() : m.mail_office_request_heading(),
      paragraphs: [due],
      facts: officeFacts(context),
      button: { label: m.mail_office_open(), href: officeUrl },
      links: customerLinks(context),
      after: [],
    },
  };
}
