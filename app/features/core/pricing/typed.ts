import { toWesternNumber } from "~/platform/text/numerals";

/** "1.5" is 150, "0.125" is 12.5, "1,000" is 100000. Null if not positive. */
export function parseQuantity(typed: string): number | null {
  const match = /^(?=\.?\d)(\d{0,5}|\d{1,2}[,\s]\d{3})(?:\.(\d{0,3}))?$/.exec(toWesternNumber(typed).trim());
  if (!match) return null;
  const thousandths = Number(match[1]!.replace(/\D/, "")) * 1000 + Number((match[2] ?? "").padEnd(3, "0"));
  return thousandths > 0 ? thousandths / 10 : null;
}

/** From 0 to 100, in hundredths; right-to-left text may have the sign first. Null if invalid. */
export function parsePercent(typed: string): number | null {
  const match = /^(?:%\s*)?(?=\.?\d)(\d{0,3})(?:\.(\d{0,2}))?\s*%?$/.exec(toWesternNumber(typed).trim());
  if (!match) return null;
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return hundredths <= 10_000 ? hundredths : null;
}

/** 150050 fils is "1500.50". */
export function typedMoney(fils: number): string {
  return fils % 100 === 0 ? String(fils / 100) : (fils / 100).toFixed(2);
}
