import type { Ctx } from "~/platform/context";
import { xmlResponse } from "~/platform/http/download.server";
import type { IssuedDocument } from "./e-invoice.server";

export async function readEInvoice(
  ctx: Ctx,
  { invoiceId, creditNoteId }: IssuedDocument,
): Promise<Response | null> {
  const stored = await ctx.db
    .selectFrom("eInvoices")
    .leftJoin("creditNotes", "creditNotes.id", "creditNoteId")
    .innerJoin("invoices", (join) =>
      join.on((eb) => eb("invoices.id", "=", eb.fn.coalesce("eInvoices.invoiceId", "creditNotes.invoiceId"))),
    )
    .select((eb) => ["xml", eb.fn.coalesce("creditNotes.reference", "invoices.reference").as("reference")])
    .where("invoices.id", "=", invoiceId)
    .where(creditNoteId ? "creditNoteId" : "eInvoices.invoiceId", "=", creditNoteId ?? invoiceId)
    .executeTakeFirst();
  return stored ? xmlResponse(stored.xml, `${stored.reference}.xml`) : null;
}
