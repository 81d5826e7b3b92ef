import { m } from "~/paraglide/messages";
import type { Message } from "../../email/email";
import type { VisitFacts } from "../../mails/bookings/booking-facts.server";
import {
  type BookingMailContext,
  changeHint,
  customerFacts,
  dear,
  momentOf,
  noLongerAt,
  questions,
  spanOf,
} from "../context";

/** `from`: former time, if one was fixed. */
export function bookingRescheduled(
  context: BookingMailContext,
  visit: VisitFacts,
  from: Date | null,
): Message {
  const { booking, followUrl } = context;
  return {
    subject: m.mail_rescheduled_subject({ service: booking.serviceName, when: momentOf(visit) }),
    calendar: "REQUEST",
    content: {
      tone: "normal",
      preview: m.mail_rescheduled({ when: spanOf(visit) }),
      heading: m.mail_rescheduled_heading(),
      paragraphs: [dear(context), m.mail_rescheduled({ when: spanOf(visit) }), ...noLongerAt(from, visit)],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [changeHint(context), questions(context)],
    },
  };
}
