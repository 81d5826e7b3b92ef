import { m } from "~/paraglide/messages";
import { type CsvCell, csvLine } from "~/platform/lists/csv";
import { toDirhams } from "~/platform/money";
import type { Emirate } from "~/platform/uae/emirates";
import { labelForVatTreatment } from "../../../core/pricing/vat-treatment";
import { labelForAccount, labelForVat } from "../labels";
import type { Application, ZohoCreditNote, ZohoInvoice, ZohoLine, ZohoPayment } from "./documents.server";
import { partsOfGross, zohoTax } from "./zoho-tax";

/**
 * Imports of Zoho Books, UAE edition, in the columns of its sample files. Prices include VAT and discounts, because Zoho
 * then rounds as the documents do.
 */

type Pages<Item> = AsyncIterable<Item[]>;
type Row = Record<string, CsvCell>;

/** Codes of Zoho's places of supply. */
const placesOfSupply: Record<Emirate, string> = {
  AUH: "AB",
  DXB: "DU",
  SHJ: "SH",
  AJM: "AJ",
  UAQ: "UM",
  RAK: "RA",
  FUJ: "FU",
};

const lineHeads = [
  "Is Inclusive Tax",
  "Account",
  "Item Desc",
  "Quantity",
  "Usage unit",
  "Item Price",
  "Item Tax",
  "Item Tax %",
  "Item Tax Type",
  "Item Type",
  "Out of Scope Reason",
  "Item Tax Exemption Reason",
] as const;

const invoiceHeads = [
  "Invoice Date",
  "Invoice Number",
  "Invoice Status",
  "Customer Name",
  "VAT Treatment",
  "Place Of Supply",
  "Tax Registration Number",
  "Due Date",
  "Currency Code",
  "Exchange Rate",
  ...lineHeads,
  "Notes",
] as const;

const creditNoteHeads = [
  "Credit Note Date",
  "Credit Note Number",
  "Credit Note Status",
  "Applied Invoice Number",
  "Applied Invoice Date",
  "Amount to be Applied to Invoice",
  "Customer Name",
  "VAT Treatment",
  "Place Of Supply",
  "Tax Registration Number",
  "Currency Code",
  "Exchange Rate",
  ...lineHeads,
] as const;

const paymentHeads = [
  "Payment Number Prefix",
  "Payment Number Suffix",
  "Date",
  "Customer Name",
  "Payment Type",
  "Mode",
  "Amount",
  "Currency Code",
  "Exchange Rate",
  "Deposit To",
  "Description",
  "Invoice Number",
  "Invoice Date",
  "Amount Applied to Invoice",
] as const;

const modes = { cash: "Cash", card: "Credit Card", transfer: "Bank Transfer", cheque: "Cheque" } as const;

/** One row per line. */
export async function* zohoInvoicesCsv(pages: Pages<ZohoInvoice>): AsyncGenerator<string> {
  yield* csvOf(invoiceHeads, pages, (invoice) =>
    invoice.lines.flatMap(lineRows).map((line) => ({
      "Invoice Date": invoice.day,
      "Invoice Number": invoice.number,
      "Invoice Status": "Sent",
      ...partyRow(invoice),
      "Due Date": invoice.dueDate,
      Notes: invoice.issueDate === invoice.day ? null : m.books_zoho_issued({ day: invoice.issueDate }),
      ...line,
    })),
  );
}

/** One row per line or invoice that the credit note is applied to, whichever are more. */
export async function* zohoCreditNotesCsv(pages: Pages<ZohoCreditNote>): AsyncGenerator<string> {
  yield* csvOf(creditNoteHeads, pages, (note) => {
    const lines = note.lines.flatMap(lineRows);
    const count = Math.max(lines.length, note.applied.length);
    return Array.from({ length: count }, (_, at) => ({
      "Credit Note Date": note.day,
      "Credit Note Number": note.number,
      "Credit Note Status": "Open",
      ...applicationRow(
        note.applied[at],
        "Applied Invoice Number",
        "Applied Invoice Date",
        "Amount to be Applied to Invoice",
      ),
      ...partyRow(note),
      ...(lines[at] ?? emptyLineRow(lines[0]!)),
    }));
  });
}

