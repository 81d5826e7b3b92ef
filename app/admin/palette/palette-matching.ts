import { searchedDigits } from "~/platform/text/phone-input";

/** How the palette reads what is typed: pure. */

const wordsOf = (text: string) => text.toLocaleLowerCase().split(/\s+/).filter(Boolean);

/** Whether each typed word begins a word of the label, in whatever order. */
export function matchesLabel(label: string, typed: string): boolean {
  const words = wordsOf(label);
  return wordsOf(typed).every((part) => words.some((word) => word.startsWith(part)));
}

/** Shorter, a word of an action may as well begin a name. */
const MIN_WORD_LENGTH = 3;

export interface Wish<Id extends string> {
  /** What is to be done; null: nothing of it was said. */
  action: Id | null;
  /** What to look for: the words after the action, or all. */
  search: string;
}

/**
 * "new quote for Ahmed", "quote Ahmed", "pay 0012": which action is meant, and for whom or what. A word that
 * several actions share tells none of them: "new" may begin a name. `smallWords` between them say nothing.
 */
export function readWish<Id extends string>(
  typed: string,
  actions: readonly { id: Id; label: string }[],
  smallWords: string,
): Wish<Id> {
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

/** Where what was typed stands in a text, from and to; of a phone number however either is written. Null: not there. */
export function matchIn(text: string, typed: string): [from: number, to: number] | null {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === "") return null;
  const at = text.toLocaleLowerCase().indexOf(wanted);
  if (at >= 0) return [at, at + wanted.length];
  const digits = searchedDigits(typed);
  if (digits === null) return null;
  const places = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const first = places
    .map((place) => text[place])
    .join("")
    .indexOf(digits);
  return first < 0 ? null : [places[first]!, places[first + digits.length - 1]! + 1];
}
