import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

/** For customers who lost the email with the link. */
export function bookingLink(context: BookingMailContext): Message {
  const { reference } = context.booking;
  return {
    subject: m.mail_link_subject({ reference }),
    content: {
      tone: "normal",
      preview: m.mail_link_preview({ reference }),
      heading: m.mail_link_heading(),
      paragraphs: [salutation(context), m.mail_link_text()],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: context.followUrl },
      after: [m.mail_link_not_you(), contactSentence(context)],
    },
  };
}
