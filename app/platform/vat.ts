/** VAT at its rates: pure. Percent are whole; days are of Dubai (`YYYY-MM-DD`). */

/** A rate, and the first day on which it holds. */
export interface VatRate {
  from: string;
  percent: number;
}

/** The rate of a day; 0 where none holds yet, as for a business that charges no VAT and has no rates. */
export function vatPercentOn(rates: readonly VatRate[], day: string): number {
  return (
    rates.toSorted((a, b) => a.from.localeCompare(b.from)).findLast(({ from }) => from <= day)?.percent ?? 0
  );
}

/**
 * The VAT in a price that includes it, to the nearest fil, halves away from zero: at 5%, gross × 5/105 (docs/domain.md, "VAT and
 * invoices").
 */
export function vatIn(grossFils: number, percent: number): number {
  // No zero below zero.
  return Math.sign(grossFils) * Math.round((Math.abs(grossFils) * percent) / (100 + percent)) || 0;
}
