import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import { query } from "~/platform/auth/command.server";
import type { Ctx } from "~/platform/context";
import { CSV_BYTE_ORDER_MARK, csvLine } from "~/platform/lists/csv";
import { toDirhams } from "~/platform/money";
import type { Emirate } from "~/platform/uae/emirates";
import { labelForEmirate } from "../../../core/business/emirate-label";
import { type InvoiceState, type StatementEntry, settlementStatus } from "../invoice";
import { labelForEntry, labelForInvoiceStatus } from "../labels";
import type { Statement } from "../views";

/** Amounts are plain numbers in AED, so that spreadsheets can add them up. */

const PAGE_SIZE = 2_000;

interface IssueDateRange {
  from?: string;
  to?: string;
}

/**
 * Invoices and credit notes issued in a range, credit notes negative; streamed, so that the download starts
 * at once. Without opening balances, because their VAT was declared before.
 */
export const exportDocuments = query(
  "invoices.read",
  async function exportDocuments(ctx, days: IssueDateRange) {
    return readDocuments(ctx, days);
  },
);

async function* readDocuments(ctx: Ctx, { from, to }: IssueDateRange): AsyncGenerator<DocumentCsvRow[]> {
  let after = { day: from ?? "2000-01-01", reference: "" };
  for (;;) {
    // Each half reads one page by its own index; the outer query merges them.
    const next = sql`(issue_date, reference) > (${after.day}::date, ${after.reference}) AND issue_date <= ${to ?? "2199-12-31"}
      ORDER BY issue_date, reference LIMIT ${PAGE_SIZE}`;
    const { rows } = await sql<DocumentCsvRow>`
      SELECT * FROM (
        (SELECT title AS what, reference, NULL AS corrects, issue_date::text, supply_date::text, due_date::text,
            buyer->>'name' AS name, buyer->>'trn' AS trn, seller_emirate(seller) AS emirate, net_fils, vat_fils, total_fils,
            state, settled_fils, credited_fils, written_off_fils
          FROM (SELECT * FROM invoices WHERE issued_at IS NOT NULL AND kind <> 'opening' AND ${next}) AS issued)
        UNION ALL
        (SELECT note.title, note.reference, invoices.reference, note.issue_date::text, note.event_date::text, NULL,
            note.buyer->>'name', note.buyer->>'trn', seller_emirate(coalesce(invoices.seller, note.seller)), -note.net_fils, -note.vat_fils, -note.total_fils,
            NULL, 0, 0, 0
          FROM (SELECT * FROM credit_notes WHERE ${next}) AS note JOIN invoices ON invoices.id = note.invoice_id)
      ) AS documents ORDER BY issue_date, reference LIMIT ${PAGE_SIZE}`.execute(ctx.db);
    const last = rows.at(-1);
    if (!last) return;
    yield rows;
    after = { day: last.issueDate, reference: last.reference };
  }
}

/** One row per document, with a header row. */
export async function* documentsCsv(pages: AsyncIterable<DocumentCsvRow[]>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK +
    csvLine([
      m.invoices_csv_document(),
      m.invoices_csv_number(),
      m.invoices_csv_corrects(),
      m.invoices_csv_issued(),
      m.invoices_csv_supplied(),
      m.invoices_csv_due(),
      m.invoices_csv_customer(),
      m.invoices_csv_trn(),
      m.invoices_csv_emirate(),
      m.invoices_csv_net(),
      m.invoices_csv_vat(),
      m.invoices_csv_total(),
      m.invoices_states(),
    ]);
  for await (const documents of pages) {
    yield documents
      .map((row) =>
        csvLine([
          labelForEntry(row.what),
          row.reference,
          row.corrects,
          row.issueDate,
          row.supplyDate,
          row.dueDate,
          row.name,
          row.trn,
          labelForEmirate(row.emirate),
          toDirhams(row.netFils),
          toDirhams(row.vatFils),
          toDirhams(row.totalFils),
          row.state && labelForInvoiceStatus(row.state, settlementStatus({ ...row, state: row.state })),
        ]),
      )
      .join("");
  }
}

interface DocumentCsvRow {
  what: StatementEntry;
  reference: string;
  corrects: string | null;
  issueDate: string;
  supplyDate: string | null;
  dueDate: string | null;
  name: string;
  trn: string | null;
  /** As in the VAT return. */
  emirate: Emirate;
  netFils: number;
  vatFils: number;
  totalFils: number;
  /** Null for credit notes. */
  state: InvoiceState | null;
  settledFils: number;
  creditedFils: number;
  writtenOffFils: number;
}

/** Statement of account as CSV with a running balance. */
export function statementCsv({ from, to, openingFils, entries, closingFils }: Statement): string {
  const headings = [
    m.invoices_csv_date(),
    m.invoices_csv_document(),
    m.invoices_csv_number(),
    m.invoices_csv_amount(),
    m.invoices_csv_balance(),
  ];
  let balance = openingFils;
  const lines = entries.map(({ date, kind, reference, amountFils }) => {
    balance += amountFils;
    return csvLine([date, labelForEntry(kind), reference, toDirhams(amountFils), toDirhams(balance)]);
  });
  return [
    CSV_BYTE_ORDER_MARK,
    csvLine(headings),
    csvLine([from, m.invoices_statement_opening(), null, null, toDirhams(openingFils)]),
    ...lines,
    csvLine([to, m.invoices_statement_closing(), null, null, toDirhams(closingFils)]),
  ].join("");
}
