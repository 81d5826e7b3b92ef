import type { Silent } from "~/platform/events/events";

/** What an invoice is, and where it stands: pure (docs/domain.md, "VAT and invoices" and "Money"). */

export const invoiceKinds = ["invoice", "deposit", "opening"] as const;
export type InvoiceKind = (typeof invoiceKinds)[number];

/** Overdue is no state of its own: it follows from the due date. */
export const invoiceStates = ["draft", "issued", "part_paid", "paid"] as const;
export type InvoiceState = (typeof invoiceStates)[number];

export const invoiceTitles = ["tax-invoice", "simplified-tax-invoice", "invoice"] as const;
export type InvoiceTitle = (typeof invoiceTitles)[number];
export const creditNoteTitles = ["tax-credit-note", "credit-note"] as const;
export type CreditNoteTitle = (typeof creditNoteTitles)[number];

/** What stands on a statement of account. `reversal`: a payment was taken back. */
export const statementEntries = [
  ...invoiceTitles,
  "opening",
  ...creditNoteTitles,
  "payment",
  "reversal",
  "refund",
  "write-off",
] as const;
export type StatementEntry = (typeof statementEntries)[number];

/** Up to this, and wherever the recipient is not registered, a simplified tax invoice would do (executive regulation, article 59). */
const SIMPLIFIED_UP_TO_FILS = 10_000_00;

/** A full tax invoice for whoever is registered and for whatever is large; no "tax" without a TRN of our own. */
export function titleOf(sellerTrn: string | null, buyerTrn: string | null, totalFils: number): InvoiceTitle {
  if (!sellerTrn) return "invoice";
  return buyerTrn || totalFils > SIMPLIFIED_UP_TO_FILS ? "tax-invoice" : "simplified-tax-invoice";
}

/** A tax invoice is issued within so many days of the supply (Federal Decree-Law 8 of 2017, article 67), a credit note of its event. */
export const ISSUE_WITHIN_DAYS = 14;

declare module "~/platform/events/events" {
  interface Events {
    "invoice.drafted": Silent<{ from: "customer" | "booking" | "quote" | "contract" }>;
    "invoice.draft-deleted": Silent;
    "invoice.issued": { kind: InvoiceKind };
    /** Less than nothing: taken back. `paid`: nothing is open any more. */
    "invoice.settled": {
      by: "payment" | "credit-note" | "credit" | "write-off";
      fils: number;
      paid: boolean;
    };
    /** `day`: from the due date. */
    "invoice.reminded": { day: number };
    /** Its customer asks for the link once more. */
    "invoice.link-asked": Record<never, never>;
    "invoice.reminders-started": Silent;
    "invoice.reminders-stopped": Silent;
    "invoice.written-off": Silent<{ fils: number }>;
    "invoice.credited": { creditNoteId: string; fils: number };
    /** Null: of the invoice itself. */
    "invoice.e-invoice-asked": { creditNoteId: string | null };
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** There is an invoice of this work: a credit note first, or another draft for the customer. */
    "already-invoiced": { reference: string };
    "not-approved": unknown;
    "customer-unknown": unknown;
    "nothing-to-charge": unknown;
    "below-zero": unknown;
    /** Of a deposit less is left than the draft deducts: `fils`. */
    "deposit-used": { reference: string; fils: number };
    "supply-ahead": unknown;
    "due-before-issue": unknown;
    /** A full tax invoice names the recipient's address. */
    "address-required": unknown;
    "nothing-open": unknown;
    /** The customer is reminded by hand of what is overdue only, once a day, at an address, and unless that was switched off. */
    "not-overdue": unknown;
    "not-reminded": unknown;
    "no-address": unknown;
    "reminded-today": unknown;
    /** More than is left of the invoice, or of the line at `position`: `fils`. */
    "credit-too-much": { position: number | null; fils: number };
    "event-ahead": unknown;
    "e-invoice-incomplete": unknown;
  }
}
