import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

/** The office agrees a new time with the customer. `hasOtherDays`: other days of the job are still planned. */
export function noAccess(context: BookingMailContext, { hasOtherDays }: { hasOtherDays: boolean }): Message {
  const { booking, followUrl } = context;
  const next = hasOtherDays ? m.mail_no_access_other_days() : m.mail_no_access_next();
  return {
    subject: m.mail_no_access_subject({ service: booking.serviceName }),
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: next,
      heading: m.mail_no_access_heading(),
      paragraphs: [salutation(context), m.mail_no_access(), next],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
