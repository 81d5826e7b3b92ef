import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import type { Link, Message } from "~/platform/messaging/message";
import type { Alert } from "../../alerts/alert.server";

/** Emails above about 100 KB are cut by mail clients. */
export const MAX_LISTED = 200;

/**
 * One email instead of at least two. Lists their subjects, each with a link to its page; sentences that all share
 * appear once.
 */
export function combineAlerts(alerts: readonly Pick<Alert, "message" | "url" | "listUrl">[]): Message {
  const messages = alerts.map(({ message }) => message);
  const [first] = alerts;
  const { subject, content } = first!.message;
  const isEmergency = messages.every(({ content: { tone } }) => tone === "emergency");
  const shared = (part: "paragraphs" | "after") =>
    content[part].filter((text) => messages.every((message) => message.content[part].includes(text)));
  const hasPages = alerts.every(({ url }) => url !== null);
  const count = alerts.length;
  const listed = alerts.slice(0, MAX_LISTED).map(itemOf);
  const more = count - listed.length;
  return {
    // A text of the catalogue, whose user texts are isolated.
    subject: m.mail_digest_subject({ first: subject, count: count - 1 }),
    content: {
      tone: isEmergency ? "emergency" : "normal",
      preview: m.mail_alerts_preview(),
      heading: isEmergency ? m.mail_alerts_emergency_heading({ count }) : m.mail_alerts_heading({ count }),
      paragraphs: [...shared("paragraphs"), ...(hasPages ? [m.mail_alerts_open_each()] : [])],
      facts: [],
      button: first!.listUrl
        ? { label: m.mail_alerts_open_list(), href: first!.listUrl }
        : sharedButton(messages),
      steps: {
        heading: m.mail_alerts_oldest_first(),
        items: [...listed, ...(more > 0 ? [moreItem(more, first!.listUrl)] : [])],
      },
      after: shared("after"),
    },
  };
}

/** The phone number of the customer, because the office calls back. */
function itemOf({ message, url }: Pick<Alert, "message" | "url">): string | Link {
  const phone = message.content.facts.find(({ href }) => href?.startsWith("tel:"))?.value;
  const label = phone
    ? m.mail_alerts_item({ subject: bidiIsolate(message.subject), phone })
    : message.subject;
  return url ? { label, href: url } : label;
}

function moreItem(count: number, href: string | null): string | Link {
  const label = m.mail_alerts_more({ count });
  return href ? { label, href } : label;
}

/** Null if the emails have different ones. */
function sharedButton(messages: readonly Message[]): Link | null {
  const button = messages[0]!.content.button;
  return messages.every(({ content }) => content.button?.href === button?.href) ? button : null;
}
