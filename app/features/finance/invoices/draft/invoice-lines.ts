import { calculateLineSums, type LineSums, totalOf } from "../../../core/pricing/document-lines";
import { priceOfQuantity } from "../../../core/pricing/quantity";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";

/** Money is AED in fils, VAT included. */

export interface InvoiceLine {
  /** Heading above the line; empty for none. */
  section: string;
  description: string;
  /** 100 is one unit, 12.5 is 0.125; -100 where the line deducts a deposit. */
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  discountFils: number;
  serviceId: string | null;
  priceId: string | null;
  /** Deposit invoice that the line deducts. */
  deductsId: string | null;
  /** Contract whose discount applies to the part. */
  partContractId: string | null;
  vatTreatment: VatTreatment;
}

/** A line that is not taxed at the standard rate. */
export function isUntaxed({ vatTreatment }: Pick<InvoiceLine, "vatTreatment">): boolean {
  return vatTreatment !== "standard";
}

/** Amount already credited or deducted; `vatFils` is included in `fils`. */
export interface UsedAmount {
  fils: number;
  vatFils: number;
}

/** An issued deposit invoice. */
export interface Deposit {
  id: string;
  totalFils: number;
  vatFils: number;
  vatPercent: number;
  used: UsedAmount;
}

/**
 * Rounds on the cumulative amount, so that any sequence of portions, including returned ones, adds up to
 * exactly the VAT of the whole. A portion never contains more VAT than its own amount or than remains.
 */
export function vatOfPortion(
  whole: { totalFils: number; vatFils: number },
  used: UsedAmount,
  fils: number,
): number {
  if (fils === 0) return 0;
  const afterFils = used.fils + fils;
  const proportional =
    Number(roundDivide(BigInt(whole.vatFils) * BigInt(afterFils), BigInt(whole.totalFils))) - used.vatFils;
  const leftVat = whole.vatFils - used.vatFils;
  // The remaining amount must be able to hold the remaining VAT.
  const min = Math.max(0, leftVat - (whole.totalFils - afterFils));
  return Math.max(min, Math.min(proportional, fils, leftVat));
}

const roundDivide = (dividend: bigint, divisor: bigint) => (2n * dividend + divisor) / (2n * divisor);

/** A deposit is deducted with the VAT charged on it, rather than at the current rate. */
export function invoiceSums(
  lines: readonly InvoiceLine[],
  vatPercent: number,
  deposits: readonly Deposit[],
): { lines: LineSums[]; total: LineSums } {
  const used = new Map(deposits.map(({ id, used }) => [id, used]));
  const sums = calculateLineSums(
    lines.map((line) => {
      const deposit = deposits.find(({ id }) => id === line.deductsId);
      if (isUntaxed(line)) return { ...line, fixedVat: { fils: 0, percent: 0 } };
      if (!deposit) return line;
      const before = used.get(deposit.id)!;
      const fils = priceOfQuantity(-line.quantityHundredths, line.unitFils);
      const vatFils = vatOfPortion(deposit, before, fils);
      used.set(deposit.id, { fils: before.fils + fils, vatFils: before.vatFils + vatFils });
      return { ...line, fixedVat: { fils: -vatFils, percent: deposit.vatPercent } };
    }),
    vatPercent,
  );
  return { lines: sums, total: totalOf(sums) };
}

/** Distinct rates of the lines that carry VAT. */
export function distinctVatPercents(lines: readonly { vatPercent: number; vatFils: number }[]): number[] {
  return [...new Set(lines.flatMap(({ vatPercent, vatFils }) => (vatFils === 0 ? [] : [vatPercent])))];
}
