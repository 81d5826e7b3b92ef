import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import {
  type BookingMailContext,
  contactSentence,
  customerFacts,
  formatVisitStart,
  salutation,
} from "../context";

/** `confirmed`: the guest confirmed the email, and the office did not answer. The booking continues with a new time, chosen by the customer or agreed with the office. */
export function bookingHoldExpired(
  context: BookingMailContext,
  { startsAt, confirmed }: { startsAt: Date; confirmed: boolean },
): Message {
  const { booking, followUrl } = context;
  const when = formatVisitStart({ startsAt });
  return {
    subject: m.mail_hold_expired_subject({ service: booking.serviceName, when }),
    calendar: booking.visit?.startsAt.getTime() === startsAt.getTime() ? "CANCEL" : undefined,
    content: {
      tone: "normal",
      preview: m.mail_hold_expired_next(),
      heading: m.mail_hold_expired_heading(),
      paragraphs: [
        salutation(context),
        confirmed ? m.mail_hold_expired_unanswered({ when }) : m.mail_hold_expired({ when }),
        m.mail_hold_expired_next(),
      ],
      facts: customerFacts(context),
      button: { label: m.mail_hold_expired_choose(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
