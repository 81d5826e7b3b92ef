import { toWesternNumber } from "./text/numerals";

/** Every public page loads money.ts, so parsing is separate. */

/** Fils of "1,500.5" and "AED 1,500.50"; null for other text. */
export function parseMoney(typed: string): number | null {
  const amount = /^(?:AED\s*)?(\d{1,3}(?:,?\d{3})*|\d+)(?:\.(\d{1,2}))?$/i.exec(
    toWesternNumber(typed).trim(),
  );
  if (!amount) return null;
  const [, dirhams = "", fils = ""] = amount;
  return Number(dirhams.replaceAll(",", "")) * 100 + Number(fils.padEnd(2, "0"));
}
