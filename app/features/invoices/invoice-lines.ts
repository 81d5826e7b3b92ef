import { type LineSums, lineSums, totalOf } from "../pricing/document-lines";

/** The lines of an invoice with their sums: pure. Money is AED in fils, VAT included. */

export interface InvoiceLine {
  /** The heading that it stands under; empty: none. */
  section: string;
  description: string;
  /** 100: one. -100 where it deducts a deposit. */
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  discountFils: number;
  serviceId: string | null;
  priceId: string | null;
  /** The deposit that it takes off. */
  deductsId: string | null;
}

/** A deposit that was invoiced, and what was credited or deducted of it already. */
export interface Deposit {
  id: string;
  totalFils: number;
  vatFils: number;
  takenFils: number;
}

/**
 * The VAT in the next `fils` of something of which `taken` is gone already. However many steps it goes in, in the end they
 * have taken exactly its VAT; no step takes more than itself.
 */
export function vatOfNext(
  whole: { totalFils: number; vatFils: number },
  takenFils: number,
  fils: number,
): number {
  const upTo = (part: number) =>
    Number(roundDivide(BigInt(whole.vatFils) * BigInt(part), BigInt(whole.totalFils)));
  return fils === 0 ? 0 : upTo(takenFils + fils) - upTo(takenFils);
}

const roundDivide = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);

/** Each line's sums, and those of the whole; a deposit is taken off with the very VAT that it was charged with. */
export function sumsOfInvoice(
  lines: readonly InvoiceLine[],
  vatPercent: 0 | 5,
  deposits: readonly Deposit[],
): { lines: LineSums[]; total: LineSums } {
  const taken = new Map(deposits.map(({ id, takenFils }) => [id, takenFils]));
  const sums = lineSums(
    lines.map((line) => {
      const deposit = deposits.find(({ id }) => id === line.deductsId);
      if (!deposit) return line;
      const before = taken.get(deposit.id)!;
      const fils = Math.round((-line.quantityHundredths * line.unitFils) / 100);
      taken.set(deposit.id, before + fils);
      return { ...line, fixedVatFils: -vatOfNext(deposit, before, fils) };
    }),
    vatPercent,
  );
  return { lines: sums, total: totalOf(sums) };
}
