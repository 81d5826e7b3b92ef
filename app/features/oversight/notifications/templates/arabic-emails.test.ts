import { afterAll, describe, expect, it, vi } from "vitest";
import type { Locale } from "~/platform/locale/locale";

/*
 * Every kind of email in every state, and the text of the same message (SMS, WhatsApp, notification of the device), in
 * Arabic. The emails are written when their module is loaded.
 */

async function writeEmails(locale: Locale) {
  // Other test files share the modules of this process.
  vi.resetModules();
  const { inLocale } = await import("~/platform/locale/locale.server");
  return inLocale(locale, async () => {
    const { everyEmail, sender } = await import("../../../../../test/harness/emails/every-email");
    const { renderHtml } = await import("~/platform/messaging/email-html.server");
    const { renderPlain } = await import("~/platform/messaging/email-plain");
    const { messageContent } = await import("~/platform/messaging/text-message");
    return everyEmail().map(({ kind, message }) => ({
      kind,
      subject: message.subject,
      html: renderHtml(message.content, sender),
      plain: renderPlain(message.content, sender),
      text: messageContent(message, { sender, url: null, language: locale }),
    }));
  });
}
const emails = await writeEmails("ar");
const kinds = Map.groupBy(emails, ({ kind }) => kind);

/** Names, free texts and codes of the records in the emails. */
const CONTENT = [
  "Crafted for a City That Never Stops|Plumbing call-out|Plumbing|Rukn LLC|Rukn|Al Quoz|Dubai|Villa|Flat|Al Wasl Road|Marina Gate",
  "Marina Facilities LLC|Aisha Al Marri|Aisha Khan|Ali Hassan|Ravi Menon|Ravi|Omar|Plus|ADCB|DET|Trade licence|stripe",
  "The tap drips|Since Monday|Since today|It drips again|Outside Dubai|Customer called|Thank you|See you soon|I moved|Broken van",
  "Part not needed|Repaint the living room|Please use|another colour|Overcharged part|Do you work in Sharjah|The disk is full",
  "A payment arrived for a checkout that is not on record|The payment was not recorded",
  // The provider's code of any currency.
  "300\\.00 AED|PDF|URL|(?:BK|INV|CN|QT|RC|AMC|MS)-[\\d-]+|AMC-\\S+|AE\\d{2}[\\d ]+|(?:pi|po)_\\w+|erp\\.example",
].join("|");
const READABLE = new RegExp(`https?://\\S+|\\S+@\\S+|\\b(?:${CONTENT})\\b`, "g");

afterAll(() => void vi.resetModules());

describe("emails in Arabic", () => {
  it.each([...kinds])("contain only names and free texts in Latin letters: “%s”", (_kind, cases) => {
    const english = cases.flatMap(
      ({ subject, plain }) => `${subject}\n${plain}`.replace(READABLE, "").match(/[a-z]{2,}/gi) ?? [],
    );
    expect([...new Set(english)]).toEqual([]);
  });

  it.each([...kinds])(
    "contain only names and free texts in Latin letters as text messages: “%s”",
    (_kind, cases) => {
      const english = cases.flatMap(
        ({ text: { title, body, text } }) =>
          `${title}\n${body}\n${text}`.replace(READABLE, "").match(/[a-z]{2,}/gi) ?? [],
      );
      expect([...new Set(english)]).toEqual([]);
    },
  );

  it.each([...kinds])("name language and direction: “%s”", (_kind, cases) => {
    for (const { html } of cases) expect(html).toContain('<html lang="ar" dir="rtl">');
  });

  it.each([...kinds])("mirror the layout: “%s”", (_kind, cases) => {
    // Sides of the page, and shorthands whose sides differ.
    const sided =
      /(?:margin|padding|border)-(?:left|right)|text-align:\s*(?:left|right)|align="(?:left|right)"/;
    for (const { html } of cases) expect(html).not.toMatch(sided);
  });

  it("link to Arabic pages", () => {
    const links = emails.flatMap(({ plain }) => plain.match(/https:\/\/rukn\.example\/\S*/g) ?? []);
    // Links of the records are made by the callers in the language of the recipient.
    expect(new Set(links.filter((link) => !/example\/(?:x\b|ar\b)/.test(link)))).toEqual(new Set());
  });
});

/** Communities, and the times of day of the languages of the technician's app. */
const READABLE_IN_APP = /AED|Jumeirah|WhatsApp|VAT|\b[ap]m\b/gi;
/** Kinds that technicians get. */
const TECHNICIAN_KINDS = /^(?:technician-(?:visit|invitation)|emergency-call)/;

describe.each(["hi", "ur", "ml", "bn"] as const)("emails and texts of technicians in %s", async (locale) => {
  const written = (await writeEmails(locale)).filter(({ kind }) => TECHNICIAN_KINDS.test(kind));
  it.each([...Map.groupBy(written, ({ kind }) => kind)])(
    "contain only names and free texts in Latin letters: “%s”",
    (_kind, cases) => {
      const english = cases.flatMap(
        ({ subject, plain, text }) =>
          `${subject}\n${plain}\n${text.text}`
            .replace(READABLE, "")
            .replace(READABLE_IN_APP, "")
            .match(/[a-z]{2,}/gi) ?? [],
      );
      expect([...new Set(english)]).toEqual([]);
    },
  );
});
