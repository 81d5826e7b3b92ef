import { m } from "~/paraglide/messages";

/** A word of Latin letters with a vowel. Abbreviations such as "h" or "sqm" have no plural. */
const WORD = /^[a-z ]*[aeiou][a-z]*$/i;

/** The unit of a quantity in hundredths: "unit" for one, "units" for three. Units are typed by the office, so others stay as they are. */
export function unitText(unit: string, quantityHundredths: number): string {
  if (Math.abs(quantityHundredths) === 100 || unit.length < 3 || !WORD.test(unit)) return unit;
  if (/(s|[^aeiou]y)$/i.test(unit)) return unit;
  return /(x|ch|sh)$/i.test(unit) ? m.price_units_es({ unit }) : m.price_units({ unit });
}
