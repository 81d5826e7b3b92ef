import { vatIn } from "~/platform/vat";

/**
 * The sums of a quote, an invoice or a credit note, line by line: pure. Money is AED in fils; prices include VAT
 * (docs/domain.md, "VAT and invoices").
 */

export interface LineTerms {
  /** 100: one. Negative where a line takes something off. */
  quantityHundredths: number;
  unitFils: number;
  discountFils: number;
  /** Fixed beforehand, as where a line takes off what was charged with this VAT, at this rate. */
  fixedVat?: { fils: number; percent: number };
}

export interface LineSums {
  grossFils: number;
  vatFils: number;
  netFils: number;
}

/** What a line costs with VAT: quantity × unit price, to the nearest fil, less its discount. */
export function lineGross({ quantityHundredths, unitFils, discountFils }: LineTerms): number {
  const hundredths = quantityHundredths * unitFils;
  // Halves away from zero, as PostgreSQL rounds: what is taken off is what was charged.
  return Math.sign(hundredths) * Math.round(Math.abs(hundredths) / 100) - discountFils;
}

/**
 * Each line's gross, VAT and net. VAT is what the gross contains, rounded to the nearest fil in each line; where the sum of
 * these would miss the rate's share of the net total by more than two fils (PINT AE, aligned-ibrp-s-09: of each rate by itself), the
 * VAT of the whole is spread over the lines by largest remainder, so that every line stays within a fil of its own. `vatPercent` 0: a
 * business that is not registered charges none.
 */
export function lineSums(lines: readonly LineTerms[], vatPercent: number): LineSums[] {
  const gross = lines.map(lineGross);
  const vat = lines.map(({ fixedVat }, at) => fixedVat?.fils ?? vatIn(gross[at]!, vatPercent));
  const ofRate = lines.flatMap(({ fixedVat }, at) =>
    !fixedVat || fixedVat.percent === vatPercent ? [at] : [],
  );
  const grossOf = ofRate.map((at) => gross[at]!);
  if (!isWithinTolerance(sum(grossOf), sum(ofRate.map((at) => vat[at]!)), vatPercent)) {
    const spreadOut = spread(
      ofRate.map((at) => lines[at]!),
      grossOf,
      vatPercent,
    );
    for (const [index, at] of ofRate.entries()) vat[at] = spreadOut[index]!;
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

const TOLERANCE_FILS = 2;

/** Whether VAT is the rate's share of what is net, as far as PINT AE asks for it (aligned-ibrp-s-09). */
export function isWithinTolerance(gross: number, vat: number, vatPercent: number): boolean {
  const wanted = Math.round((Math.abs(gross - vat) * vatPercent) / 100);
  return Math.abs(Math.abs(vat) - wanted) <= TOLERANCE_FILS;
}

function spread(lines: readonly LineTerms[], gross: readonly number[], vatPercent: number): number[] {
  const parts = 100 + vatPercent;
  const free = lines.flatMap(({ fixedVat }, at) => (fixedVat ? [] : [at]));
  const fixed = sum(lines.map(({ fixedVat }) => fixedVat?.fils ?? 0));
  const vat = lines.map(
    ({ fixedVat }, at) => fixedVat?.fils ?? Math.floor((gross[at]! * vatPercent) / parts),
  );
  let missing = vatIn(sum(gross), vatPercent) - fixed - sum(free.map((at) => vat[at]!));
  // The part of a fil that the line's floor left out; of equals the first.
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

/** A discount on the whole in fils; never more than there is. */
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

/** A discount on the whole, laid on its lines by what each costs, so that all parts add up to it: by largest remainder. */
export function spreadDiscount(gross: readonly number[], discountFils: number): number[] {
  const whole = sum(gross);
  if (whole === 0) return gross.map(() => 0);
  // By BigInt: fils times fils is more than a number holds exactly.
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
