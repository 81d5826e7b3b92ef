import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money-input";
import { type Discount, discountOf, distributeDiscount, lineGross } from "./document-lines";
import { type PartTerms, partDiscountFils } from "./part";
import { unitsOf } from "./quantity";
import { parsePercent, parseQuantity, typedMoney } from "./typed";
import type { VatTreatment } from "./vat-treatment";

/** Draft lines of a quote or invoice as typed. Headings and lines share one list. */

export interface LineRow {
  kind: "line";
  key: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  /** In AED. */
  discount: string;
  /** Quotes only. */
  optional: boolean;
  serviceId: string | null;
  priceId: string | null;
  partContractId: string | null;
  /** Invoices only. */
  vatTreatment: VatTreatment;
}

export interface SectionRow {
  kind: "section";
  key: string;
  title: string;
}

/** A deducted deposit, which can only be removed. */
export interface FixedRow {
  kind: "fixed";
  key: string;
  id: string;
  description: string;
  fils: number;
}

export type Row = LineRow | SectionRow | FixedRow;

/** Keyed by field, such as `rows.2.price`. */
export type DraftErrors = Record<string, string>;

let rowCount = 0;
export function rowKey(): string {
  rowCount++;
  return `row-${rowCount}`;
}

export function blankLine(part: Partial<LineRow> = {}): LineRow {
  return {
    kind: "line",
    key: rowKey(),
    description: "",
    quantity: "1",
    unit: "",
    price: "",
    discount: "",
    optional: false,
    serviceId: null,
    priceId: null,
    partContractId: null,
    vatTreatment: "standard",
    ...part,
  };
}

export interface ParsedLine {
  section: string;
  description: string;
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  discountFils: number;
  optional: boolean;
  serviceId: string | null;
  priceId: string | null;
  partContractId: string | null;
  vatTreatment: VatTreatment;
  /** Row id of a deducted deposit. */
  fixedId: string | null;
}

/** `rowIndexes`: row of each line, because headings and empty rows are left out. */
export function parseRows(rows: readonly Row[]): {
  lines: ParsedLine[];
  rowIndexes: number[];
  errors: DraftErrors;
} {
  const errors: DraftErrors = {};
  const lines: ParsedLine[] = [];
  const rowIndexes: number[] = [];
  let section = "";
  for (const [at, row] of rows.entries()) {
    if (row.kind === "section") {
      section = row.title.trim();
      continue;
    }
    if (row.kind === "line" && isEmpty(row)) continue;
    rowIndexes.push(at);
    if (row.kind === "fixed") {
      lines.push({ ...fixedLineDefaults, description: row.description, unitFils: row.fils, fixedId: row.id });
      continue;
    }
    const quantityHundredths = parseQuantity(row.quantity);
    const unitFils = parseMoney(row.price);
    const discountFils = row.discount.trim() === "" ? 0 : parseMoney(row.discount);
    if (quantityHundredths === null) errors[`rows.${at}.quantity`] = m.pricing_error_quantity();
    if (unitFils === null) errors[`rows.${at}.price`] = m.admin_price_error_money();
    if (discountFils === null) errors[`rows.${at}.discount`] = m.admin_price_error_money();
    lines.push({
      section,
      description: row.description,
      quantityHundredths: quantityHundredths ?? 1,
      unit: row.unit,
      unitFils: unitFils ?? 0,
      discountFils: discountFils ?? 0,
      optional: row.optional,
      serviceId: row.serviceId,
      priceId: row.priceId,
      partContractId: row.partContractId,
      vatTreatment: row.vatTreatment,
      fixedId: null,
    });
  }
  return { lines, rowIndexes, errors };
}

const fixedLineDefaults = {
  section: "",
  quantityHundredths: -100,
  unit: "",
  discountFils: 0,
  optional: false,
  serviceId: null,
  priceId: null,
  partContractId: null,
  // A deducted deposit keeps its VAT.
  vatTreatment: "standard" as const,
};

function isEmpty(row: LineRow): boolean {
  return row.description.trim() === "" && row.price.trim() === "";
}

/** Lines of quotes have the treatment of their quote. */
type StoredLine = Omit<ParsedLine, "discountFils" | "optional" | "fixedId" | "vatTreatment"> &
  Partial<Pick<ParsedLine, "discountFils" | "optional" | "fixedId" | "vatTreatment">>;

