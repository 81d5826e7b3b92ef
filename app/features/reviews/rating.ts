import { perLanguage } from "~/platform/locale/locale";

const oneDecimal = perLanguage(
  (intl) => new Intl.NumberFormat(intl, { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** "4.8": a mean of ratings. */
export function formatRating(rating: number): string {
  return oneDecimal().format(rating);
}
