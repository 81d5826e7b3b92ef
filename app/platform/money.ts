import { perLocale } from "./locale/locale";

/** Integer fils (1 AED = 100 fils), never a float. Public prices include VAT. */

/** "AED 1,500" or "AED 1,500.50", in Arabic "1,500 درهم". For the website; tables and documents always have two decimals. */
export function formatMoney(fils: number): string {
  return withMinusSign((fils % 100 === 0 ? wholeDirhams() : dirhamsAndFils()).format(fils / 100));
}

/** "AED 1,500.00". */
export function formatExactMoney(fils: number): string {
  return withMinusSign(dirhamsAndFils().format(fils / 100));
}

/** "1,500.00". */
export function formatAmount(fils: number): string {
  return withMinusSign(amounts().format(fils / 100));
}

/**
 * Intl writes a hyphen, at which a line may break, and the code of the currency also in Arabic, whose amounts begin with
 * a mark of direction.
 */
export function withMinusSign(amount: string): string {
  return amount.replace("-", "−").replace(/(\u200f.+)AED/, "$1درهم");
}

const amounts = perLocale(
  (intl) => new Intl.NumberFormat(intl, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

const wholeDirhams = perLocale((intl) => dirhams(intl, 0));
const dirhamsAndFils = perLocale((intl) => dirhams(intl, 2));

function dirhams(intl: string, digits: number): Intl.NumberFormat {
  return new Intl.NumberFormat(intl, {
    style: "currency",
    currency: "AED",
    currencyDisplay: "code",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
}

/** Rounded to avoid 0.30000000000000004. */
export function toDirhams(fils: number): number {
  return Number((fils / 100).toFixed(2));
}
