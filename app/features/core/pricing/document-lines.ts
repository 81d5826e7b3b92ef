import { vatIncluded } from "~/platform/uae/vat";
import { priceOfQuantity } from "./quantity";

/** Money in fils, VAT included (docs/domain.md, "VAT and invoices"). */

export interface LineTerms {
  /** 100 is one unit, 12.5 is 0.125. Negative for a deduction. */
  quantityHundredths: number;
  unitFils: number;
  discountFils: number;
  /** A deduction repeats VAT and rate of its charge. */
  fixedVat?: { fils: number; percent: number };
}

export interface LineSums {
  grossFils: number;
  vatFils: number;
  netFils: number;
}

export function lineGross({ quantityHundredths, unitFils, discountFils }: LineTerms): number {
  return priceOfQuantity(quantityHundredths, unitFils) - discountFils;
}

/**
 * VAT is contained in the gross amount and rounded per line. If the sum leaves the tolerance of PINT AE
 * (aligned-ibrp-s-09, per rate), the total VAT is distributed by largest remainder, so that each line stays
 * within one fils.
 *
 * `vatPercent`: 0 for a business without VAT registration.
 */
export function calculateLineSums(lines: readonly LineTerms[], vatPercent: number): LineSums[] {
  const gross = lines.map(lineGross);
  const vat = lines.map(({ fixedVat }, at) => fixedVat?.fils ?? vatIncluded(gross[at]!, vatPercent));
  const atRate = lines.flatMap(({ fixedVat }, at) =>
    !fixedVat || fixedVat.percent === vatPercent ? [at] : [],
  );
  const grossAtRate = atRate.map((at) => gross[at]!);
  if (!isWithinTolerance(sum(grossAtRate), sum(atRate.map((at) => vat[at]!)), vatPercent)) {
    const distributed = distributeVat(
      atRate.map((at) => lines[at]!),
      grossAtRate,
      vatPercent,
    );
    for (const [index, at] of atRate.entries()) vat[at] = distributed[index]!;
  }
  return gross.map((grossFils, at) => ({ grossFils, vatFils: vat[at]!, netFils: grossFils - vat[at]! }));
}

export function totalOf(lines: readonly LineSums[]): LineSums {
  return {
    grossFils: sum(lines.map(({ grossFils }) => grossFils)),
    vatFils: sum(lines.map(({ vatFils }) => vatFils)),
    netFils: sum(lines.map(({ netFils }) => netFils)),
  };
}

export interface DocumentSums {
  /** Before discounts and deposits. */
  subtotalFils: number;
  discountFils: number;
  /** Charged lines after discounts. */
  chargedFils: number;
  chargedVatFils: number;
  /** Deducted deposits; positive. */
  depositFils: number;
  /** After the deposits. */
  balanceFils: number;
}

/** Sums of a document whose only negative lines are deducted deposits. */
export function sumDocument(
  lines: readonly { grossFils: number; vatFils: number; discountFils: number }[],
): DocumentSums {
  const charges = lines.filter(({ grossFils }) => grossFils >= 0);
  const chargedFils = sum(charges.map(({ grossFils }) => grossFils));
  const discountFils = sum(charges.map(({ discountFils }) => discountFils));
  const balanceFils = sum(lines.map(({ grossFils }) => grossFils));
  return {
    subtotalFils: chargedFils + discountFils,
    discountFils,
    chargedFils,
    chargedVatFils: sum(charges.map(({ vatFils }) => vatFils)),
    depositFils: chargedFils - balanceFils,
    balanceFils,
  };
}

const TOLERANCE_FILS = 2;

/** Tolerance of PINT AE (aligned-ibrp-s-09). */
export function isWithinTolerance(gross: number, vat: number, vatPercent: number): boolean {
  const expected = Math.round((Math.abs(gross - vat) * vatPercent) / 100);
  return Math.abs(Math.abs(vat) - expected) <= TOLERANCE_FILS;
}

function distributeVat(lines: readonly LineTerms[], gross: readonly number[], vatPercent: number): number[] {
  const parts = 100 + vatPercent;
  const free = lines.flatMap(({ fixedVat }, at) => (fixedVat ? [] : [at]));
  const fixed = sum(lines.map(({ fixedVat }) => fixedVat?.fils ?? 0));
  const vat = lines.map(
    ({ fixedVat }, at) => fixedVat?.fils ?? Math.floor((gross[at]! * vatPercent) / parts),
  );
  let missing = vatIncluded(sum(gross), vatPercent) - fixed - sum(free.map((at) => vat[at]!));
  // Ties go to the first line.
  const remainder = (at: number) =>
    gross[at]! * vatPercent - Math.floor((gross[at]! * vatPercent) / parts) * parts;
  for (const at of free.toSorted((a, b) => remainder(b) - remainder(a))) {
    if (missing <= 0) break;
    vat[at]!++;
    missing--;
  }
  return vat;
}

export type Discount =
  | { kind: "none" }
  | { kind: "amount"; fils: number }
  | { kind: "percent"; hundredths: number };

/** At most the total. */
export function discountOf(grossFils: number, discount: Discount): number {
  switch (discount.kind) {
    case "none":
      return 0;
    case "amount":
      return Math.min(discount.fils, grossFils);
    case "percent":
      return Math.round((grossFils * discount.hundredths) / 10_000);
  }
}

/** By largest remainder, so that the parts add up to the discount. */
export function distributeDiscount(gross: readonly number[], discountFils: number): number[] {
  const whole = sum(gross);
  if (whole === 0) return gross.map(() => 0);
  // BigInt, because fils times fils exceed the exact range of numbers.
  const exact = gross.map((fils) => BigInt(fils) * BigInt(discountFils));
  const parts = exact.map((part) => Number(part / BigInt(whole)));
  const left = exact.map((part) => part % BigInt(whole));
  let missing = discountFils - sum(parts);
  const order = gross
    .map((_, at) => at)
    .sort((a, b) => (left[a]! === left[b]! ? a - b : left[a]! < left[b]! ? 1 : -1));
  for (const at of order) {
    if (missing === 0) break;
    parts[at]!++;
    missing--;
  }
  return parts;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, fils) => total + fils, 0);
}
