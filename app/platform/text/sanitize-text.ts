import * as z from "zod/mini";

/** Scripts and symbols that use the joiners U+200C and U+200D. */
const JOINING_SCRIPTS =
  "\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F";
const INVISIBLE = new RegExp(
  [
    // Control characters except tab and line breaks.
    "[\\u0001-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]",
    // Direction marks, embeddings and isolates, zero-width spaces, tags.
    "[\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\u{E0000}-\\u{E007F}]",
    `(?<![${JOINING_SCRIPTS}])[\\u200C\\u200D]`,
  ].join("|"),
  "gu",
);

/**
 * Removes invisible characters, which can reverse a name (UAX 9) or make different texts look equal. Removed
 * instead of rejected, because copied phone numbers contain them.
 */
export function stripInvisible(text: string): string {
  return text.replace(INVISIBLE, "");
}

/**
 * Replaces `z.trim()` in single-line fields: removes invisible characters and turns pasted line breaks into
 * spaces.
 */
export const singleLine = () =>
  z.overwrite<string>((text) =>
    stripInvisible(text)
      .trim()
      .replace(/\s*[\n\v\f\r\t\u0085\u2028\u2029]+\s*/g, " "),
  );

/** Longest text of a single-line field. */
const MAX_SINGLE_LINE_LENGTH = 120;

/** Replaces `z.trim()`: texts of at most `max` characters are single-line if `max` fits a line. */
export const trimmedText = (max: number) => (max <= MAX_SINGLE_LINE_LENGTH ? singleLine() : z.trim());
