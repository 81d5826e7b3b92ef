import { m } from "~/paraglide/messages";

/** Abbreviations such as "h" or "sqm" have no vowel and no plural. */
const WORD = /^[a-z ]*[aeiou][a-z]*$/i;

/** "unit" for one, "units" for three. Other units typed by the office stay unchanged. */
export function unitText(unit: string, quantityHundredths: number): string {
  if (Math.abs(quantityHundredths) === 100 || unit.length < 3 || !WORD.test(unit)) return unit;
  if (/(s|[^aeiou]y)$/i.test(unit)) return unit;
  return /(x|ch|sh)$/i.test(unit) ? m.price_units_es({ unit }) : m.price_units({ unit });
}
