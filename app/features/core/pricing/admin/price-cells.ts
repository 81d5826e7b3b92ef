import { m } from "~/paraglide/messages";
import { formatExactMoney } from "~/platform/money";
import type { PriceExtras, PriceTerms } from "../price";
import { amountText } from "../price-text";
import { shortWorkTime } from "../work-time-text";

/** Amount in a table, with two decimals, or the word in its place. */
export function amountCellText({ mode, fils }: PriceTerms): string {
  return fils ? formatExactMoney(fils) : amountText(mode, fils);
}

/** Unit beside the amount in a table; empty without an amount. */
export function unitCellText({ mode, fils, nextFils, unit }: PriceTerms): string {
  if (!fils) return "";
  if (mode === "fixed") return m.pricing_per_unit({ unit });
  return nextFils === null || nextFils === fils
    ? m.pricing_per_hour()
    : m.pricing_first_hour({ next: formatExactMoney(nextFils) });
}

/** Surcharges and duration as texts. */
export function extrasTexts({ emergencySurcharge, outOfHoursSurcharge, durationMin }: PriceExtras): string[] {
  return [
    emergencySurcharge > 0 && m.pricing_emergency_percent({ percent: emergencySurcharge }),
    outOfHoursSurcharge > 0 && m.pricing_hours_percent({ percent: outOfHoursSurcharge }),
    durationMin !== null && shortWorkTime(durationMin),
  ].filter((part) => part !== false);
}
