import { m } from "~/paraglide/messages";
import { isolated, localPath } from "~/platform/locale/locale";
import type { Message } from "../email/email";

/** To a technician who gets a sign-in to his page for the phone. */
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
    subject: m.mail_invitation_subject({ business: isolated(business.name) }),
    content: {
      tone: "normal",
      preview: m.mail_invitation_preview(),
      heading: m.mail_invitation_heading(),
      paragraphs: [
        m.mail_dear({ name: isolated(name) }),
        m.mail_invitation({ business: isolated(business.name) }),
      ],
      facts: [],
      button: { label: m.mail_invitation_button(), href: url },
      links: [{ label: m.mail_invitation_page(), href: publicUrl + localPath("/technician") }],
      after: [m.mail_invitation_expiry(), m.mail_not_you_ignore()],
    },
  };
}
