import { m } from "~/paraglide/messages";
import { callHref } from "~/platform/contact-links";
import { isolated } from "~/platform/locale/locale";
import { formatPhone } from "~/platform/phone";
import type { Message } from "../letter";
import { factsOf } from "./context";

interface Written {
  name: string;
  email: string;
  phone: string | null;
  message: string;
}

/** What somebody wrote on the contact page. */
export function officeMessage({ name, email, phone, message }: Written, business: { name: string }): Message {
  const subject = m.mail_office_message_answer_subject({ business: business.name });
  return {
    subject: m.mail_office_message_subject({ name: isolated(name) }),
    letter: {
      tone: "normal",
      preview: m.mail_office_message_preview({ name: isolated(name) }),
      heading: m.mail_office_message_heading(),
      paragraphs: [m.mail_office_message_preview({ name: isolated(name) })],
      facts: factsOf([
        [m.mail_fact_message(), isolated(message)],
        [m.mail_fact_customer(), isolated(name)],
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
