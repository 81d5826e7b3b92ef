import type { Selectable } from "kysely";
import type { Ctx } from "~/platform/context";
import type { Tables } from "~/platform/database/tables";
import { anyOf } from "~/platform/lists/any-of.server";
import type { EInvoiceView } from "../views";
import { missingForEInvoice } from "./e-invoice.server";
import "../../e-invoices/table";
import "../table";

/** How the electronic forms of an invoice and of its credit notes stand, for the office; null: it has none. */
export async function viewEInvoices(
  ctx: Ctx,
  invoice: Selectable<Tables["invoices"]>,
  creditNoteIds: string[],
): Promise<{ ofInvoice: EInvoiceView | null; ofCreditNote: (id: string) => EInvoiceView | null }> {
  const made = await ctx.db
    .selectFrom("e_invoices")
    .select(["invoice_id", "credit_note_id", "state", "failed_tries", "told", "sent_at"])
    .where((eb) =>
      eb.or([eb("invoice_id", "=", invoice.id), eb("credit_note_id", "=", anyOf(creditNoteIds))]),
    )
    .execute();
  // What was made stays, whatever is missing by now.
  const all = made.length === 1 + creditNoteIds.length;
  const missing = all || invoice.forgotten_at ? null : await missingForEInvoice(ctx, invoice);
  const view = (row: (typeof made)[number] | undefined): EInvoiceView | null => {
    if (row)
      return {
        state: row.state,
        troubled: row.failed_tries > 0,
        told: row.told,
        sentAt: row.sent_at?.toISOString() ?? null,
        missing: [],
      };
    return missing && { state: "none", troubled: false, told: null, sentAt: null, missing };
  };
  return {
    ofInvoice: view(made.find(({ invoice_id }) => invoice_id === invoice.id)),
    ofCreditNote: (id) => view(made.find(({ credit_note_id }) => credit_note_id === id)),
  };
}
