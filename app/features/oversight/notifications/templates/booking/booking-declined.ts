import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, customerFacts, salutation } from "../context";

export function bookingDeclined(context: BookingMailContext, reason: string): Message {
  const { booking, business, followUrl } = context;
  return {
    subject: m.mail_declined_subject({ reference: booking.reference }),
    // Only if an earlier email created a calendar entry for the held time.
    calendar: booking.visit ? "CANCEL" : undefined,
    content: {
      tone: "normal",
      preview: m.mail_declined_preview(),
      heading: m.mail_declined_heading(),
      paragraphs: [
        salutation(context),
        m.mail_declined({ business: bidiIsolate(business.name) }),
        m.mail_reason({ reason: bidiIsolate(reason) }),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_see_booking(), href: followUrl },
      after: [m.mail_declined_next(), contactSentence(context)],
    },
  };
}
