import { emirates } from "~/platform/uae/emirates";
import commonPasswords from "./common-passwords.txt?raw";

/** Those of at least 10 characters at the top of the SecLists ten million list (MIT licence). */
const common = new Set(commonPasswords.split("\n"));
/** "password123" is common because of its root "password". */
const MIN_ROOT = 4;
const commonRoots = new Set([...common].map(trimEnds).filter((root) => root.length >= MIN_ROOT));

/** Minimum characters of a password without known names. */
const LEFT_WITHOUT_NAMES = 8;
const places = [...Object.values(emirates), "AbuDhabi", "RasAlKhaimah", "Emirates"]
  .flatMap((place) => place.split(" "))
  .filter((word) => word.length > 3);

export type PasswordWeakness = "common" | "of-names";

/** `names`: of the person and the business, and the email. Null for a password that is hard to guess. */
export function findWeakness(password: string, names: readonly string[]): PasswordWeakness | null {
  const lower = password.toLowerCase();
  if (common.has(lower) || new Set(lower).size < 3) return "common";
  const readings = readingsOf(lower);
  if (readings.some((reading) => commonRoots.has(reading))) return "common";
  if (withoutWords(lower, wordsOf(names)).length < LEFT_WITHOUT_NAMES) return "of-names";
  const words = [...wordsOf(names), ...places.map((place) => place.toLowerCase())];
  for (const reading of readings) {
    const left = withoutWords(reading, words);
    if (left.length === withoutWords(reading, []).length) continue;
    if (left.length < LEFT_WITHOUT_NAMES || commonRoots.has(left)) return "of-names";
  }
  return null;
}

/** "p@ssw0rd123" is read as "p@ssw0rd" and "password". */
function readingsOf(lower: string): string[] {
  const trimmed = [trimEnds(lower), lower.replace(/[^\p{L}]+$/u, "")];
  return [...new Set(trimmed.flatMap((text) => [text, withLetters(text, "i"), withLetters(text, "l")]))];
}

function trimEnds(text: string): string {
  return text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
}

const LOOK_ALIKES: Record<string, string> = { "@": "a", 4: "a", 3: "e", 0: "o", 5: "s", $: "s", 7: "t" };

/** Replaces digits and signs by the letters they stand for; `one`: the letter for 1 and "!". */
function withLetters(text: string, one: "i" | "l"): string {
  return text.replace(/[1!]/g, one).replace(/[@43057$]/g, (sign) => LOOK_ALIKES[sign]!);
}

/** Words of three letters or more, the longest first. */
function wordsOf(names: readonly string[]): string[] {
  return names
    .flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length > 2)
    .sort((one, other) => other.length - one.length);
}

function withoutWords(text: string, words: readonly string[]): string {
  return words
    .reduce((left, word) => left.replaceAll(word, ""), text)
    .replace(/(19|20)\d\d/g, "")
    .replace(/[\s&'._@!#$-]/g, "");
}
