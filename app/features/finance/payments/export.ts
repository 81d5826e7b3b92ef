import { m } from "~/paraglide/messages";
import { CSV_BYTE_ORDER_MARK, type CsvCell, csvLine } from "~/platform/lists/csv";
import { labelForMethod } from "./labels";
import type { PaymentRow } from "./views";

export async function* paymentsCsv(pages: AsyncIterable<PaymentRow[]>): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(exportHeaders());
  for await (const payments of pages) yield payments.map((payment) => csvLine(exportRow(payment))).join("");
}

function exportHeaders(): string[] {
  return [
    m.payments_col_reference(),
    m.payments_col_received(),
    m.payments_col_customer(),
    m.payments_col_method(),
    m.payments_col_amount(),
    m.payments_col_reversed(),
    m.payments_col_refunded(),
    m.payments_col_fee(),
    m.payments_col_applied_to(),
    m.payments_col_credit(),
    m.payments_col_note(),
  ];
}

function exportRow(payment: PaymentRow): CsvCell[] {
  return [
    payment.reference,
    payment.receivedOn,
    payment.customer.name,
    labelForMethod(payment.method),
    toDirhams(payment.fils),
    toDirhams(payment.reversedFils),
    toDirhams(payment.refundedFils),
    payment.feeFils === null ? null : toDirhams(payment.feeFils),
    payment.allocations.map(({ reference }) => reference).join(" "),
    toDirhams(payment.creditFils),
    payment.note,
  ];
}

/** Dirhams as a plain number for spreadsheets. */
function toDirhams(fils: number): number {
  return fils / 100;
}
