import { spreadDiscount } from "../pricing/document-lines";
import { vatOfNext } from "./invoice-lines";

/** What a credit note takes back of an invoice, line by line: pure. Money is AED in fils, VAT included. */

/** A line of the invoice that charges something, and what was credited of it already. */
export interface ChargedLine {
  position: number;
  description: string;
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  grossFils: number;
  vatFils: number;
  vatPercent: number;
  creditedFils: number;
}

export interface ChargedInvoice {
  totalFils: number;
  vatFils: number;
  /** Credited already; of a deposit also what later invoices have deducted. */
  takenFils: number;
  /** It deducts a deposit or is one: what may be credited is less than its lines. */
  deposits: boolean;
  lines: ChargedLine[];
}

/** What is to be credited: all that is left, an amount off the whole, or of each line a quantity or an amount. */
export type CreditWish =
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
 * The lines of a credit note. In however many steps an invoice is credited, in the end exactly its VAT is given back. Refused
 * where more is wished for than is left, or nothing.
 */
export function creditLines(invoice: ChargedInvoice, wish: CreditWish): Credited {
  const leftFils = invoice.totalFils - invoice.takenFils;
  const left = invoice.lines.map(({ grossFils, creditedFils }) => grossFils - creditedFils);
  const wished =
    wish.kind === "lines"
      ? invoice.lines.map((line) => {
          const one = wish.lines.find(({ position }) => position === line.position);
          return one === undefined ? 0 : "fils" in one ? one.fils : filsOf(line, one.quantityHundredths);
        })
      : wish.kind === "amount" && wish.fils > leftFils
        ? null
        : spreadDiscount(left, wish.kind === "whole" ? leftFils : wish.fils);
  if (!wished) return { ok: false, position: null, fils: leftFils };
  const over = wished.findIndex((fils, at) => fils > left[at]!);
  if (over >= 0) return { ok: false, position: invoice.lines[over]!.position, fils: left[over]! };
  const totalFils = wished.reduce((sum, fils) => sum + fils, 0);
  if (totalFils > leftFils || totalFils <= 0) return { ok: false, position: null, fils: leftFils };

  const vat = invoice.deposits
    ? spreadDiscount(wished, vatOfNext(invoice, invoice.takenFils, totalFils))
    : invoice.lines.map((line, at) =>
        vatOfNext({ totalFils: line.grossFils, vatFils: line.vatFils }, line.creditedFils, wished[at]!),
      );
  const lines = invoice.lines.flatMap((line, at) => {
    const grossFils = wished[at]!;
    if (grossFils === 0) return [];
    const { position, description, vatPercent } = line;
    const sums = { grossFils, vatFils: vat[at]!, vatPercent };
    return [{ position, description, ...termsOf(line, grossFils, quantityIn(wish, line)), ...sums }];
  });
  return { ok: true, lines, totalFils, vatFils: vat.reduce((sum, fils) => sum + fils, 0) };
}

/** A quantity's share of a line, its discount included; of the whole line all of it. */
function filsOf(line: ChargedLine, quantityHundredths: number): number {
  if (quantityHundredths === line.quantityHundredths && line.creditedFils === 0) return line.grossFils;
  return Math.round((line.grossFils * quantityHundredths) / line.quantityHundredths);
}

function quantityIn(wish: CreditWish, line: ChargedLine): number | null {
  if (wish.kind === "amount") return null;
  if (wish.kind === "whole") return line.creditedFils === 0 ? line.quantityHundredths : null;
  const one = wish.lines.find(({ position }) => position === line.position);
  return one && "quantityHundredths" in one ? one.quantityHundredths : null;
}

/** As so many of the line's units, less the discount; where that does not come to it, as an amount. */
function termsOf(line: ChargedLine, grossFils: number, quantityHundredths: number | null) {
  const discountFils =
    quantityHundredths === null ? -1 : Math.round((quantityHundredths * line.unitFils) / 100) - grossFils;
  return quantityHundredths === null || discountFils < 0
    ? { quantityHundredths: 100, unit: "", unitFils: grossFils, discountFils: 0 }
    : { quantityHundredths, unit: line.unit, unitFils: line.unitFils, discountFils };
}
