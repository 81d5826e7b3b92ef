import type { Generated } from "kysely";
import type { Emirate } from "../e-invoices/e-invoice";

interface CustomerRow {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  created_at: Date;
  /** Raised by every change of the office. */
  version: Generated<number>;
  /** The customer that this one turned out to be; its bookings and addresses went there. */
  merged_into: Generated<string | null>;
  merged_at: Generated<Date | null>;
  /** Whether what is due is reminded of by mail. */
  payment_reminders: Generated<boolean>;
  /** Whom invoices are made out to, where it is not the person. */
  company: Generated<string | null>;
  billing_address: Generated<string | null>;
  trn: Generated<string | null>;
  /** Of a company, for electronic invoices: its address in parts, where it is on the network, its licence. */
  billing_street: Generated<string | null>;
  billing_city: Generated<string | null>;
  billing_emirate: Generated<Emirate | null>;
  e_address: Generated<string | null>;
  trade_licence: Generated<string | null>;
}

interface CustomerNoteRow {
  id: Generated<number>;
  customer_id: string;
  words: string;
  author_id: string | null;
  author_name: string | null;
  for_technician: Generated<boolean>;
  at: Date;
}

interface PropertyRow {
  id: Generated<string>;
  customer_id: string;
  street: string;
  building: string;
  unit: string;
  area: string;
  landmark: string;
  makani: string | null;
  /** The account of whoever added it by hand; null: it came with a booking. */
  added_by: Generated<string | null>;
  created_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    customers: CustomerRow;
    /** Who may be there twice: marked by the database. */
    customers_alike: { customer_id: string };
    customer_notes: CustomerNoteRow;
    properties: PropertyRow;
  }
}
