import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import type { PriceExtras, PriceTerms } from "./price";

/** What something costs, in one line. Prices include VAT. */
export function priceText({ mode, fils, nextFils, unit }: PriceTerms): string {
  if (mode === "survey" || fils === null) return m.booking_price_survey();
  if (fils === 0) return m.booking_price_free();
  const price = formatMoney(fils);
  if (mode === "fixed") return m.booking_price_fixed({ price, unit });
  return nextFils === null || nextFils === fils
    ? m.booking_price_hourly({ price })
    : m.booking_price_hourly_next({ price, next: formatMoney(nextFils) });
}

/** What goes with a price, each in some words. */
export function extrasTexts({ emergencyUplift, outOfHoursUplift, durationMin }: PriceExtras): string[] {
  return [
    emergencyUplift > 0 && m.pricing_emergency_percent({ percent: emergencyUplift }),
    outOfHoursUplift > 0 && m.pricing_hours_percent({ percent: outOfHoursUplift }),
    durationMin !== null && m.pricing_takes({ minutes: durationMin }),
  ].filter((part) => part !== false);
}
