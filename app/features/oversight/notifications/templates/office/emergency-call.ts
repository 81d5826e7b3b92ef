import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { callHref } from "~/platform/text/contact-links";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import type { PagedTechnician } from "../../mails/bookings/booking-facts.server";
import { arrivalSentence, type BookingMailContext, customerLinks, officeFacts } from "../context";

/**
 * Technicians answer at `answerUrl` or, without a sign-in, by calling the office. `passedOnBy`: technician
 * who was paged before and cannot go.
 */
export function emergencyCall(
  context: BookingMailContext & { answerUrl: string },
  { signsIn }: PagedTechnician,
  passedOnBy: string | null,
): Message {
  const { booking, business, answerUrl } = context;
  const area = bidiIsolate(placeInReaderLanguage(booking.area || booking.address));
  const due = arrivalSentence(booking);
  return {
    subject: m.mail_office_emergency_subject({
      reference: booking.reference,
      service: booking.serviceName,
      area: bidiIsolate(area),
    }),
    content: {
      tone: "emergency",
      preview: due,
      heading: m.mail_on_call_heading(),
      paragraphs: [
        ...(passedOnBy ? [m.mail_page_declined({ name: bidiIsolate(passedOnBy) })] : []),
        signsIn ? m.mail_on_call() : m.mail_on_call_by_phone(),
        due,
      ],
      facts: officeFacts(context),
      button: signsIn
        ? { label: m.mail_on_call_answer(), href: answerUrl }
        : { label: m.mail_on_call_office(), href: callHref(business.phone) },
      links: customerLinks(context),
      after: [],
    },
  };
}
