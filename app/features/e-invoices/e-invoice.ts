/**
 * The electronic invoice of the UAE (PINT AE, billing 1.0.4): what stands in one, as plain data. Money is AED in fils, VAT
 * included; days are of Dubai (`YYYY-MM-DD`). Which documents have one: docs/domain.md, "VAT and invoices".
 */

/** As the rules write them, with their names in English, which is how addresses are written. */
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
/** In the order of the VAT return's boxes 1a to 1g. */
export const emirateCodes = Object.keys(emirates) as [Emirate, ...Emirate[]];

/** Who takes part in no electronic invoicing: the address that is written for all of them. */
export const OUTSIDE_THE_NETWORK = "9900000098";

/** Tax identification number: the first ten digits of the TRN, and the address on the network. */
export function tinOf(trn: string): string {
  return trn.slice(0, 10);
}

/** Rule ibr-132-ae. */
export function isTrn(trn: string): boolean {
  return /^1\d{12}03$/.test(trn);
}

/** A place on the network: a TIN, or the address of those that are not on it. */
export const E_ADDRESS = /^(1\d{9}|9900000098)$/;

interface EParty {
  /** As registered. */
  name: string;
  trn: string | null;
  /** On the network. */
  address: string;
  street: string;
  city: string;
  emirate: Emirate;
  /** Of the trade licence. */
  licence: string | null;
  email: string | null;
}

export interface ESeller extends EParty {
  trn: string;
  licence: string;
  /** Who issued the licence. */
  licenceAuthority: string;
}

export interface ELine {
  description: string;
  /** 100: one. Negative where a line takes something off. */
  quantityHundredths: number;
  unit: string;
  discountFils: number;
  vatPercent: number;
  grossFils: number;
  vatFils: number;
  /** Service accounting code. */
  code: string;
}

interface EDocument {
  /** Ours, never given twice. */
  id: string;
  reference: string;
  issueDate: string;
  seller: ESeller;
  buyer: EParty;
  lines: ELine[];
}

export interface EInvoice extends EDocument {
  kind: "invoice";
  supplyDate: string;
  dueDate: string;
  /** Paid or credited in the moment of issue. */
  paidFils: number;
  /** Where it is paid to by transfer. */
  iban: string | null;
}

export interface ECreditNote extends EDocument {
  kind: "credit-note";
  corrects: { reference: string; issueDate: string };
  /** Whether it takes back all of the invoice. */
  whole: boolean;
  reason: string;
}
