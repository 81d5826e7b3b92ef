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
      terms.push(...foldEach([word]).map((part) => [[part]]));
    }
  }
  addNumber();
  return terms;
}

function foldEach(words: readonly string[]): Parts {
  return words.map(foldSearchText).filter((part) => part !== "");
}

/** Nearly all numbers contain it, so the index is more selective without it. */
function stripCountryCode(digits: string): string {
  return digits.replace(/^971(?=\d{8,9}$)/, "");
}
