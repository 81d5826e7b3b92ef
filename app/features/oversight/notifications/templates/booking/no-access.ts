import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

/** The office agrees a new time with the customer. */
export function noAccess(context: BookingMailContext): Message {
  const { booking, followUrl } = context;
  return {
    subject: m.mail_no_access_subject({ service: booking.serviceName }),
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_no_access_next(),
      heading: m.mail_no_access_heading(),
      paragraphs: [salutation(context), m.mail_no_access(), m.mail_no_access_next()],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
