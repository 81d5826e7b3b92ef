import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import type { VisitFacts } from "../../mails/bookings/booking-facts.server";
import {
  type BookingMailContext,
  changeHint,
  contactSentence,
  customerFacts,
  formatVisitStart,
  formatVisitTime,
  formerTimeNote,
  salutation,
} from "../context";

/** `from`: former time, if one was fixed. */
export function bookingRescheduled(
  context: BookingMailContext,
  visit: VisitFacts,
  from: Date | null,
): Message {
  const { booking, followUrl } = context;
  const former = formerTimeNote(from, visit);
  return {
    subject: m.mail_rescheduled_subject({ service: booking.serviceName, when: formatVisitStart(visit) }),
    calendar: "REQUEST",
    content: {
      tone: "normal",
      preview: former[0] ?? changeHint(context),
      heading: m.mail_rescheduled_heading(),
      paragraphs: [salutation(context), m.mail_rescheduled({ when: formatVisitTime(visit) }), ...former],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [changeHint(context), contactSentence(context)],
    },
  };
}
