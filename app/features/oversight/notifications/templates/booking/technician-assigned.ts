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
  isAhead,
  salutation,
} from "../context";

/** `from`: former time, if there was one. */
export function technicianAssigned(
  context: BookingMailContext,
  visit: VisitFacts,
  technician: string,
  from: Date | null,
): Message {
  const { booking, followUrl } = context;
  const moved = formerTimeNote(from, visit);
  const name = bidiIsolate(bidiIsolate(technician));
  const isComing = isAhead(visit, booking);
  return {
    subject: isComing
      ? m.mail_assigned_subject({ technician: name, when: formatVisitStart(visit) })
      : m.mail_assigned_passed_subject({ technician: name, service: booking.serviceName }),
    calendar: "REQUEST",
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_assigned_hint(),
      heading: moved.length > 0 ? m.mail_rescheduled_heading() : m.mail_assigned_heading(),
      paragraphs: [
        salutation(context),
        (isComing ? m.mail_assigned : m.mail_assigned_passed)({
          technician: name,
          when: formatVisitTime(visit),
        }),
        ...moved,
      ],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [m.mail_assigned_hint(), changeHint(context), contactSentence(context)],
    },
  };
}
