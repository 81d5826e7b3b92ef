import { distributeDiscount, isWithinTolerance } from "../../../core/pricing/document-lines";
import { multiplyFraction, priceOfQuantity } from "../../../core/pricing/quantity";
import { type UsedAmount, vatOfPortion } from "../draft/invoice-lines";

/** Money is AED in fils, VAT included. */

export interface ChargedLine {
  position: number;
  description: string;
  /** Negative, like the amounts, where the line deducts a deposit. */
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  grossFils: number;
  vatFils: number;
  vatPercent: number;
  used: UsedAmount;
}

export interface ChargedInvoice {
  totalFils: number;
  /** Already credited; for a deposit invoice also deducted by later invoices. */
  usedFils: number;
  lines: ChargedLine[];
}

export type CreditRequest =
  | { kind: "whole" }
  | { kind: "amount"; fils: number }
  | { kind: "lines"; lines: ({ position: number } & ({ quantityHundredths: number } | { fils: number }))[] };

export interface CreditLine {
  position: number;
  description: string;
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  discountFils: number;
  grossFils: number;
  vatFils: number;
  vatPercent: number;
}

export type CreditCalculation =
  | { ok: true; lines: CreditLine[]; totalFils: number; vatFils: number }
  /** `fils`: the largest possible amount. */
  | { ok: false; position: number | null; fils: number };

/**
 * Any sequence of credit notes adds up to exactly the VAT of each line. Crediting a line that deducts a
 * deposit releases the deposit, so that a full credit returns it too, while an amount of the total leaves it
 * deducted.
 */
export function calculateCredit(invoice: ChargedInvoice, request: CreditRequest): CreditCalculation {
  const leftFils = invoice.totalFils - invoice.usedFils;
  const left = invoice.lines.map(({ grossFils, used }) => grossFils - used.fils);
  const requested =
    request.kind === "whole"
      ? left
      : request.kind === "lines"
        ? invoice.lines.map((line) => {
            const requestedLine = request.lines.find(({ position }) => position === line.position);
            if (requestedLine === undefined) return 0;
            return "fils" in requestedLine
              ? sign(line) * requestedLine.fils
              : amountOfQuantity(line, requestedLine.quantityHundredths);
          })
        : request.fils > leftFils
          ? null
          : distributeDiscount(
              left.map((fils) => Math.max(0, fils)),
              request.fils,
            );
  if (!requested) return { ok: false, position: null, fils: leftFils };
  const exceeding = requested.findIndex((fils, at) => Math.abs(fils) > Math.abs(left[at]!));
  if (exceeding >= 0) {
    return { ok: false, position: invoice.lines[exceeding]!.position, fils: Math.abs(left[exceeding]!) };
  }
  const totalFils = requested.reduce((sum, fils) => sum + fils, 0);
  // Credited deductions exceed the credited charges.
  const deduction = requested.findIndex((fils) => fils < 0);
  if (totalFils < 0) {
    const max = requested.reduce((sum, fils) => sum + Math.max(0, fils), 0);
    return { ok: false, position: invoice.lines[deduction]!.position, fils: max };
  }
  if (totalFils > leftFils || requested.every((fils) => fils === 0))
    return { ok: false, position: null, fils: leftFils };

  const vat = creditedVat(invoice.lines, requested);
  const lines = invoice.lines.flatMap((line, at) => {
    const grossFils = requested[at]!;
    if (grossFils === 0) return [];
    const { position, description, vatPercent } = line;
    const sums = { grossFils, vatFils: vat[at]!, vatPercent };
    return [
      { position, description, ...creditTerms(line, grossFils, requestedQuantity(request, line)), ...sums },
    ];
  });
  return { ok: true, lines, totalFils, vatFils: lines.reduce((sum, { vatFils }) => sum + vatFils, 0) };
}

const sign = ({ grossFils }: ChargedLine) => (grossFils < 0 ? -1 : 1);

/**
 * Normally each line's share of VAT. If the sum, or the remainder after this credit note, would leave the
 * tolerance around the rate's share of the net total (PINT AE, aligned-ibrp-s-09), some fils are moved
 * between lines.
 */
