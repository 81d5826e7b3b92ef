import { m } from "~/paraglide/messages";
import type { RenderableDocument } from "~/platform/documents/document";
import { bidiIsolate } from "~/platform/locale/locale";
import { formatAmount } from "~/platform/money";
import { formatDay } from "~/platform/time";
import type { StatementData } from "./document-data";
import {
  composeDocument,
  fact,
  paymentInstructionsBlock,
  type Row,
  type Table,
  total,
} from "./document-layout";
import { bilingual } from "./labels";
import { sumOf } from "./lines";

export function statementDocument(data: StatementData): RenderableDocument {
  const { issueDate, from, until, openingFils, entries, ageing } = data;
  const period = { from: formatDay(from, "fullDate"), until: formatDay(until, "fullDate") };
  const facts = [
    fact("date", formatDay(issueDate, "fullDate")),
    fact("from", period.from),
    fact("until", period.until),
  ];
  let balance = openingFils;
  const rows: Row[] = [
    { cells: [period.from, m.document_opening_balance(), "", "", "", formatAmount(openingFils)] },
  ];
  for (const { date, what, reference, amountFils } of entries) {
    balance += amountFils;
    const amount = formatAmount(Math.abs(amountFils));
    const columns = amountFils < 0 ? ["", amount] : [amount, ""];
    const day = formatDay(date, "fullDate");
    rows.push({ cells: [day, bidiIsolate(what), reference, ...columns, formatAmount(balance)] });
  }
  const table: Table = {
    columns: [
      { label: bilingual("date"), kind: "text" },
      { label: bilingual("what"), kind: "wide" },
      { label: bilingual("reference"), kind: "text" },
      { label: bilingual("charged"), kind: "amount" },
      { label: bilingual("paidOrCredited"), kind: "amount" },
      { label: bilingual("balance"), kind: "amount" },
    ],
    rows,
  };
  const ageColumns = [
    ["notDue", ageing.notDueFils],
    ["to30", ageing.to30Fils],
    ["to60", ageing.to60Fils],
    ["to90", ageing.to90Fils],
    ["older", ageing.olderFils],
  ] as const;
  const owed = sumOf(ageColumns, ([, fils]) => fils);
  return composeDocument(
    "statement",
    { ...data, reference: "" },
    { title: bilingual("statement"), facts },
    {
      table,
      totals: [total(bilingual(balance < 0 ? "closingCredit" : "closingBalance"), Math.abs(balance), true)],
      ageing: owed
        ? {
            label: bilingual("ageing"),
            table: {
              columns: ageColumns.map(([labelName]) => ({ label: bilingual(labelName), kind: "amount" })),
              rows: [{ cells: ageColumns.map(([, fils]) => formatAmount(fils)) }],
            } satisfies Table,
          }
        : null,
      // The customer's name is the payment reference, so that the bank statement identifies the payer.
      pay: paymentInstructionsBlock(
        data.paymentInstructions,
        bidiIsolate(data.buyer.name),
        m.document_scan_to_pay(),
      ),
    },
  );
}
