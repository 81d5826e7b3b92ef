import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import { firstRetainedTaxDay } from "../../core/business/financial-year";
import { readSettings } from "../../core/business/read-settings.server";
import { INVOICE_FILE_KIND } from "./document.server";

const BATCH_SIZE = 100;

/**
 * Removes file, e-invoice, buyer and note after the retention period. Amounts stay because the books need
 * them. Open invoices are not purged.
 */
export async function purgeDocuments(ctx: Ctx): Promise<void> {
  const before = await firstRetainedDay(ctx);
  await inTransaction(ctx, async (ctx) => {
    const invoices = await ctx.db
      .selectFrom("invoices")
      .select("id")
      .where("issuedAt", "is not", null)
      .where("erasedAt", "is", null)
      .where("issueDate", "<", before)
      .where("state", "=", "paid")
      .orderBy("issueDate")
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute();
    const notes = await ctx.db
      .selectFrom("creditNotes")
      .select("id")
      .where("erasedAt", "is", null)
      .where("issueDate", "<", before)
      .orderBy("issueDate")
      .limit(BATCH_SIZE)
      .forUpdate()
      .skipLocked()
      .execute();
    const gone = { documentId: null, buyer: PURGED_BUYER, erasedAt: ctx.now };
    for (const { id } of invoices) {
      await ctx.db
        .updateTable("invoices")
        .set({ ...gone, note: "" })
        .where("id", "=", id)
        .execute();
    }
    for (const { id } of notes) {
      await ctx.db.updateTable("creditNotes").set(gone).where("id", "=", id).execute();
    }
    const ids = (rows: { id: string }[]) => anyOf(rows.map(({ id }) => id));
    await ctx.db
      .deleteFrom("eInvoices")
      .where((eb) => eb.or([eb("invoiceId", "=", ids(invoices)), eb("creditNoteId", "=", ids(notes))]))
      .execute();
    // With the PDFs whose link was replaced.
    const files = await ctx.db
      .selectFrom("files")
      .select("id")
      .where("kind", "=", INVOICE_FILE_KIND)
      .where("ownerId", "=", ids([...invoices, ...notes]))
      .execute();
    await releaseFiles(
      ctx,
      files.map(({ id }) => id),
    );
  });
}

export async function firstRetainedDay(ctx: Ctx): Promise<string> {
  const { keepYears, financialYearEnd } = (await readSettings(ctx, "money")).values;
  return firstRetainedTaxDay(dubaiDate(ctx.now), { years: keepYears, lastMonth: Number(financialYearEnd) });
}

const PURGED_BUYER = JSON.stringify({ name: "", address: "", trn: null });
