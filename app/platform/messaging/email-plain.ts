import { formatPhone } from "../text/phone";
import type { Link, MailContent, Sender } from "./message";

/** Renders the content in the same order as the HTML. */
export function renderPlain(content: MailContent, sender: Sender): string {
  const facts = content.facts.map(({ label, value }) => `${label}: ${value}`);
  const steps = content.steps
    ? [content.steps.heading, ...content.steps.items.map((item, index) => `${index + 1}. ${item}`)]
    : [];
  const parts = [
    content.heading,
    ...content.paragraphs,
    facts.join("\n"),
    [content.button, ...(content.links ?? [])].map(line).join("\n"),
    steps.join("\n"),
    ...content.after,
    ["-- ", sender.name, sender.tagline, formatPhone(sender.phone), sender.address].join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
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
