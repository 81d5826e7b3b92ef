import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";
import { formatTime } from "~/platform/time";
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

/** `from`: former time, if one was fixed. The new time of a request is held, not agreed; null once it has passed. */
export function bookingRescheduled(
  context: BookingMailContext,
  visit: VisitFacts,
  from: Date | null,
): Message | null {
  const { booking, followUrl } = context;
  const former = formerTimeNote(from, visit);
  const isRequest = booking.state === "requested";
  const isComing = isAhead(visit, booking);
  if (isRequest && !isComing) return null;
  const heldUntil = isRequest ? visit.heldUntil : null;
  const needsConfirmation = heldUntil !== null && !visit.contactConfirmed;
  return {
    subject: m.mail_rescheduled_subject({ service: booking.serviceName, when: formatVisitStart(visit) }),
    calendar: "REQUEST",
    content: {
      tone: "normal",
      preview: former[0] ?? changeHint(context),
      heading: isRequest ? m.mail_rescheduled_request_heading() : m.mail_rescheduled_heading(),
      paragraphs: [salutation(context), timeSentence(visit, { isRequest, isComing, heldUntil }), ...former],
      facts: customerFacts(context),
      button: { label: needsConfirmation ? m.mail_received_keep() : m.mail_follow(), href: followUrl },
      after: [changeHint(context), contactSentence(context)],
    },
  };
}

function timeSentence(
  visit: VisitFacts,
  { isRequest, isComing, heldUntil }: { isRequest: boolean; isComing: boolean; heldUntil: Date | null },
): string {
  const when = formatVisitTime(visit);
  if (heldUntil) {
    const until = formatTime(heldUntil, "dateTime");
    return visit.contactConfirmed
      ? m.mail_rescheduled_held_reply({ when, until })
      : m.mail_rescheduled_held_until({ when, until });
  }
  if (!isComing) return m.mail_rescheduled_passed({ when });
  return isRequest ? m.mail_rescheduled_request({ when }) : m.mail_rescheduled({ when });
}
