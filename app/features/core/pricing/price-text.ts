import { m } from "~/paraglide/messages";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatMoney } from "~/platform/money";
import { type BookingLine, hasFixedPrice } from "./booking-price";
import type { PriceMode, PriceTerms } from "./price";

/** Price in one line: fixed, by the hour or to be assessed. */
export function priceText({ mode, fils, nextFils, unit }: PriceTerms): string {
  if (!fils) return amountText(mode, fils);
  const price = formatMoney(fils);
  if (mode === "fixed") return m.price_fixed({ price, unit });
  return nextFils === null || nextFils === fils
    ? m.price_hourly({ price })
    : m.price_hourly_next({ price, next: formatMoney(nextFils) });
}

export function priceWithVatText(terms: PriceTerms): string {
  const price = priceText(terms);
  return terms.fils ? m.price_with_vat({ price }) : price;
}

/** Headline price of a service. A fixed price is that of one item of several, so it is named. */
export function headlinePriceText(terms: PriceTerms & { name: string }): string {
  const price = priceWithVatText(terms);
  return terms.mode === "fixed" && terms.fils
    ? m.price_named({ name: bidiIsolate(terms.name), price })
    : price;
}

/** Amount of one or more units. Hourly work may take longer, so its amount starts with "From". */
export function amountText(mode: PriceMode, fils: number | null): string {
  if (fils === null) return m.price_survey();
  if (fils === 0) return m.price_free();
  const price = formatMoney(fils);
  return mode === "hourly" ? m.price_from({ price }) : price;
}

/** Total of a booking; null if it needs an assessment. */
export function totalText({
  lines,
  totalFils,
}: {
  lines: readonly Pick<BookingLine, "mode" | "grossFils">[];
  totalFils: number | null;
}): string {
  if (totalFils === null && lines.length === 0) return m.price_on_site();
  const total = amountText(hasFixedPrice(lines) ? "fixed" : "hourly", totalFils);
  return totalFils ? m.price_with_vat({ price: total }) : total;
}
