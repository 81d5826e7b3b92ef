import { command } from "~/platform/auth/command.server";
import { emit } from "~/platform/events/events.server";
import { refuse } from "~/platform/http/refusal";
import { areContractsOf } from "../../../core/packages/part-terms.server";
import { discountOf, distributeDiscount, lineGross } from "../../../core/pricing/document-lines";
import { isPropertyOf } from "../../../core/properties/read-properties.server";
import { lockDeposits, vatPercentForSupply, writeDraftLines } from "../draft/draft-lines.server";
import type { InvoiceLine } from "../draft/invoice-lines";
import { lockDraft, type SeenInvoice } from "../draft/lock-draft.server";
import { findSupplyDate } from "../draft/supply-date.server";
import type { DraftContent } from "../schema";

/**
 * Replaces a draft that is still at the version the office saw. Writes no audit trail because drafts autosave
 * while typing.
 */
export const saveDraft = command(
  "invoices.manage",
  async function saveDraft(ctx, seen: SeenInvoice, content: DraftContent) {
    const locked = await lockDraft(ctx, seen);
    if (!locked.ok) return locked;
    const { draft } = locked;
    const { propertyId, note, dueDate } = content;
    const supplyDate = await findSupplyDate(ctx, draft, content.supplyDate);
    if (propertyId && !(await isPropertyOf(ctx, draft.customerId, propertyId))) return refuse("not-found");
    const lines = applyDiscount(content);
    const contractIds = lines.flatMap(({ partContractId }) => partContractId ?? []);
    if (!(await areContractsOf(ctx, propertyId, contractIds))) return refuse("not-found");
    const deposits = await lockDeposits(ctx, { ids: lines.flatMap(({ deductsId }) => deductsId ?? []) });
    if (!lines.every(({ deductsId }) => deductsId === null || deposits.some(({ id }) => id === deductsId)))
      return refuse("not-found");
    for (const { id, reference, leftFils } of deposits) {
      const deductedFils = lines
        .filter(({ deductsId }) => deductsId === id)
        .reduce((sum, { unitFils }) => sum + unitFils, 0);
      if (deductedFils > leftFils) return refuse("deposit-used", { reference, fils: leftFils });
    }
    await ctx.db
      .updateTable("invoices")
      .set({ propertyId, note, supplyDate, dueDate })
      .where("id", "=", draft.id)
      .execute();
    const total = await writeDraftLines(ctx, draft.id, lines, {
      vatPercent: await vatPercentForSupply(ctx, supplyDate),
      deposits,
    });
    if (total < 0) return refuse("negative-total");
    return { ok: true };
  },
);

/** Distributes the total discount over the lines, except deposit deductions. */
function applyDiscount({ lines, discount }: DraftContent): InvoiceLine[] {
  const gross = lines.map((line) => (line.deductsId === null ? lineGross(line) : 0));
  const parts = distributeDiscount(
    gross,
    discountOf(
      gross.reduce((sum, fils) => sum + fils, 0),
      discount,
    ),
  );
  return lines.map((line, at) => ({ ...line, discountFils: line.discountFils + parts[at]! }));
}

/** Drafts have no legal effect, so only the audit trail remembers a deleted one. */
export const deleteDraft = command("invoices.manage", async function deleteDraft(ctx, seen: SeenInvoice) {
  const locked = await lockDraft(ctx, seen);
  if (!locked.ok) return locked;
  await ctx.db.deleteFrom("invoices").where("id", "=", seen.id).execute();
  await emit(ctx, "invoice.draft-deleted", seen.id, {});
  return { ok: true };
});
