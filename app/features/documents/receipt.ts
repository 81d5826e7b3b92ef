import type { DocumentToDraw } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import { both } from "./labels";
import type { ReceiptData } from "./document-data";
import { fact, onSheet, type Table, total } from "./sheet";

export function receiptDocument(data: ReceiptData): DocumentToDraw {
  const { kind, issueDate, method, towards, creditFils, amountFils } = data;
  const received = kind === "payment";
  const facts = [
    fact("date", formatDay(issueDate, "fullDate")),
    fact(received ? "method" : "refundMethod", bidiIsolate(method)),
  ];
  const table: Table = {
    columns: [
      { label: both("towards"), kind: "wide" },
      { label: both("amount"), kind: "amount" },
      { label: both("left"), kind: "amount" },
    ],
    rows: [
      ...towards.map(({ reference, amountFils, leftFils }) => ({
        cells: [reference, formatAmount(amountFils), formatAmount(leftFils)],
      })),
      ...(creditFils ? [{ cells: [both("keptAsCredit").text, formatAmount(creditFils), ""] }] : []),
    ],
  };
  return onSheet(
    "receipt",
    data,
    { title: both(received ? "receipt" : "refund"), facts },
    {
      // A refund settles no invoice.
      table: table.rows.length > 0 ? table : null,
      totals: [total(both(received ? "amountReceived" : "amountRefunded"), amountFils, true)],
    },
  );
}
