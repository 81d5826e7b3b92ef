/** What people type into fields of quantities, and what stands in fields: pure. */

/** "1.5" in hundredths; null where it is no quantity above zero. */
export function parseQuantity(typed: string): number | null {
  const found = /^(\d{1,5})(?:\.(\d{1,2}))?$/.exec(typed.trim());
  if (!found) return null;
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return hundredths > 0 ? hundredths : null;
}

/** "12.5" percent in hundredths, from 0 to 100; null where it is none. */
export function parsePercent(typed: string): number | null {
  const found = /^(\d{1,3})(?:\.(\d{1,2}))?\s*%?$/.exec(typed.trim());
  if (!found) return null;
  const hundredths = Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0"));
  return hundredths <= 10_000 ? hundredths : null;
}

/** 150050 as it is typed: "1500.50". */
export function typedMoney(fils: number): string {
  return fils % 100 === 0 ? String(fils / 100) : (fils / 100).toFixed(2);
}
