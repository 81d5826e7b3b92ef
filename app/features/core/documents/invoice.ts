import { m } from "~/paraglide/messages";
import type { RenderableDocument } from "~/platform/documents/document";
import { formatDay } from "~/platform/time";
import { sumDocument } from "../pricing/document-lines";
import type { CreditNoteData, InvoiceData } from "./document-data";
import {
  composeDocument,
  fact,
  passage,
  paymentInstructionsBlock,
  type Total,
  total,
} from "./document-layout";
import { bilingual } from "./labels";
import { linesTable, lineTotals, netOf, showsVat, sumOf, vatTotals } from "./lines";

const titles = {
  "tax-invoice": "taxInvoice",
  "simplified-tax-invoice": "simplifiedTaxInvoice",
  invoice: "invoice",
  "tax-credit-note": "taxCreditNote",
  "credit-note": "creditNote",
} as const;

/** Contains every field that Cabinet Decision 52 of 2017, article 59, requires of a tax invoice. */
export function invoiceDocument(data: InvoiceData): RenderableDocument {
  const { title, reference, issueDate, supplyDate, dueDate, place, seller, lines, paidFils } = data;
  const withVat = showsVat(seller, lines);
  const facts = [
    fact("issueDate", formatDay(issueDate, "fullDate")),
    ...(supplyDate && supplyDate !== issueDate
      ? [fact("supplyDate", formatDay(supplyDate, "fullDate"))]
      : []),
    fact("dueDate", formatDay(dueDate, "fullDate")),
  ];
  const due = sumOf(lines, ({ grossFils }) => grossFils) - paidFils;
  return composeDocument(
    "invoice",
    data,
    { title: bilingual(titles[title]), facts, place },
    {
      table: linesTable(lines, withVat),
      amountsIn: bilingual(withVat ? "amountsWithVat" : "amounts"),
      totals: [
        ...invoiceTotals(lines, withVat),
        ...(paidFils ? [total(bilingual("paid"), -paidFils)] : []),
        total(bilingual("amountDue"), due, true),
      ],
      reason: null,
      pay: paymentInstructionsBlock(data.paymentInstructions, reference, m.document_scan_to_pay()),
    },
  );
}

/**
 * Totals of the charges, then the deducted deposit, the balance and its VAT, because the VAT of the deposit is on its own
 * tax invoice.
 */
function invoiceTotals(lines: InvoiceData["lines"], withVat: boolean): Total[] {
  const { depositFils, balanceFils } = sumDocument(lines);
  if (depositFils === 0) return lineTotals(lines, withVat);
  const charges = lines.filter(({ grossFils }) => grossFils >= 0);
  return [
    ...lineTotals(charges, withVat),
    total(bilingual("depositDeducted"), -depositFils),
    total(bilingual("balanceAed"), balanceFils, true),
    ...(withVat
      ? [
          total(
            bilingual("balanceVat"),
            sumOf(lines, ({ vatFils }) => vatFils),
          ),
        ]
      : []),
  ];
}

/**
 * Names the corrected invoice, its value, the corrected value, the difference, the VAT of the difference and
 * the reason, as Cabinet Decision 52 of 2017, article 60(1), requires.
 */
export function creditNoteDocument(data: CreditNoteData): RenderableDocument {
  const { title, issueDate, invoice, reason, seller, lines } = data;
  const withVat = showsVat(seller, lines);
  const facts = [
    fact("issueDate", formatDay(issueDate, "fullDate")),
    fact("corrects", invoice.reference),
    fact("invoiceDate", formatDay(invoice.issueDate, "fullDate")),
  ];
  return composeDocument(
    "invoice",
    data,
    { title: bilingual(titles[title]), facts },
    {
      table: linesTable(lines, withVat),
      amountsIn: bilingual(withVat ? "amountsWithVat" : "amounts"),
      totals: [
        ...(withVat ? [...correctedValue(data), ...vatTotals(lines)] : []),
        total(
          bilingual("credited"),
          sumOf(lines, ({ grossFils }) => grossFils),
          true,
        ),
      ],
      reason: passage("reason", reason),
      pay: null,
    },
  );
}

/** Values without VAT. */
function correctedValue({ invoice, lines }: CreditNoteData): Total[] {
  const { netFils, creditedNetFils } = invoice;
  const difference = netOf(lines);
  return [
    total(bilingual("valueOnInvoice"), netFils),
    ...(creditedNetFils ? [total(bilingual("creditedBefore"), -creditedNetFils)] : []),
    total(bilingual("correctedValue"), netFils - creditedNetFils - difference),
    total(bilingual("difference"), difference),
  ];
}
