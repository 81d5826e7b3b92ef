import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { isLocale, isTechnicianOnly } from "../app/platform/locale/locale";
import { PSEUDO_LOCALE } from "../scripts/pseudo-language.mjs";

/** Translations against the English catalogue; the Arabic terms are in docs/glossary-ar.md. */

interface Variants {
  declarations: string[];
  selectors: string[];
  match: Record<string, string>;
}

type Message = string | [Variants];
type Texts = Record<string, Message>;

/** Names, formats and abbreviations that Arabic texts write in Latin letters. */
const LATIN_NAMES = new Set(
  (
    "ae AE Alt AMC Analytics Android API BACKUP Bearer BIC BK Books Chrome Cmd CN CSV Ctrl DKIM DMARC DNS " +
    "EmaraTax Enter Esc Excel FTA GB Google HEIC HMAC Housecall HTTP HTTPS IBAN ibr ID Idempotency IMAP INV IP " +
    "ISO JavaScript Jobber JPEG JSON KB Key km Maps MB Meta Odoo OK OpenAPI PASSPHRASE PDF Peppol PINT PNG POST " +
    "PostgreSQL Pro QR QT QuickBooks RC Rukn Safari Secure SHA Shift SMTP SPF Stripe SWIFT Tab Twilio Unifonic " +
    "URL UTC UTF VAT WebP Windows XML Zapier Zoho"
  ).split(" "),
);

/** Further ones that the languages of the technician's app keep. */
const TECHNICIAN_NAMES = new Set(["AED", "WhatsApp"]);

/** Texts of the technician's app that customers and the office read, in English in those languages. */
const TEXTS_FOR_OTHERS = [
  "technician_whatsapp",
  "technician_reason_access",
  "technician_reason_approval",
  "technician_reason_ill",
  "technician_reason_parts",
  "technician_reason_vehicle",
];

/** Texts with headings and values that a file must contain literally. */
const TEXTS_ABOUT_FILES = new Set([
  "imports_bookings_columns",
  "imports_bookings_rules",
  "imports_error_no_technician",
  "opening_balances_error_status",
  "pricing_error_mode",
]);

function readTexts(locale: string, file: string): Texts {
  const { $schema: _, ...texts } = JSON.parse(readFileSync(join("messages", locale, file), "utf8"));
  return texts;
}

function textsOf(message: Message): string[] {
  return typeof message === "string" ? [message] : Object.values(message[0].match);
}

function placeholdersOf(message: Message): Set<string> {
  return new Set(
    textsOf(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)),
  );
}

/** Problems of one translated message, in words. */
function findProblems(english: Message, translated: Message, pluralForms: readonly string[]): string[] {
  const [expected, found] = [placeholdersOf(english), placeholdersOf(translated)];
  return [
    ...[...expected.difference(found)].map((name) => `lost {${name}}`),
    ...[...found.difference(expected)].map((name) => `unknown {${name}}`),
    ...findVariantProblems(english, translated, pluralForms),
    ...textsOf(translated).flatMap((text) => [
      ...findLatinWords(text).map((word) => `English: ${word}`),
      ...(/[٠-٩۰-۹]/.test(text) ? ["digits other than 0 to 9"] : []),
      ...(/\p{Script=Arabic}[,;?]/u.test(text) ? ["Latin punctuation"] : []),
    ]),
  ];
}

function findVariantProblems(
  english: Message,
  translated: Message,
  pluralForms: readonly string[],
): string[] {
  if (typeof translated === "string") return typeof english === "string" ? [] : ["no variants"];
  const [{ declarations, selectors, match }] = translated;
  const isChanged =
    typeof english !== "string" &&
    JSON.stringify([declarations, selectors]) !==
      JSON.stringify([english[0].declarations, english[0].selectors]);
  const plurals = declarations.flatMap((line) => /^local (\w+) = \w+: plural$/.exec(line)?.[1] ?? []);
  const conditions = Object.keys(match).map(
    (key) =>
      new Map(
        key.split(",").map((part) => {
          const [selector = "", value = ""] = part.trim().split("=");
          return [selector, value] as const;
        }),
      ),
  );
  const others = (plural: string) => (condition: Map<string, string>) =>
    [...condition].filter(([selector]) => selector !== plural).join();
  const missing = plurals
    .filter((plural) => selectors.includes(plural))
    .flatMap((plural) =>
      [...Map.groupBy(conditions, others(plural)).values()].flatMap((group) => {
        const forms = new Set(group.map((condition) => condition.get(plural)));
        return forms.has("*") ? [] : pluralForms.filter((form) => !forms.has(form));
      }),
    );
  return [
    ...(isChanged ? ["other declarations or selectors"] : []),
    ...missing.map((form) => `no plural form ${form}`),
  ];
}

