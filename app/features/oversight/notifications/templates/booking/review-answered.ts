import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { type BookingMailContext, contactSentence, salutation, toFacts } from "../context";

export function reviewAnswered(context: BookingMailContext, answer: string): Message {
  const { booking, business, followUrl } = context;
  return {
    subject: m.mail_review_answered_subject({ business: bidiIsolate(business.name) }),
    content: {
      tone: "normal",
      preview: m.mail_review_answered({ service: booking.serviceName }),
      heading: m.mail_review_answered_heading({ business: bidiIsolate(business.name) }),
      paragraphs: [
        salutation(context),
        m.mail_review_answered({ service: booking.serviceName }),
        bidiIsolate(answer),
      ],
      facts: toFacts([
        [m.mail_fact_reference(), booking.reference],
        [m.mail_fact_service(), booking.serviceName],
      ]),
      button: { label: m.mail_review_answered_button(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
