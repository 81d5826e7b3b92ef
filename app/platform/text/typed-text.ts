import * as z from "zod/mini";

/** Scripts and signs whose letters are joined or kept apart by U+200C and U+200D. */
const JOINED =
  "\\p{Script=Arabic}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F";
const UNSEEN = new RegExp(
  [
    // Controls but for tab and ends of lines.
    "[\\u0001-\\u0008\\u000B\\u000C\\u000E-\\u001F\\u007F-\\u009F]",
    // Marks, embeddings and isolates of direction, spaces of no width, tags.
    "[\\u061C\\u180E\\u200B\\u200E\\u200F\\u202A-\\u202E\\u2060-\\u2064\\u2066-\\u206F\\uFEFF\\u{E0000}-\\u{E007F}]",
    `(?<![${JOINED}])[\\u200C\\u200D]`,
  ].join("|"),
  "gu",
);

/**
 * Without what nobody sees and everybody stumbles over: a name that reads the other way round (UAX 9), two that look the same
 * and are not. It comes along when a number is copied from a chat, so it is left out and not refused.
 */
export function withoutUnseen(text: string): string {
  return text.replace(UNSEEN, "");
}

/** In the place of `z.trim()` in a field of one line: nothing in it is unseen, and an end of line that was pasted is a space. */
export const oneLine = () =>
  z.overwrite<string>((text) =>
    withoutUnseen(text)
      .trim()
      .replace(/\s*[\n\v\f\r\t\u0085\u2028\u2029]+\s*/g, " "),
  );

/** Texts that may be this long stand in a field of one line. */
const MAX_SINGLE_LINE_LENGTH = 120;

/** In the place of `z.trim()`: a text of at most `max` characters is a line, or, where that is more than a line, lines. */
export const trimmed = (max: number) => (max <= MAX_SINGLE_LINE_LENGTH ? oneLine() : z.trim());
