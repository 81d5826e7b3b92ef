/** Parsing and formatting of typed amounts and quantities: pure. */

/** Quantity such as "1.5" in hundredths; null if not positive. */
export function parseQuantity(typed: string): number | null {
  const found = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!found) return null;
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return hundredths > 0 ? hundredths : null;
}

/** Percentage from 0 to 100 in hundredths; null if invalid. */
export function parsePercent(typed: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim());
  if (!found) return null;
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return hundredths <= 10_000 ? hundredths : null;
}

/** Amount as typed: 150050 fils is "1500.50". */
export function typedMoney(fils: number): string {
  return fils % 100 === 0 ? String(fils / 100) : (fils / 100).toFixed(2);
}
