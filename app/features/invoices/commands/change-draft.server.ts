import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { areContractsOf } from "../../packages/part-terms.server";
import { discountOf, lineGross, spreadDiscount } from "../../pricing/document-lines";
import { lockDeposits, vatPercentOf, writeDraftLines } from "../draft/draft-lines.server";
import type { InvoiceLine } from "../draft/invoice-lines";
import { lockDraft, type SeenInvoice } from "../draft/lock-draft.server";
import type { DraftContent } from "../schema";
import "../../customers/table";
import "../table";

/**
 * Writes a draft down as a whole, over the version that was seen. It is nobody's business but the office's until it is issued, and it is
 * kept as it is typed, so it leaves no trail.
 */
export const saveDraft = command("invoices.manage", async (ctx, seen: SeenInvoice, content: DraftContent) => {
  const found = await lockDraft(ctx, seen);
  if (!found.ok) return found;
  const { draft } = found;
  const { propertyId, note, supplyDate, dueDate } = content;
  if (propertyId && !(await isOf(propertyId, draft.customer_id))) return refuse("not-found");
  const lines = withDiscount(content);
  const under = lines.flatMap(({ partContractId }) => partContractId ?? []);
  if (!(await areContractsOf(ctx, propertyId, under))) return refuse("not-found");
  const deposits = await lockDeposits(ctx, { ids: lines.flatMap(({ deductsId }) => deductsId ?? []) });
  if (!lines.every(({ deductsId }) => deductsId === null || deposits.some(({ id }) => id === deductsId)))
    return refuse("not-found");
  for (const { id, reference, leftFils } of deposits) {
    const wanted = lines
      .filter(({ deductsId }) => deductsId === id)
      .reduce((sum, { unitFils }) => sum + unitFils, 0);
    if (wanted > leftFils) return refuse("deposit-used", { reference, fils: leftFils });
  }
  await ctx.db
    .updateTable("invoices")
    .set({ property_id: propertyId, note, supply_date: supplyDate, due_date: dueDate })
    .where("id", "=", draft.id)
    .execute();
  const total = await writeDraftLines(ctx, draft.id, lines, {
    vatPercent: await vatPercentOf(ctx, supplyDate),
    deposits,
  });
  if (total < 0) return refuse("below-zero");
  return { ok: true };

  async function isOf(propertyId: string, customerId: string): Promise<boolean> {
    const row = await ctx.db
      .selectFrom("properties")
      .select("id")
      .where("id", "=", propertyId)
      .where("customer_id", "=", customerId)
      .executeTakeFirst();
    return row !== undefined;
  }
});

/** The lines with the discount on the whole laid on them; what deducts a deposit bears none. */
function withDiscount({ lines, discount }: DraftContent): InvoiceLine[] {
  const gross = lines.map((line) => (line.deductsId === null ? lineGross(line) : 0));
  const parts = spreadDiscount(
    gross,
    discountOf(
      gross.reduce((sum, fils) => sum + fils, 0),
      discount,
    ),
  );
  return lines.map((line, at) => ({ ...line, discountFils: line.discountFils + parts[at]! }));
}

/** A draft was never anything to anybody: it goes without a trace but that in the trail. */
export const deleteDraft = command("invoices.manage", async (ctx, seen: SeenInvoice) => {
  const found = await lockDraft(ctx, seen);
  if (!found.ok) return found;
  await ctx.db.deleteFrom("invoices").where("id", "=", seen.id).execute();
  await emit(ctx, "invoice.draft-deleted", seen.id, {});
  return { ok: true };
});
