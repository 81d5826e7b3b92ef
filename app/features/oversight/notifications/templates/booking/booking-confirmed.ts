import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import type { BookingFacts, VisitFacts } from "../../mails/bookings/booking-facts.server";
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

/** `held`: time of the former hold, if there was one. */
export function bookingConfirmed(context: BookingMailContext, held: Date | null): Message {
  const { booking, followUrl } = context;
  const visit = booking.visit?.live ? booking.visit : null;
  const { reference, serviceName: service } = booking;
  return {
    subject: visit
      ? m.mail_confirmed_subject_time({ service, when: formatVisitStart(visit) })
      : m.mail_confirmed_subject({ service, reference }),
    calendar: visit ? "REQUEST" : undefined,
    content: {
      tone: booking.emergency ? "emergency" : "normal",
      preview: m.mail_confirmed_preview({ reference }),
      heading: m.mail_confirmed_heading(),
      paragraphs: [salutation(context), confirmedSentence(visit, booking), ...formerTimeNote(held, visit)],
      facts: customerFacts(context),
      button: { label: m.mail_follow(), href: followUrl },
      after: [changeHint(context), contactSentence(context)],
    },
  };
}

function confirmedSentence(visit: VisitFacts | null, booking: BookingFacts): string {
  if (!visit) return m.mail_confirmed_open();
  if (!isAhead(visit, booking)) return m.mail_confirmed_passed({ when: formatVisitTime(visit) });
  return visit.technicianName
    ? m.mail_confirmed_with({ technician: bidiIsolate(visit.technicianName), when: formatVisitTime(visit) })
    : m.mail_confirmed_time();
}
