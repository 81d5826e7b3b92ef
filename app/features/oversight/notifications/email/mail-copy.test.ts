import { expect, it } from "vitest";
import { renderHtml } from "~/platform/messaging/email-html.server";
import { renderPlain } from "~/platform/messaging/email-plain";
import { sender } from "../../../../../test/harness/emails/every-email";
import { copyOf, linkedRecordsOf } from "./mail-copy";

const OLD = "https://rukn.example/bookings/BK-2026-000123?key=old";
const NEW = "https://rukn.example/bookings/BK-2026-000123?key=new";
const VISIT = "https://rukn.example/en-XB/bookings/BK-2026-000124?key=old";
const content = {
  tone: "normal",
  preview: "A preview",
  heading: "Your contract is active",
  paragraphs: ["Dear Aisha,"],
  facts: [{ label: "Address", value: "Villa 7", href: "https://maps.example/?q=1" }],
  button: { label: "Follow your booking", href: OLD },
  steps: { heading: "Visits", items: [{ label: "AC service", href: VISIT }] },
  after: ["Questions? Call us."],
} as const;
const mail = {
  subject: "Your contract",
  html: renderHtml({ ...content, paragraphs: [...content.paragraphs] } as never, sender),
  plain: renderPlain({ ...content, paragraphs: [...content.paragraphs] } as never, sender),
};
const note = "Copy of our email of 12 November 2026.";

it("finds each linked record once", () => {
  expect(linkedRecordsOf(mail)).toEqual([
    { kind: "bookings", reference: "BK-2026-000123" },
    { kind: "bookings", reference: "BK-2026-000124" },
  ]);
});

it("finds an invoice under a number of the former books", () => {
  const plain = "Pay: https://rukn.example/invoices/INV%2F2026%2F00017?key=old";
  expect(linkedRecordsOf({ html: "", plain })).toEqual([
    { kind: "invoices", reference: "INV%2F2026%2F00017" },
  ]);
});

it("renews links, removes those without a current one, and keeps others", () => {
  const urls = new Map([["bookings/BK-2026-000123", NEW]]);
  const copy = copyOf(mail, { subject: "Copy", note, urls });
  for (const text of [copy.html, copy.plain]) {
    expect(text).toContain(NEW);
    expect(text).not.toContain("key=old");
  }
  expect(copy.html).toContain("https://maps.example/?q=1");
  expect(copy.html).toContain(">AC service</li>");
  expect(copy.plain).toContain("\n1. AC service\n");
});

it("removes the button of a link that no longer works", () => {
  const copy = copyOf(mail, { subject: "Copy", note, urls: new Map() });
  for (const text of [copy.html, copy.plain]) {
    expect(text).not.toContain("Follow your booking");
    expect(text).toContain("Questions? Call us.");
  }
});

it("begins text, HTML and preview with the note", () => {
  const copy = copyOf(mail, { subject: "Copy", note, urls: new Map() });
  expect(copy.plain.startsWith(`${note}\n\nYour contract is active\n\nDear Aisha,`)).toBe(true);
  expect(copy.html).toMatch(new RegExp(`>${note} A preview`));
  expect(copy.html).toMatch(new RegExp(`${note}</p><h1`));
});
