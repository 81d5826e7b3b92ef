import { m } from "~/paraglide/messages";
import type { Message } from "~/platform/messaging/message";

export function webhookDisabled({ webhookUrl, url }: { webhookUrl: string; url: string }): Message {
  const { host } = new URL(webhookUrl);
  return {
    subject: m.mail_webhook_off_subject({ host }),
    content: {
      tone: "normal",
      preview: m.mail_webhook_off_next(),
      heading: m.mail_webhook_off_heading(),
      paragraphs: [m.mail_webhook_off_text({ host }), m.mail_webhook_off_next()],
      facts: [{ label: m.webhooks_url(), value: webhookUrl }],
      button: { label: m.mail_webhook_off_open(), href: url },
      after: [],
    },
  };
}
