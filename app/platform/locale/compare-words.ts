import { perLocale } from "./locale";

const alphabet = perLocale((intl) => new Intl.Collator(intl, { numeric: true }));

/** Compares words by locale, with numbers in numeric order. */
export function compareWords(first: string, second: string): number {
  return alphabet().compare(first, second);
}
