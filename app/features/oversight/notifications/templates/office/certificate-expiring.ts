import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";
import { formatDay } from "~/platform/time";
import { toFacts } from "../context";

interface Certificate {
  title: string;
  issuer: string | null;
  number: string | null;
  expiresOn: string;
}

export function certificateExpiring({ title, issuer, number, expiresOn }: Certificate, url: string): Message {
  return {
    subject: m.mail_certificate_expiring_subject({
      title: bidiIsolate(title),
      day: formatDay(expiresOn, "shortDate"),
    }),
    content: {
      tone: "normal",
      preview: m.mail_certificate_expiring_next(),
      heading: m.mail_certificate_expiring_heading(),
      paragraphs: [
        m.mail_certificate_expiring_text({
          title: bidiIsolate(title),
          day: formatDay(expiresOn, "fullDate"),
        }),
        m.mail_certificate_expiring_next(),
      ],
      facts: toFacts([
        [m.website_certificate_issuer(), issuer],
        [m.website_certificate_number(), number],
      ]),
      button: { label: m.mail_certificate_expiring_open(), href: url },
      after: [],
    },
  };
}
