import { m } from "~/paraglide/messages";
import { parseMoney } from "~/platform/money";
import { parsePercent, parseQuantity, typedMoney } from "../pricing/typed";
import { type QuoteDraft, type QuoteLine, quoteDraftSchema } from "./schema";

/** A draft as it is typed: headings and lines as rows of one list, amounts as text. Pure. */

export interface LineRow {
  kind: "line";
  key: string;
  description: string;
  quantity: string;
  unit: string;
  price: string;
  optional: boolean;
  serviceId: string | null;
  priceId: string | null;
}

export interface SectionRow {
  kind: "section";
  key: string;
  title: string;
}

export type Row = LineRow | SectionRow;

export interface TypedDraft {
  title: string;
  introduction: string;
  terms: string;
  rows: Row[];
  discountKind: "none" | "amount" | "percent";
  discount: string;
  deposit: string;
  validDays: string;
  photoIds: string[];
  serviceId: string;
  propertyId: string;
}

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
    optional: false,
    serviceId: null,
    priceId: null,
    ...part,
  };
}

type Stored = Omit<QuoteDraft, "serviceId" | "propertyId">;

export function asTyped(
  stored: Stored,
  head: { serviceId: string | null; propertyId: string | null },
): TypedDraft {
  const rows: Row[] = [];
  let section = "";
  for (const line of stored.lines) {
    if (line.section !== section) {
      section = line.section;
      rows.push({ kind: "section", key: rowKey(), title: section });
    }
    rows.push({
      kind: "line",
      key: rowKey(),
      description: line.description,
      quantity: String(line.quantityHundredths / 100),
      unit: line.unit,
      price: typedMoney(line.unitFils),
      optional: line.optional,
      serviceId: line.serviceId,
      priceId: line.priceId,
    });
  }
  const { discount } = stored;
  return {
    title: stored.title,
    introduction: stored.introduction,
    terms: stored.terms,
    rows: rows.length > 0 ? rows : [blankLine()],
    discountKind: discount.kind,
    discount:
      discount.kind === "amount"
        ? typedMoney(discount.fils)
        : discount.kind === "percent"
          ? String(discount.hundredths / 100)
          : "",
    deposit: String(stored.depositPercent),
    validDays: String(stored.validDays),
    photoIds: stored.photoIds,
    serviceId: head.serviceId ?? "",
    propertyId: head.propertyId ?? "",
  };
}

/** Nothing was typed into it but what it began with. */
function isEmpty(row: LineRow): boolean {
  return row.description.trim() === "" && row.price.trim() === "";
}

/** What can be kept of it now, for the sums, and what is wrong with the rest. */
export function readTyped(typed: TypedDraft): { draft: QuoteDraft; errors: DraftErrors } {
  const errors: DraftErrors = {};
  const lines: QuoteLine[] = [];
  const placeOf: number[] = [];
  let section = "";
  for (const [at, row] of typed.rows.entries()) {
    if (row.kind === "section") {
      section = row.title.trim();
      continue;
    }
    if (isEmpty(row)) continue;
    const quantityHundredths = parseQuantity(row.quantity);
    const unitFils = parseMoney(row.price);
    if (quantityHundredths === null) errors[`rows.${at}.quantity`] = m.quote_error_quantity();
    if (unitFils === null) errors[`rows.${at}.price`] = m.admin_price_error_money();
    placeOf.push(at);
    lines.push({
      section,
      description: row.description,
      quantityHundredths: quantityHundredths ?? 1,
      unit: row.unit,
      unitFils: unitFils ?? 0,
      optional: row.optional,
      serviceId: row.serviceId,
      priceId: row.priceId,
    });
  }
  const discount = readDiscount(typed);
  if (!discount) {
    errors.discount =
      typed.discountKind === "percent" ? m.quote_error_percent() : m.admin_price_error_money();
  }
  const draft: QuoteDraft = {
    title: typed.title,
    introduction: typed.introduction,
    terms: typed.terms,
    lines,
    discount: discount ?? { kind: "none" },
    depositPercent: wholeOf(typed.deposit),
    validDays: wholeOf(typed.validDays),
    photoIds: typed.photoIds,
    serviceId: typed.serviceId || null,
    propertyId: typed.propertyId || null,
  };
  const checked = quoteDraftSchema.safeParse(draft);
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    errors[fieldOf(path, placeOf)] ??= message;
  }
  return { draft: checked.success ? checked.data : draft, errors };
}

const fields: Record<string, string> = {
  quantityHundredths: "quantity",
  unitFils: "price",
  depositPercent: "deposit",
};

function fieldOf(path: readonly PropertyKey[], placeOf: readonly number[]): string {
  const [first, at, field] = path.map(String);
  if (first === "lines" && at !== undefined && field !== undefined) {
    return `rows.${placeOf[Number(at)]}.${fields[field] ?? field}`;
  }
  return first === undefined ? "" : (fields[first] ?? first);
}

function readDiscount({ discountKind, discount }: TypedDraft): QuoteDraft["discount"] | null {
  if (discountKind === "none" || discount.trim() === "") return { kind: "none" };
  if (discountKind === "amount") {
    const fils = parseMoney(discount);
    return fils === null ? null : { kind: "amount", fils };
  }
  const hundredths = parsePercent(discount);
  return hundredths === null ? null : { kind: "percent", hundredths };
}

/** NaN where it is no whole number: the rules then say what it has to be. */
function wholeOf(typed: string): number {
  return /^\d{1,4}\s*%?$/.test(typed.trim()) ? Number.parseInt(typed, 10) : Number.NaN;
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
