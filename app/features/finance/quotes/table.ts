import type { Generated, GeneratedAlways } from "kysely";
import type { QuoteState } from "./quote";

interface QuoteRow {
  id: string;
  reference: string;
  state: QuoteState;
  version: Generated<number>;
  customer_id: string;
  property_id: string | null;
  /** Source booking. */
  booking_id: string | null;
  /** Booking created from the approved quote. */
  work_booking_id: string | null;
  service_id: string | null;
  language: Generated<string>;
  /** Last sent version, or the first draft. */
  revision: Generated<number>;
  total_fils: Generated<number>;
  deposit_fils: Generated<number>;
  valid_until: string | null;
  created_at: Date;
  sent_at: Date | null;
  viewed_at: Date | null;
  answered_at: Date | null;
  /** Maintained by a trigger: the booking of `work_booking_id` was cancelled or declined. */
  work_cancelled: Generated<boolean>;
  /** Contract to be renewed. */
  renews_contract_id: Generated<string | null>;
  /** Time of the expiry reminder. */
  expiry_reminded_at: Generated<Date | null>;
}

interface QuoteRevisionRow {
  quote_id: string;
  number: number;
  title: string;
  introduction: Generated<string>;
  terms: Generated<string>;
  discount_kind: Generated<"none" | "amount" | "percent">;
  /** Fils, or hundredths of a percent. */
  discount: Generated<number>;
  deposit_percent: Generated<number>;
  deposit_rule: Generated<"refunded" | "forfeited">;
  valid_days: Generated<number>;
  sent_at: Date | null;
}

interface QuoteLineRow {
  quote_id: string;
  revision: number;
  position: number;
  section: Generated<string>;
  description: string;
  quantity_hundredths: number;
  unit: Generated<string>;
  unit_fils: number;
  optional: Generated<boolean>;
  service_id: string | null;
  price_id: string | null;
  /** Contract whose discount applies to the part. */
  part_contract_id: Generated<string | null>;
  discount_fils: Generated<number>;
}

interface QuotePhotoRow {
  quote_id: string;
  revision: number;
  position: number;
  file_id: string;
}

interface QuoteAnswerRow {
  id: GeneratedAlways<number>;
  quote_id: string;
  revision: number;
  answer: "approved" | "changes_requested" | "declined";
  name: string;
  comment: Generated<string>;
  /** Positions of the ticked optional lines, from 1. */
  chosen: Generated<number[]>;
  total_fils: number | null;
  client_ip: string | null;
  user_id: string | null;
  at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    quotes: QuoteRow;
    quote_revisions: QuoteRevisionRow;
    quote_lines: QuoteLineRow;
    quote_photos: QuotePhotoRow;
    quote_answers: QuoteAnswerRow;
  }
}
