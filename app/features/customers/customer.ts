/** Who a customer is, what happens to their record, and what stands against changing it, whoever changes it. Pure. */

import type { Silent } from "~/platform/events/events";
import type { Emirate } from "../e-invoices/e-invoice";

/** By what two records look like one person. */
export const likenesses = ["phone", "email"] as const;
export type Likeness = (typeof likenesses)[number];

/** Who a customer is and how to reach them. Phone + and digits, email in lower case; null: nobody knows. */
export interface CustomerContact {
  name: string;
  phone: string | null;
  email: string | null;
}

/** Whom invoices are made out to, and whether what is due is reminded of. Null: the person, at their address; not registered. */
export interface Billing {
  company: string | null;
  address: string | null;
  trn: string | null;
  reminders: boolean;
  /** Of a company, for electronic invoices: its address in parts. */
  street: string | null;
  city: string | null;
  emirate: Emirate | null;
  /** Where it is on the network; null: by its TRN. */
  eAddress: string | null;
  /** Number of its trade licence. */
  licence: string | null;
}

/** As a customer's row has it. */
export function billingOf(row: {
  company: string | null;
  billing_address: string | null;
  trn: string | null;
  payment_reminders: boolean;
  billing_street: string | null;
  billing_city: string | null;
  billing_emirate: Emirate | null;
  e_address: string | null;
  trade_licence: string | null;
}): Billing {
  return {
    company: row.company,
    address: row.billing_address,
    trn: row.trn,
    reminders: row.payment_reminders,
    street: row.billing_street,
    city: row.billing_city,
    emirate: row.billing_emirate,
    eAddress: row.e_address,
    licence: row.trade_licence,
  };
}

/** What of a customer changes, before and after. */
export function differenceOf(before: CustomerContact, after: CustomerContact) {
  const fields = (["name", "phone", "email"] as const).filter((field) => before[field] !== after[field]);
  const only = (contact: CustomerContact) =>
    Object.fromEntries(fields.map((field) => [field, contact[field]])) as Partial<CustomerContact>;
  return { before: only(before), after: only(after) };
}

declare module "~/platform/events/events" {
  interface Events {
    "customer.edited": Silent;
  }
}

declare module "~/platform/http/refusal" {
  interface Refusals {
    /** The email that somebody signs in with is changed by themselves. */
    "account-email": unknown;
    /** Others have this phone or email. */
    alike: { alike: readonly (object & { id: string; by: Likeness[] })[] };
  }
}