function creditedVat(lines: readonly ChargedLine[], requested: readonly number[]): number[] {
  const vat = lines.map((line, at) => (requested[at] === 0 ? 0 : creditedLineVat(line, requested[at]!)));
  for (const percent of new Set(lines.map(({ vatPercent }) => vatPercent))) {
    const ofRate = lines.flatMap(({ vatPercent }, at) => (vatPercent === percent ? [at] : []));
    const total = (fils: (at: number) => number) => ofRate.reduce((sum, at) => sum + fils(at), 0);
    const gross = total((at) => requested[at]!);
    const leftGross = total((at) => lines[at]!.grossFils - lines[at]!.used.fils);
    const leftVat = total((at) => lines[at]!.vatFils - lines[at]!.used.vatFils);
    const lineVat = total((at) => vat[at]!);
    if (
      isWithinTolerance(gross, lineVat, percent) &&
      isWithinTolerance(leftGross - gross, leftVat - lineVat, percent)
    )
      continue;
    const exact = (fils: number) => (fils * percent) / (100 + percent);
    // Split the invoice's rounding difference evenly between this credit note and the remainder.
    let missing = Math.round(exact(gross) + (leftVat - exact(leftGross)) / 2) - lineVat;
    const direction = Math.sign(missing);
    const shortfall = (at: number) => direction * (exact(requested[at]!) - vat[at]!);
    const order = ofRate.filter((at) => requested[at]! > 0).sort((a, b) => shortfall(b) - shortfall(a));
    for (let moved = true; missing !== 0 && moved; ) {
      moved = false;
      for (const at of order) {
        if (missing === 0 || !canCarryVat(lines[at]!, requested[at]!, vat[at]! + direction)) continue;
        vat[at]! += direction;
        missing -= direction;
        moved = true;
      }
    }
  }
  return vat;
}

/**
 * True if the line can carry `vat` in `fils`: no more than remains, and the rest of the line can hold the
 * rest of its VAT.
 */
function canCarryVat({ grossFils, vatFils, used }: ChargedLine, fils: number, vat: number): boolean {
  const leftVat = vatFils - used.vatFils;
  return vat >= Math.max(0, leftVat - (grossFils - used.fils - fils)) && vat <= Math.min(fils, leftVat);
}

function creditedLineVat(line: ChargedLine, grossFils: number): number {
  const direction = sign(line);
  const used = { fils: direction * line.used.fils, vatFils: direction * line.used.vatFils };
  // Avoids -0.
  const vatFils = vatOfPortion(
    { totalFils: direction * line.grossFils, vatFils: direction * line.vatFils },
    used,
    direction * grossFils,
  );
  return vatFils === 0 ? 0 : direction * vatFils;
}

/** Discounted share of a quantity; exact for the whole line. */
function amountOfQuantity(line: ChargedLine, quantityHundredths: number): number {
  const whole = Math.abs(line.quantityHundredths);
  if (quantityHundredths === whole && line.used.fils === 0) return line.grossFils;
  return sign(line) * multiplyFraction(Math.abs(line.grossFils), quantityHundredths, whole);
}

function requestedQuantity(request: CreditRequest, line: ChargedLine): number | null {
  if (request.kind === "amount") return null;
  if (request.kind === "whole") return line.used.fils === 0 ? Math.abs(line.quantityHundredths) : null;
  const requestedLine = request.lines.find(({ position }) => position === line.position);
  return requestedLine && "quantityHundredths" in requestedLine ? requestedLine.quantityHundredths : null;
}

/** Quantity and discount if they yield the amount, otherwise one unit of the amount. */
function creditTerms(line: ChargedLine, grossFils: number, quantityHundredths: number | null) {
  const direction = sign(line);
  const discountFils =
    quantityHundredths === null || (direction < 0 && grossFils !== line.grossFils)
      ? -1
      : priceOfQuantity(quantityHundredths, line.unitFils) - direction * grossFils;
  return quantityHundredths === null || discountFils < 0
    ? { quantityHundredths: direction * 100, unit: "", unitFils: direction * grossFils, discountFils: 0 }
    : {
        quantityHundredths: direction * quantityHundredths,
        unit: line.unit,
        unitFils: line.unitFils,
        discountFils,
      };
}
