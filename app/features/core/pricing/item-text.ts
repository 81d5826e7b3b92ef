import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import type { PriceTerms } from "./price";

export function itemText({ mode, fils, nextFils, unit }: PriceTerms): string {
  if (mode === "survey" || fils === null) return m.price_survey();
  const price = formatMoney(fils);
  if (mode === "fixed") return m.lines_item_fixed({ price, unit });
  return nextFils === null || nextFils === fils
    ? m.lines_item_hourly({ price })
    : m.lines_item_hourly_next({ price, next: formatMoney(nextFils) });
}
