import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { placeInReaderLanguage } from "../../../../core/geography/community-names";
import { type EscalationReason, escalateAfterMin } from "../../../../operations/emergencies/emergency";
import { arrivalSentence, type BookingMailContext, customerLinks, officeFacts } from "../context";

/** An emergency without acknowledgement or arrival within the time limit. */
export function officeEscalation(context: BookingMailContext, reason: EscalationReason): Message {
  const { booking, officeUrl } = context;
  const named = {
    reference: booking.reference,
    area: bidiIsolate(placeInReaderLanguage(booking.area || booking.address)),
  };
  const minutes = escalateAfterMin[reason];
  const texts = {
    unacknowledged: {
      subject: m.mail_escalation_unseen_subject(named),
      heading: m.mail_escalation_unseen_heading(),
      lead: m.mail_escalation_unseen({ minutes }),
    },
    "not-arrived": {
      subject: m.mail_escalation_late_subject(named),
      heading: m.mail_escalation_late_heading(),
      lead: m.mail_escalation_late({ minutes }),
    },
  }[reason];
  return {
    subject: texts.subject,
    content: {
      tone: "emergency",
      preview: texts.lead,
      heading: texts.heading,
      paragraphs: [texts.lead, arrivalSentence(booking)],
      facts: officeFacts(context),
      button: { label: m.mail_office_open(), href: officeUrl },
      links: customerLinks(context),
      after: [],
    },
  };
}
