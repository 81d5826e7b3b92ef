import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

export function bookingCompleted(context: BookingMailContext): Message {
  const { booking, business, followUrl } = context;
  const { lines } = booking;
  // The warranty covers work, not an assessment.
  const isAssessment =
    lines.length > 0 && lines.every(({ mode, grossFils }) => mode === "survey" || grossFils === 0);
  return {
    subject: m.mail_completed_subject({ service: booking.serviceName }),
    content: {
      tone: "normal",
      preview: m.mail_completed_preview(),
      heading: m.mail_completed_heading(),
      paragraphs: [
        salutation(context),
        m.mail_completed({ service: booking.serviceName, business: bidiIsolate(business.name) }),
        m.mail_completed_review(),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_completed_button(), href: followUrl },
      after: [...(isAssessment ? [] : [m.mail_completed_warranty()]), contactSentence(context)],
    },
  };
}
