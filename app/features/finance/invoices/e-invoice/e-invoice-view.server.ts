import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import type { EInvoiceView } from "../views";
import { missingForEInvoice } from "./e-invoice.server";

export async function loadEInvoiceViews(
  ctx: Ctx,
  invoice: Selectable<Tables["invoices"]>,
  creditNoteIds: string[],
): Promise<{ ofInvoice: EInvoiceView | null; ofCreditNote: (id: string) => EInvoiceView | null }> {
  const eInvoices = await ctx.db
    .selectFrom("e_invoices")
    .select(["invoice_id", "credit_note_id", "state", "failed_attempts", "rejection_reason", "sent_at"])
    .where((eb) =>
      eb.or([eb("invoice_id", "=", invoice.id), eb("credit_note_id", "=", anyOf(creditNoteIds))]),
    )
    .execute();
  // Created e-invoices are final, so missing data matters only for the others.
  const all = eInvoices.length === 1 + creditNoteIds.length;
  const missing = all || invoice.erased_at ? null : await missingForEInvoice(ctx, invoice);
  const view = (row: (typeof eInvoices)[number] | undefined): EInvoiceView | null => {
    if (row)
      return {
        state: row.state,
        providerUnreachable: row.failed_attempts > 0,
        rejectionReason: row.rejection_reason,
        sentAt: row.sent_at?.toISOString() ?? null,
        missing: [],
      };
    return (
      missing && { state: "none", providerUnreachable: false, rejectionReason: null, sentAt: null, missing }
    );
  };
  return {
    ofInvoice: view(eInvoices.find(({ invoice_id }) => invoice_id === invoice.id)),
    ofCreditNote: (id) => view(eInvoices.find(({ credit_note_id }) => credit_note_id === id)),
  };
}
