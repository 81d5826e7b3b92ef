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
  const said = wordsOf(search);
  const small = new Set(wordsOf(smallWords));
  for (const { id, label } of actions) {
    const named = wordsOf(label);
    const shared = new Set(
      named.filter((word) => actions.some((other) => other.id !== id && wordsOf(other.label).includes(word))),
    );
    let told = false;
    let at = 0;
    for (let word = 0; at < said.length && word < named.length; word++) {
      const part = said[at]!;
      if (part.length < MIN_WORD_LENGTH || !named[word]!.startsWith(part)) continue;
      told ||= !shared.has(named[word]!);
      at++;
    }
    if (!told) continue;
    while (at < said.length - 1 && small.has(said[at]!)) at++;
    return { action: id, search: search.split(/\s+/).slice(at).join(" ") };
  }
  return { action: null, search };
}

/** Range of the typed text in a text; null if absent. Phone numbers match in any format. */
export function matchIn(text: string, typed: string): [from: number, to: number] | null {
  const wanted = typed.trim().toLowerCase();
  if (wanted === "") return null;
  const at = text.toLowerCase().indexOf(wanted);
  if (at >= 0) return [at, at + wanted.length];
  const digits = toSearchDigits(typed);
  if (digits === null) return null;
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const first = places
    .map((place) => text[place])
    .join("")
    .indexOf(digits);
  return first < 0 ? null : [places[first]!, places[first + digits.length - 1]! + 1];
}
