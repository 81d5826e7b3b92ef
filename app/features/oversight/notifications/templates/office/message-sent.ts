import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { callHref } from "~/platform/text/contact-links";
import { formatPhone } from "~/platform/text/phone";
import type { Opening } from "../../../../core/business/office-time";
import type { Business } from "../../../../core/business/queries.server";
import { expectedReadText } from "../../../../website/contact/labels";
import { customerRows, toFacts } from "../context";

/** A message from the contact page. */
interface Written {
  reference: string;
  name: string;
  /** Company of the sender's account. */
  company: string | null;
  email: string;
  phone: string | null;
  message: string;
  sentAt: Date;
}

/** Omits the message text because the address is unverified and may be a stranger's. */
export function messageReceived(
  { reference, name, sentAt }: Written,
  business: Business,
  opening: Opening,
): Message {
  return {
    subject: m.mail_message_received_subject({ reference }),
    content: {
      tone: "normal",
      preview: m.mail_message_received_preview(),
      heading: m.mail_message_received_heading(),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(name) }),
        m.mail_message_received({ business: bidiIsolate(business.name) }),
      ],
      facts: toFacts([[m.mail_fact_reference(), reference]]),
      button: {
        label: m.mail_emergency_line({ phone: formatPhone(business.emergencyPhone) }),
        href: callHref(business.emergencyPhone),
      },
      steps: {
        heading: m.mail_next_heading(),
        items: [
          expectedReadText(sentAt, opening),
          m.content_sent_step_answer(),
          m.content_sent_step_urgent(),
        ],
      },
      after: [m.mail_message_received_not_you()],
    },
  };
}

export function officeMessage(
  { reference, name, company, email, phone, message }: Written,
  business: { name: string },
): Message {
  const subject = m.mail_office_message_answer_subject({ reference, business: bidiIsolate(business.name) });
  return {
    subject: m.mail_office_message_subject({ reference, name: bidiIsolate(name) }),
    content: {
      tone: "normal",
      preview: bidiIsolate(message),
      heading: m.mail_office_message_heading(),
      paragraphs: [m.mail_office_message_lead({ name: bidiIsolate(name) })],
      facts: toFacts([
        [m.mail_fact_reference(), reference],
        [m.mail_fact_message(), bidiIsolate(message)],
        ...customerRows({ name, company }),
        [m.mail_fact_email(), email, `mailto:${email}`],
        [m.mail_fact_phone(), phone && formatPhone(phone), phone ? callHref(phone) : undefined],
      ]),
      button: {
        label: m.mail_office_message_answer(),
        href: `mailto:${email}?subject=${encodeURIComponent(subject)}`,
      },
      after: [],
    },
  };
}
