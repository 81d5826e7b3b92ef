import { toWesternNumber } from "~/platform/text/numerals";

/** "1.5" is 150. Null if not positive. */
export function parseQuantity(typed: string): number | null {
  const match = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(toWesternNumber(typed).trim());
  if (!match) return null;
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return hundredths > 0 ? hundredths : null;
}

/** From 0 to 100, in hundredths; right-to-left text may have the sign first. Null if invalid. */
export function parsePercent(typed: string): number | null {
  const match = /^(?:%\s*)?(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(toWesternNumber(typed).trim());
  if (!match) return null;
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0"));
  return hundredths <= 10_000 ? hundredths : null;
}

/** 150050 fils is "1500.50". */
export function typedMoney(fils: number): string {
  return fils % 100 === 0 ? String(fils / 100) : (fils / 100).toFixed(2);
}
