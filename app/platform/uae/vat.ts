export interface VatRate {
  from: string;
  percent: number;
}

/** VAT rate on a day, in percent; 0 before the first rate. */
export function vatPercentOn(rates: readonly VatRate[], day: string): number {
  return (
    rates.toSorted((a, b) => a.from.localeCompare(b.from)).findLast(({ from }) => from <= day)?.percent ?? 0
  );
}

/** To the nearest fil, halves away from zero: at 5%, gross × 5/105 (docs/domain.md, "VAT and invoices"). */
export function vatIncluded(grossFils: number, percent: number): number {
  return Math.sign(grossFils) * Math.round((Math.abs(grossFils) * percent) / (100 + percent)) || 0;
}
