import { m } from "~/paraglide/messages";
import type { RenderableDocument } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import type { ReceiptData } from "./document-data";
import { composeDocument, fact, passage, type Table, total } from "./document-layout";
import { bilingual } from "./labels";

export function receiptDocument(data: ReceiptData): RenderableDocument {
  const { kind, issueDate, method, refundedPayment, allocations, creditFils, amountFils } = data;
  const received = kind === "payment";
  const facts = [
    fact("date", formatDay(issueDate, "fullDate")),
    fact(received ? "method" : "refundMethod", bidiIsolate(method)),
    ...(refundedPayment ? [fact("refundedPayment", refundedPayment)] : []),
  ];
  const table: Table = {
    columns: [
      { label: bilingual("appliedTo"), kind: "wide" },
      { label: bilingual("amount"), kind: "amount" },
      { label: bilingual("left"), kind: "amount" },
    ],
    rows: [
      ...allocations.map(({ reference, amountFils, leftFils }) => ({
        cells: [reference, formatAmount(amountFils), formatAmount(leftFils)],
      })),
      ...(creditFils ? [{ cells: [m.document_kept_as_credit(), formatAmount(creditFils), ""] }] : []),
    ],
  };
  return composeDocument(
    "receipt",
    data,
    { title: bilingual(received ? "receipt" : "refund"), facts },
    {
      ...(received ? {} : { note: passage("reason", data.note) }),
      table: table.rows.length > 0 ? table : null,
      totals: [total(bilingual(received ? "amountReceived" : "amountRefunded"), amountFils, true)],
    },
  );
}
