import { expect } from "vitest";

/**
 * Loads the files for Zoho Books as its imports do, without the product's functions: balance per invoice, ageing by due
 * date, VAT return by date, place of supply and tax. Amounts are in fils.
 */

export interface ZohoFiles {
  invoices: string;
  creditNotes: string;
  payments: string;
}

interface Invoice {
  customer: string;
  day: string;
  due: string;
  total: number;
  open: number;
}

interface Taxed {
  day: string;
  place: string;
  treatment: "standard" | "zero" | "exempt" | "out-of-scope";
  net: number;
  vat: number;
}

export interface ZohoBooks {
  invoices: Map<string, Invoice>;
  /** Unused credit by credit note and payment. */
  unused: Map<string, number>;
  supplies: Taxed[];
}

export function loadIntoZoho({ invoices, creditNotes, payments }: ZohoFiles): ZohoBooks {
  const books: ZohoBooks = { invoices: new Map(), unused: new Map(), supplies: [] };
  for (const [number, rows] of documents(invoices, (row) => row["Invoice Number"]!)) {
    const { "Invoice Date": day = "", "Due Date": due = "", "Customer Name": customer = "" } = rows[0]!;
    expect([number, books.invoices.has(number)]).toEqual([number, false]);
    const total = addSupplies(books, rows, day, 1);
    expect(total, number).toBeGreaterThanOrEqual(0);
    books.invoices.set(number, { customer, day, due, total, open: total });
  }
  for (const [number, rows] of documents(creditNotes, (row) => row["Credit Note Number"]!)) {
    const total = addSupplies(books, rows, rows[0]!["Credit Note Date"]!, -1);
    apply(books, number, total, rows, "Applied Invoice Number", "Amount to be Applied to Invoice");
  }
  const paymentNumber = (row: Row) => `${row["Payment Number Prefix"]}${row["Payment Number Suffix"]}`;
  for (const [number, rows] of documents(payments, paymentNumber)) {
    const amounts = new Set(rows.map(({ Amount }) => Amount));
    expect([number, amounts.size]).toEqual([number, 1]);
    apply(books, number, fils(rows[0]!.Amount!), rows, "Invoice Number", "Amount Applied to Invoice");
  }
  return books;
}

/** Zoho refuses to apply more than a document has, or to an invoice of another customer. */
function apply(books: ZohoBooks, from: string, total: number, rows: Row[], number: string, amount: string) {
  let left = total;
  const seen = new Set<string>();
  for (const row of rows) {
    const name = row[number];
    if (!name) continue;
    const invoice = books.invoices.get(name);
    expect([from, name, invoice?.customer, seen.has(name)]).toEqual([
      from,
      name,
      row["Customer Name"],
      false,
    ]);
    seen.add(name);
    invoice!.open -= fils(row[amount]!);
    left -= fils(row[amount]!);
    expect([from, name, invoice!.open >= 0, left >= 0]).toEqual([from, name, true, true]);
  }
  books.unused.set(from, left);
}

function addSupplies(books: ZohoBooks, rows: Row[], day: string, sign: 1 | -1): number {
  let total = 0;
  for (const row of rows) {
    expect(row["Is Inclusive Tax"]).toBe("true");
    const gross = Math.round((fils(row["Item Price"]!) * Math.round(Number(row.Quantity) * 1_000)) / 1_000);
    const percent = Number(row["Item Tax %"]);
    const treatment = row["Out of Scope Reason"]
      ? "out-of-scope"
      : row["Item Tax Exemption Reason"]
        ? "exempt"
        : percent > 0
          ? "standard"
          : "zero";
    // Half away from zero, at the line.
    const vat = Math.sign(gross) * Math.round((Math.abs(gross) * percent) / (100 + percent));
    total += gross;
    books.supplies.push({
      day,
      place: row["Place Of Supply"]!,
      treatment,
      net: sign * (gross - vat),
      vat: sign * vat,
    });
  }
  return total;
}

/** Open amounts: not due, 1 to 30, 31 to 60, 61 to 90, and more days overdue. */
export function ageingInZoho(books: ZohoBooks, today: string): number[] {
  const sums = [0, 0, 0, 0, 0];
  for (const { due, open } of books.invoices.values()) {
    const late = Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000);
    sums[late <= 0 ? 0 : late <= 30 ? 1 : late <= 60 ? 2 : late <= 90 ? 3 : 4]! += open;
  }
  return sums;
}

/** Boxes 1 by place of supply, 4 and 5. */
export function vatReturnInZoho(books: ZohoBooks, from: string, to: string) {
  const taxed = books.supplies.filter(({ day }) => from <= day && day <= to);
  const sumOf = (rows: Taxed[], part: "net" | "vat") => rows.reduce((sum, one) => sum + one[part], 0);
  const standard = taxed.filter(({ treatment }) => treatment === "standard");
  return {
    netFils: (place: string) =>
      sumOf(
        standard.filter((one) => one.place === place),
        "net",
      ),
    vatFils: (place: string) =>
      sumOf(
        standard.filter((one) => one.place === place),
        "vat",
      ),
    zeroFils: sumOf(
      taxed.filter(({ treatment }) => treatment === "zero"),
      "net",
    ),
    exemptFils: sumOf(
      taxed.filter(({ treatment }) => treatment === "exempt"),
      "net",
    ),
  };
}

/** Balances of Zoho's accounts after a file of journals, each of which must balance with the tax that Zoho adds. */
export function journalsInZoho(file: string): { net: number; vat: number } {
  const sums = { net: 0, vat: 0 };
  for (const [number, rows] of documents(file, (row) => row["Journal Number Suffix"]!)) {
    let balance = 0;
    for (const row of rows) {
      const amount = row.Debit ? -fils(row.Debit) : fils(row.Credit!);
      const tax = Math.sign(amount) * Math.round((Math.abs(amount) * Number(row["Tax Percentage"])) / 100);
      if (row["Tax Name"] && Number(row["Tax Percentage"]) > 0) sums.net += amount;
      sums.vat += tax;
      balance += amount + tax;
    }
    expect([number, balance]).toEqual([number, 0]);
  }
  return sums;
}

const fils = (dirhams: string) => Math.round(Number(dirhams) * 100);

type Row = Record<string, string>;

function documents(file: string, numberOf: (row: Row) => string): Map<string, Row[]> {
  const [heads = [], ...lines] = parse(file);
  return Map.groupBy(
    lines.map((cells) => Object.fromEntries(heads.map((head, at) => [head, cells[at] ?? ""]))),
    numberOf,
  );
}

function parse(file: string): string[][] {
  const cells = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n|$)/gy;
  const lines: string[][] = [[]];
  while (cells.lastIndex < file.length) {
    const [, cell = "", end] = cells.exec(file)!;
    lines.at(-1)!.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === "\r\n") lines.push([]);
  }
  return lines.filter((line) => line.length > 0);
}
