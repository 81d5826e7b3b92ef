import type { Emirate } from "~/platform/uae/emirates";

/** Fields by which two records count as duplicates. */
export const duplicateFields = ["phone", "email"] as const;
export type DuplicateField = (typeof duplicateFields)[number];

/** Phone in E.164, email in lower case; null if unknown. */
export interface CustomerContact {
  name: string;
  phone: string | null;
  email: string | null;
}

/** Null: the person at their address, not registered for VAT. */
export interface Billing {
  company: string | null;
  address: string | null;
  trn: string | null;
  reminders: boolean;
  /** Company address in parts, for e-invoices. */
  street: string | null;
  city: string | null;
  emirate: Emirate | null;
  /** ISO 3166-1 code; null for the UAE. A buyer abroad has a region and a tax number instead of an emirate. */
  country: string | null;
  region: string | null;
  taxNumber: string | null;
  /** Endpoint on the e-invoice network; null if it is derived from the TRN. */
  eAddress: string | null;
  licence: string | null;
  licenceAuthority: string | null;
}

export function billingOf(row: {
  company: string | null;
  billingAddress: string | null;
  trn: string | null;
  paymentReminders: boolean;
  billingStreet: string | null;
  billingCity: string | null;
  billingEmirate: Emirate | null;
  billingCountry: string | null;
  billingRegion: string | null;
  taxNumber: string | null;
  eAddress: string | null;
  tradeLicence: string | null;
  licenceAuthority: string | null;
}): Billing {
  return {
    company: row.company,
    address: row.billingAddress,
    trn: row.trn,
    reminders: row.paymentReminders,
    street: row.billingStreet,
    city: row.billingCity,
    emirate: row.billingEmirate,
    country: row.billingCountry,
    region: row.billingRegion,
    taxNumber: row.taxNumber,
    eAddress: row.eAddress,
    licence: row.tradeLicence,
    licenceAuthority: row.licenceAuthority,
  };
}

export function differenceOf(before: CustomerContact, after: CustomerContact) {
  const fields = (["name", "phone", "email"] as const).filter((field) => before[field] !== after[field]);
  const only = (contact: CustomerContact) =>
    Object.fromEntries(fields.map((field) => [field, contact[field]])) as Partial<CustomerContact>;
  return { before: only(before), after: only(after) };
}

declare module "~/platform/events/events" {
  interface Events {
    "customer.edited": Record<never, never>;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The email of an account can be changed by its owner only. */
    "account-email": unknown;
    duplicates: { duplicates: readonly (object & { id: string; matchedFields: DuplicateField[] })[] };
  }
}
