import type { ServiceRecord } from "~/features/core/catalogue/views";
import { toSearchDigits } from "~/platform/text/phone-input";
import { foldSearchText } from "~/platform/text/search-folding";
import { containsWords } from "~/platform/text/search-terms";

/** Parses palette input. */

const wordsOf = (text: string) => text.trim().split(/\s+/).map(foldSearchText);

/** The article, which Arabic writes together with its word. */
const ARABIC_ARTICLE = /(?<!\p{L})ال(?=\p{L}{2})/gu;

/** The "for" that Arabic writes together with its word. A name that begins with this letter is found without it, too. */
const ARABIC_FOR = /^لل?(?=\p{Script=Arabic}{3})/u;

/** True if each typed word begins a word of the label, in any order. */
export function matchesLabel(label: string, typed: string): boolean {
  // "On-call" is found by "oncall" and by "call"; "الحجوزات" by "حجوزات".
  const words = [label, label.replace(/\p{Pd}/gu, " "), label.replace(ARABIC_ARTICLE, "")].flatMap(wordsOf);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

/** True if the name of a service in one of its languages contains each typed word. */
export function matchesService({ texts }: Pick<ServiceRecord, "texts">, typed: string): boolean {
  return [texts.name, texts.nameAr ?? ""].some((name) => containsWords(name, typed));
}

/** A shorter word of an action could also begin a name. */
const MIN_WORD_LENGTH = 3;

export interface ParsedCommand<Id extends string> {
  /** Null if no action was named. */
  action: Id | null;
  /** Words after the action, or the whole text. */
  search: string;
}

/**
 * Splits input such as "new quote for Ahmed" or "pay 0012" into action and search. A word shared by several
 * actions selects none, because "new" may begin a name. `smallWords` are ignored between them.
 */
export function parseInput<Id extends string>(
  typed: string,
  actions: readonly { id: Id; label: string }[],
  smallWords: string,
): ParsedCommand<Id> {
  const search = typed.trim();
  const typedWords = wordsOf(search);
  const ignoredWords = new Set(wordsOf(smallWords));
  for (const { id, label } of actions) {
    const actionWords = wordsOf(label);
    const sharedWords = new Set(
      actionWords.filter((word) =>
        actions.some((other) => other.id !== id && wordsOf(other.label).includes(word)),
      ),
    );
    let isDistinct = false;
    let at = 0;
    for (let word = 0; at < typedWords.length && word < actionWords.length; word++) {
      const part = typedWords[at]!;
      if (part.length < MIN_WORD_LENGTH || !actionWords[word]!.startsWith(part)) continue;
      isDistinct ||= !sharedWords.has(actionWords[word]!);
      at++;
    }
    if (!isDistinct) continue;
    while (at < typedWords.length - 1 && ignoredWords.has(typedWords[at]!)) at++;
    const named = search.split(/\s+/).slice(at).join(" ");
    return { action: id, search: at < typedWords.length ? named.replace(ARABIC_FOR, "") : named };
  }
  return { action: null, search };
}

/** Range of the typed text in a text, else of one of its words; null if absent. */
export function matchIn(text: string, typed: string): [from: number, to: number] | null {
  const { folded, ranges } = foldWithRanges(text);
  const digits = toSearchDigits(typed);
  for (const searched of [
    foldTight(typed),
    ...(digits ? [digits] : []),
    ...typed.split(/\s+/).map(foldTight),
  ]) {
    const at = searched === "" ? -1 : folded.indexOf(searched);
    if (at >= 0) return [ranges[at]![0], ranges[at + searched.length - 1]![1]];
  }
  return null;
}

const foldTight = (text: string) => foldSearchText(text).replaceAll(" ", "");

/** Folded text without spaces, and where each of its letters stands in the text. */
function foldWithRanges(text: string): { folded: string; ranges: [from: number, to: number][] } {
  const ranges: [from: number, to: number][] = [];
  let folded = "";
  let at = 0;
  for (const letter of text) {
    const part = foldTight(letter);
    const last = ranges.at(-1);
    // A mark belongs to the letter before.
    if (part === "" && last && /\p{M}/u.test(letter)) last[1] = at + letter.length;
    for (let unit = 0; unit < part.length; unit++) ranges.push([at, at + letter.length]);
    folded += part;
    at += letter.length;
  }
  return { folded, ranges };
}
