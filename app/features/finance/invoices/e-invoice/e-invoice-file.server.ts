import type { Ctx } from "~/platform/context";
import { xmlResponse } from "~/platform/http/download.server";
import type { IssuedDocument } from "./e-invoice.server";

export async function readEInvoice(
  ctx: Ctx,
  { invoiceId, creditNoteId }: IssuedDocument,
): Promise<Response | null> {
  const stored = await ctx.db
    .selectFrom("e_invoices")
    .leftJoin("credit_notes", "credit_notes.id", "credit_note_id")
    .innerJoin("invoices", (join) =>
      join.on((eb) =>
        eb("invoices.id", "=", eb.fn.coalesce("e_invoices.invoice_id", "credit_notes.invoice_id")),
      ),
    )
    .select((eb) => ["xml", eb.fn.coalesce("credit_notes.reference", "invoices.reference").as("reference")])
    .where("invoices.id", "=", invoiceId)
    .where(creditNoteId ? "credit_note_id" : "e_invoices.invoice_id", "=", creditNoteId ?? invoiceId)
    .executeTakeFirst();
  return stored ? xmlResponse(stored.xml, `${stored.reference}.xml`) : null;
}
