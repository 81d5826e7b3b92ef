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
  salutation,
} from "../context";

/** `confirmed`: the customer has already confirmed the visit. */
export function visitReminder(
  context: BookingMailContext,
  visit: VisitFacts,
  { confirmed }: { confirmed: boolean },
): Message {
  const { booking, followUrl } = context;
  const when = formatVisitTime(visit);
  // The booking's page shows another visit while that one is under way.
  const canConfirm = !confirmed && !["en_route", "on_site"].includes(booking.state);
  const technician = visit.state === "held" ? null : visit.technicianName;
  return {
    subject: m.mail_visit_reminder_subject({ service: booking.serviceName, when: formatVisitStart(visit) }),
    usefulUntil: visit.startsAt,
    content: {
      tone: "normal",
      preview: m.mail_visit_reminder_preview({ reference: booking.reference }),
      heading: m.mail_visit_reminder_heading(),
      paragraphs: [
        salutation(context),
        technician
          ? m.mail_visit_reminder_with({ technician: bidiIsolate(technician), when })
          : m.mail_visit_reminder({ when }),
        ...(confirmed ? [m.mail_visit_reminder_confirmed()] : []),
        ...(canConfirm ? [m.mail_visit_reminder_ask()] : []),
      ],
      facts: customerFacts(context),
      button: { label: canConfirm ? m.mail_visit_reminder_button() : m.mail_follow(), href: followUrl },
      after: [changeHint(context), contactSentence(context)],
    },
  };
}
