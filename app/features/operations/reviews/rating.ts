import { perLocale } from "~/platform/locale/locale";

const oneDecimal = perLocale(
  (intl) => new Intl.NumberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** Formats a mean rating, such as "4.8". */
export function formatRating(rating: number): string {
  return oneDecimal().format(rating);
}
