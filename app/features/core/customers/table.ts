import type { Generated } from "kysely";
import type { Emirate } from "~/platform/uae/emirates";

interface CustomerRow {
  id: Generated<string>;
  user_id: string | null;
  name: string;
  email: string | null;
  phone: string | null;
  created_at: Date;
  /** Incremented by every change of the office. */
  version: Generated<number>;
  /** Customer that this record was merged into; its bookings and addresses moved there. */
  merged_into: Generated<string | null>;
  merged_at: Generated<Date | null>;
  /** False if payment reminders are off for this customer. */
  payment_reminders: Generated<boolean>;
  /** Billing name and address; null if the person is billed. */
  company: Generated<string | null>;
  billing_address: Generated<string | null>;
  trn: Generated<string | null>;
  billing_street: Generated<string | null>;
  billing_city: Generated<string | null>;
  billing_emirate: Generated<Emirate | null>;
  e_address: Generated<string | null>;
  trade_licence: Generated<string | null>;
}

interface CustomerNoteRow {
  id: Generated<number>;
  customer_id: string;
  text: string;
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
  /** Account that added it by hand; null if it came with a booking. */
  added_by: Generated<string | null>;
  created_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    customers: CustomerRow;
    /** Flags of possible duplicates, maintained by triggers. */
    duplicate_customers: { customer_id: string };
    customer_notes: CustomerNoteRow;
    properties: PropertyRow;
  }
}
