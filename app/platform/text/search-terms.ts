import { normalizeEmail } from "./email";
import { toSearchDigits } from "./phone-input";
import { stripInvisible } from "./sanitize-text";
import { foldSearchText } from "./search-folding";

/** Parts of a folded text that must all occur. */
type Parts = string[];

/**
 * One entry per typed word or phone number: its alternatives, of which one must match. The groups of
 * "050 123 4567" are one phone number, or three numbers of an address.
 */
export function searchTerms(typed: string): Parts[][] {
  const terms: Parts[][] = [];
  let groups: string[] = [];
  function addNumber() {
    const parts = foldEach(groups);
    const digits = toSearchDigits(groups.join(" "));
    if (digits === null) terms.push(...parts.map((part) => [[part]]));
    // The digits are part of the single group, as in 0501234567.
    else if (parts.length === 1 && parts[0]!.includes(digits)) terms.push([[stripCountryCode(digits)]]);
    else terms.push([[stripCountryCode(digits)], parts]);
    groups = [];
  }
  for (const word of stripInvisible(typed).split(/\s+/)) {
    if (/^[\p{Nd}\p{P}\p{S}]+$/u.test(word)) groups.push(word);
    else {
      addNumber();
      const spellings = spellingsOf(word);
      if (spellings.length > 0) terms.push(spellings.map((spelling) => [spelling]));
    }
  }
  addNumber();
  return terms;
}

/** Words that are one name with the word after it: Al Maktoum, Abdul Rahman, عبد الله, Abu Bakr, بن سليم. */
const JOINED =
  /^(?:[aeu][lrsnzdt]|[au]sh|abd(?:[aeiu][lrsnzdt])?|abo?ul?|bint?|ibn|del?|dela|delos|(?:z|dh?|th)ul|[اآ]ل|عبد|[اأ]بو|ا?بن|بنت|ذو|دي)$/i;

/** Names of one or several words, and runs of numbers, each of which must match. */
export function searchSegments(typed: string): string[] {
  const segments: string[] = [];
  let isOpen = false;
  let isNumber = false;
  for (const word of stripInvisible(typed).split(/\s+/)) {
    if (word === "") continue;
    const isNumeric = /^[\p{Nd}\p{P}\p{S}]+$/u.test(word);
    if (isNumeric ? isNumber : isOpen) segments.push(`${segments.pop()} ${word}`);
    else segments.push(word);
    isNumber = isNumeric;
    isOpen = JOINED.test(word);
  }
  return segments;
}

function foldEach(words: readonly string[]): Parts {
  return words.map(foldSearchText).filter((part) => part !== "");
}

/** Letters that stand for ä, ö, ü, å and đ where a keyboard has none. */
const umlauts: Record<string, string> = { ä: "ae", ö: "oe", ü: "ue", ø: "oe", å: "aa", đ: "dj" };

/** The folded word, and spellings that a single folding cannot unite without making other names equal. */
function spellingsOf(typed: string): string[] {
  const word = typed.normalize("NFC").toLowerCase();
  return [
    ...new Set(
      foldEach([
        word,
        // شؤون, شئون and شءون: hamza on each seat.
        ...["", "ي", "و"].map((seat) => word.replace(/[ءؤئ]/g, seat)),
        // رحمٰن and رحمان.
        word.replaceAll("\u0670", "ا"),
        word.replace(/[äöüøåđ]/g, (letter) => umlauts[letter]!),
        word.replace(/(?<=[aou])e(?=[a-z]{2})/g, "").replace(/dj/g, "d"),
        // The domain as it is stored.
        ...(word.includes("@") ? [normalizeEmail(word)] : []),
      ]),
    ),
  ];
}

/** True if the text contains each typed word, as `matchesSearch` finds it in the database. */
export function containsWords(text: string, typed: string): boolean {
  const folded = foldSearchText(text);
  return searchTerms(typed).every((alternatives) =>
    alternatives.some((parts) => parts.every((part) => folded.includes(part))),
  );
}

/** Nearly all numbers contain it, so the index is more selective without it. */
function stripCountryCode(digits: string): string {
  return digits.replace(/^971(?=\d{8,9}$)/, "");
}
