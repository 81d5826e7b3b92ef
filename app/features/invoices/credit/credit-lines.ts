import { isWithinTolerance, spreadDiscount } from "../../pricing/document-lines";
import { type Taken, vatOfNext } from "../draft/invoice-lines";

/** What a credit note takes back of an invoice, line by line: pure. Money is AED in fils, VAT included. */

/** A line of the invoice, and what was credited of it already; of a deposit what is deducted counts, too. */
export interface ChargedLine {
  position: number;
  description: string;
  /** Less than nothing, like its fils, where it deducts a deposit. */
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  grossFils: number;
  vatFils: number;
  vatPercent: number;
  taken: Taken;
}

export interface ChargedInvoice {
  totalFils: number;
  /** Credited already; of a deposit also what later invoices deduct. */
  takenFils: number;
  lines: ChargedLine[];
}

/** What is to be credited: all that is left, an amount off the whole, or of each line a quantity or an amount. */
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

export type Credited =
  | { ok: true; lines: CreditLine[]; totalFils: number; vatFils: number }
  /** `fils`: what may be credited, of the invoice or of this line. */
  | { ok: false; position: number | null; fils: number };

/**
 * The lines of a credit note. In however many steps an invoice is credited, in the end exactly its VAT is given back, line by line.
 * Of a line that deducts a deposit, what is credited is free again: crediting the whole gives the deposit back with it. An amount
 * off the whole leaves the deposit deducted. Refused where more is wished for than is left, or nothing.
 */
export function creditLines(invoice: ChargedInvoice, wish: CreditRequest): Credited {
  const leftFils = invoice.totalFils - invoice.takenFils;
  const left = invoice.lines.map(({ grossFils, taken }) => grossFils - taken.fils);
  const wished =
    wish.kind === "whole"
      ? left
      : wish.kind === "lines"
        ? invoice.lines.map((line) => {
            const one = wish.lines.find(({ position }) => position === line.position);
            if (one === undefined) return 0;
            return "fils" in one ? sign(line) * one.fils : filsOf(line, one.quantityHundredths);
          })
        : wish.fils > leftFils
          ? null
          : spreadDiscount(
              left.map((fils) => Math.max(0, fils)),
              wish.fils,
            );
  if (!wished) return { ok: false, position: null, fils: leftFils };
  const over = wished.findIndex((fils, at) => Math.abs(fils) > Math.abs(left[at]!));
  if (over >= 0) {
    return { ok: false, position: invoice.lines[over]!.position, fils: Math.abs(left[over]!) };
  }
  const totalFils = wished.reduce((sum, fils) => sum + fils, 0);
  // More of a deposit is given back than there is taken off.
  const back = wished.findIndex((fils) => fils < 0);
  if (totalFils < 0) {
    const max = wished.reduce((sum, fils) => sum + Math.max(0, fils), 0);
    return { ok: false, position: invoice.lines[back]!.position, fils: max };
  }
  if (totalFils > leftFils || wished.every((fils) => fils === 0))
    return { ok: false, position: null, fils: leftFils };

  const vat = vatOfAll(invoice.lines, wished);
  const lines = invoice.lines.flatMap((line, at) => {
    const grossFils = wished[at]!;
    if (grossFils === 0) return [];
    const { position, description, vatPercent } = line;
    const sums = { grossFils, vatFils: vat[at]!, vatPercent };
    return [{ position, description, ...termsOf(line, grossFils, quantityIn(wish, line)), ...sums }];
  });
  return { ok: true, lines, totalFils, vatFils: lines.reduce((sum, { vatFils }) => sum + vatFils, 0) };
}

const sign = ({ grossFils }: ChargedLine) => (grossFils < 0 ? -1 : 1);

/**
 * The VAT of what is credited of each line: each line's own, unless their sum, or that of what is left to be credited afterwards, would
 * miss the rate's share of the net total (PINT AE, aligned-ibrp-s-09). Then the lines take up to some fils more or less, so that
 * both are as near to it as what is left allows.
 */
