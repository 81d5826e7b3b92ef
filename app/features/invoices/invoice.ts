/** What an invoice is, and where it stands: pure (docs/domain.md, "Money"). */

export const invoiceKinds = ["invoice", "deposit", "opening"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Overdue is no state of its own: it follows from the due date. */
export const invoiceStates = ["draft", "issued", "part_paid", "paid"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

export type InvoiceTitle = "tax-invoice" | "simplified-tax-invoice" | "invoice";
export type CreditNoteTitle = "tax-credit-note" | "credit-note";

/** Who issued a document, or whom it is for, as they were on that day. */
export interface Party {
  name: string;
  /** Of the seller: the name in its other script. */
  nameArabic?: string;
  address: string;
  email?: string | null;
  phone?: string | null;
  /** Tax registration number; null: not registered. */
  trn: string | null;
}
