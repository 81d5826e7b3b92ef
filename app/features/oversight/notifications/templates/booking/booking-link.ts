import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

/** Email for customers who lost the one with the link. */
export function bookingLink(context: BookingMailContext): Message {
  const { reference, online } = context.booking;
  const sharing =
    online.canCancel || online.canReschedule ? m.mail_link_sharing_change() : m.mail_link_sharing();
  return {
    subject: m.mail_link_subject({ reference }),
    content: {
      tone: "normal",
      preview: sharing,
      heading: m.mail_link_heading(),
      paragraphs: [salutation(context), m.mail_link_text(), sharing],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: context.followUrl },
      after: [m.mail_link_not_you(), contactSentence(context)],
    },
  };
}
