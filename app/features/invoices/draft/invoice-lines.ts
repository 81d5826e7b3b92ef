import { type LineSums, lineSums, totalOf } from "../../pricing/document-lines";

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
  /** Of a part: the contract that it has its discount from. */
  partContractId: string | null;
}

/** Part of something: with VAT, and how much of it is VAT. */
export interface Taken {
  fils: number;
  vatFils: number;
}

/** A deposit that was invoiced, and what is credited or deducted of it. */
export interface Deposit {
  id: string;
  totalFils: number;
  vatFils: number;
  /** The rate that it was charged at. */
  vatPercent: number;
  taken: Taken;
}

/**
 * The VAT in the next `fils` of something of which `taken` is gone already. However many steps it goes in, and whatever of them is
 * given back between, in the end they have taken exactly its VAT; no step takes more than itself, or than there is.
 */
export function vatOfNext(whole: { totalFils: number; vatFils: number }, taken: Taken, fils: number): number {
  if (fils === 0) return 0;
  const afterFils = taken.fils + fils;
  const wanted =
    Number(roundDivide(BigInt(whole.vatFils) * BigInt(afterFils), BigInt(whole.totalFils))) - taken.vatFils;
  const leftVat = whole.vatFils - taken.vatFils;
  // What is left afterwards has to hold the VAT that is left.
  const min = Math.max(0, leftVat - (whole.totalFils - afterFils));
  return Math.max(min, Math.min(wanted, fils, leftVat));
}

const roundDivide = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);

/** Each line's sums, and those of the whole; a deposit is taken off with the very VAT that it was charged with. */
export function sumsOfInvoice(
  lines: readonly InvoiceLine[],
  vatPercent: number,
  deposits: readonly Deposit[],
): { lines: LineSums[]; total: LineSums } {
  const taken = new Map(deposits.map(({ id, taken }) => [id, taken]));
  const sums = lineSums(
    lines.map((line) => {
      const deposit = deposits.find(({ id }) => id === line.deductsId);
      if (!deposit) return line;
      const before = taken.get(deposit.id)!;
      const fils = Math.round((-line.quantityHundredths * line.unitFils) / 100);
      const vatFils = vatOfNext(deposit, before, fils);
      taken.set(deposit.id, { fils: before.fils + fils, vatFils: before.vatFils + vatFils });
      return { ...line, fixedVat: { fils: -vatFils, percent: deposit.vatPercent } };
    }),
    vatPercent,
  );
  return { lines: sums, total: totalOf(sums) };
}

/** The rates at which VAT was charged. */
export function vatPercentsOf(lines: readonly { vatPercent: number; vatFils: number }[]): number[] {
  return [...new Set(lines.flatMap(({ vatPercent, vatFils }) => (vatFils === 0 ? [] : [vatPercent])))];
}
