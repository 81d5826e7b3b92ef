/** Percentages are integers; days are Dubai dates (`yyyy-MM-dd`). */

/** `from`: first day of the rate. */
export interface VatRate {
  from: string;
  percent: number;
}

/** 0 before the first rate and for businesses without VAT. */
export function vatPercentOn(rates: readonly VatRate[], day: string): number {
  return (
    rates.toSorted((a, b) => a.from.localeCompare(b.from)).findLast(({ from }) => from <= day)?.percent ?? 0
  );
}

/**
 * VAT contained in a gross price, to the nearest fil, halves away from zero: at 5%, gross × 5/105
 * (docs/domain.md, "VAT and invoices").
 */
export function vatIncluded(grossFils: number, percent: number): number {
  // Avoids -0.
  return Math.sign(grossFils) * Math.round((Math.abs(grossFils) * percent) / (100 + percent)) || 0;
}
