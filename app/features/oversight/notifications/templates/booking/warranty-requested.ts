import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { formatTime } from "~/platform/time";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { type BookingMailContext, contactSentence, salutation, toFacts } from "../context";

interface WarrantyRequest {
  message: string;
  /** Deadline for the office to contact the customer. */
  contactDueAt: Date;
}

export function warrantyRequested(
  context: BookingMailContext,
  { message, contactDueAt }: WarrantyRequest,
): Message {
  const { booking, followUrl } = context;
  const { reference, visit } = booking;
  const next =
    contactDueAt > booking.readAt
      ? m.mail_warranty_by({ by: formatTime(contactDueAt, "dateTime") })
      : m.mail_warranty_open();
  return {
    subject: m.mail_warranty_subject({ reference }),
    content: {
      tone: "normal",
      preview: next,
      heading: m.mail_warranty_heading(),
      paragraphs: [salutation(context), next, m.mail_warranty_free()],
      facts: toFacts([
        [m.mail_fact_reference(), reference],
        [m.mail_fact_service(), booking.serviceName],
        [m.mail_warranty_completed(), visit?.live ? formatTime(visit.endsAt, "fullDate") : null],
        [m.mail_warranty_problem(), bidiIsolate(message)],
        [m.mail_fact_address(), bidiIsolate(placeInReaderLanguage(booking.address))],
      ]),
      button: { label: m.mail_see_booking(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
