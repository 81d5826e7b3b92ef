import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { chargedVatOn } from "../../../core/business/vat-rates.server";
import { quantityOf, toQuantityColumns } from "../../../core/pricing/quantity";
import type { VatTreatment } from "../../../core/pricing/vat-treatment";
import { type Deposit, type InvoiceLine, invoiceSums, isUntaxed } from "./invoice-lines";

export interface AvailableDeposit extends Deposit {
  reference: string;
  leftFils: number;
}

/** Locks issued deposit invoices until the transaction ends. Ordered by number. */
export async function lockDeposits(
  ctx: Ctx,
  filter: { quoteId: string } | { ids: string[] },
): Promise<AvailableDeposit[]> {
  let query = ctx.db
    .selectFrom("invoices")
    .select(["id", "reference", "totalFils", "vatFils", "creditedFils", "deductedFils"])
    .select(sql<number>`deposit_vat_used(id)`.as("vatTaken"))
    .select(
      sql<number>`(SELECT max(vat_percent) FROM invoice_lines WHERE invoice_id = invoices.id)`.as(
        "vatPercent",
      ),
    )
    .where("kind", "=", "deposit")
    .where("issuedAt", "is not", null)
    .orderBy("id")
    .forUpdate();
  if ("quoteId" in filter) query = query.where("quoteId", "=", filter.quoteId);
  else if (filter.ids.length === 0) return [];
  else query = query.where("id", "in", filter.ids);
  const rows = await query.execute();
  return rows
    .map((row) => {
      const usedFils = row.creditedFils + row.deductedFils;
      return {
        id: row.id,
        reference: row.reference!,
        totalFils: row.totalFils,
        vatFils: row.vatFils,
        vatPercent: row.vatPercent,
        used: { fils: usedFils, vatFils: row.vatTaken },
        leftFils: row.totalFils - usedFils,
      };
    })
    .sort((a, b) => a.reference.localeCompare(b.reference));
}

/**
 * One line per deposit, at most `upToFils` in total. A remainder is returned to the customer by credit note.
 */
export function deductionLines(
  deposits: readonly AvailableDeposit[],
  upToFils: number,
  language: string,
): InvoiceLine[] {
  let left = upToFils;
  return deposits.flatMap(({ id, reference, leftFils }) => {
    const fils = Math.min(leftFils, left);
    left -= fils;
    if (fils === 0) return [];
    const description = inLocale(localeOrDefault(language), () => m.invoices_line_deposit({ reference }));
    const line = { section: "", unit: "", discountFils: 0, serviceId: null, priceId: null };
    const plain = { ...line, partContractId: null, vatTreatment: "standard" as const };
    return [{ ...plain, description, quantityHundredths: -100, unitFils: fils, deductsId: id }];
  });
}

/**
 * `supplyDate`: null or a future day counts as today, because the supply never follows its invoice. The tax
 * point is the earliest of supply, invoice and payment (docs/domain.md, "VAT and invoices").
 */
export function vatPercentForSupply(ctx: Ctx, supplyDate: string | null): Promise<number> {
  const today = dubaiDate(ctx.now);
  return chargedVatOn(ctx, supplyDate && supplyDate < today ? supplyDate : today);
}

export async function readDraftLines(ctx: Ctx, invoiceId: string): Promise<InvoiceLine[]> {
  const rows = await ctx.db
    .selectFrom("invoiceLines")
    .selectAll()
    .where("invoiceId", "=", invoiceId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    section: row.section,
    description: row.description,
    quantityHundredths: quantityOf(row),
    unit: row.unit,
    unitFils: row.unitFils,
    discountFils: row.discountFils,
    serviceId: row.serviceId,
    priceId: row.priceId,
    deductsId: row.deductedDepositId,
    partContractId: row.partContractId,
    vatTreatment: row.vatTreatment as VatTreatment,
  }));
}

/**
 * Replaces all lines and updates the totals. Returns the total in fils; if it is negative, nothing is
 * written.
 */
export async function writeDraftLines(
  ctx: Ctx,
  invoiceId: string,
  lines: readonly InvoiceLine[],
  { vatPercent, deposits }: { vatPercent: number; deposits: readonly Deposit[] },
): Promise<number> {
  const sums = invoiceSums(lines, vatPercent, deposits);
  const { grossFils: totalFils, vatFils, netFils } = sums.total;
  if (totalFils < 0) return totalFils;
  await ctx.db.deleteFrom("invoiceLines").where("invoiceId", "=", invoiceId).execute();
  if (lines.length > 0) {
    await ctx.db
      .insertInto("invoiceLines")
      .values(
        lines.map((line, at) => ({
          invoiceId,
          position: at + 1,
          section: line.section,
          description: line.description,
          ...toQuantityColumns(line.quantityHundredths),
          unit: line.unit,
          unitFils: line.unitFils,
          discountFils: line.discountFils,
          vatPercent: isUntaxed(line)
            ? 0
            : (deposits.find(({ id }) => id === line.deductsId)?.vatPercent ?? vatPercent),
          vatTreatment: line.vatTreatment,
          grossFils: sums.lines[at]!.grossFils,
          vatFils: sums.lines[at]!.vatFils,
          serviceId: line.serviceId,
          priceId: line.priceId,
          deductedDepositId: line.deductsId,
          partContractId: line.partContractId,
        })),
      )
      .execute();
  }
  await ctx.db
    .updateTable("invoices")
    .set({ totalFils, vatFils, netFils, version: sql`version + 1` })
    .where("id", "=", invoiceId)
    .execute();
  return totalFils;
}
