import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import {
  type BookingMailContext,
  contactSentence,
  customerFacts,
  formatVisitStart,
  salutation,
} from "../context";

/** The booking continues and needs a new time, unless its work is done without this visit. */
export function visitCancelled(context: BookingMailContext, startsAt: Date): Message {
  const { booking, followUrl } = context;
  const when = formatVisitStart({ startsAt });
  const next = booking.state === "work_done" ? m.mail_visit_cancelled_done() : m.mail_visit_cancelled_next();
  return {
    subject: m.mail_visit_cancelled_subject({ service: booking.serviceName, when }),
    // Only if an earlier email created a calendar entry for this time.
    calendar: booking.visit?.startsAt.getTime() === startsAt.getTime() ? "CANCEL" : undefined,
    content: {
      tone: "normal",
      preview: next,
      heading: m.mail_visit_cancelled_heading(),
      paragraphs: [salutation(context), m.mail_visit_cancelled({ when }), next],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [contactSentence(context)],
    },
  };
}
