import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { ensureEInvoice, type IssuedDocument } from "../e-invoice/e-invoice.server";
import "../../e-invoices/table";

/**
 * Makes the electronic invoice of an issued document, where something was missing when it was issued, and has it sent, also once more
 * after the provider turned it down.
 */
export const askForEInvoice = command("invoices.manage", async (ctx, of: IssuedDocument) => {
  const made = await ensureEInvoice(ctx, of);
  if (!made) return refuse("e-invoice-incomplete");
  if (made.state === "sent" || made.state === "received") return refuse("wrong-state");
  await ctx.db
    .updateTable("e_invoices")
    .set({ state: "made", told: null, failed_tries: 0 })
    .where("id", "=", made.id)
    .execute();
  await emit(ctx, "invoice.e-invoice-asked", of.invoiceId, { creditNoteId: of.creditNoteId ?? null });
  return { ok: true };
});
