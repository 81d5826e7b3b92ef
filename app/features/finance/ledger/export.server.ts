import { m } from "~/paraglide/messages";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { toDirhams } from "~/platform/money";
import { labelForEmirate } from "../../core/business/emirate-label";
import { labelForAccount, labelForEntryKind, labelForVat } from "./labels";
import { accounts, type EntryKind } from "./ledger";
import type { LedgerExportLine } from "./queries.server";
import { withZohoTax } from "./zoho/zoho-tax";

/** Exports of the journal as CSV, in plain AED amounts. */

type Lines = AsyncIterable<LedgerExportLine[]>;

export async function* journalCsv(lines: Lines): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK +
    csvLine([
      m.books_csv_entry(),
      m.books_csv_day(),
      m.books_csv_document_day(),
      m.books_csv_type(),
      m.books_csv_reference(),
      m.books_csv_customer(),
      m.books_csv_code(),
      m.books_csv_account(),
      m.books_csv_service(),
      m.books_csv_debit(),
      m.books_csv_credit(),
      m.books_csv_vat(),
      m.books_csv_emirate(),
      m.books_csv_reason(),
    ]);
  for await (const page of lines) {
    yield page
      .map((line) =>
        csvLine([
          line.entry,
          line.day,
          line.documentDay,
          labelForEntryKind(line.kind),
          line.reference,
          line.customer,
          accounts[line.account].code,
          labelForAccount(line.account),
          line.service,
          toDirhams(line.debit),
          toDirhams(line.credit),
          line.vat && labelForVat(line.vat),
          line.emirate && labelForEmirate(line.emirate),
          line.reason,
        ]),
      )
      .join("");
  }
}

/** Columns of Zoho Books' sample file for manual journals. */
const zohoHeads = [
  "Journal Date",
  "Reference Number",
  "Journal Number Prefix",
  "Journal Number Suffix",
  "Notes",
  "Journal Type",
  "Currency",
  "Account",
  "Description",
  "Contact Name",
  "Debit",
  "Credit",
  "Tax Name",
  "Tax Percentage",
  "Tax Type",
  "Project Name",
  "Status",
  "Exchange Rate",
];

/** Entries of documents in the other imports of Zoho Books, and refunds, which Zoho records at a payment or credit note. */
const documentKinds: ReadonlySet<EntryKind> = new Set([
  "invoice",
  "deposit",
  "opening",
  "opening-credit",
  "credit-note",
  "payment",
  "payment-reversed",
  "payment-restored",
  "payment-reallocated",
  "advance",
  "advance-settled",
  "credit-used",
  "write-off",
  "write-off-reversed",
  "bad-debt-recovered",
  "refund",
  "refund-failed",
]);

/**
 * One Zoho journal per Entry ID. Type "both" reports on accrual and cash basis. Year ends are left out, because Zoho
 * moves the profit of a year to retained earnings itself; so are lines of output VAT, which Zoho adds to lines with a
 * tax. `besideDocuments`: only entries that no other import has.
 */
export async function* zohoCsv(lines: Lines, { besideDocuments = false } = {}): AsyncGenerator<string> {
  yield csvLine(zohoHeads);
  for await (const page of lines) {
    const taken = page.filter(
      ({ kind }) => kind !== "year-end" && !(besideDocuments && documentKinds.has(kind)),
    );
    yield [...Map.groupBy(taken, ({ entry }) => entry).values()]
      .flatMap(withZohoTax)
      .map((line) =>
        csvLine([
          line.day,
          line.reference,
          "J-",
          line.entry,
          [labelForEntryKind(line.kind), line.documentDay, line.reason].filter(Boolean).join(" "),
          "both",
          "AED",
          labelForAccount(line.account),
          line.service,
          line.customer,
          line.debit > 0 ? toDirhams(line.debit) : null,
          line.credit > 0 ? toDirhams(line.credit) : null,
          line.tax.name,
          line.tax.percent,
          line.tax.type,
          null,
          "published",
          1,
        ]),
      )
      .join("");
  }
}
