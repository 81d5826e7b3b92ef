import { readdirSync, readFileSync } from "node:fs";
import { doIUseEmail } from "@jsx-email/doiuse-email";
import { describe, expect, it, vi } from "vitest";
import { renderHtml } from "~/platform/messaging/email-html.server";
import type { MailContent } from "~/platform/messaging/message";
import { always, conditions, type MessageKey } from "../../../../../test/harness/emails/sentence-conditions";
import { findUnknownAmounts } from "../../../website/content/text-amounts";

/* Every kind of email in every state. To see which sentences it has, each text begins with its key. */

const MARK = /\u2997(\w+)\u2998/g;

vi.doMock("~/paraglide/messages", async (importOriginal) => {
  const original = await importOriginal<{ m: Record<string, (...inputs: unknown[]) => string> }>();
  const marked = Object.fromEntries(
    Object.entries(original.m).map(([key, text]) => [
      key,
      (...inputs: unknown[]) => `\u2997${key}\u2998${text(...inputs)}`,
    ]),
  );
  return { ...original, m: marked };
});
vi.resetModules();
const { everyEmail, otherFils, sender } = await import("../../../../../test/harness/emails/every-email");
// Other test files share the modules of this process.
vi.doUnmock("~/paraglide/messages");
vi.resetModules();

const emails = everyEmail();
const kinds = Map.groupBy(emails, ({ kind }) => kind);

function textsOf({ preview, heading, paragraphs, facts, button, links = [], steps, after }: MailContent) {
  return [
    preview,
    heading,
    ...paragraphs,
    ...facts.flatMap(({ label, value }) => [label, value]),
    ...[button, ...links].flatMap((link) => link?.label ?? []),
    ...(steps
      ? [steps.heading, ...steps.items.map((item) => (typeof item === "string" ? item : item.label))]
      : []),
    ...after,
  ];
}

const keysOf = (texts: string[]) => [...texts.join(" ").matchAll(MARK)].map(([, key]) => key as MessageKey);
const readable = (text: string) => text.replace(MARK, "").replace(/[\u2068\u2069]/g, "");

const folder = import.meta.dirname;
const usedInTemplates = new Set(
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .flatMap((name) => [...readFileSync(`${folder}/${name}`, "utf8").matchAll(/\bm\.(\w+)/g)])
    .map(([, key]) => key as MessageKey),
);

describe("sentences", () => {
  it("appear once in the table of conditions", () => {
    const withCondition = new Set(Object.keys(conditions));
    expect([...usedInTemplates].filter((key) => !withCondition.has(key) && !always.has(key))).toEqual([]);
    expect([...withCondition, ...always].filter((key) => !usedInTemplates.has(key as MessageKey))).toEqual(
      [],
    );
    expect([...withCondition].filter((key) => always.has(key))).toEqual([]);
  });

  it("appear in at least one of the rendered emails", () => {
    const rendered = new Set(
      emails.flatMap(({ message }) => keysOf([message.subject, ...textsOf(message.content)])),
    );
    // Part of links only.
    const inLinks = [
      "mail_whatsapp_greeting",
      "mail_office_contract_greeting",
      "mail_office_message_answer_subject",
    ];
    expect([...usedInTemplates].filter((key) => !rendered.has(key)).sort()).toEqual(
      [...inLinks, ...NOT_RENDERED].sort(),
    );
  });

  it.each([...kinds])("of “%s” are true in each state", (_kind, cases) => {
    const untrue = cases.flatMap(({ state, so, message }) =>
      keysOf([message.subject, ...textsOf(message.content)])
        .filter((key) => conditions[key]?.(so) === false)
        .map((key) => `${key} (${state})`),
    );
    expect([...new Set(untrue)]).toEqual([]);
  });
});

describe("amounts", () => {
  /** All numbers of a record. */
  const numbersIn = (value: unknown): number[] =>
    typeof value === "number"
      ? [value]
      : value && typeof value === "object" && !(value instanceof Date)
        ? Object.values(value).flatMap(numbersIn)
        : [];

  it.each([...kinds])("of “%s” are those of the record", (_kind, cases) => {
    const unknown = cases.flatMap(({ state, so, message }) => {
      const text = readable([message.subject, ...textsOf(message.content)].join("\n"));
      const known = [...numbersIn(so), ...otherFils].map((fils) => ({ fils, nextFils: null }));
      return findUnknownAmounts(text, known).map((fils) => `${state}: ${fils / 100}`);
    });
    expect(unknown).toEqual([]);
  });
});

/** A technician without a name. */
const NOT_RENDERED = ["booking_our_technician"];

describe("preview line", () => {
  const wordsOf = (text: string) =>
    readable(text)
      .toLowerCase()
      .match(/\p{L}{4,}/gu) ?? [];

  it.each([...kinds])("of “%s” repeats neither subject nor heading", (_kind, cases) => {
    for (const { message, state } of cases) {
      const shown = new Set(wordsOf(`${message.subject} ${message.content.heading}`));
      const words = wordsOf(message.content.preview);
      const repeated = words.filter((word) => shown.has(word));
      expect(words.length, state).toBeGreaterThan(0);
      expect(repeated.length / words.length, `${state}: ${readable(message.content.preview)}`).toBeLessThan(
        0.5,
      );
    }
  });
});

/** Accepted, because the email stays readable without them. */
const ACCEPTED = [
  /^`border-radius`/,
  // Dark colours and narrower margins on phones.
  /^`@media`/,
  // Replaced by a `<div>`.
  /^`<body> element`/,
  // The text is a pixel high and has the colour of the page.
  /^`display:none` .* `gmail.mobile-webmail`$/,
  /^`role attribute`/,
  // A long link widens the email.
  /^`word-break`/,
];

describe("mail clients", () => {
  const clients = ["apple-mail.*", "gmail.*", "outlook.*", "samsung-email.*", "yahoo.*"];

  it.each([...kinds])("support the HTML and CSS of “%s”", (_kind, cases) => {
    const html = renderHtml(cases[0]!.message.content, sender);
    const result = doIUseEmail(html, { emailClients: clients });
    const errors = result.success ? [] : result.errors;
    expect(
      [...new Set(errors)].filter((error) => !ACCEPTED.some((accepted) => accepted.test(error))),
    ).toEqual([]);
  });

  it.each([...kinds])("show the lines of “%s” one below the other", (_kind, cases) => {
    for (const { message } of cases) {
      const html = renderHtml(message.content, sender).replace(/<style>.*<\/style>/s, "");
      expect(html).not.toContain("\n");
      expect(html).not.toContain("white-space");
    }
  });

  it("limit the width in Outlook for Windows, which ignores `max-width`", () => {
    const html = renderHtml(emails[0]!.message.content, sender);
    expect(html).toMatch(/<!--\[if mso\]><table[^>]* width="600"[^>]*><tr><td><!\[endif\]--><table/);
    expect(html).toContain("<!--[if mso]></td></tr></table><![endif]-->");
  });
});
