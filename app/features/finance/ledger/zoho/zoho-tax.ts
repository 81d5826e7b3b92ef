import type { Account } from "../ledger";

/** How Zoho Books taxes a line of its UAE edition. `out-of-scope`: also opening balances and write-offs. */
export type ZohoTreatment = "standard" | "zero" | "exempt" | "out-of-scope";

export interface ZohoTax {
  name: string | null;
  percent: number | null;
  type: string | null;
}

/** Rate of the tax that Zoho Books names "Standard Rate" in the UAE. */
const STANDARD_PERCENT = 5;

/** Exempt and out-of-scope lines have a reason instead of a tax. */
export function zohoTax(treatment: ZohoTreatment, percent: number): ZohoTax {
  if (treatment === "standard")
    return {
      name: percent === STANDARD_PERCENT ? "Standard Rate" : `VAT ${percent}%`,
      percent,
      type: "ItemAmount",
    };
  if (treatment === "zero") return { name: "Zero Rate", percent: 0, type: "ItemAmount" };
  return { name: null, percent: null, type: null };
}

/** Largest number of parts of one amount. */
const PARTS_LIMIT = 200;

/**
 * Zoho Books computes the VAT of each line itself. Divides an amount into parts whose rounded VAT adds up to the VAT of
 * the document, because that was spread over lines or summed up in the journal. Null if it does not follow the rate.
 * `vatOf`: rounded VAT of an amount above zero.
 */
function partsWithVat(fils: number, vatFils: number, vatOf: (fils: number) => number): number[] | null {
  const sign = fils < 0 ? -1 : 1;
  const wanted = vatFils * sign;
  let rest = fils * sign;
  const signedVatOf = (part: number) => Math.sign(part) * vatOf(Math.abs(part));
  // The smallest amount whose VAT is rounded up to a fils, and the largest one whose VAT is rounded away.
  let up = 1;
  while (vatOf(up) < 1 && up < 1_000) up++;
  const parts: number[] = [];
  let vat = 0;
  while (vat + signedVatOf(rest) !== wanted) {
    const part = vat + signedVatOf(rest) < wanted ? up : up - 1;
    if (part < 1 || parts.length === PARTS_LIMIT) return null;
    parts.push(part * sign);
    vat += vatOf(part);
    rest -= part;
    // 0.10 with a VAT of 0.01 is 0.11 less 0.01. A lower rest means that the VAT does not follow the rate.
    if (rest < -2 * up) return null;
  }
  return [rest * sign, ...parts];
}

/** Parts of a price with VAT. */
export function partsOfGross(grossFils: number, vatFils: number, percent: number): number[] | null {
  return partsWithVat(grossFils, vatFils, (fils) => Math.round((fils * percent) / (100 + percent)));
}

/** Parts of an amount without VAT. */
export function partsOfNet(netFils: number, vatFils: number, percent: number): number[] | null {
  return partsWithVat(netFils, vatFils, (fils) => Math.round((fils * percent) / 100));
}

/** Largest difference between the VAT of an entry and the rate's share of its amount, in fils. */
const ROUNDING_FILS = 5;

/** Rate of a journal entry, whose lines have amounts only. */
function percentOf(netFils: number, vatFils: number): number {
  if (Math.abs(vatFils - (netFils * STANDARD_PERCENT) / 100) <= ROUNDING_FILS) return STANDARD_PERCENT;
  return Math.round((100 * vatFils) / netFils);
}

interface JournalLine {
  account: Account;
  debit: number;
  credit: number;
  vat: "standard" | "zero" | "exempt" | "bad-debt" | "out-of-scope" | null;
  emirate: string | null;
}

export type TaxedLine<Line> = Line & { tax: ZohoTax };

const UNTAXED: ZohoTax = { name: null, percent: null, type: null };

/**
 * Lines of one journal entry with the tax that Zoho Books adds to them, in place of their lines of output VAT. VAT that
 * does not follow a rate keeps its line, without a tax.
 */
export function withZohoTax<Line extends JournalLine>(lines: readonly Line[]): TaxedLine<Line>[] {
  const taxed = new Map<Line, { parts: number[]; percent: number }>();
  const replaced = new Set<Line>();
  for (const side of ["debit", "credit"] as const)
    for (const emirate of new Set(lines.map((line) => line.emirate))) {
      const standard = lines.filter(
        (line) => line.vat === "standard" && line.emirate === emirate && line[side] > 0,
      );
      const nets = standard.filter(({ account }) => account !== "output-vat");
      const vats = standard.filter(({ account }) => account === "output-vat");
      if (nets.length === 0) continue;
      const total = (some: Line[]) => some.reduce((sum, line) => sum + line[side], 0);
      const percent = percentOf(total(nets), total(vats));
      // The largest amount takes up the rounding of all.
      const [largest, ...others] = nets.toSorted((a, b) => b[side] - a[side]);
      const vatOf = (fils: number) => Math.round((fils * percent) / 100);
      const left = total(vats) - others.reduce((sum, line) => sum + vatOf(line[side]), 0);
      const parts = partsOfNet(largest![side], left, percent);
      if (!parts) continue;
      taxed.set(largest!, { parts, percent });
      for (const line of others) taxed.set(line, { parts: [line[side]], percent });
      for (const line of vats) replaced.add(line);
    }
  return lines.flatMap((line) => {
    const found = taxed.get(line);
    if (found)
      return found.parts.map((fils) => {
        // A negative part belongs to the other side.
        const isDebit = line.debit > 0 === fils > 0;
        const amount = Math.abs(fils);
        return {
          ...line,
          debit: isDebit ? amount : 0,
          credit: isDebit ? 0 : amount,
          tax: zohoTax("standard", found.percent),
        };
      });
    if (replaced.has(line)) return [];
    return [{ ...line, tax: line.vat === "zero" ? zohoTax("zero", 0) : UNTAXED }];
  });
}
