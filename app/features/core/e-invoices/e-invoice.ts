import type { VatTreatment } from "../pricing/vat-treatment";

/**
 * Data of a UAE e-invoice (PINT AE, billing 1.0.4). Money is AED in fils, VAT included. Days are in
 * Asia/Dubai (`YYYY-MM-DD`).
 */

/** Address of parties that are not on the network. */
export const NON_NETWORK_ADDRESS = "9900000098";

export const NETWORK_ADDRESS_PATTERN = /^(1\d{9}|9900000098)$/;

interface EInvoiceParty {
  name: string;
  /** TRN, or number of registration for tax abroad. */
  taxNumber: string | null;
  address: string;
  street: string;
  city: string;
  /** Emirate code in the UAE, otherwise state or region. */
  region: string;
  /** ISO 3166-1. */
  country: string;
  licence: string | null;
  licenceAuthority: string | null;
  email: string | null;
}

export interface EInvoiceSeller extends EInvoiceParty {
  taxNumber: string;
  licence: string;
  licenceAuthority: string;
}

export interface EInvoiceLine {
  description: string;
  /** 100 is one unit, 12.5 is 0.125. Negative for deductions. */
  quantityHundredths: number;
  unit: string;
  discountFils: number;
  vatPercent: number;
  /** Article by which no VAT is charged; "standard" for the standard rate. */
  vatTreatment: VatTreatment;
  grossFils: number;
  vatFils: number;
  code: string;
}

/** Part of a contract that a document bills, from the first to the last day. */
export interface BilledPeriod {
  contract: { reference: string; fils: number };
  from: string;
  to: string;
  /** Months between two invoices of the contract. */
  everyMonths: number;
}

interface EInvoiceDocument {
  id: string;
  reference: string;
  issueDate: string;
  /** Null unless it bills a contract, which is a continuous supply. */
  billedPeriod: BilledPeriod | null;
  seller: EInvoiceSeller;
  buyer: EInvoiceParty;
  lines: EInvoiceLine[];
}

export interface EInvoice extends EInvoiceDocument {
  kind: "invoice";
  supplyDate: string;
  /** Not after the issue date. */
  taxPoint: string;
  dueDate: string;
  paidFils: number;
  iban: string | null;
}

export interface ECreditNote extends EInvoiceDocument {
  kind: "credit-note";
  corrects: { reference: string; issueDate: string };
  /** True for a full credit. */
  whole: boolean;
  reason: string;
}
