import { toWesternNumber } from "./text/numerals";

/** Every public page loads money.ts, so parsing is separate. */

const CURRENCY = "(?:AED|Dhs?|dirhams?|د\\.?إ|درهم[\u0627\u064b]*|دراهم|\u20c3)\\.?";
/** Thousands by comma, space or apostrophe, also in Indian groups: 1,50,000. */
const AMOUNT = "(?=\\.?\\d)(\\d*|\\d{1,3}(?:[, '’]\\d{2,3})*[, '’]\\d{3})(?:\\.(\\d{0,2}))?";
const MONEY = new RegExp(`^(?:${CURRENCY}\\s*)?${AMOUNT}(?:\\s*${CURRENCY}|/-)?$`, "iu");

/** Fils of "1,500.5", "AED 1,500.50" and "٢٥٠ د.إ"; null for other text. A decimal comma is refused, because 1,500 could be both. */
export function parseMoney(typed: string): number | null {
  const amount = MONEY.exec(toWesternNumber(typed).replace(/\s/g, " ").trim());
  if (!amount) return null;
  const [, dirhams = "", fils = ""] = amount;
  return Number(dirhams.replace(/\D/g, "")) * 100 + Number(fils.padEnd(2, "0"));
}
