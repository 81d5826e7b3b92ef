/**
 * What stands on the papers of the trade: invoices, credit notes, quotes, receipts, statements. Plain data, complete: whoever
 * makes one knows the customer and the lines, this folder how they look. Money is AED in fils; prices include VAT; days are
 * of Dubai (`YYYY-MM-DD`). Texts of people may have several lines.
 */

/** Who issues a paper, or whom it is for, as they were on that day. */
export interface Party {
  name: string;
  /** Of the business: its name in Arabic. */
  nameArabic?: string;
  address: string;
  email?: string | null;
  phone?: string | null;
  /** Tax registration number; null: not registered. */
  trn: string | null;
}

/** A line with its sums (app/features/pricing/document-lines.ts). */
export interface PaperLine {
  /** The heading that it stands under; empty: none. */
  section: string;
  /** Of a deposit that is deducted: names its invoice. */
  description: string;
  /** 100: one. Negative where a line takes something off. */
  quantityHundredths: number;
  /** Such as "h" or "unit"; empty: none. */
  unit: string;
  unitFils: number;
  discountFils: number;
  vatPercent: number;
  /** Quantity × unit price − discount, VAT included. */
  grossFils: number;
  vatFils: number;
}

/** How an amount may be paid, where something is left to be paid. */
export interface WaysToPay {
  bank: { name: string; accountName: string; iban: string } | null;
  /** A page to pay on, also shown as a QR code. */
  link: string | null;
  /** Cash, cheque …: in words for the customer; empty: nothing. */
  otherWays: string;
}

export interface PaperLogo {
  svg: string;
  /** Much wider than high: it is made as wide as there is room. */
  wide: boolean;
}

export interface TradePaper {
  /** As INV-2026-000123; empty: it has no number. */
  reference: string;
  issueDate: string;
  seller: Party;
  /** Of the business, as SVG; null: the drawn mark. */
  logo: PaperLogo | null;
  buyer: Party;
  /** Words for the customer; empty: none. */
  note: string;
}

/**
 * An invoice, of work or of a deposit. The business charges no VAT, and never writes "Tax Invoice", where `seller.trn` is null
 * (docs/domain.md, "VAT and invoices").
 */
export interface InvoicePaper extends TradePaper {
  title: "tax-invoice" | "simplified-tax-invoice" | "invoice";
  /** Null: the day of issue. */
  supplyDate: string | null;
  dueDate: string;
  /** Where the work was done; null: at the buyer's address. */
  place: string | null;
  lines: PaperLine[];
  /** Already paid or credited on the day of issue. */
  paidFils: number;
  waysToPay: WaysToPay | null;
}

export interface CreditNotePaper extends TradePaper {
  title: "tax-credit-note" | "credit-note";
  /** What it corrects. */
  invoice: { reference: string; issueDate: string };
  reason: string;
  /** What is taken back, in amounts above zero. */
  lines: PaperLine[];
}

export interface QuotePaper extends TradePaper {
  /** Such as "Repaint the living room". */
  subject: string;
  /** 2: the second version that was sent. */
  revision: number;
  validUntil: string;
  /** Where the work is to be done; null: at the buyer's address. */
  place: string | null;
  /** What was found, and what is offered; empty: nothing. */
  introduction: string;
  /** Optional ones are shown to be ticked, and are not in the total. */
  lines: (PaperLine & { optional: boolean })[];
  /** Before the work; 0: none. */
  depositFils: number;
  /** What becomes of the deposit when the customer cancels; empty: nothing is said. */
  depositRule: string;
  /** Empty: none. */
  terms: string;
  /** The page on which it is answered, also shown as a QR code; null: it is answered on paper. */
  link: string | null;
}

export interface ReceiptPaper extends TradePaper {
  /** Positive: received. A refund is a receipt of what was given back. */
  kind: "payment" | "refund";
  amountFils: number;
  /** "Bank transfer, FT2631…": how, in words. */
  method: string;
  /** What it went to. What is left of the amount is the customer's credit. */
  towards: { reference: string; amountFils: number; leftFils: number }[];
  creditFils: number;
}

/** What a customer was asked for and paid, from one day to another. */
export interface StatementPaper extends Omit<TradePaper, "reference"> {
  from: string;
  until: string;
  /** Owed when it begins; negative: credit. */
  openingFils: number;
  entries: {
    date: string;
    /** "Tax invoice", "Payment by card", "Credit note": in words. */
    what: string;
    reference: string;
    /** Above zero it adds to what is owed, below it takes from it. */
    amountFils: number;
  }[];
  /** What is owed at its end, by how long it is overdue. */
  ageing: { notDueFils: number; to30Fils: number; to60Fils: number; to90Fils: number; olderFils: number };
  waysToPay: WaysToPay | null;
}
