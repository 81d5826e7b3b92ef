import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatExactMoney, formatMoney } from "~/platform/money";
import type { PriceExtras, PriceTerms } from "./price";
import { shortWorkTime } from "./work-time-text";

/** Price in one line, including VAT. */
export function priceText({ mode, fils, nextFils, unit }: PriceTerms): string {
  if (mode === "survey" || fils === null) return m.price_survey();
  if (fils === 0) return m.price_free();
  const price = formatMoney(fils);
  if (mode === "fixed") return m.price_fixed({ price, unit });
  return nextFils === null || nextFils === fils
    ? m.price_hourly({ price })
    : m.price_hourly_next({ price, next: formatMoney(nextFils) });
}

/** Amount in a table, or the word in its place. */
export function amountText({ mode, fils }: PriceTerms): string {
  if (mode === "survey" || fils === null) return m.price_survey();
  return fils === 0 ? m.price_free() : formatExactMoney(fils);
}

/** Unit beside the amount in a table; empty without an amount. */
export function unitText({ mode, fils, nextFils, unit }: PriceTerms): string {
  if (mode === "survey" || !fils) return "";
  if (mode === "fixed") return m.pricing_per_unit({ unit });
  return nextFils === null || nextFils === fils
    ? m.pricing_per_hour()
    : m.pricing_first_hour({ next: formatExactMoney(nextFils) });
}

/** Headline price of a service. A fixed price is that of one item of several, so it is named. */
export function headlinePriceText(terms: PriceTerms & { name: string }): string {
  const { mode, fils, unit, name } = terms;
  return mode === "fixed" && fils
    ? m.price_fixed_named({ name: bidiIsolate(name), price: formatMoney(fils), unit })
    : priceText(terms);
}

/** Surcharges and duration as texts. */
export function extrasTexts({ emergencySurcharge, outOfHoursSurcharge, durationMin }: PriceExtras): string[] {
  return [
    emergencySurcharge > 0 && m.pricing_emergency_percent({ percent: emergencySurcharge }),
    outOfHoursSurcharge > 0 && m.pricing_hours_percent({ percent: outOfHoursSurcharge }),
    durationMin !== null && shortWorkTime(durationMin),
  ].filter((part) => part !== false);
}
