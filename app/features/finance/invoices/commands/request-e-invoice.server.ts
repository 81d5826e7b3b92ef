import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { ensureEInvoice, type IssuedDocument } from "../e-invoice/e-invoice.server";

/** Creates an e-invoice whose data was missing at issue, or sends a rejected one again. */
export const requestEInvoice = command(
  "invoices.manage",
  async function requestEInvoice(ctx, document: IssuedDocument) {
    const eInvoice = await ensureEInvoice(ctx, document);
    if (!eInvoice) return refuse("e-invoice-incomplete");
    if (eInvoice.state === "sent" || eInvoice.state === "received") return refuse("wrong-state");
    await ctx.db
      .updateTable("eInvoices")
      .set({ state: "created", rejectionReason: null, failedAttempts: 0 })
      .where("id", "=", eInvoice.id)
      .execute();
    await emit(ctx, "invoice.e-invoice-requested", document.invoiceId, {
      creditNoteId: document.creditNoteId ?? null,
    });
    return { ok: true };
  },
);
