import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
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

/** `from`: former time, if there was one. */
export function technicianAssigned(
  context: BookingMailContext,
  visit: VisitFacts,
  technician: string,
  from: Date | null,
): Message {
  const { followUrl } = context;
  const moved = formerTimeNote(from, visit);
  const name = bidiIsolate(technician);
  return {
    subject: m.mail_assigned_subject({ technician: bidiIsolate(name), when: formatVisitStart(visit) }),
    calendar: "REQUEST",
    content: {
      tone: context.booking.emergency ? "emergency" : "normal",
      preview: m.mail_assigned_hint(),
      heading: moved.length > 0 ? m.mail_rescheduled_heading() : m.mail_assigned_heading(),
      paragraphs: [
        salutation(context),
        m.mail_assigned({ technician: bidiIsolate(name), when: formatVisitTime(visit) }),
        ...moved,
      ],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_assigned_hint(), changeHint(context), contactSentence(context)],
    },
  };
}