function vatOfAll(lines: readonly ChargedLine[], wished: readonly number[]): number[] {
  const vat = lines.map((line, at) => (wished[at] === 0 ? 0 : vatOf(line, wished[at]!)));
  for (const percent of new Set(lines.map(({ vatPercent }) => vatPercent))) {
    const ofRate = lines.flatMap(({ vatPercent }, at) => (vatPercent === percent ? [at] : []));
    const total = (fils: (at: number) => number) => ofRate.reduce((sum, at) => sum + fils(at), 0);
    const gross = total((at) => wished[at]!);
    const leftGross = total((at) => lines[at]!.grossFils - lines[at]!.taken.fils);
    const leftVat = total((at) => lines[at]!.vatFils - lines[at]!.taken.vatFils);
    const own = total((at) => vat[at]!);
    if (
      isWithinTolerance(gross, own, percent) &&
      isWithinTolerance(leftGross - gross, leftVat - own, percent)
    )
      continue;
    const exact = (fils: number) => (fils * percent) / (100 + percent);
    // Half of what the rest of the invoice misses its share by is missed now, half of it later.
    let missing = Math.round(exact(gross) + (leftVat - exact(leftGross)) / 2) - own;
    const by = Math.sign(missing);
    const far = (at: number) => by * (exact(wished[at]!) - vat[at]!);
    const order = ofRate.filter((at) => wished[at]! > 0).sort((a, b) => far(b) - far(a));
    for (let moved = true; missing !== 0 && moved; ) {
      moved = false;
      for (const at of order) {
        if (missing === 0 || !mayHave(lines[at]!, wished[at]!, vat[at]! + by)) continue;
        vat[at]! += by;
        missing -= by;
        moved = true;
      }
    }
  }
  return vat;
}

/** Whether so much of what is credited may be VAT: no more than there is, and the rest of the line holds the rest of its VAT. */
function mayHave({ grossFils, vatFils, taken }: ChargedLine, fils: number, vat: number): boolean {
  const leftVat = vatFils - taken.vatFils;
  return vat >= Math.max(0, leftVat - (grossFils - taken.fils - fils)) && vat <= Math.min(fils, leftVat);
}

function vatOf(line: ChargedLine, grossFils: number): number {
  const by = sign(line);
  const taken = { fils: by * line.taken.fils, vatFils: by * line.taken.vatFils };
  // As a line has no VAT below zero, there is no zero below zero either.
  const vatFils = vatOfNext(
    { totalFils: by * line.grossFils, vatFils: by * line.vatFils },
    taken,
    by * grossFils,
  );
  return vatFils === 0 ? 0 : by * vatFils;
}

/** A quantity's share of a line, its discount included; of the whole line all of it. */
function filsOf(line: ChargedLine, quantityHundredths: number): number {
  const whole = Math.abs(line.quantityHundredths);
  if (quantityHundredths === whole && line.taken.fils === 0) return line.grossFils;
  return sign(line) * Math.round((Math.abs(line.grossFils) * quantityHundredths) / whole);
}

function quantityIn(wish: CreditRequest, line: ChargedLine): number | null {
  if (wish.kind === "amount") return null;
  if (wish.kind === "whole") return line.taken.fils === 0 ? Math.abs(line.quantityHundredths) : null;
  const one = wish.lines.find(({ position }) => position === line.position);
  return one && "quantityHundredths" in one ? one.quantityHundredths : null;
}

/** As so many of the line's units, less the discount; where that does not come to it, as an amount. */
function termsOf(line: ChargedLine, grossFils: number, quantityHundredths: number | null) {
  const by = sign(line);
  const discountFils =
    quantityHundredths === null || (by < 0 && grossFils !== line.grossFils)
      ? -1
      : Math.round((quantityHundredths * line.unitFils) / 100) - by * grossFils;
  return quantityHundredths === null || discountFils < 0
    ? { quantityHundredths: by * 100, unit: "", unitFils: by * grossFils, discountFils: 0 }
    : { quantityHundredths: by * quantityHundredths, unit: line.unit, unitFils: line.unitFils, discountFils };
}
