import * as z from "zod/mini";
import { toDigitGroup, toWesternDigits } from "./numerals";

const JOINING_SCRIPTS =
  "\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F";
const INVISIBLE = new RegExp(
  [
    "[\\u0001-\\u0008\\u000E-\\u001F\\u007F-\\u0084\\u0086-\\u009F]",
    "[\\u00AD\\u034F\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u206F\\uFEFF\\uFFF9-\\uFFFC\\u{E0000}-\\u{E007F}]",
    // Blank letters.
    "[\\u115F\\u1160\\u2800\\u3164\\uFFA0]",
    // Private use, unassigned and lone surrogates: each font shows another picture, or none.
    "[\\p{Co}\\p{Cn}\\p{Cs}]",
    `(?<![${JOINING_SCRIPTS}])[\\u200C\\u200D]`,
    // Nothing visible follows that the letter could join.
    "(?<=\\p{Script=Arabic})\\u200C(?![\\p{Script=Arabic}\\p{M}])",
  ].join("|"),
  "gu",
);

/**
 * Removes invisible characters, which can reverse a name or make different texts look equal. Does not reject
 * them, because copied numbers contain them.
 */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/** Control characters, except tabs and line breaks; private use, unassigned and lone surrogates. */
const UNPRINTABLE = /(?![\t\n\r])[\p{Cc}\p{Co}\p{Cn}\p{Cs}]/gu;

/** Removes what no document can show. Keeps invisible marks such as bidirectional isolates, which it needs. */
export function stripUnprintable(text: string): string {
  return text.replace(UNPRINTABLE, "");
}

/** Shapes of Arabic letters, full-width letters and digits, ligatures: PDFs and other programs copy them. */
const PRESENTATION_FORMS =
  /[\uFB00-\uFB06\uFB50-\uFDFF\uFE70-\uFEFC\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/g;

/** Letters and signs of ASCII, which have no second form. Most texts are of these, and the expressions below are slow. */
const PLAIN = /^[\t\n\x20-\x7E]*$/;

/** Makes texts equal that look equal. Keeps what a reader would miss, such as typographic quotes. */
export function normalizeText(text: string): string {
  if (PLAIN.test(text)) return text;
  return stripInvisible(text)
    .replace(PRESENTATION_FORMS, (form) => form.normalize("NFKC"))
    .replace(/\p{Zs}/gu, " ")
    .replace(/[\u2010\u2011\uFE63\uFF0D]/g, "-")
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .normalize("NFC");
}

/** Normalises all texts of a JSON value. */
export function normalizeJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_key, inner: unknown) =>
    typeof inner === "string" ? normalizeText(inner) : inner,
  ) as Value;
}

/** Replaces `z.trim()`; pasted line breaks become spaces. */
export const singleLine = () => z.overwrite<string>(toSingleLine);

function toSingleLine(text: string): string {
  return normalizeText(text).replace(/\s+/g, " ").trim();
}

const MAX_USER_AGENT_LENGTH = 500;

/** A user agent as it is stored, because clients choose the header freely. Null if nothing readable was sent. */
export function toStoredUserAgent(sent: string | undefined): string | null {
  return toSingleLine((sent ?? "").slice(0, MAX_USER_AGENT_LENGTH)) || null;
}

/** Replaces `z.trim()` for texts of several lines. */
export const multiLine = () => z.overwrite<string>((text) => normalizeText(text).trim());

const MAX_SINGLE_LINE_LENGTH = 120;

/** Replaces `z.trim()`; single-line if `max` fits a line. */
export const trimmedText = (max: number) => (max <= MAX_SINGLE_LINE_LENGTH ? singleLine() : multiLine());

/** Signs that keyboards and word processors write for ' - . and /. */
const plainSigns: [RegExp, string][] = [
  [/[`´ʹʻʼʽˈ‘’‛′‵＇՚׳ꞌ]/g, "'"],
  [/[\p{Pd}\u2043\u2212]/gu, "-"],
  [/[․．。｡۔]/g, "."],
  [/[⁄∕／]/g, "/"],
];

/** Single line with plain apostrophes, hyphens, periods and slashes. */
export function toPlainLine(text: string): string {
  return plainSigns.reduce((plain, [signs, sign]) => plain.replace(signs, sign), toSingleLine(text));
}

/** For names and addresses, which are compared and printed on documents. */
export const plainLine = () => z.overwrite<string>(toPlainLine);

export function toCodeLine(text: string): string {
  return toWesternDigits(toPlainLine(text));
}

/** For references, unit and cheque numbers: plain line with Western digits. */
export const codeLine = () => z.overwrite<string>(toCodeLine);

/** For numbers whose groups people separate, such as a TRN: "100-1234 5678" is "10012345678". */
export const digitGroup = () => z.overwrite<string>(toDigitGroup);
