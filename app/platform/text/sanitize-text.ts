import * as z from "zod/mini";

const JOINING_SCRIPTS =
  "\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F";
const INVISIBLE = new RegExp(
  [
    "[\\u0001-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]",
    "[\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\u{E0000}-\\u{E007F}]",
    `(?<![${JOINING_SCRIPTS}])[\\u200C\\u200D]`,
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

/** Replaces `z.trim()`; pasted line breaks become spaces. */
export const singleLine = () =>
  z.overwrite<string>((text) =>
    stripInvisible(text)
      .trim()
      .replace(/\s*[\n\v\f\r\t\u0085\u2028\u2029]+\s*/g, " "),
  );

const MAX_SINGLE_LINE_LENGTH = 120;

/** Replaces `z.trim()`; single-line if `max` fits a line. */
export const trimmedText = (max: number) => (max <= MAX_SINGLE_LINE_LENGTH ? singleLine() : z.trim());
