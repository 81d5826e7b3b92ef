import { formatPhone } from "../text/phone";
import type { DigestContent, Link, MailContent, Sender } from "./message";

/** Renders the content in the same order as the HTML. */
export function renderPlain(content: MailContent | DigestContent, sender: Sender): string {
  const details =
    "sections" in content
      ? content.sections.flatMap((section) => [
          section.heading,
          ...section.paragraphs,
          ...detailsOf(section),
          ...section.after,
        ])
      : detailsOf(content);
  const parts = [
    content.heading,
    ...content.paragraphs,
    ...details,
    ...content.after,
    ["-- ", ...[sender.name, sender.tagline, formatPhone(sender.phone), sender.address].filter(Boolean)].join(
      "\n",
    ),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function detailsOf({ facts, button, links = [], steps }: MailContent): string[] {
  return [
    facts.map(({ label, value }) => `${label}: ${value}`).join("\n"),
    [button, ...links]
      .flatMap((link) => link ?? [])
      .map(line)
      .join("\n"),
    steps
      ? [steps.heading, ...steps.items.map((item, index) => `${index + 1}. ${stepOf(item)}`)].join("\n")
      : "",
  ];
}

function stepOf(item: string | Link): string {
  return typeof item === "string" ? item : line(item);
}

function line({ label, href }: Link): string {
  if (!href.startsWith("tel:")) return `${label}: ${href}`;
  const number = href.slice("tel:".length);
  // Most call button labels already contain the number.
  return digitsOf(label).includes(digitsOf(number)) ? label : `${label}: ${number}`;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
