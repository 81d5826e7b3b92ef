import { perLanguage } from "./locale";

const alphabet = perLanguage((intl) => new Intl.Collator(intl, { numeric: true }));

/** Puts words in the order in which whoever reads them looks for them: by the language that is spoken now, 9 before 10. */
export function compareWords(one: string, other: string): number {
  return alphabet().compare(one, other);
}
