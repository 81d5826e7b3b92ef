import type { Generated, GeneratedAlways, JSONColumnType } from "kysely";
import type { Party } from "../../core/documents/document-data";
import type { CreditNoteTitle, InvoiceKind, InvoiceState, InvoiceTitle } from "./invoice";

interface InvoiceRow {
  id: string;
  kind: Generated<InvoiceKind>;
  /** Such as INV-2026-000123; null for drafts. */
  reference: string | null;
  version: Generated<number>;
  customer_id: string;
  property_id: string | null;
  booking_id: string | null;
  quote_id: string | null;
  contract_id: string | null;
  language: Generated<string>;
  title: InvoiceTitle | null;
  seller: JSONColumnType<Party> | null;
  buyer: JSONColumnType<Party> | null;
  note: Generated<string>;
  created_at: Date;
  issued_at: Date | null;
  /** Days in Asia/Dubai. */
  issue_date: string | null;
  supply_date: string | null;
  due_date: string | null;
  net_fils: Generated<number>;
  vat_fils: Generated<number>;
  total_fils: Generated<number>;
  /** Maintained by triggers: sums of settlements, credit notes and deposit deductions. */
  settled_fils: GeneratedAlways<number>;
  credited_fils: GeneratedAlways<number>;
  deducted_fils: GeneratedAlways<number>;
  /** Maintained by triggers: charged amount before deposits, less credit notes. */
  uncredited_fils: GeneratedAlways<number>;
  open_fils: GeneratedAlways<number>;
  state: GeneratedAlways<InvoiceState>;
  document_id: string | null;
  /** Time of the purge after the retention period. */
  erased_at: Generated<Date | null>;
  reminders: Generated<boolean>;
}

interface DocumentLineRow {
  position: number;
  description: string;
  quantity_hundredths: number;
  unit: Generated<string>;
  unit_fils: number;
  discount_fils: Generated<number>;
  vat_percent: number;
  gross_fils: number;
  vat_fils: number;
  net_fils: GeneratedAlways<number>;
}

interface InvoiceLineRow extends DocumentLineRow {
  invoice_id: string;
  section: Generated<string>;
  service_id: string | null;
  price_id: string | null;
  /** Deposit invoice that the line deducts. */
  deducted_deposit_id: string | null;
  /** Contract whose discount applies to the part. */
  part_contract_id: Generated<string | null>;
}

interface CreditNoteRow {
  id: string;
  reference: string;
  invoice_id: string;
  title: CreditNoteTitle;
  language: Generated<string>;
  seller: JSONColumnType<Party>;
  buyer: JSONColumnType<Party>;
  reason: string;
  event_date: string;
  issue_date: string;
  issued_at: Date;
  net_fils: number;
  vat_fils: number;
  total_fils: number;
  document_id: string | null;
  /** Time of the purge after the retention period. */
  erased_at: Generated<Date | null>;
}

interface CreditNoteLineRow extends DocumentLineRow {
  credit_note_id: string;
  invoice_id: string;
  invoice_position: number;
}

interface WriteOffRow {
  id: string;
  invoice_id: string;
  amount_fils: number;
  reason: string;
  recorded_by: string | null;
  recorded_at: Date;
}

interface SettlementRow {
  id: GeneratedAlways<number>;
  invoice_id: string;
  kind: "payment" | "credit-note" | "credit" | "write-off";
  /** Negative for reversals. */
  amount_fils: number;
  payment_id: string | null;
  credit_note_id: string | null;
  write_off_id: string | null;
  at: Date;
}

interface InvoiceReminderRow {
  invoice_id: string;
  /** Negative before the due date. */
  days_after_due: number;
  at: Date;
}

interface CustomerBalanceRow {
  customer_id: string;
  /** Maintained by triggers: sum of the customer's credit entries. */
  credit_fils: GeneratedAlways<number>;
}

interface CreditEntryRow {
  id: GeneratedAlways<number>;
  customer_id: string;
  amount_fils: number;
  payment_id: string | null;
  credit_note_id: string | null;
  refund_id: string | null;
  settlement_id: number | null;
  opening_credit_id: string | null;
  at: Date;
}

/** Customer credit imported with the opening balances. */
interface OpeningCreditRow {
  id: string;
  customer_id: string;
  amount_fils: number;
  as_of: string;
  recorded_by: string | null;
  recorded_at: Date;
}

declare module "~/platform/database/tables" {
  interface Tables {
    invoices: InvoiceRow;
    invoice_lines: InvoiceLineRow;
    credit_notes: CreditNoteRow;
    credit_note_lines: CreditNoteLineRow;
    write_offs: WriteOffRow;
    invoice_reminders: InvoiceReminderRow;
    settlements: SettlementRow;
    customer_balances: CustomerBalanceRow;
    credit_entries: CreditEntryRow;
    opening_credits: OpeningCreditRow;
  }
}