export function rowsOf(lines: readonly StoredLine[]): Row[] {
  const rows: Row[] = [];
  let section = "";
  for (const line of lines) {
    const { description, unitFils, discountFils = 0, optional = false, fixedId } = line;
    if (fixedId) {
      rows.push({ kind: "fixed", key: rowKey(), id: fixedId, description, fils: unitFils });
      continue;
    }
    if (line.section !== section) {
      section = line.section;
      rows.push({ kind: "section", key: rowKey(), title: section });
    }
    const { unit, serviceId, priceId, partContractId, vatTreatment = "standard" } = line;
    rows.push(
      blankLine({
        ...{ description, unit, optional, serviceId, priceId, partContractId, vatTreatment },
        quantity: String(unitsOf(line.quantityHundredths)),
        price: typedMoney(unitFils),
        discount: discountFils > 0 ? typedMoney(discountFils) : "",
      }),
    );
  }
  return rows.length > 0 ? rows : [blankLine()];
}

const issueFields: Record<string, string> = {
  quantityHundredths: "quantity",
  unitFils: "price",
  discountFils: "discount",
};

/** Maps a path of a schema issue to the form field. */
export function formFieldOf(path: readonly PropertyKey[], rowIndexes: readonly number[]): string {
  const [first, at, field] = path.map(String);
  if (first === "lines" && at !== undefined && field !== undefined) {
    return `rows.${rowIndexes[Number(at)]}.${issueFields[field] ?? field}`;
  }
  return first ?? "";
}

/** Parses a typed discount, for example "150" or "10%". */
export function parseDiscount(typed: string): Discount | null {
  if (typed.trim().endsWith("%")) {
    const hundredths = parsePercent(typed);
    return hundredths === null ? null : { kind: "percent", hundredths };
  }
  const fils = parseMoney(typed);
  return fils === null ? null : { kind: "amount", fils };
}

export function applyPartTerms(line: LineRow, terms: PartTerms): LineRow {
  if (line.partContractId !== terms.contractId) return line;
  const fils = partDiscount(line, terms);
  return { ...line, discount: fils > 0 ? typedMoney(fils) : "" };
}

/** 0 for work and invalid values. */
function partDiscount({ partContractId, quantity, price }: LineRow, terms: PartTerms | null): number {
  const quantityHundredths = parseQuantity(quantity);
  const unitFils = parseMoney(price);
  if (!terms || partContractId !== terms.contractId || quantityHundredths === null || unitFils === null)
    return 0;
  return partDiscountFils(terms, { unitFils, quantityHundredths });
}

/** Parts follow the contract of the new property. */
export function applyPropertyTerms(rows: readonly Row[], terms: PartTerms | null): Row[] {
  return rows.map((row) => {
    if (row.kind !== "line" || row.partContractId === null) return row;
    return terms
      ? applyPartTerms({ ...row, partContractId: terms.contractId }, terms)
      : { ...row, partContractId: null, discount: "" };
  });
}

/** Replaces earlier discounts. Contract discounts of parts stay. */
export function withDiscount(
  rows: readonly Row[],
  discount: Discount,
  terms: PartTerms | null = null,
): Row[] {
  const contractDiscounts = rows.map((row) => (row.kind === "line" ? partDiscount(row, terms) : 0));
  const gross = rows.map((row, at) => {
    if (row.kind !== "line") return 0;
    const quantityHundredths = parseQuantity(row.quantity);
    const unitFils = parseMoney(row.price);
    if (quantityHundredths === null || unitFils === null) return 0;
    return lineGross({ quantityHundredths, unitFils, discountFils: contractDiscounts[at]! });
  });
  const total = gross.reduce((sum, fils) => sum + fils, 0);
  const parts = distributeDiscount(gross, discountOf(total, discount));
  return rows.map((row, at) => {
    const fils = contractDiscounts[at]! + parts[at]!;
    return row.kind === "line" ? { ...row, discount: fils > 0 ? typedMoney(fils) : "" } : row;
  });
}

/**
 * One line per row, columns separated by tabs: description and price, with the quantity between if there are
 * three, also the unit if there are four. Null for a single line without tabs.
 */
export function parsePastedRows(text: string): LineRow[] | null {
  const lines = text
    .split(/\r?\n/)
    .map((line) => line.split("\t").map((cell) => cell.trim()))
    .filter(([description]) => description);
  if (lines.length < 2 && !lines.some((cells) => cells.length > 1)) return null;
  return lines.map(([description = "", ...rest]) => {
    const price = rest.at(-1) ?? "";
    const [quantity = "1", unit = ""] = rest.length > 1 ? rest : [];
    return blankLine({ description, price, quantity, unit: rest.length > 2 ? unit : "" });
  });
}
