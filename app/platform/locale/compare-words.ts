import { perLocale } from "./locale";

const alphabet = perLocale((intl) => new Intl.Collator(intl, { numeric: true }));

/** Numbers sort in numeric order. */
export function compareWords(one: string, other: string): number {
  return alphabet().compare(one, other);
}
