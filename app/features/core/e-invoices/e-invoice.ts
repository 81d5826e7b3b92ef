/**
 * Data of a UAE e-invoice (PINT AE, billing 1.0.4). Money is AED in fils, VAT included. Days are in
 * Asia/Dubai (`YYYY-MM-DD`).
 */

/** Codes of the specification with the English names, because addresses are written in English. */
export const emirates = {
  AUH: "Abu Dhabi",
  DXB: "Dubai",
  SHJ: "Sharjah",
  AJM: "Ajman",
  UAQ: "Umm Al Quwain",
  RAK: "Ras Al Khaimah",
  FUJ: "Fujairah",
} as const;

export type Emirate = keyof typeof emirates;
/** In the order of boxes 1a to 1g of the VAT return. */
export const emirateCodes = Object.keys(emirates) as [Emirate, ...Emirate[]];

/** For parties that are not on the network. */
export const NON_NETWORK_ADDRESS = "9900000098";

/** First ten digits of the TRN; also the network address. */
export function tinFromTrn(trn: string): string {
  return trn.slice(0, 10);
}

export function isTrn(trn: string): boolean {
  return /^1\d{12}03$/.test(trn);
}

export const NETWORK_ADDRESS_PATTERN = /^(1\d{9}|9900000098)$/;

interface EInvoiceParty {
  name: string;
  trn: string | null;
  address: string;
  street: string;
  city: string;
  emirate: Emirate;
  licence: string | null;
  email: string | null;
}

export interface EInvoiceSeller extends EInvoiceParty {
  trn: string;
  licence: string;
  licenceAuthority: string;
}

export interface EInvoiceLine {
  description: string;
  /** 100 is one unit. Negative for deductions. */
  quantityHundredths: number;
  unit: string;
  discountFils: number;
  vatPercent: number;
  grossFils: number;
  vatFils: number;
  code: string;
}

interface EInvoiceDocument {
  id: string;
  reference: string;
  issueDate: string;
  seller: EInvoiceSeller;
  buyer: EInvoiceParty;
  lines: EInvoiceLine[];
}

export interface EInvoice extends EInvoiceDocument {
  kind: "invoice";
  supplyDate: string;
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
