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
  /** Shown on the website. */
  published: boolean;
}

export function certificateExpiring(
  { title, issuer, number, expiresOn, published }: Certificate,
  url: string,
): Message {
  const text = m.mail_certificate_expiring_text({
    title: bidiIsolate(title),
    day: formatDay(expiresOn, "fullDate"),
  });
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
        published ? `${text} ${m.mail_certificate_expiring_published()}` : text,
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
