import type { Emirate } from "~/platform/uae/emirates";

/**
 * Data from which documents are drawn. Money is AED in fils, VAT included. Days are in Asia/Dubai
 * (`YYYY-MM-DD`). Empty texts are left out.
 */

/** Seller or buyer as of the issue date. */
export interface Party {
  name: string;
  nameArabic?: string;
  address: string;
  email?: string | null;
  phone?: string | null;
  trn: string | null;
  /** Place of business of the seller, which decides the box of the VAT return. */
  emirate?: Emirate;
}

export interface DocumentLine {
  section: string;
  /** Names the deposit invoice where a deposit is deducted. */
  description: string;
  /** Name of the item in the other language, on tax documents. */
  translation?: string | null;
  /** 100 is one unit. Negative for deductions. */
  quantityHundredths: number;
  unit: string;
  unitFils: number;
  discountFils: number;
  /** Null: exempt from VAT or outside its scope. */
  vatPercent: number | null;
  grossFils: number;
  vatFils: number;
}

export interface PaymentInstructions {
  bank: { name: string; accountName: string; iban: string } | null;
  /** Payment page, also drawn as a QR code. */
  link: string | null;
  otherMethods: string;
}

export interface DocumentLogo {
  svg: string;
  /** More than four times as wide as high. */
  wide: boolean;
}

export interface DocumentData {
  /** Empty on documents without a number. */
  reference: string;
  issueDate: string;
  seller: Party;
  logo: DocumentLogo | null;
  buyer: Party;
  note: string;
}

/**
 * Work or deposit invoice. Without a seller TRN it shows no VAT and must not be titled "Tax Invoice"
 * (docs/domain.md, "VAT and invoices").
 */
export interface InvoiceData extends DocumentData {
  title: "tax-invoice" | "simplified-tax-invoice" | "invoice";
  /** Null if it equals the issue date. */
  supplyDate: string | null;
  dueDate: string;
  /** Work site. Null: buyer's address. */
  place: string | null;
  lines: DocumentLine[];
  /** Settled by the issue date, by payments or credit notes. */
  paidFils: number;
  paymentInstructions: PaymentInstructions | null;
}

export interface CreditNoteData extends DocumentData {
  title: "tax-credit-note" | "credit-note";
  /** Net amounts of the invoice and of its earlier credit notes. */
  invoice: { reference: string; issueDate: string; netFils: number; creditedNetFils: number };
  reason: string;
  lines: DocumentLine[];
}

export interface QuoteData extends DocumentData {
  subject: string;
  revision: number;
  validUntil: string;
  /** Work site. Null: buyer's address. */
  place: string | null;
  introduction: string;
  /** Optional lines get a tick box and are left out of the total. */
  lines: (DocumentLine & { optional: boolean })[];
  /** Label of the state; empty while the quote can be answered or is approved. */
  state: string;
  /** `by`: typed name. Null before the customer has approved. */
  approval: { by: string; day: string } | null;
  /** Percentage of the total, which includes the ticked options. */
  depositPercent: number;
  /** Without the options. */
  depositFils: number;
  depositRule: string;
  terms: string;
  /** Page to answer the quote, also drawn as a QR code. Null once it is answered. */
  link: string | null;
}

export interface ContractTerms {
  callOutHours: number;
  emergencyFee: boolean;
  /** Percent; 0 for none. */
  partsDiscount: number;
  /** Parts up to this price are free. */
  partsIncludedFils: number | null;
}

/** Annual maintenance contract. Its issue date is the day of the agreement. */
export interface ContractData extends DocumentData {
  /** Version of the agreed terms, from 1. */
  version: number;
  /** First and last day in force. */
  from: string;
  until: string;
  packageName: string;
  paymentPlan: string;
  /** Property under contract. */
  place: string;
  entitlements: {
    what: string;
    /** Per year; null: unlimited. */
    quantity: number | null;
  }[];
  priceFils: number;
  vatPercent: number;
  vatFils: number;
  /** Empty: invoiced as a whole. */
  instalments: { dueDate: string; fils: number }[];
  terms: ContractTerms;
  /** Null before the customer has accepted. */
  acceptance: { name: string; day: string; method: "online" | "paper" } | null;
}

export interface ReceiptData extends DocumentData {
  kind: "payment" | "refund";
  amountFils: number;
  method: string;
  /** Number of the card payment that is refunded; null for other refunds and for payments. */
  refundedPayment: string | null;
  /** `creditFils` is the rest of the amount. */
  allocations: { reference: string; amountFils: number; leftFils: number }[];
  creditFils: number;
}

export interface StatementData extends Omit<DocumentData, "reference"> {
  from: string;
  until: string;
  /** Balance at the start; negative: customer credit. */
  openingFils: number;
  entries: {
    date: string;
    what: string;
    reference: string;
    /** Positive increases the balance owed, negative reduces it. */
    amountFils: number;
  }[];
  ageing: { notDueFils: number; to30Fils: number; to60Fils: number; to90Fils: number; olderFils: number };
  paymentInstructions: PaymentInstructions | null;
}