function findLatinWords(text: string): string[] {
  const visible = text.replace(/\{\w+\}|<[^>]*>|\S+@\S+|https?:\S+/g, " ");
  return [...visible.matchAll(/[A-Za-z]{2,}/g)]
    .map(([word]) => word)
    .filter((word) => !LATIN_NAMES.has(word));
}

const translations = readdirSync("messages").filter((locale) => locale !== "en" && locale !== PSEUDO_LOCALE);
const { locales: enabled } = JSON.parse(readFileSync("project.inlang/settings.json", "utf8")) as {
  locales: string[];
};

describe.each(translations)("messages/%s", (locale) => {
  const pluralForms = new Intl.PluralRules(locale).resolvedOptions().pluralCategories;
  const isPartial = isLocale(locale) && isTechnicianOnly(locale);

  it("keeps placeholders, plural forms and script in each translated text", () => {
    const problems = readdirSync(join("messages", locale)).flatMap((file) => {
      const english = readTexts("en", file);
      return Object.entries(readTexts(locale, file)).flatMap(([key, message]) =>
        (english[key] === undefined ? ["not in English"] : findProblems(english[key], message, pluralForms))
          .filter((problem) => !(problem.startsWith("English:") && TEXTS_ABOUT_FILES.has(key)))
          .filter((problem) => !(isPartial && TECHNICIAN_NAMES.has(problem.replace("English: ", ""))))
          .map((problem) => `${key}: ${problem}`),
      );
    });
    expect(problems).toEqual([]);
  });

  it.runIf(isPartial)("translates the technician's app as far as the other languages do", () => {
    const missing = technicianTexts().difference(new Set(keysOf(locale)));
    expect([...missing]).toEqual([]);
  });

  it.runIf(enabled.includes(locale) && !isPartial)("translates every English text", () => {
    const missing = readdirSync(join("messages/en")).flatMap((file) => {
      const translated = readTexts(locale, file);
      return Object.keys(readTexts("en", file)).filter((key) => !(key in translated));
    });
    expect(missing).toEqual([]);
  });
});

/** Texts of the technician's app, and further ones that it shares and that one of its languages translates. */
function technicianTexts(): Set<string> {
  const partial = enabled.filter((locale) => isLocale(locale) && isTechnicianOnly(locale));
  const all = new Set([...Object.keys(readTexts("en", "technician.json")), ...partial.flatMap(keysOf)]);
  return all.difference(new Set(TEXTS_FOR_OTHERS));
}

function keysOf(locale: string): string[] {
  return readdirSync(join("messages", locale)).flatMap((file) => Object.keys(readTexts(locale, file)));
}

describe("findProblems", () => {
  const forms = new Intl.PluralRules("ar").resolvedOptions().pluralCategories;
  const plural = (match: Record<string, string>): Message => [
    { declarations: ["input count", "local countPlural = count: plural"], selectors: ["countPlural"], match },
  ];
  const english = plural({ "countPlural=one": "One visit", "countPlural=other": "{count} visits" });
  const six = {
    "countPlural=zero": "لا زيارات",
    "countPlural=one": "زيارة واحدة",
    "countPlural=two": "زيارتان",
    "countPlural=few": "{count} زيارات",
    "countPlural=many": "{count} زيارة",
    "countPlural=other": "{count} زيارة",
  };

  it("accepts six plural forms, names and formats", () => {
    expect(findProblems(english, plural(six), forms)).toEqual([]);
    expect(findProblems("Download {file} as PDF", "تنزيل {file} بصيغة PDF", forms)).toEqual([]);
  });

  it.each<[string, Message, Message]>([
    ["lost {name}", "Dear {name}", "عميلنا العزيز"],
    ["unknown {nome}", "Welcome", "مرحبًا {nome}"],
    ["English: booking", "Your booking", "حجزكم booking"],
    ["digits other than 0 to 9", "24 hours", "٢٤ ساعة"],
    ["Latin punctuation", "Really?", "حقًا?"],
    ["no variants", english, "{count} زيارات"],
    [
      "no plural form few",
      english,
      plural(Object.fromEntries(Object.entries(six).filter(([key]) => key !== "countPlural=few"))),
    ],
  ])("finds: %s", (problem, source, translated) => {
    expect(findProblems(source, translated, forms)).toContain(problem);
  });
});
