import type { Ctx } from "~/platform/context";
import { inTransaction } from "~/platform/database/transaction.server";
import { releaseFiles } from "~/platform/files/files.server";
import { anyOf } from "~/platform/lists/any-of.server";
import { dubaiDate } from "~/platform/time";
import { readSettings } from "../business/read-settings.server";
import "../e-invoices/table";
import "./table";

const AT_ONCE = 100;

/**
 * Lets go of the documents that were kept as long as the settings say, from the end of their year on: the file, the electronic form, whom it was made out
 * to and what was noted on it. The sums stay, for the books. What is still open stays whole.
 */
export async function forgetDocuments(ctx: Ctx): Promise<void> {
  const before = await firstKeptDay(ctx);
  await inTransaction(ctx, async (ctx) => {
    const invoices = await ctx.db
      .selectFrom("invoices")
      .select(["id", "document_id"])
      .where("issued_at", "is not", null)
      .where("forgotten_at", "is", null)
      .where("issue_date", "<", before)
      .where("state", "=", "paid")
      .orderBy("issue_date")
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    const notes = await ctx.db
      .selectFrom("credit_notes")
      .select(["id", "document_id"])
      .where("forgotten_at", "is", null)
      .where("issue_date", "<", before)
      .orderBy("issue_date")
      .limit(AT_ONCE)
      .forUpdate()
      .skipLocked()
      .execute();
    const gone = { document_id: null, buyer: NOBODY, forgotten_at: ctx.now };
    for (const { id } of invoices) {
      await ctx.db
        .updateTable("invoices")
        .set({ ...gone, note: "" })
        .where("id", "=", id)
        .execute();
    }
    for (const { id } of notes) {
      await ctx.db.updateTable("credit_notes").set(gone).where("id", "=", id).execute();
    }
    const ids = (rows: { id: string }[]) => anyOf(rows.map(({ id }) => id));
    await ctx.db
      .deleteFrom("e_invoices")
      .where((eb) => eb.or([eb("invoice_id", "=", ids(invoices)), eb("credit_note_id", "=", ids(notes))]))
      .execute();
    const files = [...invoices, ...notes].flatMap(({ document_id }) => document_id ?? []);
    if (files.length > 0) await releaseFiles(ctx, files);
  });
}

/** What is of an earlier day belongs to a year that has ended longer ago than documents are kept. */
export async function firstKeptDay(ctx: Ctx): Promise<string> {
  const { keepYears } = (await readSettings(ctx, "money")).values;
  return `${Number(dubaiDate(ctx.now).slice(0, 4)) - keepYears}-01-01`;
}

const NOBODY = JSON.stringify({ name: "", address: "", trn: null });
