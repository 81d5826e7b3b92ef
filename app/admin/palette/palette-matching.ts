import { toSearchDigits } from "~/platform/text/phone-input";

/** Parses palette input. */

const wordsOf = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** True if each typed word begins a word of the label, in any order. */
export function matchesLabel(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
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
    return { action: id, search: search.split(/\s+/).slice(at).join(" ") };
  }
  return { action: null, search };
}

/** Range of the typed text in a text; null if absent. Phone numbers match in any format. */
export function matchIn(text: string, typed: string): [from: number, to: number] | null {
  const searched = typed.trim().toLowerCase();
  if (searched === "") return null;
  const at = text.toLowerCase().indexOf(searched);
  if (at >= 0) return [at, at + searched.length];
  const digits = toSearchDigits(typed);
  if (digits === null) return null;
  const digitPositions = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const first = digitPositions
    .map((position) => text[position])
    .join("")
    .indexOf(digits);
  return first < 0 ? null : [digitPositions[first]!, digitPositions[first + digits.length - 1]! + 1];
}