/** One row per invoice that the payment is applied to; the rest is an excess payment. */
export async function* zohoPaymentsCsv(pages: Pages<ZohoPayment>): AsyncGenerator<string> {
  yield* csvOf(paymentHeads, pages, (payment) => {
    const [, prefix = "", suffix = ""] = /^(.*?)(\d+)$/.exec(payment.number) ?? [];
    return (payment.applied.length > 0 ? payment.applied : [undefined]).map((applied) => ({
      "Payment Number Prefix": prefix,
      "Payment Number Suffix": suffix,
      Date: payment.day,
      "Customer Name": payment.customer,
      "Payment Type": "Invoice Payment",
      Mode: payment.method && modes[payment.method],
      Amount: toDirhams(payment.fils),
      "Currency Code": "AED",
      "Exchange Rate": 1,
      "Deposit To": labelForAccount(payment.account),
      Description: payment.note,
      ...applicationRow(applied, "Invoice Number", "Invoice Date", "Amount Applied to Invoice"),
    }));
  });
}

async function* csvOf<Item>(
  heads: readonly string[],
  pages: Pages<Item>,
  rowsOf: (item: Item) => Row[],
): AsyncGenerator<string> {
  yield csvLine(heads);
  for await (const page of pages)
    yield page
      .flatMap(rowsOf)
      .map((row) => csvLine(heads.map((head) => row[head] ?? null)))
      .join("");
}

function partyRow({ customer, trn, emirate }: ZohoInvoice | ZohoCreditNote): Row {
  return {
    "Customer Name": customer,
    "VAT Treatment": trn ? "vat_registered" : "vat_not_registered",
    "Place Of Supply": placesOfSupply[emirate],
    "Tax Registration Number": trn,
    "Currency Code": "AED",
    "Exchange Rate": 1,
  };
}

function applicationRow(applied: Application | undefined, number: string, day: string, amount: string): Row {
  return applied ? { [number]: applied.invoice, [day]: applied.day, [amount]: toDirhams(applied.fils) } : {};
}

/** Several rows if the VAT of the line was spread over the lines of its document. */
function lineRows(line: ZohoLine): Row[] {
  const { grossFils, vatFils, percent, treatment } = line;
  const parts =
    treatment === "standard" ? (partsOfGross(grossFils, vatFils, percent) ?? [grossFils]) : [grossFils];
  const tax = zohoTax(treatment, percent);
  const quantity = parts.length === 1 ? exactQuantity(line) : null;
  return parts.map((fils) => ({
    "Is Inclusive Tax": "true",
    Account: labelForAccount(line.account),
    "Item Desc": line.description || labelForAccount(line.account),
    ...(quantity ?? { Quantity: 1, "Item Price": toDirhams(fils) }),
    "Item Tax": tax.name,
    "Item Tax %": tax.percent,
    "Item Tax Type": tax.type,
    "Item Type": "service",
    "Out of Scope Reason": treatment === "out-of-scope" ? reasonOf(line) : null,
    "Item Tax Exemption Reason": treatment === "exempt" ? reasonOf(line) : null,
  }));
}

function reasonOf({ article, treatment }: ZohoLine): string {
  if (article) return labelForVatTreatment(article);
  return treatment === "exempt" ? labelForVat("exempt") : m.books_zoho_out_of_scope();
}

/** A line without an amount, taxed as another one. */
function emptyLineRow(line: Row): Row {
  return { ...line, "Item Desc": null, Quantity: 1, "Usage unit": null, "Item Price": 0 };
}

/** Quantity and price, if their product is the line's amount without rounding or discount. */
function exactQuantity({ priced, grossFils }: ZohoLine): Row | null {
  if (!priced || priced.discountFils > 0 || priced.thousandths <= 0) return null;
  if (priced.thousandths * priced.unitFils !== grossFils * 1_000) return null;
  return {
    Quantity: priced.thousandths / 1_000,
    "Usage unit": priced.unit || null,
    "Item Price": toDirhams(priced.unitFils),
  };
}
