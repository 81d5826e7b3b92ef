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
    .selectFrom("eInvoices")
    .select(["invoiceId", "creditNoteId", "state", "failedAttempts", "rejectionReason", "sentAt"])
    .where((eb) => eb.or([eb("invoiceId", "=", invoice.id), eb("creditNoteId", "=", anyOf(creditNoteIds))]))
    .execute();
  // Created e-invoices are final, so missing data matters only for the others.
  const all = eInvoices.length === 1 + creditNoteIds.length;
  const missing = all || invoice.erasedAt ? null : await missingForEInvoice(ctx, invoice);
  const view = (row: (typeof eInvoices)[number] | undefined): EInvoiceView | null => {
    if (row)
      return {
        state: row.state,
        providerUnreachable: row.failedAttempts > 0,
        rejectionReason: row.rejectionReason,
        sentAt: row.sentAt?.toISOString() ?? null,
        missing: [],
      };
    return (
      missing && { state: "none", providerUnreachable: false, rejectionReason: null, sentAt: null, missing }
    );
  };
  return {
    ofInvoice: view(eInvoices.find(({ invoiceId }) => invoiceId === invoice.id)),
    ofCreditNote: (id) => view(eInvoices.find(({ creditNoteId }) => creditNoteId === id)),
  };
}
