import { formatPhone } from "~/platform/text/phone";
import type { Letter, Link, Sender } from "./email";

/** The letter as plain text: everything that the HTML says, in the same order. */
export function renderPlain(letter: Letter, sender: Sender): string {
  const facts = letter.facts.map(({ label, value }) => `${label}: ${value}`);
  const steps = letter.steps
    ? [letter.steps.heading, ...letter.steps.items.map((item, index) => `${index + 1}. ${item}`)]
    : [];
  const parts = [
    letter.heading,
    ...letter.paragraphs,
    facts.join("\n"),
    [letter.button, ...(letter.links ?? [])].map(line).join("\n"),
    steps.join("\n"),
    ...letter.after,
    ["-- ", sender.name, sender.tagline, formatPhone(sender.phone), sender.address].join("\n"),
  ];
  return `${parts.filter(Boolean).join("\n\n")}\n`;
}

function line({ label, href }: Link): string {
  return `${label}: ${href.replace(/^tel:/, "")}`;
}
