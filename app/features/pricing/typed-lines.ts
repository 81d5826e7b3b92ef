import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money";
import { type Discount, discountOf, lineGross, spreadDiscount } from "./document-lines";
import { type PartTerms, partDiscountFils } from "./part";
import { parsePercent, parseQuantity, typedMoney } from "./typed";

/** Draft lines of a quote or invoice as typed: headings and lines in one list, amounts as text. Pure. */

export interface LineRow {
  kind: "line";
  key: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  /** Discount in AED: of an invoice line, or of a part under a contract. */
  discount: string;
  /** Quote only: the customer may tick it. */
  optional: boolean;
  serviceId: string | null;
  priceId: string | null;
  /** Contract that discounts a part. */
  partContractId: string | null;
}

export interface SectionRow {
  kind: "section";
  key: string;
  title: string;
}

/** Row that cannot be edited, only removed: a deducted deposit. */
export interface FixedRow {
  kind: "fixed";
  key: string;
  id: string;
  description: string;
  /** Deducted amount. */
  fils: number;
}

export type Row = LineRow | SectionRow | FixedRow;

/** Errors by row and field (`rows.2.price`), or by field. */
export type DraftErrors = Record<string, string>;

let made = 0;
/** Unique key of a row while editing. */
export function rowKey(): string {
  made++;
  return `row-${made}`;
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
    ...part,
  };
}

/** Parsed line with its heading. */
export interface ReadLine {
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
  /** Id of a fixed row, which deducts `unitFils`. */
  fixedId: string | null;
}

/** Parses rows: the lines with their positions, and errors. */
export function readRows(rows: readonly Row[]): {
  lines: ReadLine[];
  placeOf: number[];
  errors: DraftErrors;
} {
  const errors: DraftErrors = {};
  const lines: ReadLine[] = [];
  const placeOf: number[] = [];
  let section = "";
  for (const [at, row] of rows.entries()) {
    if (row.kind === "section") {
      section = row.title.trim();
      continue;
    }
    if (row.kind === "line" && isEmpty(row)) continue;
    placeOf.push(at);
    if (row.kind === "fixed") {
      lines.push({ ...nothing, description: row.description, unitFils: row.fils, fixedId: row.id });
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
      fixedId: null,
    });
  }
  return { lines, placeOf, errors };
}

const nothing = {
  section: "",
  quantityHundredths: -100,
  unit: "",
  discountFils: 0,
  optional: false,
  serviceId: null,
  priceId: null,
  partContractId: null,
};

/** True if nothing was typed. */
function isEmpty(row: LineRow): boolean {
  return row.description.trim() === "" && row.price.trim() === "";
}

type WrittenLine = Omit<ReadLine, "discountFils" | "optional" | "fixedId"> &
  Partial<Pick<ReadLine, "discountFils" | "optional" | "fixedId">>;

/** Rows of stored lines; one empty row if there are none. */
export function rowsOf(lines: readonly WrittenLine[]): Row[] {
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
    const { unit, serviceId, priceId, partContractId } = line;
    rows.push(
      blankLine({
        ...{ description, unit, optional, serviceId, priceId, partContractId },
        quantity: String(line.quantityHundredths / 100),
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

/** Field of an issue that the schema reported. */
export function fieldOf(path: readonly PropertyKey[], placeOf: readonly number[]): string {
  const [first, at, field] = path.map(String);
  if (first === "lines" && at !== undefined && field !== undefined) {
    return `rows.${placeOf[Number(at)]}.${issueFields[field] ?? field}`;
  }
  return first ?? "";
}

/** Parses "150" or "10%"; null if invalid. */
export function parseDiscount(typed: string): Discount | null {
  if (typed.trim().endsWith("%")) {
    const hundredths = parsePercent(typed);
    return hundredths === null ? null : { kind: "percent", hundredths };
  }
  const fils = parseMoney(typed);
  return fils === null ? null : { kind: "amount", fils };
}

/** Applies the contract discount to a part, replacing its discount. */
export function applyPartTerms(line: LineRow, terms: PartTerms): LineRow {
  if (line.partContractId !== terms.contractId) return line;
  const fils = partDiscount(line, terms);
  return { ...line, discount: fils > 0 ? typedMoney(fils) : "" };
}

/** Contract discount of a line; 0 for work and unreadable values. */
function partDiscount({ partContractId, quantity, price }: LineRow, terms: PartTerms | null): number {
  const quantityHundredths = parseQuantity(quantity);
  const unitFils = parseMoney(price);
  if (!terms || partContractId !== terms.contractId || quantityHundredths === null || unitFils === null)
    return 0;
  return partDiscountFils(terms, { unitFils, quantityHundredths });
}

/** Rows for another property: parts follow its contract. */
export function rowsAt(rows: readonly Row[], terms: PartTerms | null): Row[] {
  return rows.map((row) => {
    if (row.kind !== "line" || row.partContractId === null) return row;
    return terms
      ? applyPartTerms({ ...row, partContractId: terms.contractId }, terms)
      : { ...row, partContractId: null, discount: "" };
  });
}

/**
 * Distributes a discount on the total over the lines, replacing earlier ones; contract discounts of parts
 * stay below it.
 */
export function withDiscount(
  rows: readonly Row[],
  discount: Discount,
  terms: PartTerms | null = null,
): Row[] {
  const off = rows.map((row) => (row.kind === "line" ? partDiscount(row, terms) : 0));
  const gross = rows.map((row, at) => {
    if (row.kind !== "line") return 0;
    const quantityHundredths = parseQuantity(row.quantity);
    const unitFils = parseMoney(row.price);
    if (quantityHundredths === null || unitFils === null) return 0;
    return lineGross({ quantityHundredths, unitFils, discountFils: off[at]! });
  });
  const whole = gross.reduce((sum, fils) => sum + fils, 0);
  const parts = spreadDiscount(gross, discountOf(whole, discount));
  return rows.map((row, at) => {
    const fils = off[at]! + parts[at]!;
    return row.kind === "line" ? { ...row, discount: fils > 0 ? typedMoney(fils) : "" } : row;
  });
}

/**
 * Parses pasted text: one line each, columns separated by tabs. Two columns are description and price; three
 * have the quantity between; four also the unit. Null for a single line without tabs.
 */
export function pastedRows(text: string): LineRow[] | null {
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
