import { m } from "~/paraglide/messages";
import { formatMoney } from "~/platform/money";
import type { BookingPrice } from "./booking-price";

/** Total of a booking in one line, including VAT. */
export function totalText({ lines, totalFils }: Pick<BookingPrice, "lines" | "totalFils">): string {
  if (lines.length === 0) return m.price_on_site();
  if (totalFils === null) return m.price_survey();
  return totalFils === 0 ? m.price_free() : m.lines_total_incl({ price: formatMoney(totalFils) });
}
