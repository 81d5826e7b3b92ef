import type { Generated } from "kysely";
import type { EInvoiceState } from "./state";

interface EInvoiceRow {
  id: string;
  /** Exactly one of the two ids is set. */
  invoice_id: string | null;
  credit_note_id: string | null;
  xml: string;
  created_at: Date;
  state: Generated<EInvoiceState>;
  failed_attempts: Generated<number>;
  provider_id: string | null;
  rejection_reason: string | null;
  sent_at: Date | null;
  polled_at: Date | null;
}

declare module "~/platform/database/tables" {
  interface Tables {
    e_invoices: EInvoiceRow;
  }
}
