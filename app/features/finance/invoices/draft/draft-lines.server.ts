import { sql } from "kysely";
import { m } from "~/paraglide/messages";
import type { Ctx } from "~/platform/context";
import { localeOrDefault } from "~/platform/locale/locale";
import { inLocale } from "~/platform/locale/locale.server";
import { dubaiDate } from "~/platform/time";
import { chargedVatOn } from "../../../core/business/vat.server";
import { type Deposit, type InvoiceLine, invoiceSums } from "./invoice-lines";

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
    .select(["id", "reference", "total_fils", "vat_fils", "credited_fils", "deducted_fils"])
    .select(sql<number>`deposit_vat_used(id)`.as("vat_taken"))
    .select(
      sql<number>`(SELECT max(vat_percent) FROM invoice_lines WHERE invoice_id = invoices.id)`.as(
        "vat_percent",
      ),
    )
    .where("kind", "=", "deposit")
    .where("issued_at", "is not", null)
    .orderBy("id")
    .forUpdate();
  if ("quoteId" in filter) query = query.where("quote_id", "=", filter.quoteId);
  else if (filter.ids.length === 0) return [];
  else query = query.where("id", "in", filter.ids);
  const rows = await query.execute();
  return rows
    .map((row) => {
      const usedFils = row.credited_fils + row.deducted_fils;
      return {
        id: row.id,
        reference: row.reference!,
        totalFils: row.total_fils,
        vatFils: row.vat_fils,
        vatPercent: row.vat_percent,
        used: { fils: usedFils, vatFils: row.vat_taken },
        leftFils: row.total_fils - usedFils,
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
    const plain = { ...line, partContractId: null };
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
    .selectFrom("invoice_lines")
    .selectAll()
    .where("invoice_id", "=", invoiceId)
    .orderBy("position")
    .execute();
  return rows.map((row) => ({
    section: row.section,
    description: row.description,
    quantityHundredths: row.quantity_hundredths,
    unit: row.unit,
    unitFils: row.unit_fils,
    discountFils: row.discount_fils,
    serviceId: row.service_id,
    priceId: row.price_id,
    deductsId: row.deducted_deposit_id,
    partContractId: row.part_contract_id,
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
  const { grossFils: total_fils, vatFils: vat_fils, netFils: net_fils } = sums.total;
  if (total_fils < 0) return total_fils;
  await ctx.db.deleteFrom("invoice_lines").where("invoice_id", "=", invoiceId).execute();
  if (lines.length > 0) {
    await ctx.db
      .insertInto("invoice_lines")
      .values(
        lines.map((line, at) => ({
          invoice_id: invoiceId,
          position: at + 1,
          section: line.section,
          description: line.description,
          quantity_hundredths: line.quantityHundredths,
          unit: line.unit,
          unit_fils: line.unitFils,
          discount_fils: line.discountFils,
          vat_percent: deposits.find(({ id }) => id === line.deductsId)?.vatPercent ?? vatPercent,
          gross_fils: sums.lines[at]!.grossFils,
          vat_fils: sums.lines[at]!.vatFils,
          service_id: line.serviceId,
          price_id: line.priceId,
          deducted_deposit_id: line.deductsId,
          part_contract_id: line.partContractId,
        })),
      )
      .execute();
  }
  await ctx.db
    .updateTable("invoices")
    .set({ total_fils, vat_fils, net_fils, version: sql`version + 1` })
    .where("id", "=", invoiceId)
    .execute();
  return total_fils;
}
