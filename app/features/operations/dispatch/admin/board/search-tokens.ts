import { toWesternDigits } from "~/platform/text/numerals";
import { stripInvisible } from "~/platform/text/sanitize-text";
import { foldSearchText } from "~/platform/text/search-folding";

/** Value by phrase: its tokens without spaces, so that "Al Barsha" is "albarsha". */
export type Phrases = ReadonlyMap<string, string>;

const MAX_PHRASE_TOKENS = 5;

const MONTH = /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/;

/** "28Nov" and "28-Nov-2026": "28 nov", "28 nov 2026". */
function splitDate(written: string, day: string, word: string, year = ""): string {
  return MONTH.test(word) ? `${day} ${word} ${year}` : written;
}

/** Faults by what something no longer does. "Not cooling" and "not heating" name a trade. */
const BROKEN = new RegExp(
  "\\b(?:is |are |does |do |will )?(?:not|isnt|arent|doesnt|dont|wont|cant|stopped) (?:working|work|(?:" +
    "clos|open|lock|unlock|shut|slid|mov|spin|turn|switch|start|stop|run|charg|drain|flush|fill|flow|ignit|blow|ring" +
    ")[npt]?(?:e|ing)?)(?: (?:properly|on|off|well))?\\b",
  "g",
);

/** Words as in other searches, clock times and dates; "A/C" becomes "ac", "2-4 pm" "2 to 4 pm", "1.5 hrs" "90min". */
export function tokensOf(text: string): string[] {
  const written = toWesternDigits(stripInvisible(text).normalize("NFKD"))
    .replace(/[\p{M}\p{Cf}\u0640]/gu, "")
    .toLowerCase()
    .replace(/['’ʼ`]/g, "")
    .replace(/\ba\s?[/.]\s?c\b/g, "ac")
    .replace(/\bb\s?\/\s?w\b/g, "between")
    .replace(/\bw\//g, "with ")
    .replaceAll("&", " and ")
    .replaceAll("@", " at ")
    .replace(BROKEN, "broken")
    .replace(/\bo clock\b/g, "oclock")
    .replace(/(\p{L})\s*[,;+]\s*(?=\p{L})/gu, "$1 and ")
    .replace(/\b(?:[a-z]\.){2,}(?![a-z])/g, (initials) => initials.replaceAll(".", ""))
    .replace(/\b([ap])\s?\.\s?m\b/g, "$1m")
    .replace(/\b(\d+)\.5\s*h(?:(?:ou)?rs?)?\b/g, (_, hours) => `${Number(hours) * 60 + 30}min`)
    .replace(/(?<!\d)(\d{4})[-./](\d{1,2})[-./](\d{1,2})(?!\d)/g, "$1/$2/$3")
    .replace(/(?<!\d)(\d{1,2})([-.])(\d{1,2})\2((?:20)?\d{2})(?!\d)/g, "$1/$3/$4")
    // "28-11" is no range of hours.
    .replace(/(?<![\d/:.])(2[5-9]|3[01])[-.](0?[1-9]|1[0-2])(?![\d/:.-])/g, "$1/$2")
    .replace(/(?<!\d)(\d{1,2}(?:st|nd|rd|th)?)[-./]?([a-z]{3,9})(?:[-./](\d{4}))?(?![a-z\d])/g, splitDate)
    .replace(/(\d)\.(\d{2})(?!\d)/g, "$1:$2")
    .replace(/(\d(?:\s?[ap]m)?)\s*\p{Pd}\s*(?=\d)/gu, "$1 to ");
  const tokens = written.match(/\d+(?:\/\d+)+|\d{1,2}:\d{2}(?:[ap]m)?|[\p{L}\p{N}]+/gu) ?? [];
  return tokens
    .map((token) => (/^\d/.test(token) ? token : foldSearchText(token)))
    .filter((token) => token !== "");
}

export function phrasesOf(phrases: readonly (readonly [phrase: string, value: string])[]): Phrases {
  return new Map(phrases.map(([phrase, value]) => [tokensOf(phrase).join(""), value]));
}

export interface PhraseMatch {
  /** Number of tokens. */
  length: number;
  /** Key of the phrase. */
  phrase: string;
  value: string;
}

/** Longest phrase at the start of the tokens, also in the plural. */
export function matchPhrase(tokens: readonly string[], phrases: Phrases): PhraseMatch | null {
  for (let length = Math.min(MAX_PHRASE_TOKENS, tokens.length); length > 0; length--) {
    const written = tokens.slice(0, length).join("");
    for (const phrase of [written, written.replace(/s$/, "")]) {
      const value = phrases.get(phrase);
      if (value !== undefined) return { length, phrase, value };
    }
  }
  return null;
}

/** Letters from which a misspelled word is recognised, and those from which two mistakes are allowed. */
const MIN_LETTERS = 5;
const MIN_LETTERS_OF_TWO = 8;

/** The word that was probably meant, with the same first letter; null if none is close. */
export function correctSpelling(token: string, words: Iterable<string>): string | null {
  if (token.length < MIN_LETTERS || !/^\p{L}+$/u.test(token)) return null;
  let nearest: string | null = null;
  let fewest = token.length < MIN_LETTERS_OF_TWO ? 2 : 3;
  for (const word of words) {
    if (word[0] !== token[0] || Math.abs(word.length - token.length) >= fewest) continue;
    const mistakes = countMistakes(token, word);
    if (mistakes < fewest) [nearest, fewest] = [word, mistakes];
  }
  return nearest;
}

/** Optimal string alignment: letters added, left out, replaced, or swapped with their neighbour. */
function countMistakes(typed: string, word: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: word.length + 1 }, (_, at) => at);
  for (let row = 1; row <= typed.length; row++) {
    const current = [row];
    for (let column = 1; column <= word.length; column++) {
      const isEqual = typed[row - 1] === word[column - 1];
      const isSwapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current.push(
        Math.min(
          previous[column]! + 1,
          current[column - 1]! + 1,
          previous[column - 1]! + (isEqual ? 0 : 1),
          isSwapped && row > 1 && column > 1 ? beforePrevious[column - 2]! + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    [beforePrevious, previous] = [previous, current];
  }
  return previous[word.length]!;
}
