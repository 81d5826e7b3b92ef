import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money";
import { type Discount, discountOf, lineGross, spreadDiscount } from "./document-lines";
import { type PartTerms, partDiscountFils } from "./part";
import { parsePercent, parseQuantity, typedMoney } from "./typed";

/** The lines of a quote or an invoice as they are typed: headings and lines as rows of one list, amounts as text. Pure. */

export interface LineRow {
  kind: "line";
  key: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  /** AED off this line: of an invoice, and of a part under a contract. */
  discount: string;
  /** Of a quote: the customer may tick it. */
  optional: boolean;
  serviceId: string | null;
  priceId: string | null;
  /** Of a part: the contract that it has its discount from. */
  partContractId: string | null;
}

export interface SectionRow {
  kind: "section";
  key: string;
  title: string;
}

/** What stands as it is, and can only go: a deposit that an invoice takes off. */
export interface FixedRow {
  kind: "fixed";
  key: string;
  id: string;
  description: string;
  /** What it takes off. */
  fils: number;
}

export type Row = LineRow | SectionRow | FixedRow;

/** What is wrong, by the place of the row and its field (`rows.2.price`), or by the field. */
export type DraftErrors = Record<string, string>;

let made = 0;
/** Tells rows apart while they are typed. */
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

/** A line as it was read, under the heading that it stands under. */
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
  /** Of a row that is fixed: its id; it takes `unitFils` off. */
  fixedId: string | null;
}

/** What can be read of the rows, at which place each line stands, and what is wrong with the rest. */
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

/** Nothing was typed into it but what it began with. */
function isEmpty(row: LineRow): boolean {
  return row.description.trim() === "" && row.price.trim() === "";
}

type WrittenLine = Omit<ReadLine, "discountFils" | "optional" | "fixedId"> &
  Partial<Pick<ReadLine, "discountFils" | "optional" | "fixedId">>;

/** The rows of lines that are kept; one to begin with where there are none. */
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

/** The field of the rows, or of the form, at which an issue of what was read is told. */
export function fieldOf(path: readonly PropertyKey[], placeOf: readonly number[]): string {
  const [first, at, field] = path.map(String);
  if (first === "lines" && at !== undefined && field !== undefined) {
    return `rows.${placeOf[Number(at)]}.${issueFields[field] ?? field}`;
  }
  return first ?? "";
}

/** "150" or "10%": so much off the whole; null where it is neither. */
export function parseDiscount(typed: string): Discount | null {
  if (typed.trim().endsWith("%")) {
    const hundredths = parsePercent(typed);
    return hundredths === null ? null : { kind: "percent", hundredths };
  }
  const fils = parseMoney(typed);
  return fils === null ? null : { kind: "amount", fils };
}

/** A line as it is; of a part, with the discount by the contract in the place of what was there. */
export function layPart(line: LineRow, terms: PartTerms): LineRow {
  if (line.partContractId !== terms.contractId) return line;
  const fils = partOff(line, terms);
  return { ...line, discount: fils > 0 ? typedMoney(fils) : "" };
}

/** What a contract takes off a line: nothing of work, or of what cannot be read. */
function partOff({ partContractId, quantity, price }: LineRow, terms: PartTerms | null): number {
  const quantityHundredths = parseQuantity(quantity);
  const unitFils = parseMoney(price);
  if (!terms || partContractId !== terms.contractId || quantityHundredths === null || unitFils === null)
    return 0;
  return partDiscountFils(terms, { unitFils, quantityHundredths });
}

/** The rows at another home: parts go by the contract that it is under, or by none. */
export function rowsAt(rows: readonly Row[], terms: PartTerms | null): Row[] {
  return rows.map((row) => {
    if (row.kind !== "line" || row.partContractId === null) return row;
    return terms
      ? layPart({ ...row, partContractId: terms.contractId }, terms)
      : { ...row, partContractId: null, discount: "" };
  });
}

/**
 * The rows with a discount on the whole laid on their lines, by what they cost, in the place of what was there; what the contract takes off
 * parts stays below it.
 */
export function withDiscount(
  rows: readonly Row[],
  discount: Discount,
  terms: PartTerms | null = null,
): Row[] {
  const off = rows.map((row) => (row.kind === "line" ? partOff(row, terms) : 0));
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
 * Rows of what somebody pasted: a line each, its columns apart by tabs. Two are description and price; three, with the
 * quantity between; four, with the unit, too. Null where it is one line and no table.
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
