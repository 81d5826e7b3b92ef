import type { Generated, GeneratedAlways } from "kysely";
import type { QuoteState } from "./quote";

interface QuoteRow {
  id: string;
  /** As QT-2026-000123. */
  reference: string;
  state: QuoteState;
  version: Generated<number>;
  customer_id: string;
  property_id: string | null;
  /** Whose visit found what is quoted. */
  booking_id: string | null;
  /** What the approved work became. */
  work_id: string | null;
  service_id: string | null;
  language: Generated<string>;
  /** The version that counts: the last that was sent, or the draft of the first. */
  revision: Generated<number>;
  total_fils: Generated<number>;
  deposit_fils: Generated<number>;
  valid_until: string | null;
  created_at: Date;
  sent_at: Date | null;
  viewed_at: Date | null;
  answered_at: Date | null;
  /** Kept by the database: the booking of `work_id` was cancelled or declined. */
  work_called_off: Generated<boolean>;
  /** The contract that it offers to renew. */
  renews_id: Generated<string | null>;
  /** When its customer was told that it ends soon. */
  ending_told_at: Generated<Date | null>;
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
  deposit_rule: Generated<"refunded" | "kept">;
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
  /** Of a part: the contract that it has its discount from. */
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
  words: Generated<string>;
  /** Positions of the optional lines that were ticked. */
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
