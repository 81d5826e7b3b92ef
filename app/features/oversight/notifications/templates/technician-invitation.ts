import { m } from "~/paraglide/messages";
import { bidiIsolate, localPath } from "~/platform/locale/locale";
import type { Message } from "~/platform/messaging/message";

export function technicianInvitation({
  name,
  business,
  url,
  publicUrl,
}: {
  name: string;
  business: { name: string };
  url: string;
  publicUrl: string;
}): Message {
  return {
    subject: m.mail_invitation_subject({ business: bidiIsolate(business.name) }),
    content: {
      tone: "normal",
      preview: m.mail_invitation_preview(),
      heading: m.mail_invitation_heading(),
      paragraphs: [
        m.mail_dear({ name: bidiIsolate(name) }),
        m.mail_invitation({ business: bidiIsolate(business.name) }),
      ],
      facts: [],
      button: { label: m.mail_invitation_button(), href: url },
      links: [{ label: m.mail_invitation_page(), href: publicUrl + localPath("/technician") }],
      after: [m.mail_invitation_expiry(), m.mail_not_you_ignore()],
    },
  };
}
